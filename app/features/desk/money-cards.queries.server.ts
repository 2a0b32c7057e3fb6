import { href } from '~/href.ts'
import { daysUntil, displayDay } from '~/kernel/days.ts'
import type { DeskCardSource } from '~/server/desk-cards.ts'
import {
  failedRefunds,
  paymentsToGiveBack,
  type UndecidedDispute,
  undecidedDisputes,
} from './alarms/queries.server.ts'

const deadline = ({ dueBy }: UndecidedDispute, now: number): string =>
  dueBy === null ? '' : `回答期限 ${displayDay(dueBy)}（${daysText(daysUntil(dueBy, now))}）`

const daysText = (days: number): string =>
  days < 0 ? '期限が過ぎました' : days === 0 ? 'きょうまで' : `あと${days}日`

const money = { place: 'orders', unit: '件', tone: 'red', waits: false, ownerOnly: true } as const

export const moneyCards: readonly DeskCardSource[] = [
  {
    ...money,
    kind: 'dispute',
    to: href('/admin/orders', { state: 'disputed' }),
    text: 'カード会社からの異議申し立て',
    read: async (ctx) => {
      const open = await undecidedDisputes(ctx)
      const [first] = open
      return { count: open.length, note: first === undefined ? '' : deadline(first, ctx.now()) }
    },
  },
  {
    ...money,
    kind: 'failed-refund',
    to: href('/admin/orders', { state: 'refund-failed' }),
    text: '返金できませんでした',
    read: async (ctx) => ({ count: (await failedRefunds(ctx)).length }),
  },
  {
    ...money,
    kind: 'unmatched-payment',
    to: href('/admin/payments'),
    text: '注文のない支払い',
    read: async ({ db }) => ({ count: (await paymentsToGiveBack(db)).length }),
  },
]
