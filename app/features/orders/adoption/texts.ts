import { orderPath } from '~/features/orders/rules.ts'
import type { Order } from '~/features/orders/types.ts'
import type { AdoptionRefusal } from './rules.ts'

export interface Adopted {
  readonly order: Order
  readonly isNew: boolean
  /** Whether the buyer's former link works. */
  readonly opensFormerLink: boolean
  readonly mailsBuyer: boolean
}

/** `present` is the order that this payment already has. */
export type AdoptionFailure =
  | { readonly why: AdoptionRefusal | 'unknown' | 'no-answer' }
  | { readonly why: 'present'; readonly number: string }

export const notInDemo = '練習用のお店では使えません。注文を作り直せるのは、本物のお店だけです。'

const refusalTexts: Readonly<Record<AdoptionRefusal | 'unknown' | 'no-answer', string>> = {
  unknown:
    '決済会社に、その番号の支払いページがありません。［要確認］のメールの「支払いページの番号」（cs_ で始まる）を書いてください。',
  'no-answer':
    '決済会社に問い合わせできませんでした。ネットワークと STRIPE_SECRET_KEY を確かめて、もう一度実行してください。',
  'not-paid': 'その支払いページは、支払われていません。',
  livemode: '本番の支払いと練習の支払いが入れちがっています。',
  currency: '円の支払いではありません。',
  'not-ours': 'このお店の注文の支払いではありません。',
  lines: 'その支払いからは、何が買われたかを読み取れません。決済サービスの管理画面で確かめてください。',
  sums: '明細の合計が、支払われた金額と違います。決済サービスの管理画面で確かめてください。',
}

export const adoptionRefusalText = (failure: AdoptionFailure): string =>
  failure.why === 'present'
    ? `その支払いの注文は、もうあります（${failure.number}）。何も変えていません。`
    : `${refusalTexts[failure.why]}何も変えていません。`

export const adoptedText = (
  { order, isNew, opensFormerLink, mailsBuyer }: Adopted,
  siteOrigin: string,
): string[] => [
  isNew
    ? `注文 ${order.number} を、支払いから作り直しました（復元）。`
    : `注文 ${order.number} は、もう作り直してあります。`,
  opensFormerLink
    ? 'お客様がお持ちのリンクで、また開けます。'
    : 'お客様がお持ちの前のリンクでは開けません。必要なら、下のアドレスをお客様に送ってください。',
  `注文のページ ${siteOrigin}${orderPath(order.accessToken)}`,
  mailsBuyer ? 'お客様に、ご注文の確認のメールを送ります。' : 'お客様にメールは送っていません。',
  '前に発送したかどうかは、支払いからは分かりません。発送の記録を確かめてから ship を実行してください。',
]
