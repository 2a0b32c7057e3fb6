import type { Transaction } from 'kysely'
import type { Schema } from '#db/schema.ts'
import { ok, type Result, refused } from '~/kernel/result.ts'
import type { AppContext } from '~/server/app-context.ts'
import { type AppTransaction, inTransaction } from '~/server/database/transaction.ts'
import { type ListPut, type ListToPut, ownerList, putList } from '~/server/table-file/owner-list.ts'
import { putProducts, removeProducts } from './commands.server.ts'
import { kitColumns, kitRow } from './form.server.ts'
import { fabricsAmong } from './kit.queries.server.ts'
import { type KitToStore, type ProductSource, publishedStatus } from './rules.ts'

/** Decides the price text of an existing kit for which a file gives another price (P35). */
export type GuardKitPrice = (
  trx: AppTransaction,
  kit: {
    readonly number: string
    readonly status: string
    readonly former: number | null
    readonly price: string
  },
) => Promise<string>

/** The kits with the prices in force, and a sentence for each price that waits for confirmation. */
const guarded = async (
  trx: AppTransaction,
  kits: readonly KitToStore[],
  guard: GuardKitPrice | undefined,
) => {
  if (guard === undefined) return { items: kits, remarks: [] }
  const items: KitToStore[] = []
  const remarks: string[] = []
  for (const kit of kits) {
    const stored = await trx
      .selectFrom('product')
      .select(['status', 'price'])
      .where('number', '=', kit.id)
      .executeTakeFirst()
    const known = stored && { number: kit.id, status: stored.status, former: stored.price, price: kit.price }
    const price = known === undefined ? kit.price : await guard(trx, known)
    if (price !== kit.price) remarks.push(heldSentence(kit, price))
    items.push({ ...kit, price })
  }
  return { items, remarks }
}

const heldSentence = ({ id, name, price }: KitToStore, former: string): string =>
  `「${name}」（番号 ${id}）の価格は、お確かめいただくまで${former}円のままです（ファイルでは${price}円）。よければ: npm run feed -- accept ${id}`

/** Inserts or overwrites kits atomically; refuses with all numbers that belong to fabrics (C13). `guard` decides the prices. */
export const putKits = (
  ctx: AppContext,
  kits: ListToPut<KitToStore>,
  guard?: GuardKitPrice,
): Promise<Result<ListPut, readonly string[]>> =>
  inTransaction(ctx, async (trx) => {
    const taken = await fabricsAmong(trx, idsOf(kits.items))
    if (taken.length > 0) return refused(taken)
    const stored = await trx.selectFrom('kit').select('number').execute()
    const { items, remarks } = await guarded(trx, kits.items, guard)
    const put = await putList(
      { ...kits, items },
      {
        storedIds: async () => stored.map(({ number }) => number),
        remove: (numbers) => removeProducts(trx, numbers),
        write: (items) => write(trx, ctx.now(), items, 'own'),
      },
    )
    return ok({ ...put, ...(remarks.length === 0 ? {} : { remarks }) })
  })

const idsOf = (kits: readonly KitToStore[]) => kits.map(({ id }) => id)

const write = async (
  trx: Transaction<Schema>,
  now: number,
  kits: readonly KitToStore[],
  source: ProductSource,
): Promise<void> => {
  const products = await putProducts(
    trx,
    now,
    kits.map(({ id, name, reading = '', comment, price, imageUrl, moreImages = '', ...kit }, position) => ({
      ...{ number: id, type: 'kit', name, reading, description: comment, priceText: price },
      ...{ imageUrl, moreImages, status: publishedStatus, source, position },
      kit: { ...kit, fabricNumbers: kit.fabricNumbers ?? '' },
    })),
  )
  if (!products.ok) throw new Error(`kit ${products.error.number}: ${products.error.reason}`)
}

export const putKitsInOrder = async (trx: Transaction<Schema>, numbers: readonly string[]): Promise<void> => {
  for (const [place, number] of numbers.entries())
    await trx.updateTable('kit').set({ place }).where('number', '=', number).execute()
}

const takenSentence = (number: string) => `番号「${number}」は生地が使っています。`

/** The owner's file of kits; `guard` decides their prices. */
export const kitList = (guard: GuardKitPrice) =>
  ownerList({
    name: 'キット',
    columns: kitColumns,
    row: kitRow,
    idProblems: async (db, ids) =>
      new Map((await fabricsAmong(db, ids)).map((number) => [number, takenSentence(number)])),
    put: async (ctx, kits) => {
      const put = await putKits(ctx, kits, guard)
      // Only fabrics added since `idProblems` checked the file.
      return put.ok ? put : refused(put.error.map(takenSentence))
    },
    remark: ({ level, name }) => (level === 'other' ? `「${name}」のレベルは「その他」になりました。` : null),
    picture: ({ id, name, imageUrl }) => ({ id, title: name, address: imageUrl }),
  })

/** Adds the demo's missing kits, except those whose numbers belong to fabrics. */
export const putDemoKits = async (
  trx: Transaction<Schema>,
  now: number,
  kits: readonly KitToStore[],
): Promise<void> => {
  const stored = await trx.selectFrom('kit').select('number').execute()
  const there = new Set([...stored.map(({ number }) => number), ...(await fabricsAmong(trx, idsOf(kits)))])
  const missing = kits.filter(({ id }) => !there.has(id))
  await write(trx, now, missing, 'demo')
}

export const removeDemoKits = (ctx: AppContext): Promise<void> =>
  inTransaction(ctx, async (trx) => {
    const rows = await trx
      .selectFrom('product')
      .select('number')
      .where('type', '=', 'kit')
      .where('source', '=', 'demo')
      .execute()
    await removeProducts(
      trx,
      rows.map(({ number }) => number),
    )
  })

/** Adds imported kits whose numbers are new; returns how many. */
export const putFormerKits = async (
  trx: Transaction<Schema>,
  now: number,
  kits: readonly KitToStore[],
): Promise<number> => {
  const missing: KitToStore[] = []
  for (const kit of kits) {
    const there = trx.selectFrom('product').select('number').where('number', '=', kit.id)
    if ((await there.executeTakeFirst()) === undefined) missing.push(kit)
  }
  if (missing.length > 0) await write(trx, now, missing, 'own')
  return missing.length
}
