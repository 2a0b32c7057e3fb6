import type { Refusals } from '~/kernel/refusal.ts'

export const productDeskRefusals = {
  'not-found': { status: 404, text: 'このページはありません。' },
  'no-product': { status: 409, text: 'この管理番号の商品は、もうありません。' },
  stale: {
    status: 409,
    text: 'ほかの画面で先に変わりました。下のいまの内容を確かめて、もう一度押してください。',
  },
  blank: { status: 422, text: '管理番号に空白は使えません。', field: 'number' },
  taken: {
    status: 409,
    text: 'この管理番号は、ほかの商品が使っています。別の番号にしてください。',
    field: 'number',
  },
  ordered: {
    status: 409,
    text: 'この管理番号は、前にご注文のあった別の商品の番号です。別の番号にしてください。',
    field: 'number',
  },
  'not-own': { status: 409, text: 'この商品は表で直します。' },
  'free-fabric': { status: 422, text: '生地の価格は、1円からです。', field: 'price' },
  'no-feed': { status: 409, text: '商品の表がつながっていないため、ゆずれません。' },
  'picture-gone': {
    status: 422,
    text: '写真の1枚が見つかりません。外してから、もう一度選んでください。',
    field: 'pictures',
  },
} as const satisfies Refusals<string>

export type ProductDeskFailure = keyof typeof productDeskRefusals

/** Result of an act, by the page's `done` parameter. */
export const doneTexts = {
  created: '新しい商品を保存しました。',
  saved: '保存しました。元に戻すには、もう一度直して保存してください。',
  held: '保存しました。価格だけは、下の「価格の確認」でお確かめいただくまで変わりません。',
  added: '順番と写真を保存しました。表を読み込み直しても、このままです。',
  taken: 'この生地は、これから画面で直せます。表の同じ番号の行は使いません。',
  given: '表にゆずりました。次に表を読み込むと、表の内容になります。',
  'sold-out':
    '売り切れにしました。元に戻すには、「在庫」のページで「「売り切れ」を元に戻す」を押してください。',
  closed: '販売を休止しました。「販売を再開する」で、すぐに元に戻せます。',
  opened: '販売を再開しました。',
  accepted: '新しい価格で販売します。',
  kept: 'これまでの価格のまま販売します。',
} as const

export type Done = keyof typeof doneTexts

const dones: readonly Done[] = [
  'created',
  'saved',
  'held',
  'added',
  'taken',
  'given',
  'sold-out',
  'closed',
  'opened',
  'accepted',
  'kept',
]

/** Parses the parameter; null when unknown. */
export const doneOf = (text: string | null): Done | null => dones.find((done) => done === text) ?? null
