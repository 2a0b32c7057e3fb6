import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { type PaymentSimulator, startPaymentSimulator } from '#payment-simulator/simulator.ts'
import { takeInSinceBackup } from '../../app/features/backups/jobs.server.ts'
import { type Backup, createBackup } from '../../app/server/backup/create-backup.ts'
import { usualKeepRule } from '../../app/server/backup/keep.rules.ts'
import { restoreBackup } from '../../app/server/backup/restore-backup.ts'
import { countDatabase } from '../../app/server/data-copy/copy-tables.ts'
import { openShopData } from '../../app/server/data-folder/open-shop-data.ts'
import { type DatabaseSettings, openDatabase } from '../../app/server/database/open-database.ts'
import { withinSnapshot } from '../../app/server/database/snapshot.ts'
import { silentLog } from '../../app/server/log.ts'
import { checkoutContextForTests, providerKeys } from './checkout-context-for-tests.ts'
import { storeProducts } from './checkout-for-tests.ts'
import { bodyFor } from './shopper-for-tests.ts'
import { startSource } from './source-process.ts'

interface Loss extends Pick<Backup, 'rebuildSearch' | 'pictures'> {
  /** A shop that was opened before; the folder is removed. */
  readonly from: Pick<DatabaseSettings, 'databaseUrl' | 'dataDir'>
  /** Empty, of the same engine. */
  readonly to: Pick<DatabaseSettings, 'databaseUrl' | 'dataDir'>
  readonly place: string
  readonly check: (isSo: boolean, what: string) => void
  readonly tell: (line: string) => void
}

const never = new AbortController().signal
const soldBefore = 2
const soldAfter = 3

/** The paid orders: their numbers and sums, in a stable order. */
const paidOrders = async ({ from }: { readonly from: Loss['from'] }) => {
  const shop = await openShopData({ ...from, log: silentLog })
  try {
    return await shop.db
      .selectFrom('orders')
      .select(['orderNumber', 'total', 'state', 'customerEmail'])
      .where('paidAt', 'is not', null)
      .orderBy('orderNumber')
      .execute()
  } finally {
    await shop.close()
  }
}

const countsOf = async (settings: Loss['to']) => {
  const { db, close } = await openDatabase({ ...settings, log: silentLog })
  return withinSnapshot(db, countDatabase).finally(close)
}

/** A shop in its own process, whose shoppers pay until it is killed. */
const startSelling = async ({ from }: Loss, provider: PaymentSimulator, body: object) => {
  const options = { ...from, simulatorPort: provider.port, smtpUrl: 'smtp://127.0.0.1:1' }
  const child = startSource('checkout-child', [], options)
  const dead = once(child, 'exit')
  let url = ''
  for await (const line of createInterface({ input: child.stdout })) {
    url = line
    break
  }
  if (url === '') throw new Error('the shop did not start')
  provider.setWebhookUrl(`${url}/webhook`)
  let sold = 0
  let isOver = false
  let said = ''
  const sell = async () => {
    while (!isOver) {
      const wanted = JSON.stringify({ ...body, client_token: `browser-${randomUUID()}` })
      const answer = await fetch(`${url}/checkout`, { method: 'POST', body: wanted })
      const text = await answer.text()
      said ||= `${answer.status} ${text}`
      if (answer.status === 200) {
        const { url: page }: { url: string } = JSON.parse(text)
        await provider.pay(page.split('/').at(-1) ?? '')
        await provider.settled()
        sold += 1
      }
      await pause(200)
    }
  }
  const selling = sell()
  const until = async (count: number) => {
    for (const endsAt = Date.now() + 10_000; sold < count; await pause(20))
      if (Date.now() > endsAt) throw new Error(`only ${sold} orders were sold: ${said}`)
  }
  return {
    sold: () => sold,
    until,
    kill: async () => {
      isOver = true
      await selling.catch(() => undefined)
      child.kill('SIGKILL')
      await dead
    },
  }
}

/** The shop sells, is backed up meanwhile, and goes on selling; then its process is killed and its folder removed. Gives what was sold. */
const backUpAndLose = async (loss: Loss, provider: PaymentSimulator) => {
  const { from } = loss
  const shop = await openShopData({ ...from, log: silentLog })
  await storeProducts(shop.db)
  const body = await bodyFor(shop.db, [['F-1100', 2]])
  await shop.close()
  await mkdir(join(from.dataDir, 'images'), { recursive: true })
  await writeFile(join(from.dataDir, 'images', 'of-the-shop.webp'), 'a picture')
  const selling = await startSelling(loss, provider, body)
  try {
    return await whileSelling(loss, selling)
  } finally {
    await selling.kill()
    await rm(from.dataDir, { recursive: true, force: true })
  }
}

const whileSelling = async (
  { from, place, tell, check, rebuildSearch, pictures }: Loss,
  selling: Awaited<ReturnType<typeof startSelling>>,
) => {
  await selling.until(soldBefore)
  const startedAt = performance.now()
  const settings = { ...from, log: silentLog }
  const parts = { settings, place, settingsFile: '', recipient: undefined, keep: usualKeepRule }
  const made = await createBackup({
    ...parts,
    now: Date.now(),
    replaces: true,
    rebuildSearch,
    pictures,
    tell: () => {},
    signal: never,
  })
  const atBackup = selling.sold()
  tell(
    `backed up in ${Math.round(performance.now() - startedAt)} ms beside the open shop, ${made.bytes} bytes`,
  )
  await selling.until(atBackup + soldAfter)
  await selling.kill()
  const witness = await paidOrders({ from })
  const [inBackup, sold] = [made.manifest.days.reduce((all, { orders }) => all + orders, 0), witness.length]
  check(sold >= inBackup + soldAfter, `${sold} orders were paid, ${inBackup} of them are in the backup`)
  return { archive: made.archive, manifest: made.manifest, witness }
}

/** D20–D28: a shop under load is backed up and lost, then restored elsewhere, and payments made since the backup are taken in. */
export const loseAndRestore = async (loss: Loss): Promise<void> => {
  const { to, tell, check, rebuildSearch, pictures } = loss
  const provider = await startPaymentSimulator({ ...providerKeys, webhookUrl: '', log: silentLog })
  try {
    const { archive, manifest, witness } = await backUpAndLose(loss, provider)
    provider.setWebhookUrl('')
    const startedAt = performance.now()
    const { databaseUrl, dataDir } = to
    const restored = await restoreBackup({
      archive,
      dataDir,
      databaseUrl,
      identity: undefined,
      rebuildSearch,
      pictures,
      tell: () => {},
      signal: never,
    })
    check(restored.manifest.madeAt === manifest.madeAt, 'the backup is the one that was made')
    const shop = await openShopData({ ...to, log: silentLog })
    const { shop_state: _noted, mail: _held, ...found } = await countsOf(to)
    const { shop_state: _former, mail: _sent, ...wanted } = manifest.database.tables
    check(JSON.stringify(found) === JSON.stringify(wanted), 'counts and checksums are those of the backup')
    const mailsBefore = await shop.db.selectFrom('mail').select('id').where('state', '=', 'queued').execute()
    await takeInSinceBackup(
      checkoutContextForTests(shop.db, provider.port, Date.now),
      { kind: 'owner' },
      never,
    )
    const confirmations = await shop.db
      .selectFrom('mail')
      .select('id')
      .where('kind', '=', 'order_confirmation')
      .where('state', '=', 'queued')
      .execute()
    await shop.close()
    check(mailsBefore.length === 0 && confirmations.length === 0, 'no buyer is mailed twice')
    check(
      JSON.stringify(await paidOrders({ from: to })) === JSON.stringify(witness),
      'every paid order is there, with its number, sum and buyer',
    )
    tell(`restored and taken in within ${Math.round(performance.now() - startedAt)} ms; orders lost: 0`)
  } finally {
    await provider.close()
  }
}
