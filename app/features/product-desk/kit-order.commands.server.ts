import { putKitsInOrder } from '~/features/products/kit.commands.server.ts'
import { kitOrder } from '~/features/products/kit.queries.server.ts'
import { type DeskActor, isShopOwner } from '~/kernel/actor.ts'
import { movedItem, orderMark, type Way } from '~/kernel/list-order.ts'
import { ok, type Result, refused } from '~/kernel/result.ts'
import type { AppContext } from '~/server/app-context.ts'
import { actOnce } from '~/server/audit.ts'
import { lockTable } from '~/server/database/engine.ts'
import type { ProductDeskFailure } from './texts.ts'

interface KitMove {
  readonly requestId: string
  readonly number: string
  readonly way: Way
  /** The mark of the order that the page showed. */
  readonly shown: string
}

const noAnswer = () => null

/** A kit to another place of the shop's list of kits. Undone by moving it back (N52). */
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
    if (!numbers.includes(number) || orderMark(numbers) !== shown) return refused('stale')
    const moved = movedItem(numbers, number, way)
    await putKitsInOrder(trx, moved)
    const place = (all: readonly string[]) => ({ place: all.indexOf(number) + 1 })
    return ok({ answer: null, subject: `product:${number}`, before: place(numbers), after: place(moved) })
  })
}
