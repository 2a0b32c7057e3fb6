import type { PaymentStatus } from '../types.ts'

/** What the shopper reads of her payment (S13, S14). */
export const paymentStatusText: Readonly<
  Record<PaymentStatus, { readonly heading: string; readonly text: string }>
> = {
  paid: {
    heading: 'ご購入ありがとうございます',
    text: 'お支払いが完了し、ご注文を承りました。',
  },
  waiting: {
    heading: 'お支払いを確認しています',
    text: 'ご注文は受け付けています。お支払いの確認がとれしだい、メールでお知らせします。この画面を閉じても大丈夫です。',
  },
  unpaid: {
    heading: 'お支払いはまだ確認できていません',
    text: 'お支払いの途中で戻られた場合は、まだお支払いは行われていません。お支払いを終えた場合は、確認まで数分かかることがあります。',
  },
  unknown: {
    heading: 'このお支払いの記録は見つかりませんでした',
    text: 'アドレスが途中で切れているか、別のお店のものかもしれません。お支払いを終えたのにこの画面が出た場合は、お店までご連絡ください。',
  },
}
