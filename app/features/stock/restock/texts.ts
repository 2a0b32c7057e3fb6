import type { Refusals } from '~/kernel/refusal.ts'

/** Refusals of a request; they never reveal whether an address is known (W13). */
export const restockRefusals = {
  email_missing: { status: 422, text: 'メールアドレスを入力してください。', field: 'email' },
  email_invalid: {
    status: 422,
    text: 'メールアドレスの形が正しくありません。「名前@example.com」の形で入力してください。',
    field: 'email',
  },
  no_product: { status: 404, text: 'この商品は、いま販売していません。' },
  is_sold: {
    status: 409,
    text: 'この商品は、いまご購入いただけます。ページを読み込み直してください。',
  },
  too_many_requests: {
    status: 429,
    text: '短い時間に多くのお申し込みがありました。1時間ほどあとで、もう一度お試しください。',
  },
  full: {
    status: 503,
    text: 'ただいまお申し込みが多く、受け付けられません。日を改めてお試しください。',
  },
  mail_off: {
    status: 503,
    text: 'ただいまメールをお送りできないため、受け付けられません。',
  },
  failed: {
    status: 500,
    text: 'お申し込みを受け付けられませんでした。しばらくしてから、もう一度お試しください。',
  },
} as const satisfies Refusals<string>

export type RestockFailure = Exclude<keyof typeof restockRefusals, 'email_missing' | 'email_invalid'>

/** First sentence when the request got no answer. */
export const restockLost = 'お申し込みを送れませんでした。'

export const stopLost = 'お知らせをやめられませんでした。'
