import type { Refusals } from '~/kernel/refusal.ts'

export const stockRefusals = {
  'not-found': { status: 404, text: 'このページはありません。' },
  'no-product': { status: 409, text: 'この管理番号の商品は、もうありません。' },
  stale: {
    status: 409,
    text: 'ほかの画面で先に変わりました。いまの在庫を確かめて、もう一度押してください。',
  },
  'not-counted': { status: 409, text: 'この商品は、いま数えていません。' },
  'is-sold-out': { status: 409, text: 'もう売り切れになっています。' },
  'nothing-to-undo': { status: 409, text: '元に戻せるものがありません。' },
  'no-pieces': { status: 422, text: '長さか枚数を入力してください。', field: 'length-0' },
  unreadable: {
    status: 422,
    text: '「7、4、3×2」「3.5m」「3.5m×110cm」のように入力してください。なければ「0」です。',
    field: 'pieces',
  },
  paid: { status: 409, text: 'このご注文は、もうお支払いが済んでいるか、終わっています。' },
  'no-cell': { status: 409, text: '表に、読み取れる在庫がありません。' },
  'no-answer': {
    status: 502,
    text: '決済会社に確かめられませんでした。お支払い画面の期限が過ぎると、自動で戻ります。',
  },
} as const satisfies Refusals<string>

export type StockFailure = keyof typeof stockRefusals

/** Result of an act, by the page's `done` parameter. */
export const stockDoneTexts = {
  received: '受け取りました。元に戻すには、数え直してください。',
  counted: '数え直しました。',
  'sold-out': '売り切れにしました。「元に戻す」で、すぐに戻せます。',
  undone: '元に戻しました。',
  uncounted: '数えるのをやめました。この商品は、枚数のかぎりなく販売します。',
  'low-at': '保存しました。',
  fed: '表の在庫を使います。',
  released: 'お取り置きを戻しました。',
} as const

export type StockDone = keyof typeof stockDoneTexts

const isDone = (text: string): text is StockDone => Object.hasOwn(stockDoneTexts, text)

/** Parses the parameter; null when unknown. */
export const stockDoneOf = (text: string | null): StockDone | null =>
  text !== null && isDone(text) ? text : null
