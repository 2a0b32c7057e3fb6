import type { Transaction } from 'kysely'
import type { Schema } from '#db/schema.ts'
import { putProducts, removeProducts } from '~/features/catalogue/commands.server.ts'
import { type ProductSource, publishedStatus } from '~/features/catalogue/rules.ts'
import type { Actor } from '~/kernel/actor.ts'
import { ok, type Result, refused } from '~/kernel/result.ts'
import type { AppContext } from '~/server/app-context.ts'
import { inTransaction } from '~/server/database/transaction.ts'
import { type ListPut, type ListToPut, ownerList, putList } from '~/server/table-file/owner-list.ts'
import { kitColumns, kitRow } from './form.server.ts'
import { fabricsAmong } from './queries.server.ts'
import type { KitToStore } from './rules.ts'

/** Why no kit was written: these numbers belong to fabrics (C13). */
export interface NumbersTaken {
  readonly takenByFabric: readonly string[]
}

/**
 * Puts kits; those with the same number are overwritten. With `replace`, every other kit goes. All of it or nothing: refused
 * with every number that a fabric bears.
 */
export const putKits = (
  { db, now }: AppContext,
  _actor: Actor,
  kits: ListToPut<KitToStore>,
): Promise<Result<ListPut, NumbersTaken>> =>
  inTransaction(db, async (trx) => {
    const takenByFabric = await fabricsAmong(trx, idsOf(kits.items))
    if (takenByFabric.length > 0) return refused({ takenByFabric })
    const stored = await trx.selectFrom('kit').select(['number', 'createdAt']).execute()
    const firstStored = new Map(stored.map((kit) => [kit.number, kit.createdAt]))
    const put = await putList(kits, {
      storedIds: async () => [...firstStored.keys()],
      remove: (numbers) => removeProducts(trx, numbers),
      write: (items) => write(trx, now(), items, 'own', firstStored),
    })
    return ok(put)
  })

const idsOf = (kits: readonly KitToStore[]) => kits.map(({ id }) => id)

const write = async (
  trx: Transaction<Schema>,
  now: number,
  kits: readonly KitToStore[],
  source: ProductSource,
  firstStored: ReadonlyMap<string, number>,
): Promise<void> => {
  const products = await putProducts(
    trx,
    now,
    kits.map((kit, position) => ({
      number: kit.id,
      type: 'kit' as const,
      name: kit.name,
      description: kit.comment,
      priceText: kit.price,
      imageUrl: kit.imageUrl,
      status: publishedStatus,
      source,
      position,
    })),
  )
  if (!products.ok) throw new Error(`kit ${products.error.number}: ${products.error.reason}`)
  for (const { id, level, fabricSize, comment, createdAt } of kits) {
    const row = { number: id, level, fabricSize, comment, createdAt: createdAt ?? firstStored.get(id) ?? now }
    await trx
      .insertInto('kit')
      .values(row)
      .onConflict((conflict) => conflict.column('number').doUpdateSet(row))
      .execute()
  }
}

const takenSentence = (number: string) => `番号「${number}」は生地が使っています。`

/** The kits as a file of the owner's. */
export const kitList = ownerList({
  name: 'キット',
  columns: kitColumns,
  row: kitRow,
  idProblems: async (db, ids) =>
    new Map((await fabricsAmong(db, ids)).map((number) => [number, takenSentence(number)])),
  put: async (ctx, actor, kits) => {
    const put = await putKits(ctx, actor, kits)
    // Only fabrics that came since the file was checked.
    return put.ok ? put : refused(put.error.takenByFabric.map(takenSentence))
  },
  remark: ({ level, name }) => (level === 'other' ? `「${name}」のレベルは「その他」になりました。` : null),
  picture: ({ id, name, imageUrl }) => ({ id, title: name, address: imageUrl }),
})

/**
 * Puts the demo's kits where they are missing; what is there is left alone, so this may run at each start. A number that a
 * fabric of the feed bears stays the fabric's. Throws when the content itself is wrong.
 */
export const seedDemoKits = (
  { db, now }: AppContext,
  _actor: Actor,
  kits: readonly KitToStore[],
): Promise<void> =>
  inTransaction(db, async (trx) => {
    const stored = await trx.selectFrom('kit').select('number').execute()
    const there = new Set([...stored.map(({ number }) => number), ...(await fabricsAmong(trx, idsOf(kits)))])
    const missing = kits.filter(({ id }) => !there.has(id))
    await write(trx, now(), missing, 'demo', new Map())
  })

/** Takes the demo's kits away, when a demo ends. */
export const removeDemoKits = ({ db }: AppContext, _actor: Actor): Promise<void> =>
  inTransaction(db, async (trx) => {
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
