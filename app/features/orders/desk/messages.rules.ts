import { greeting, type MailFacts, toBuyer } from '~/features/orders/mails.rules.ts'
import { deskRefusals, sellerBlock } from '~/features/orders/texts.ts'
import type { Order } from '~/features/orders/types.ts'
import { mailFact, type NewMail } from '~/kernel/mail.ts'
import { formatNumber } from '~/kernel/money.ts'
import { frameRefusals, type Refusals } from '~/kernel/refusal.ts'
import { summaryLine } from '~/kernel/text.ts'

/** In characters; of a template too (N115). */
export const longestMessage = 1_000
/** How many the owner may write to the buyer of one order, and from the shop (N115). */
export const messagesPerDay = { order: 10, shop: 30 } as const

/** The owner's own templates, in their order; '' for an empty one (N116). */
export const templateNames = ['文例1', '文例2', '文例3'] as const

/** Of the form's fields: `template1` to `template3`. */
export const templateField = (at: number): string => `template${at + 1}`

export interface OrderMessage {
  readonly id: string
  readonly text: string
}

export const messageRefusals = {
  ...frameRefusals,
  'not-found': deskRefusals['not-found'],
  stale: deskRefusals.stale,
  practice: { status: 409, text: '練習の注文には、メールを書けません。' },
  unpaid: { status: 409, text: 'お支払いのない注文には、メールを書けません。' },
  'no-email': {
    status: 409,
    text: 'この注文には、お客様のメールアドレスがありません。先に「メールアドレスを直す」から入れてください。',
  },
  'too-many': {
    status: 429,
    text: `メールは、1日に1つの注文へ${messagesPerDay.order}通、お店から${messagesPerDay.shop}通までです。あしたお送りになるか、お電話をお使いください。`,
  },
} as const satisfies Refusals<string>

export const messageTooLong = `${formatNumber(longestMessage)}文字までにしてください。`

/** To the buyer, in the owner's own words; an answer goes to the owner (N115). */
export const messageMail = (
  order: Order,
  { id, text }: OrderMessage,
  { settings, siteOrigin, ownerEmail }: MailFacts,
): NewMail => ({
  ...toBuyer(order, siteOrigin),
  kind: 'order_message',
  subjectKey: `${order.id} ${id}`,
  subject: `【${settings.name}】ご注文について（注文番号 ${order.number}）`,
  replyTo: ownerEmail,
  preview: summaryLine(text, 80),
  heading: 'ご注文について',
  opening: [greeting(order), '', ...text.split('\n')],
  blocks: [{ heading: 'ご注文', lines: [mailFact('注文番号', order.number)] }, sellerBlock(order, settings)],
  closing: ['このメールには、そのままご返信いただけます。'],
})
