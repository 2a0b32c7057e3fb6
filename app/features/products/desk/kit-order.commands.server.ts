import { z } from 'zod'
import { putKitsInOrder } from '~/features/products/kit.commands.server.ts'
import { kitOrder } from '~/features/products/kit.queries.server.ts'
import { type DeskActor, isShopOwner } from '~/kernel/actor.ts'
import { listOrderMark, movedItem, type Way } from '~/kernel/list-order.ts'
import { ok, type Result, refused } from '~/kernel/result.ts'
import type { AppContext } from '~/server/app-context.ts'
import { actOnce, auditPage } from '~/server/audit.ts'
import { lockTable } from '~/server/database/engine.ts'
import type { ProductDeskFailure } from './texts.ts'

interface KitMove {
  readonly requestId: string
  readonly number: string
  readonly way: Way
  /** Digest of the order that the page showed. */
  readonly shown: string
}

const place = z.object({ place: z.int().min(1).max(100_000) })
const noAnswer = () => null

const placesOf = (number: string, before: readonly string[], after: readonly string[]) => ({
  before: { place: before.indexOf(number) + 1 },
  after: { place: after.indexOf(number) + 1 },
})

/** Moves a kit within the shop's list of kits. Undone by `undoKitMove` (N52). */
export const moveKit = async (
  ctx: AppContext,
  actor: DeskActor,
  { requestId, number, way, shown }: KitMove,
): Promise<Result<null, ProductDeskFailure>> => {
  if (!isShopOwner(actor)) return refused('not-found')
  const form = { requestId, content: [number, way, shown] }
  return actOnce<null, ProductDeskFailure>(ctx, actor, 'product.kit-order', form, noAnswer, async (trx) => {
    await lockTable(trx, 'kit')
    const numbers = (await kitOrder(trx)).map((kit) => kit.number)
    if (!numbers.includes(number) || listOrderMark(numbers) !== shown) return refused('stale')
    const moved = movedItem(numbers, number, way)
    await putKitsInOrder(trx, moved)
    return ok({ answer: null, subject: `product:${number}`, ...placesOf(number, numbers, moved) })
  })
}

/** The last move with the kit's places before and after, from 1; undefined when nothing was moved yet. */
const lastMove = async (db: AppContext['db']) => {
  const { entries } = await auditPage(db, { act: 'product.kit-order', subject: '', before: '' })
  // The row of the present act is already there, still without a subject.
  const last = entries.find(({ subject }) => subject !== '')
  const [from, to] = [place.safeParse(last?.before).data, place.safeParse(last?.after).data]
  if (last === undefined || from === undefined || to === undefined) return undefined
  return { number: last.subject.slice('product:'.length), from: from.place, to: to.place }
}

/** Undoes the last move of a kit, unless the kits were moved otherwise since (N53); a second undo repeats the move. */
export const undoKitMove = async (
  ctx: AppContext,
  actor: DeskActor,
  { requestId, shown }: Pick<KitMove, 'requestId' | 'shown'>,
): Promise<Result<null, ProductDeskFailure>> => {
  if (!isShopOwner(actor)) return refused('not-found')
  const form = { requestId, content: ['undo', shown] }
  return actOnce<null, ProductDeskFailure>(ctx, actor, 'product.kit-order', form, noAnswer, async (trx) => {
    await lockTable(trx, 'kit')
    const numbers = (await kitOrder(trx)).map((kit) => kit.number)
    const last = await lastMove(trx)
    if (last === undefined || listOrderMark(numbers) !== shown) return refused('stale')
    const { number, from, to } = last
    if (numbers[to - 1] !== number) return refused('stale')
    const back = numbers.toSpliced(to - 1, 1).toSpliced(from - 1, 0, number)
    await putKitsInOrder(trx, back)
    return ok({ answer: null, subject: `product:${number}`, ...placesOf(number, numbers, back) })
  })
}
