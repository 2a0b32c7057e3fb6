import type { Transaction } from 'kysely'
import type { KitTable, Schema } from '#db/schema.ts'
import { putProducts, removeProducts } from '~/features/catalogue/commands.server.ts'
import { type ProductSource, publishedStatus } from '~/features/catalogue/rules.ts'
import type { Actor } from '~/kernel/actor.ts'
import { ok, type Result, refused } from '~/kernel/result.ts'
import type { CommandContext } from '~/server/context.ts'
import { fabricsAmong } from './queries.server.ts'
import { type KitLevel, levelOf } from './rules.ts'

/** A kit to be stored (S:L91-94). `createdAt` in epoch ms; null for when it was first stored. */
export interface NewKit {
  readonly id: string
  readonly name: string
  readonly price: string
  readonly level: KitLevel
  readonly fabricSize: string
  readonly comment: string
  readonly imageUrl: string
  readonly createdAt: number | null
}

/** A kit of the demo; its level is text, its time certain. */
export type DemoKitContent = Omit<NewKit, 'level' | 'createdAt'> & {
  readonly level: string
  readonly createdAt: number
}

/** Why no kit was written: these numbers belong to fabrics (C13). */
export interface NumbersTaken {
  readonly takenByFabric: readonly string[]
}

/**
 * Writes kits; those with the same id are overwritten. With `replace`, every other kit goes. All of it or nothing: refused
 * with every number that a fabric bears.
 */
export const putKits = (
  { db, now }: CommandContext,
  _actor: Actor,
  { items, replace }: { readonly items: readonly NewKit[]; readonly replace: boolean },
): Promise<Result<{ readonly written: number; readonly removed: number }, NumbersTaken>> =>
  db.transaction().execute(async (trx) => {
    const takenByFabric = await fabricsAmong(trx, idsOf(items))
    if (takenByFabric.length > 0) return refused({ takenByFabric })
    const before = await trx.selectFrom('kit').select(['number', 'createdAt']).execute()
    const kept = new Set(items.map(({ id }) => id))
    const gone = replace ? before.filter(({ number }) => !kept.has(number)) : []
    await removeProducts(
      trx,
      gone.map(({ number }) => number),
    )
    const firstStored = new Map(before.map((kit) => [kit.number, kit.createdAt]))
    const dated = items.map((kit) => ({
      ...kit,
      createdAt: kit.createdAt ?? firstStored.get(kit.id) ?? now(),
    }))
    await put(trx, now(), dated, 'own')
    return ok({ written: items.length, removed: gone.length })
  })

const idsOf = (kits: ReadonlyArray<{ readonly id: string }>) => kits.map(({ id }) => id)

type DatedKit = NewKit & { readonly createdAt: number }

const put = async (
  trx: Transaction<Schema>,
  now: number,
  kits: readonly DatedKit[],
  source: ProductSource,
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
  for (const kit of kits) {
    const values: Omit<KitTable, 'number'> = {
      level: kit.level,
      fabricSize: kit.fabricSize,
      comment: kit.comment,
      createdAt: kit.createdAt,
    }
    await trx
      .insertInto('kit')
      .values({ number: kit.id, ...values })
      .onConflict((conflict) => conflict.column('number').doUpdateSet(values))
      .execute()
  }
}

/**
 * Puts the demo's kits where they are missing; what is there is left alone, so this may run at each start. A number that a
 * fabric of the feed bears stays the fabric's. Throws when the content itself is wrong.
 */
export const seedDemoKits = (
  { db, now }: CommandContext,
  _actor: Actor,
  kits: readonly DemoKitContent[],
): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const kept = await trx.selectFrom('kit').select('number').execute()
    const numbers = new Set(kept.map(({ number }) => number))
    const missing = kits
      .filter(({ id }) => !numbers.has(id))
      .map((kit) => ({ ...kit, level: levelOf(kit.level) }))
    const taken = await fabricsAmong(trx, idsOf(missing))
    const free = missing.filter(({ id }) => !taken.includes(id))
    await put(trx, now(), free, 'demo')
  })

/** Takes the demo's kits away, when a demo ends. */
export const removeDemoKits = ({ db }: CommandContext, _actor: Actor): Promise<void> =>
  db.transaction().execute(async (trx) => {
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
