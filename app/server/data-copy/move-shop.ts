import { randomUUID } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { Schema } from '#db/schema.ts'
import { allMigrations } from '../../../db/migrations/all-migrations.ts'
import { formatNumber } from '../../kernel/money.ts'
import { folderProblem } from '../data-folder/folder-problem.ts'
import { writeMarker } from '../data-folder/marker.ts'
import { lookAtData } from '../data-folder/open-shop-data.ts'
import { paidOrdersIn, shopIn } from '../data-folder/shop-in-database.ts'
import type { Engine } from '../database/engine.ts'
import { schemaVersionOf } from '../database/migrate.ts'
import { databaseNow, forgetMove, moveKey } from '../database/move-note.ts'
import { type AppDatabase, type DatabaseSettings, openDatabase } from '../database/open-database.ts'
import { isSchemaOf, versionSql } from '../database/write-guard.ts'
import { silentLog } from '../log.ts'
import { StartRefused } from '../start.ts'
import {
  copyAll,
  defaultUntilSeenMs,
  type MovedShop,
  placeHere,
  type ShopMove,
  type Sides,
  sizeOf,
} from './move-copy.ts'
import { takeLease } from './move-lease.ts'
import { databasePlace, type MoveTarget, openPostgresTarget, openSqliteTarget } from './move-places.ts'

/** Half of what was measured on two cores, all steps included (docs/decisions/0095). */
const rowsPerSecond = 2_000

/** Moves the shop to the other engine (D30, D31, D32); null when only looking. Throws StartRefused, changing nothing. */
export const moveShop = async (move: ShopMove): Promise<MovedShop | null> => {
  const { from, to } = move
  if ((from.databaseUrl === undefined) === (to === undefined))
    throw new StartRefused([
      to === undefined
        ? 'お店のデータは、もうSQLiteにあります。'
        : 'お店のデータは、もうPostgreSQLにあります（DATABASE_URL）。別のPostgreSQLへは、一度 --to sqlite で戻してから移します。',
    ])
  const found = await lookAtData({ ...from, log: silentLog })
  if (found.shop?.move?.state === 'left') return finishFormerMove(move, found.shop.move.token)
  const problem = folderProblem(found)
  if (problem !== null) throw new StartRefused([problem])
  const shopId = found.shop?.id
  if (shopId === undefined)
    throw new StartRefused([
      'ここには、まだお店がありません。npm start で一度開いてから、もう一度実行してください。',
    ])
  const source = await openDatabase({ ...from, log: silentLog })
  try {
    await checkSource(source)
    return await moveFrom(move, source, shopId)
  } finally {
    await source.close()
  }
}

const checkSource = async ({ db }: AppDatabase): Promise<void> => {
  const { rows } = await sql.raw<Record<string, unknown>>(versionSql).execute(db)
  if (!isSchemaOf(schemaVersionOf(allMigrations), rows[0]))
    throw new StartRefused([
      'お店のデータは、このプログラムとは別の版で開かれました。このプログラムの npm start で一度開いてから、もう一度実行してください。',
    ])
}

const moveFrom = async (move: ShopMove, source: AppDatabase, shopId: string): Promise<MovedShop | null> => {
  const token = randomUUID()
  const size = await sizeOf(source)
  const target = await openTarget(move, { shopId, token, bytes: size.bytes })
  try {
    const seconds = Math.ceil(size.rows / rowsPerSecond) + defaultUntilSeenMs / 1_000
    move.tell(
      `${placeHere(move)} から ${target.place} へ引っ越します：${formatNumber(size.rows)}行。お店はごらんいただけるまま、書き込み（注文・投稿・ログインなど）を${duration(seconds)}ほど止めます。`,
    )
    if (move.onlyLook === true) return null
    const facts = { token, place: target.place, endsAt: (await databaseNow(source.db)) + seconds * 1_000 }
    const startedAt = performance.now()
    const lease = await takeLease(source.db, facts)
    try {
      const copied = await copyAll(move, { source, target, lease, rows: size.rows })
      const aside = await handOver(move, { target, lease, shopId })
      const refusedMs = Math.round(performance.now() - startedAt)
      return { engine: target.engine, place: target.place, copied, aside, refusedMs }
    } catch (error) {
      // If this fails too, the lease ends by itself.
      await lease.end().catch(() => undefined)
      throw lease.lost.aborted ? lease.lost.reason : error
    }
  } finally {
    await target.close()
  }
}

const openTarget = (
  { from, to }: ShopMove,
  facts: { readonly shopId: string; readonly token: string; readonly bytes: number },
): Promise<MoveTarget> =>
  to === undefined ? openSqliteTarget(from.dataDir, facts) : openPostgresTarget(to, facts.shopId)

const duration = (seconds: number): string => (seconds < 60 ? '約1分' : `約${Math.ceil(seconds / 60)}分`)

/** Puts the target in place, closes the source for ever, writes the marker, then opens the target. */
const handOver = async (
  move: ShopMove,
  { target, lease, shopId }: Omit<Sides, 'source'> & { readonly shopId: string },
): Promise<string | null> => {
  const copiedState = await stateRows(target.database.db)
  const aside = await target.settle()
  await lease.leave(async (trx) => (await stateRows(trx)) === copiedState)
  const here = await openDatabase(settingsAt(move))
  try {
    await arrive(here.db, move, { engine: target.engine, shopId })
  } finally {
    await here.close()
  }
  return aside
}

/** Detects writes by single statements, which no lock prevents here; the move's own note is left out. */
const stateRows = async (db: Kysely<Schema>): Promise<string> => {
  const rows = await db.selectFrom('shopState').selectAll().where('key', '!=', moveKey).execute()
  return JSON.stringify(rows.map(({ key, value }) => [key, value]).toSorted())
}

const settingsAt = ({ from, to }: ShopMove): DatabaseSettings => ({
  databaseUrl: to,
  dataDir: from.dataDir,
  log: silentLog,
})

const arrive = async (
  db: Kysely<Schema>,
  { from }: ShopMove,
  { engine, shopId }: { readonly engine: Engine; readonly shopId: string },
): Promise<void> => {
  await writeMarker(from.dataDir, { id: shopId, engine, paidOrders: await paidOrdersIn(db) })
  await forgetMove(db)
}

/** After a crash behind `leave`: writes the marker and opens the target. */
const finishFormerMove = async (move: ShopMove, token: string): Promise<MovedShop> => {
  const there = await openDatabase(settingsAt(move))
  try {
    const shop = await shopIn(there.db)
    if (shop?.id === undefined || shop.move?.state !== 'arriving' || shop.move.token !== token)
      throw new StartRefused([
        folderProblem(await lookAtData({ ...move.from, log: silentLog })) ?? 'お店はもう引っ越しました。',
      ])
    await arrive(there.db, move, { engine: there.engine, shopId: shop.id })
    const place = move.to === undefined ? move.from.dataDir : databasePlace(move.to)
    return { engine: there.engine, place, copied: null, aside: null, refusedMs: 0 }
  } finally {
    await there.close()
  }
}
