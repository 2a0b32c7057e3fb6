import { formatYen } from '~/kernel/money.ts'
import type { Refusal } from '~/kernel/refusal.ts'
import type { CartTerms } from '~/kernel/shop-settings.ts'
import { type Difference, highestTotal } from './rules.ts'

export const noPaymentPage = 'Stripeの決済ページの生成に失敗しました'
export const paymentError = '決済処理でエラーが発生しました'
export const cartKept = 'カートの中身はそのまま残っています。'

export type CheckoutProblem =
  | 'wrong-content-type'
  | 'too-large'
  | 'no-json'
  | 'shape'
  | 'payment-kind'
  | 'quantity'
  | 'too-many-lines'
  | 'kinds'
  | 'empty'
  | 'only-free'
  | 'total'
  | 'changed'
  | 'stock'
  | 'too-many-holds'
  | 'unpaid-holds'
  | 'closed'
  | 'prices-uncertain'
  | 'too-many-requests'
  | 'payment-page'
  | 'no-payment'
  | 'unexpected'

/** Instead of a `url`; `lines` if prices changed (S1). The page reads only `code`: a proxy's texts must not reach a shopper. */
export interface CheckoutRefusalBody {
  readonly code: string
  readonly message: string
  readonly hint?: string
  readonly lines?: readonly Difference[]
  /** The shop's present terms, beside `lines` (N50). */
  readonly terms?: CartTerms
}

export interface CheckoutStartedBody {
  readonly url: string
  readonly order: { readonly token: string }
}

const reload = 'ページを読み込み直して、もう一度お試しください。'
const unreadable = `カートの内容を読み取れませんでした。${reload}`

interface RefusalText {
  readonly message: string
  readonly hint?: string
}

interface CheckoutRefusal extends Refusal {
  readonly code: string
  readonly hint?: string
}

const refusals: Readonly<Record<CheckoutProblem, CheckoutRefusal>> = {
  'wrong-content-type': { status: 415, code: 'wrong_content_type', text: unreadable },
  'too-large': {
    status: 413,
    code: 'too_large',
    text: 'カートの内容が大きすぎます。商品の種類を減らしてください。',
  },
  'no-json': { status: 400, code: 'invalid_json', text: unreadable },
  shape: { status: 400, code: 'invalid_request', text: unreadable },
  'payment-kind': {
    status: 400,
    code: 'invalid_payment_kind',
    text: 'お支払いは、日本円での1回ごとのお支払いだけを承ります。',
  },
  quantity: {
    status: 400,
    code: 'invalid_quantity',
    text: '数量が、一度にお求めいただける数ではありません。数量をご確認ください。',
  },
  'too-many-lines': {
    status: 400,
    code: 'too_many_kinds',
    text: '一度にご注文いただける種類の数を超えています。種類を減らして、もう一度お試しください。',
  },
  kinds: {
    status: 400,
    code: 'too_many_kinds',
    text: '一度にご注文いただける種類の数を超えています。種類を減らして、もう一度お試しください。',
  },
  empty: { status: 400, code: 'empty_cart', text: '商品を追加してください' },
  'only-free': {
    status: 422,
    code: 'nothing_to_pay',
    text: '無料の商品だけではご注文いただけません。商品を追加してください',
  },
  total: {
    status: 422,
    code: 'total_too_high',
    text: `合計が${formatYen(highestTotal)}円を超えるご注文は、一度にお支払いいただけません。数量を減らしてください。`,
  },
  changed: {
    status: 409,
    code: 'price_changed',
    text: 'カートに入れたときから、価格や販売の状況が変わった商品があります。内容をお確かめください。',
  },
  stock: {
    status: 409,
    code: 'stock_short',
    text: 'いまはご希望の数をお届けできない商品があります。内容をお確かめください。',
  },
  'too-many-holds': {
    status: 429,
    code: 'too_many_holds',
    text: 'お支払いの途中のご注文が多いため、少したってからお試しください。',
    hint: 'カートの中身はそのまま残っています。',
  },
  'unpaid-holds': {
    status: 429,
    code: 'unpaid_holds',
    text: 'お使いの回線から、お支払いの済まないお取り置きが続きました。次のお取り置きは、1時間ほどたってから承ります。',
    hint: 'カートの中身はそのまま残っています。',
  },
  closed: {
    status: 409,
    code: 'shop_closed',
    text: 'ただいまお休みをいただいているため、ご購入いただけません。カートの中身はそのまま残っています。',
  },
  'prices-uncertain': {
    status: 409,
    code: 'prices_uncertain',
    text: 'ただいま商品の価格を確認できないため、ご購入いただけません。カートの中身はそのまま残っています。',
    hint: 'キットだけでしたら、いまもご購入いただけます。',
  },
  'too-many-requests': {
    status: 429,
    code: 'too_many_requests',
    text: noPaymentPage,
    hint: `${cartKept}短い間にお手続きが重なりました。しばらくたってから、もう一度お試しください。`,
  },
  'payment-page': {
    status: 502,
    code: 'payment_page_failed',
    text: noPaymentPage,
    hint: `${cartKept}しばらくたってから、もう一度お試しください。`,
  },
  'no-payment': {
    status: 503,
    code: 'payment_closed',
    text: 'ただいまお支払いの手続きができないため、ご購入いただけません。カートの中身はそのまま残っています。',
    hint: 'お店には知らせてあります。しばらくたってから、もう一度お試しください。',
  },
  unexpected: { status: 500, code: 'payment_error', text: paymentError, hint: cartKept },
}

const shown = ({ text, hint }: Pick<CheckoutRefusal, 'text' | 'hint'>): RefusalText => ({
  message: text,
  ...(hint === undefined ? {} : { hint }),
})

const fallback = { text: noPaymentPage, hint: cartKept }

export const refusalResponse = (
  problem: CheckoutProblem,
  now?: { readonly lines: readonly Difference[]; readonly terms: CartTerms },
): { readonly status: number; readonly body: CheckoutRefusalBody } => {
  const { status, code, ...told } = refusals[problem]
  return { status, body: { code, ...shown(told), ...now } }
}

export const refusalText = (code: unknown): RefusalText =>
  shown(Object.values(refusals).find((refusal) => refusal.code === code) ?? fallback)
