import type { OwnerContext } from '~/features/orders/payment/commands.server.ts'
import type { Owner } from '~/kernel/actor.ts'
import { refusalLines } from '~/server/desk-act.ts'
import type { OwnerAction, OwnerCommand } from '~/server/owner-command.ts'
import { adoptOrder } from './commands.server.ts'
import { adoptedOrder } from './queries.server.ts'
import { adoptedText, notInDemo } from './texts.ts'

const owner: Owner = { kind: 'owner' }

const adopt: OwnerAction<OwnerContext>['run'] = async (ctx, [sessionId = '', mail]) => {
  if (mail !== undefined && mail !== 'mail') return undefined
  const { gateway } = ctx
  if (gateway === undefined) return { lines: [notInDemo], exitCode: 1 }
  const adopted = await adoptOrder({ ...ctx, gateway }, owner, {
    sessionId,
    mailsBuyer: mail !== undefined,
    requestId: ctx.newId(),
  })
  if (!adopted.ok) return { lines: refusalLines(adoptOrder, adopted.error), exitCode: 1 }
  return {
    lines: adoptedText({ ...adopted.value, order: await adoptedOrder(ctx, adopted.value) }, ctx.siteOrigin),
    exitCode: 0,
  }
}

/** `npm run orders -- adopt SESSION [mail]` */
export const adoptionCommand: OwnerCommand<OwnerContext> = {
  actions: { adopt: { words: [1, 2], run: adopt } },
}
