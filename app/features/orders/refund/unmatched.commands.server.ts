import { adoptOrder } from '~/features/orders/payment/adoption.commands.server.ts'
import { adoptionRefusalText } from '~/features/orders/payment/adoption.texts.ts'
import type { PaymentContext } from '~/features/orders/payment/commands.server.ts'
import { paymentOf } from '~/features/orders/payment/refund.queries.server.ts'
import { type DeskActor, isShopOwner } from '~/kernel/actor.ts'
import { ok, type Result, refused } from '~/kernel/result.ts'
import { moneyRefusals } from './texts.ts'
import { giveBackUnmatched } from './transferring.commands.server.ts'

/** Makes the order of such a payment again and gives its number, or refunds the payment; a refusal says why not. */
export const actOnPayment = async (
  ctx: PaymentContext,
  actor: DeskActor,
  {
    intent,
    payment,
    requestId,
    mailsBuyer,
  }: {
    readonly intent: 'adopt' | 'give-back'
    readonly payment: string
    readonly requestId: string
    readonly mailsBuyer: boolean
  },
): Promise<Result<string | null, string>> => {
  if (!isShopOwner(actor)) return refused(moneyRefusals['not-found'].text)
  if (intent === 'give-back') {
    const done = await giveBackUnmatched(ctx, actor, { requestId, paymentIntent: payment, note: '' })
    return done.ok ? ok(null) : refused(moneyRefusals[done.error].text)
  }
  const kept = await paymentOf(ctx.db, payment)
  if (kept === undefined) return refused(moneyRefusals['not-found'].text)
  const adopted = await adoptOrder(ctx, actor, { sessionId: kept.sessionId, mailsBuyer, requestId })
  return adopted.ok ? ok(adopted.value.order.number) : refused(adoptionRefusalText(adopted.error))
}
