import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { chmod, mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { migrate } from '../../app/server/database/migrate.ts'
import { openDatabase } from '../../app/server/database/open-database.ts'
import { silentLog } from '../../app/server/log.ts'
import { allMigrations } from '../../db/migrations/all-migrations.ts'
import { root } from '../../scripts/install-when-missing.js'
import { startHeldShop } from '../holds/held-shop.ts'
import { comment, visit } from '../holds/visits.ts'
import { addPaidOrders } from '../support/paid-orders-for-tests.ts'
import { type ShopEnvironment, startShop } from '../support/shop-process.ts'
import { type PoolMode, poolUser } from './pgbouncer.ts'
import { type PooledPostgres, startPooledPostgres } from './pooled-postgres.ts'
import { mustDo, mustHaveOrders, sell, type Walk } from './walked-shop.ts'

/** Ids and numbers of the orders that the former release has sold. */
const former = ['former-0', 'former-1', 'former-2']

/** The migrations that the former release knows. */
const formerMigrations = () => {
  const [first = ''] = readFileSync(join(root, 'db/released-schema.sql'), 'utf8').split('\n', 1)
  const [, last = ''] = /up to (\d{4})/.exec(first) ?? []
  assert.notEqual(last, '', 'db/released-schema.sql names no migration')
  return Object.fromEntries(Object.entries(allMigrations).filter(([name]) => name.slice(0, 4) <= last))
}

/** What the former release left in the database at `url`: its schema, and paid orders. */
const leaveAsFormerRelease = async (databaseUrl: string, dataDir: string) => {
  const before = await openDatabase({ databaseUrl, dataDir, log: silentLog })
  await migrate(before, formerMigrations())
    .then(() => addPaidOrders(before.db, former.length, 'former'))
    .finally(() => before.close())
}

const walkMode = async (
  { step, folder, atEnd }: Walk,
  postgres: PooledPostgres,
  mode: PoolMode,
): Promise<void> => {
  /** Of the shop, through the pooler. */
  const pooledOf = (databaseUrl = '') => postgres.pooled(new URL(databaseUrl).pathname.slice(1), mode)
  let env: ShopEnvironment = {}
  const sold: string[] = []
  const start = async (settings: ShopEnvironment, own: object) => {
    const name = new URL(settings.DATABASE_URL ?? '').pathname.slice(1)
    await postgres.give(name)
    const asOwner = Object.assign(new URL(postgres.direct(name)), { username: poolUser.name }).href
    await leaveAsFormerRelease(asOwner, folder)
    env = { ...settings, DATABASE_URL: pooledOf(settings.DATABASE_URL) }
    const shop = await startShop(env, own, 'tests/support/run-held-shop.js')
    env = { ...env, DATA_DIR: shop.dataDir }
    return shop
  }
  const shop = await startHeldShop(atEnd, { postgres: postgres.direct('postgres'), members: 1, start })

  await step(`pgbouncer, ${mode}: the shop of the former release opens, with its orders`, async () => {
    assert.equal((await visit(shop, '/all-products')).status, 200)
    await mustHaveOrders(env, former)
  })

  await step(`pgbouncer, ${mode}: it sells, and a member comments`, async () => {
    for (const _ of [1, 2, 3]) sold.push(await sell(shop))
    const [member] = shop.members
    assert.ok(member)
    assert.equal((await comment(shop, member, 'recipe-1', crypto.randomUUID())).status, 200)
    assert.equal((await visit(shop, '/gallery/detail/recipe-1')).body.includes('すてきです'), true)
  })

  await step(`pgbouncer, ${mode}: it is backed up, and restored through the same pooler`, async () => {
    const place = join(folder, `backup-${mode}`)
    await mkdir(place, { mode: 0o700 })
    await mustDo(env, 'data', 'backup', place)
    const name = `restored_${mode}`
    await postgres.create(name)
    const restored = { DATABASE_URL: postgres.pooled(name, mode), DATA_DIR: join(folder, `restored-${mode}`) }
    const archive = (await readdir(place)).find((file) => /^backup-.*\.tar$/.test(file)) ?? ''
    await mustDo(restored, 'data', 'restore', join(place, archive))
    await mustHaveOrders({ ...env, ...restored }, [...former, ...sold])
  })
}

export const walkPooler = async (walk: Walk): Promise<void> => {
  const own = join(walk.folder, 'pgbouncer')
  await mkdir(own)
  await chmod(own, 0o711)
  const postgres = await startPooledPostgres(own)
  walk.atEnd(postgres.stop)
  for (const mode of ['session', 'transaction'] as const)
    await walk.step(`pgbouncer, ${mode}: the shop starts behind it`, () => walkMode(walk, postgres, mode))
}
