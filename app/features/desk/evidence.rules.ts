import type { Parcel } from '~/features/orders/carriers.rules.ts'
import type { Customer, OrderLine } from '~/features/orders/types.ts'
import type { Yen } from '~/kernel/money.ts'

export interface SentMail {
  readonly subject: string
  readonly sentAt: number | null
  /** '' once deleted, because it contained the link to the order; of a message the owner's own words stay (N115). */
  readonly text: string
}

/** Times in epoch ms, sums in yen. */
export interface Evidence {
  readonly number: string
  readonly customer: Customer
  /** By position, what it holds now. */
  readonly lines: readonly OrderLine[]
  readonly subtotal: Yen
  readonly shipping: number
  readonly total: number
  readonly createdAt: number
  readonly paidAt: number | null
  readonly shippedAt: number | null
  readonly parcels: readonly Parcel[]
  readonly paymentIntent: string | null
  /** The texts that the buyer confirmed, as shown. */
  readonly texts: readonly string[]
  readonly mails: readonly SentMail[]
  readonly disputes: readonly {
    readonly id: string
    readonly amount: number
    readonly reason: string
    readonly status: string
    readonly dueBy: number | null
    /** The dispute's page at the provider. */
    readonly dashboard: string
  }[]
}

const reasons: Readonly<Record<string, string>> = {
  bank_cannot_process: '銀行が処理できない',
  credit_not_processed: '返金されていない',
  customer_initiated: 'カードの持ち主からの申し立て',
  debit_not_authorized: '引き落としを認めていない',
  duplicate: '二重に支払われている',
  fraudulent: '身に覚えのない支払い（不正利用）',
  general: 'そのほか',
  incorrect_account_details: '口座の内容が違う',
  insufficient_funds: '残高の不足',
  noncompliant: 'カード会社の規則に合わない',
  product_not_received: '商品が届いていない',
  product_unacceptable: '商品が説明と違う・不良品',
  subscription_canceled: '解約した定期購入',
  unrecognized: '覚えのない請求',
}

const statuses: Readonly<Record<string, string>> = {
  needs_response: '回答を待っています',
  under_review: '審査中',
  warning_needs_response: '問い合わせ（回答を待っています）',
  warning_under_review: '問い合わせ（審査中）',
  warning_closed: '問い合わせは終わりました',
  won: '申し立ては認められませんでした',
  lost: '申し立てが認められました',
  prevented: '申し立ては取り下げられました',
}

/** Reason and status of a dispute in words; unknown ones as the provider writes them. */
export const disputeFactsText = ({
  reason,
  status,
}: Pick<Evidence['disputes'][number], 'reason' | 'status'>): string =>
  `理由：${reasons[reason] ?? reason}・${statuses[status] ?? status}`
