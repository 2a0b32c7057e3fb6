import { z } from 'zod'
import { confirmationMail } from '~/features/orders/mails.rules.ts'
import { orderBy } from '~/features/orders/queries.server.ts'
import { restoreOrder } from '~/features/orders/restoring.commands.server.ts'
import type { RestoredOrder } from '~/features/orders/types.ts'
import { type DeskActor, isShopOwner } from '~/kernel/actor.ts'
import { ok, type Result, refused } from '~/kernel/result.ts'
import { type Act, actOnce } from '~/server/audit.ts'
import type { AppTransaction } from '~/server/database/transaction.ts'
import { errorFields } from '~/server/log.ts'
import { enqueueMail } from '~/server/mail/outbox.ts'
import { shopState } from '~/server/shop-state.ts'
import { restoredOrder } from './adoption.rules.ts'
import type { Adopted, AdoptionFailure } from './adoption.texts.ts'
import type { PaymentContext } from './commands.server.ts'
import { keepPayment } from './kept-payments.commands.server.ts'
import { productsNumbered } from './queries.server.ts'
import { refreshRefunds } from './refunds.commands.server.ts'
import type { SessionOfOrder } from './types.ts'

interface AdoptionForm {
  readonly sessionId: string
  readonly mailsBuyer: boolean
  readonly requestId: string
}

const adoptionAnswer = z.object({
  orderId: z.string(),
  isNew: z.boolean(),
  opensFormerLink: z.boolean(),
  mailsBuyer: z.boolean(),
})
type AdoptionAnswer = z.infer<typeof adoptionAnswer>

/**
 * Makes an order again from its paid session in one transaction (M12), after a restored backup lost it. Repeatable; `mailsBuyer`
 * sends her the confirmation once. A refusal writes nothing.
 */
export const adoptOrder = async (
  ctx: PaymentContext,
  actor: DeskActor,
  { sessionId, mailsBuyer, requestId }: AdoptionForm,
): Promise<Result<Adopted, AdoptionFailure>> => {
  if (!isShopOwner(actor)) return refused({ why: 'unknown' })
  const session = await sessionNamed(ctx, sessionId)
  if (session === 'no-answer' || session === undefined) return refused({ why: session ?? 'unknown' })
  const numbers = session.lines.flatMap(({ number }) => number ?? [])
  const products = await productsNumbered(ctx.db, numbers)
  const { livemode } = ctx.gateway
  const shopId = await shopState(ctx.db, 'shop_id')
  const made = restoredOrder(session, { livemode, siteOrigin: ctx.siteOrigin, shopId, products })
  if (!made.ok) return refused({ why: made.error })
  const adopted = await writeOrder(ctx, actor, session, made.value, { sessionId, mailsBuyer, requestId })
  if (!adopted.ok) return adopted
  ctx.log.info('an order was made again from its payment', {
    order: adopted.value.order.number,
    session: session.sessionId,
    isNew: adopted.value.isNew,
  })
  await refreshRefunds(ctx, actor, session.paymentIntent ?? '').catch((error) =>
    ctx.log.warn('the refunds of an order wait for the daily comparison', errorFields(error)),
  )
  return adopted
}

const sessionIdForm = /^cs_\w{1,63}$/

const sessionNamed = async (
  { gateway, log }: PaymentContext,
  sessionId: string,
): Promise<SessionOfOrder | undefined | 'no-answer'> => {
  if (!sessionIdForm.test(sessionId)) return undefined
  try {
    return await gateway.sessionOfOrder(sessionId)
  } catch (error) {
    log.warn('the provider could not be asked about a session', errorFields(error))
    return 'no-answer'
  }
}

const writeOrder = async (
  ctx: PaymentContext,
  actor: DeskActor,
  session: SessionOfOrder,
  restored: RestoredOrder,
  { requestId, ...content }: AdoptionForm,
): Promise<Result<Adopted, AdoptionFailure>> => {
  const step = async (trx: AppTransaction): Promise<Result<Act<AdoptionAnswer>, AdoptionFailure>> => {
    const { order, isNew } = await restoreOrder(trx, ctx, actor, restored)
    if (!isNew && (order.restoredAt === null || order.sessionId !== session.sessionId))
      return refused({ why: 'present', number: order.number })
    await keepPayment(trx, ctx, session, { orderId: order.id, role: 'first' })
    const opensFormerLink = restored.formerTokenHash !== null
    const { mailsBuyer } = content
    if (mailsBuyer) await enqueueMail(ctx, trx, confirmationMail(order, ctx))
    const answer = { orderId: order.id, isNew, opensFormerLink, mailsBuyer }
    return ok({ answer, subject: `order:${order.id}`, after: { adopted: session.sessionId, isNew } })
  }
  const parse = (kept: unknown) => adoptionAnswer.parse(kept)
  const done = await actOnce(ctx, actor, 'payment.adopt', { requestId, content }, parse, step)
  if (!done.ok) return refused(done.error === 'other-content' ? { why: done.error } : done.error)
  const { orderId, ...adopted } = done.value
  const order = await orderBy(ctx.db, 'id', orderId)
  if (order === undefined) throw new Error('an order that was made again is gone')
  return ok({ ...adopted, order })
}
