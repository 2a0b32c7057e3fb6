import { failingPagesLines } from '~/features/orders/payment/failing-pages.queries.server.ts'
import { openPaymentCount } from '~/features/orders/queries.server.ts'
import { closeItem, closeShop, openItem, openShop } from '~/features/products/closing.commands.server.ts'
import { closureMessage, openPaymentsText, shopText, shopUsage } from '~/features/products/closing.rules.ts'
import { closedItems, shopClosure } from '~/features/products/queries.server.ts'
import { productNumber } from '~/features/products/rules.ts'
import { cancelHoliday, planHoliday } from '~/features/shop/holidays/commands.server.ts'
import { comingHoliday } from '~/features/shop/holidays/queries.server.ts'
import { holidayDays, messageText } from '~/features/shop/holidays/rules.ts'
import type { DeskActor } from '~/kernel/actor.ts'
import type { AppContext } from '~/server/app-context.ts'
import { refusalLines } from '~/server/desk-act.ts'
import { mailServerLines } from '~/server/mail/mail-server-state.ts'
import type { CommandResult, OwnerAction, OwnerCommand } from '~/server/owner-command.ts'

const owner: DeskActor = { kind: 'owner' }

const done = (...lines: string[]): CommandResult => ({ lines, exitCode: 0 })
const notUnderstood = (...lines: string[]): CommandResult => ({
  lines: [...lines, ...shopUsage],
  exitCode: 2,
})

const close: OwnerAction['run'] = async (ctx, [word, ...more]) => {
  if (word === undefined) return closeAll(ctx, '')
  if (word === '--message' && more.length > 0) {
    const message = closureMessage(more.join(' '))
    if (message === '')
      return notUnderstood('お知らせの文が空です。添えないときは --message を付けずに実行してください。')
    return message !== null ? closeAll(ctx, message) : notUnderstood(messageText)
  }
  return word.startsWith('-') || more.length > 0 ? undefined : closeOne(ctx, word)
}

const open: OwnerAction['run'] = async (ctx, [word]) => {
  if (word !== undefined) return word.startsWith('-') ? undefined : openOne(ctx, word)
  await openShop(ctx, owner, { requestId: ctx.newId(), version: null })
  return done('お店を開けました。', ...(await statusLines(ctx)).slice(1))
}

const statusLines = async (ctx: AppContext): Promise<string[]> => {
  const { db, now } = ctx
  const planned = await comingHoliday(db, now())
  return [
    ...shopText(await shopClosure(db, now()), await closedItems(db)),
    ...(planned === null ? [] : [`お休みの予定：${holidayDays(planned)}`]),
    openPaymentsText(await openPaymentCount(db, now())),
    ...(await failingPagesLines(ctx)),
    ...(await mailServerLines(ctx)),
  ]
}

const closeAll = async (ctx: AppContext, message: string): Promise<CommandResult> => {
  await closeShop(ctx, owner, { requestId: ctx.newId(), version: null, message })
  return done(...(await statusLines(ctx)), 'お店を開けるには: npm run shop -- open')
}

const closeOne = async (ctx: AppContext, word: string): Promise<CommandResult> => {
  const number = productNumber(word)
  const closed = number === null ? null : await closeItem(ctx, owner, { requestId: ctx.newId(), number })
  if (closed === null || !closed.ok) return notUnderstood(`管理番号「${word}」の商品はありません。`)
  return done(
    `「${closed.value}」（${number}）の販売を休止しました。一覧を読み込み直しても、休止のままです。`,
    openPaymentsText(await openPaymentCount(ctx.db, ctx.now())),
    `販売を再開するには: npm run shop -- open ${number}`,
  )
}

const openOne = async (ctx: AppContext, word: string): Promise<CommandResult> => {
  const number = productNumber(word)
  if (number === null || !(await openItem(ctx, owner, { requestId: ctx.newId(), number })).ok)
    return notUnderstood(`管理番号「${word}」の商品は、販売を休止していません。`)
  return done(`${number} の販売を再開しました。`)
}

const holiday: OwnerAction['run'] = async (ctx, [from = '', to, flag, ...message]) => {
  const form = { requestId: ctx.newId(), version: null }
  if (to === undefined) {
    if (from !== 'cancel') return undefined
    await cancelHoliday(ctx, owner, form)
    return done('お休みの予定を取り消しました。', ...(await statusLines(ctx)))
  }
  if (flag !== undefined && (flag !== '--message' || message.length === 0)) return undefined
  const planned = await planHoliday(ctx, owner, { ...form, from, to, message: message.join(' ') })
  return planned.ok
    ? done(...(await statusLines(ctx)))
    : notUnderstood(...refusalLines(planHoliday, planned.error))
}

/** `npm run shop -- holiday FROM TO | holiday cancel | close [--message LINE] | close NUMBER | open | open NUMBER | status` */
export const shopCommand: OwnerCommand = {
  usage: shopUsage,
  runsWithoutSettings: true,
  actions: {
    status: { words: [0, 0], run: async (ctx) => done(...(await statusLines(ctx))) },
    close: { words: [0, Number.POSITIVE_INFINITY], run: close },
    open: { words: [0, 1], run: open },
    holiday: { words: [1, Number.POSITIVE_INFINITY], run: holiday },
  },
}
