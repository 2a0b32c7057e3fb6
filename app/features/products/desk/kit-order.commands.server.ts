import { z } from 'zod'
import { placeFacts, productSubject } from '~/features/products/facts.rules.ts'
import { putKitsInOrder } from '~/features/products/kit.commands.server.ts'
import { kitOrder } from '~/features/products/kit.queries.server.ts'
import { fieldOf } from '~/kernel/form.ts'
import { listOrderMark, movedItem, readWay, type Way } from '~/kernel/list-order.ts'
import { ok, refused } from '~/kernel/result.ts'
import type { AppContext } from '~/server/app-context.ts'
import { auditPage } from '~/server/audit.ts'
import { lockTable } from '~/server/database/engine.ts'
import { defineAct, noAnswer, type Opened, type Read, subjectOf } from '~/server/desk-act.ts'
import { productDeskRefusals } from './texts.ts'

interface KitMove {
  /** '' to undo the last move. */
  readonly number: string
  readonly way: Way | number | 'undo'
  /** Digest of the order that the page showed. */
  readonly version: string
}

const actName = 'product.kit-order'
const place = z.object({ place: z.int().min(1).max(100_000) })

/** The last move with the kit's places before and after, from 1; undefined when nothing was moved yet. */
const lastMove = async (db: AppContext['db']) => {
  const { entries } = await auditPage(db, { act: actName, subject: '', before: '' })
  // The row of the present act is already there, still without a subject.
  const last = entries.find(({ subject }) => subject !== '')
  const [from, to] = [place.safeParse(last?.before).data, place.safeParse(last?.after).data]
  if (last === undefined || from === undefined || to === undefined) return undefined
  return { number: last.subject.slice(subjectOf(productSubject, '').length), from: from.place, to: to.place }
}

/** The kit that moves and the order after it; undefined for one that is not shown, and for a last move that was overtaken (N53). */
const moved = async (db: AppContext['db'], numbers: readonly string[], { number, way }: KitMove) => {
  if (way !== 'undo')
    return numbers.includes(number) ? { number, after: movedItem(numbers, number, way) } : undefined
  const last = await lastMove(db)
  if (last === undefined || numbers[last.to - 1] !== last.number) return undefined
  const after = numbers.toSpliced(last.to - 1, 1).toSpliced(last.from - 1, 0, last.number)
  return { number: last.number, after }
}

/** Moves a kit within the shop's list of kits (N52), or undoes the last move; a second undo repeats it (N53). */
export const moveKit = defineAct({
  name: actName,
  words: 'キットの順番を変えました',
  subject: productSubject,
  facts: placeFacts,
  who: 'owner',
  form: ({ form }: Opened<object>): Read<KitMove, 'not-found'> => {
    const typed = fieldOf(form, 'way')
    const way = typed === 'undo' ? typed : readWay(typed)
    return way === undefined
      ? refused('not-found')
      : ok({ number: fieldOf(form, 'number', 200), way, version: fieldOf(form, 'version') })
  },
  refusals: productDeskRefusals,
  answer: noAnswer,
  run: async (trx, { form }) => {
    await lockTable(trx, 'kit')
    const numbers = (await kitOrder(trx)).map((kit) => kit.number)
    const move = listOrderMark(numbers) === form.version ? await moved(trx, numbers, form) : undefined
    if (move === undefined) return refused('stale')
    const { number, after } = move
    await putKitsInOrder(trx, after)
    return ok({
      answer: null,
      subject: subjectOf(productSubject, number),
      before: { place: numbers.indexOf(number) + 1 },
      after: { place: after.indexOf(number) + 1 },
    })
  },
})
