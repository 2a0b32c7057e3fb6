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
