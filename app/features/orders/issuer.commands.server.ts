import type { Actor } from '~/kernel/actor.ts'
import type { AppContext } from '~/server/app-context.ts'
import { issuerToday } from './rules.ts'

/** Gives orders that were paid before the issuer was kept with them today's, once (S22): what it was then nobody knows. */
export const fillIssuers = async ({ db, settings, log }: AppContext, actor: Actor): Promise<void> => {
  const { numUpdatedRows } = await db
    .updateTable('orders')
    .set({ issuer: JSON.stringify(issuerToday(settings)) })
    .where('issuer', 'is', null)
    .where((eb) => eb.or([eb('paidAt', 'is not', null), eb('state', '=', 'needs_review')]))
    .executeTakeFirst()
  if (numUpdatedRows > 0n)
    log.info('the issuer is kept with orders from now on', {
      orders: Number(numUpdatedRows),
      by: actor.kind,
    })
}
