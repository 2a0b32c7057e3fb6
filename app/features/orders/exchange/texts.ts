import { mailFact, refundedFact } from '~/features/orders/facts.rules.ts'
import type { Refusals } from '~/kernel/refusal.ts'
import { mostExchanges } from './rules.ts'

export const exchangeRefusals = {
  'not-found': { status: 404, text: 'この番号の注文はありません。' },
  stale: {
    status: 409,
    text: 'ほかの画面で先に変わりました。いまの内容を確かめて、もう一度押してください。',
  },
  unpaid: { status: 409, text: 'お支払いの済んだ注文だけ、商品を変えられます。' },
  shipped: {
    status: 409,
    text: 'もう発送した注文です。商品は変えられません。返品を受けて、あらためてご注文いただいてください。',
  },
  cancelled: { status: 409, text: '取り消した注文です。商品は変えられません。' },
  unsettled: { status: 409, text: '確認の要る注文です。先に「確認を片づける」を済ませてください。' },
  refunded: { status: 409, text: '代金をすべてお返しした注文です。商品は変えられません。' },
  disputed: {
    status: 409,
    text: 'カード会社から異議申し立てを受けています。結果が出るまで、商品は変えられません。',
  },
  practice: { status: 409, text: 'お試しのときの注文です。商品は変えられません。' },
  'no-line': { status: 422, text: '変える商品を選んでください。' },
  free: {
    status: 409,
    text: '布と一緒のご注文で無料になったキットは、変えられません。',
  },
  packed: {
    status: 409,
    text: '「入れた」に印の付いた商品です。箱から出して印を外してから、もう一度押してください。',
  },
  'under-way': {
    status: 409,
    text: 'この商品の返金か返品が、まだ終わっていません。終わってから、もう一度押してください。',
  },
  'given-back': { status: 409, text: '代金をお返しした分は、変えられません。' },
  'bad-units': { status: 422, text: '変える数は、1から残っている数までにしてください。' },
  'no-product': { status: 422, text: '代わりの商品を選んでください。' },
  'same-product': { status: 422, text: '同じ商品です。ほかの商品を選んでください。' },
  'other-type': {
    status: 422,
    text: '布は布に、キットはキットにだけ変えられます。',
  },
  'not-on-sale': {
    status: 409,
    text: 'いま売っていない商品です。公開して休止を解くか、ほかの商品を選んでください。',
  },
  'price-held': {
    status: 409,
    text: '新しい価格の確認を待っている商品です。先に「価格の確認」で決めてください。',
  },
  dearer: {
    status: 409,
    text: '代わりの商品のほうが高いので、変えられません。取り消して全額をお返しし、あらためてご注文いただいてください。',
  },
  'price-changed': {
    status: 409,
    text: '代わりの商品の価格が、いま変わりました。金額を確かめて、もう一度押してください。',
  },
  'no-piece': {
    status: 409,
    text: '代わりの商品の在庫が足りません。数を減らすか、ほかの商品を選んでください。何も変えていません。',
  },
  'cut-unsaid': {
    status: 422,
    text: '裁った布をどうするか、選んでください。',
    field: 'back',
  },
  'no-payment': {
    status: 409,
    text: 'お支払いの記録を、まだ決済会社から受け取っていません。しばらくしてから、もう一度押してください。',
  },
  'money-left': {
    status: 409,
    text: '差額を返せるだけの金額が、この注文に残っていません。返金と取り消しで済ませてください。',
  },
  currency: { status: 409, text: '円の支払いではないため、差額を返せません。' },
  'too-many': { status: 409, text: `1つの注文で変えられるのは、${mostExchanges}回までです。` },
  'no-exchange': { status: 409, text: 'この変更は、もうもとに戻してあります。' },
  'money-back': {
    status: 409,
    text: '差額を返金した変更は、もとに戻せません。同じ価格か、より安い商品への変更ならできます。',
  },
  'exchanged-on': {
    status: 409,
    text: 'この商品は、そのあとさらに変えてあります。新しい変更から順に戻してください。',
  },
  'former-gone': {
    status: 409,
    text: 'もとの商品の在庫が、もう足りません。このままお送りするか、ほかの商品に変えてください。',
  },
  'rest-cut': {
    status: 409,
    text: 'もとの商品の残りは、もう裁ってあります。もとに戻す代わりに、もとの商品への変更をしてください。',
  },
} as const satisfies Refusals<string>

export type ExchangeRefusal = keyof typeof exchangeRefusals

export const exchangeFacts = { product: '商品', refunded: refundedFact, mail: mailFact } as const

/** Of the refund of the difference, which its mail to the buyer shows. */
export const differenceReason = (from: string, to: string): string => `商品の変更（${from} → ${to}）の差額`
