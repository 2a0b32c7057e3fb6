import type { Actor } from '~/kernel/actor.ts'
import { inTransaction } from '~/server/database/transaction.ts'
import type { Job } from '~/server/jobs.ts'
import { errorFields } from '~/server/log.ts'
import { lockShopState, rememberShopState } from '~/server/shop-state.ts'
import type { PaymentContext } from './commands.server.ts'
import { failingPages, type PageFailure } from './failing-pages.queries.server.ts'

/** One press: a page, or why there is none; `busy` is another press of the same shopper. */
export type PageOutcome = 'made' | 'busy' | PageFailure

/** Counts for all processes how often in a row nobody could pay (M13). Never throws: the shopper's page is there or not. */
export const notePage = async (ctx: PaymentContext, actor: Actor, outcome: PageOutcome): Promise<void> => {
  ctx.gateway.tally.count(outcome)
  if (outcome !== 'made') ctx.log.warn('a press got no payment page', { outcome, by: actor.kind })
  if (ctx.demo || outcome === 'busy') return
  try {
    if (outcome === 'made') await forgetFailures(ctx, () => true)
    else await noteFailure(ctx, outcome)
  } catch (error) {
    ctx.log.error('what became of a payment page could not be noted', errorFields(error))
  }
}

const noteFailure = (ctx: PaymentContext, why: PageFailure): Promise<void> =>
  inTransaction(ctx, async (trx) => {
    await lockShopState(trx, 'failing_pages')
    const { inARow, since } = (await failingPages(trx)) ?? { inARow: 0, since: ctx.now() }
    await rememberShopState(trx, 'failing_pages', JSON.stringify({ inARow: inARow + 1, since, why }))
  })

/** Reads first, so that a shop in which all is well writes nothing. */
const forgetFailures = async (ctx: PaymentContext, may: (why: PageFailure) => boolean): Promise<void> => {
  const pages = await failingPages(ctx.db)
  if (pages !== null && may(pages.why)) await rememberShopState(ctx.db, 'failing_pages', '')
}

const minute = 60_000
const askLimitMs = 10_000

/** Asks at the start and, while the key is refused, every minute: checkout closes and opens with the answer (M14). */
export const askAboutKeyJob = (ctx: PaymentContext): Job => {
  let isAsked = false
  return {
    name: 'ask about the key',
    everyMs: minute,
    firstAfterMs: 0,
    limitMs: minute,
    run: async () => {
      if (ctx.demo || (isAsked && !ctx.gateway.isKeyRefused())) return
      const answer = await ctx.gateway.askAboutKey(askLimitMs)
      isAsked = answer.kind !== 'no-answer'
      if (answer.kind === 'refused') {
        ctx.log.error('the provider refuses the key: checkout is closed', { why: answer.why, alarm: true })
        if ((await failingPages(ctx.db))?.why !== 'key') await noteFailure(ctx, 'key')
      }
      if (answer.kind === 'accepted') await forgetFailures(ctx, (why) => why === 'key')
    },
  }
}

const startLimitMs = 3_000

/** Why a first start must stop (M14), or null. No answer stops nobody. */
export const problemOfKey = async ({ askAboutKey }: PaymentContext['gateway']): Promise<string | null> => {
  const answer = await askAboutKey(startLimitMs)
  return answer.kind === 'refused'
    ? 'STRIPE_SECRET_KEY：決済会社が、この鍵を受けつけません。決済会社の管理画面で、秘密の鍵をもう一度写してください（制限つきの鍵には、Checkout Sessions の「書き込み」が要ります）。'
    : null
}
