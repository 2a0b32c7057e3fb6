import { inYen } from '~/features/orders/money.rules.ts'
import type { OwnerContext } from '~/features/orders/payment/commands.server.ts'
import type { Owner } from '~/kernel/actor.ts'
import type { FrameRefusal } from '~/kernel/refusal.ts'
import type { Result } from '~/kernel/result.ts'
import { refusalLines } from '~/server/desk-act.ts'
import type { CommandResult, OwnerAction, OwnerCommand } from '~/server/owner-command.ts'
import { cancelOrder } from './cancelling.commands.server.ts'
import { moneySheet } from './queries.server.ts'
import { requestRefund } from './requesting.commands.server.ts'
import { type PartRefusal, sumTyped } from './rules.ts'
import { settleOrder } from './settling.commands.server.ts'
import { settlements } from './settling.rules.ts'
import { moneyRefusals, partRefusalText, settlementTexts } from './texts.ts'
import type { Refunded } from './types.ts'

const owner: Owner = { kind: 'owner' }

type Run = OwnerAction<OwnerContext>['run']

const refundResult = (
  what: string,
  done: Result<Refunded, keyof typeof moneyRefusals | FrameRefusal | readonly PartRefusal[]>,
): CommandResult => {
  if (!done.ok) {
    const { error } = done
    return {
      lines: typeof error === 'object' ? error.map(partRefusalText) : refusalLines(cancelOrder, error),
      exitCode: 1,
    }
  }
  const { amount, refundIds, state = 'asked' } = done.value
  if (refundIds.length === 0) return { lines: [what], exitCode: 0 }
  const ends = {
    asked: '返金を依頼しました。結果はまもなく npm run orders -- show で見られます。',
    taken: 'カードへの返金を受けつけました。',
    failed: '決済会社が返金を受けつけませんでした。npm run orders -- show で理由を確かめてください。',
  }
  return { lines: [what, `${inYen(amount)}：${ends[state]}`], exitCode: state === 'failed' ? 1 : 0 }
}

const formOf = (ctx: OwnerContext, number: string) => ({
  number,
  version: null,
  requestId: ctx.newId(),
  mailsBuyer: true,
})

/** All that is left, or a sum with its reason. */
const refund: Run = async (ctx, [number = '', sum, ...words]) => {
  const reason = words.join(' ')
  if (sum !== undefined && reason === '') return undefined
  const sheet = await moneySheet(ctx.db, number)
  if (sheet === undefined) return { lines: [moneyRefusals['not-found'].text], exitCode: 1 }
  const other = sum === undefined ? sheet.left : sumTyped(sum)
  const done = await requestRefund(ctx, owner, {
    ...formOf(ctx, number),
    wanted: { lines: [], shipping: 0, other, reason: reason || '全額の返金' },
    insteadOf: null,
    returnId: null,
    note: null,
  })
  return refundResult(`注文 ${sheet.number} の返金です。`, done)
}

const cancel: Run = async (ctx, [number = '', ...words]) =>
  refundResult(
    `注文 ${number} を取り消しました。`,
    await cancelOrder(ctx, owner, { ...formOf(ctx, number), reason: words.join(' ') }),
  )

const settle: Run = async (ctx, [number = '', typed, ...words]) => {
  const how = settlements.find((each) => each === typed)
  if (how === undefined) {
    const sheet = await moneySheet(ctx.db, number)
    if (sheet === undefined) return { lines: [moneyRefusals['not-found'].text], exitCode: 1 }
    const { review } = sheet
    if (review === null) return { lines: [moneyRefusals['nothing-open'].text], exitCode: 1 }
    const ends = review.ends.map((end) => `  ${end}  ${settlementTexts[end].label}`)
    return { lines: [review.text, '次のどれかで片づけられます:', ...ends], exitCode: 1 }
  }
  const done = await settleOrder(ctx, owner, { ...formOf(ctx, number), how, note: words.join(' ') })
  return refundResult(`注文 ${number} の確認を片づけました（${settlementTexts[how].label}）。`, done)
}

const mostWords = 20

/** `npm run orders -- refund NUMBER [YEN REASON] | cancel NUMBER [REASON] | settle NUMBER [HOW [NOTE]]` */
export const refundCommand: OwnerCommand<OwnerContext> = {
  actions: {
    refund: { words: [1, mostWords], run: refund },
    cancel: { words: [1, mostWords], run: cancel },
    settle: { words: [1, mostWords], run: settle },
  },
}
