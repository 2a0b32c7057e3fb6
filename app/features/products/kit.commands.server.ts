import type { Selectable, Transaction } from 'kysely'
import type { ProductTable, Schema } from '#db/schema.ts'
import { ok, type Result, refused } from '~/kernel/result.ts'
import type { AppContext } from '~/server/app-context.ts'
import { inChunks } from '~/server/database/engine.ts'
import { type AppTransaction, inTransaction } from '~/server/database/transaction.ts'
import { type ListPut, type ListToPut, ownerList, putList } from '~/server/table-file/owner-list.ts'
import { isToldAlike, type KitParts, type NewProduct } from './columns.queries.server.ts'
import { putProducts, removeProducts } from './commands.server.ts'
import { kitColumns, kitRow } from './form.server.ts'
import { fabricsAmong } from './kit.queries.server.ts'
import { writeOwnProducts } from './own-products.commands.server.ts'
import { type KitToStore, type ProductSource, publishedStatus } from './rules.ts'

const heldSentence = ({ id, name, price }: KitToStore, former: string): string =>
  `「${name}」（番号 ${id}）の価格は、お確かめいただくまで${former === '' ? '「価格確認中」' : `${former}円のまま`}です（ファイルでは${price}円）。よければ: npm run feed -- accept ${id}`

/** Inserts or overwrites kits atomically, with a sentence for each price that waits (P35); refuses with all numbers that belong to fabrics (C13). */
export const putKits = (
  ctx: AppContext,
  kits: ListToPut<KitToStore>,
): Promise<Result<ListPut, readonly string[]>> =>
  inTransaction(ctx, async (trx) => {
    const taken = await fabricsAmong(trx, idsOf(kits.items))
    if (taken.length > 0) return refused(taken)
    const stored = await trx.selectFrom('kit').select('number').execute()
    const remarks: string[] = []
    const put = await putList(kits, {
      storedIds: async () => stored.map(({ number }) => number),
      remove: (numbers) => removeProducts(trx, numbers),
      write: async (items) => {
        const stored = await storedKits(trx, idsOf(items))
        const own = productsOf(items, 'own').flatMap((product) => {
          const { row, kit } = stored.get(product.number) ?? { row: null }
          return row !== null && isToldAlike(row, product, kit) ? [] : [{ product, row }]
        })
        const held = await writeOwnProducts(trx, ctx.now(), own)
        for (const kit of items) {
          const former = held.get(kit.id)
          if (former !== undefined) remarks.push(heldSentence(kit, former))
        }
        remarks.push(...(await fabricRemarks(trx, items)))
      },
    })
    return ok({ ...put, ...(remarks.length === 0 ? {} : { remarks }) })
  })

/** Told, not refused: the first list of fabrics may come after the file of kits (N104). */
const fabricRemarks = async (trx: AppTransaction, kits: readonly KitToStore[]): Promise<string[]> => {
  const numbersOf = ({ fabricNumbers = '' }: KitToStore) =>
    fabricNumbers.split('\n').filter((each) => each !== '')
  const fabrics = new Set(await fabricsAmong(trx, [...new Set(kits.flatMap(numbersOf))]))
  return kits.flatMap((kit) =>
    numbersOf(kit).flatMap((number) =>
      fabrics.has(number)
        ? []
        : [`「${kit.name}」（番号 ${kit.id}）の使う布「${number}」は、いまお店の生地にありません。`],
    ),
  )
}

const storedKits = async (trx: AppTransaction, numbers: readonly string[]) => {
  const stored = new Map<string, { readonly row: Selectable<ProductTable>; readonly kit?: KitParts }>()
  for (const some of inChunks(numbers)) {
    const kits = await trx.selectFrom('kit').selectAll().where('number', 'in', some).execute()
    const partsOf = new Map(kits.map((kit) => [kit.number, kit]))
    for (const row of await trx.selectFrom('product').selectAll().where('number', 'in', some).execute()) {
      const kit = partsOf.get(row.number)
      stored.set(row.number, { row, ...(kit !== undefined && { kit }) })
    }
  }
  return stored
}

const idsOf = (kits: readonly KitToStore[]) => kits.map(({ id }) => id)

const productsOf = (kits: readonly KitToStore[], source: ProductSource): NewProduct[] =>
  kits.map(({ id, name, reading = '', comment, price, imageUrl, moreImages = '', ...kit }, position) => ({
    ...{ number: id, type: 'kit', name, reading, description: comment, priceText: price },
    ...{ imageUrl, moreImages, status: publishedStatus, source, position },
    kit: { ...kit, fabricNumbers: kit.fabricNumbers ?? '' },
  }))

const putNew = async (
  trx: Transaction<Schema>,
  now: number,
  kits: readonly KitToStore[],
  source: ProductSource,
): Promise<void> => {
  const put = await putProducts(trx, now, productsOf(kits, source))
  if (!put.ok) throw new Error(`kit ${put.error.number}: ${put.error.reason}`)
}

export const putKitsInOrder = async (trx: Transaction<Schema>, numbers: readonly string[]): Promise<void> => {
  for (const [place, number] of numbers.entries())
    await trx.updateTable('kit').set({ place }).where('number', '=', number).execute()
}

const takenSentence = (number: string) => `番号「${number}」は生地が使っています。`

/** The owner's file of kits. */
export const kitList = ownerList({
  name: 'キット',
  columns: kitColumns,
  row: kitRow,
  idProblems: async (db, ids) =>
    new Map((await fabricsAmong(db, ids)).map((number) => [number, takenSentence(number)])),
  put: async (ctx, kits) => {
    const put = await putKits(ctx, kits)
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
  await putNew(trx, now, missing, 'demo')
  // A demo begins with what beginners can sew; an order that somebody has made there stays (N52).
  if (missing.length === kits.length)
    await putKitsInOrder(
      trx,
      kits.map(({ id }) => id),
    )
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
  if (missing.length > 0) await putNew(trx, now, missing, 'own')
  return missing.length
}
