import { z } from 'zod'
import { productSubject } from '~/features/products/facts.rules.ts'
import { productNumber } from '~/features/products/rules.ts'
import { mostMarked } from '~/kernel/desk-list.ts'
import { wordFact } from '~/kernel/facts.ts'
import { fieldOf } from '~/kernel/form.ts'
import type { LeftOut } from '~/kernel/left-out.ts'
import { ok, refused } from '~/kernel/result.ts'
import type { AppContext } from '~/server/app-context.ts'
import { lockTable } from '~/server/database/engine.ts'
import type { AppTransaction } from '~/server/database/transaction.ts'
import { defineAct, type Opened, type Read, subjectOf } from '~/server/desk-act.ts'
import { keptLeftOut } from '~/server/kept-left-out.ts'
import { type MarkedProduct, rowVersion } from './list.rules.ts'
import { markedNow, type ProductNow } from './marked.queries.server.ts'
import { leftBecause, orderRefusals } from './several.texts.ts'

/** Where the marked fabrics go, in the order that they have among themselves; `behind` names the one before them. */
export interface OrderForm {
  readonly products: readonly MarkedProduct[]
  readonly place: 'first' | 'last' | 'behind'
  readonly behind: string
}

const orderPlaces = ['first', 'last', 'behind'] as const

/** Why this one stays where it is; null for one that moves. */
const whyNot = (now: ProductNow | undefined, version: number) => {
  if (now === undefined) return 'no-product'
  if (now.type === 'kit') return 'kit'
  if (now.source === 'feed') return 'feed-place'
  return rowVersion(now) === version ? null : 'stale'
}

interface Standing {
  readonly number: string
  readonly position: number
  readonly source: string
}

/** The first of the places to move to, with room for so many there; null where the one before them has no place of the shop's own. */
const placesFor = async (
  trx: AppTransaction,
  { place, behind }: OrderForm,
  fabrics: readonly Standing[],
  count: number,
): Promise<number | null> => {
  if (place === 'first') return (fabrics.at(0)?.position ?? 0) - count
  if (place === 'last') return (fabrics.at(-1)?.position ?? 0) + 1
  const at = fabrics.findIndex(({ number }) => number.toLowerCase() === behind.toLowerCase())
  const [before, after] = [fabrics[at], fabrics.slice(at + 1)]
  if (before === undefined || before.source === 'feed') return null
  const own = after.filter(({ source }) => source !== 'feed')
  // Equal places are told apart by the number, so those behind make room even where they stand beside it.
  const missing = Math.max(0, before.position + count + 1 - (own[0]?.position ?? Number.POSITIVE_INFINITY))
  if (missing > 0)
    await trx
      .updateTable('product')
      .set((eb) => ({ position: eb('position', '+', missing) }))
      .where('type', '=', 'fabric')
      .where('source', '!=', 'feed')
      .where((eb) =>
        eb.or([
          eb('position', '>', before.position),
          eb.and([eb('position', '=', before.position), eb('number', '>', before.number)]),
        ]),
      )
      .execute()
  return before.position + 1
}

const fabricsInOrder = (trx: AppTransaction) =>
  trx
    .selectFrom('product')
    .select(['number', 'position', 'source'])
    .where('type', '=', 'fabric')
    .orderBy('position')
    .orderBy('number')
    .execute()

const moveTo = async (trx: AppTransaction, ctx: AppContext, moving: readonly Standing[], first: number) => {
  for (const [at, { number }] of moving.entries())
    await trx
      .updateTable('product')
      .set((eb) => ({
        position: first + at,
        updatedAt: eb
          .case()
          .when('updatedAt', '<', ctx.now())
          .then(ctx.now())
          .else(eb('updatedAt', '+', 1))
          .end(),
      }))
      .where('number', '=', number)
      .execute()
}

/**
 * Moves the marked fabrics of the shop's own within its list, together; kits and fabrics of the feed are left out by name (N90). What
 * makes room for them keeps its version: nobody's form shows a place. Undone by moving them back.
 */
export const moveFabrics = defineAct({
  name: 'product.order',
  words: '生地の順番を変えました',
  subject: productSubject,
  facts: {
    numbers: '商品',
    place: wordFact('順番', { first: 'いちばん前', last: 'いちばん後ろ', behind: '選んだ商品の後ろ' }),
    behind: 'この商品の後ろ',
  },
  who: 'owner',
  form: ({ form, at }: Opened<{ readonly products: readonly MarkedProduct[] }>): Read<OrderForm> => {
    const place = orderPlaces.find((each) => each === fieldOf(form, 'place')) ?? 'first'
    const typed = fieldOf(form, 'behind', 200)
    const behind = productNumber(typed) ?? ''
    if (place === 'behind' && behind === '') return refused({ behind: orderRefusals['no-place'].text })
    return ok({ products: at.products, place, behind })
  },
  refusals: orderRefusals,
  answer: z.object({ moved: z.array(z.string()), left: keptLeftOut }),
  run: async (trx, { ctx, form }) => {
    if (form.products.length === 0) return refused<'none-marked'>('none-marked')
    await lockTable(trx, 'product')
    const named = form.products.slice(0, mostMarked)
    const now = await markedNow(trx, named)
    const left: LeftOut[] = []
    const moves = new Set<string>()
    for (const { number, version } of named) {
      const why = whyNot(now.get(number), version)
      if (why === null) moves.add(number)
      else left.push(leftBecause(number, why))
    }
    const fabrics = await fabricsInOrder(trx)
    const moving = fabrics.filter(({ number }) => moves.has(number))
    const standing = fabrics.filter(({ number }) => !moves.has(number))
    const first = moving.length === 0 ? 0 : await placesFor(trx, form, standing, moving.length)
    if (first === null) return refused<'no-place'>('no-place')
    await moveTo(trx, ctx, moving, first)
    const moved = moving.map(({ number }) => number)
    return ok({
      answer: { moved, left },
      subject: subjectOf(productSubject),
      after: {
        numbers: moved.join('、'),
        place: form.place,
        behind: form.place === 'behind' ? form.behind : null,
      },
    })
  },
})
