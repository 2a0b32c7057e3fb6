import type { ClosedItem, Closure } from '~/features/products/closing.rules.ts'
import type { Holiday } from '~/features/shop/holidays/rules.ts'
import type { TestMailView } from './test-mail.rules.ts'

/** A price that waits for the owner's approval; in yen. */
export interface PriceToLookAt {
  readonly number: string
  readonly name: string
  readonly price: number
  readonly formerPrice: number | null
}

export interface FeedView {
  readonly lines: readonly string[]
  readonly problems: readonly string[]
}

/** Times in epoch ms. */
export interface ShopView {
  readonly closure: Closure | null
  readonly mark: string
  /** The present or coming holiday, and its mark. */
  readonly holiday: Holiday | null
  readonly holidayMark: string
  readonly openPayments: number
  readonly closedItems: readonly ClosedItem[]
  /** Null for a shop without a feed. */
  readonly feed: FeedView | null
  /** From the feed, from files and from the desk (P35). */
  readonly prices: readonly PriceToLookAt[]
  readonly testMail: TestMailView
  /** Each form of the page adds its act and row (N2). */
  readonly requestId: string
}

/** Values of the field `act`. */
export const shopActs = [
  'close',
  'open',
  'holiday',
  'no-holiday',
  'close-product',
  'open-product',
  'feed',
  'price',
  'keep-price',
  'test-mail',
] as const
export type ShopAct = (typeof shopActs)[number]

export const doneTexts: Readonly<Record<ShopAct, string>> = {
  close: '見るだけにしました。お客様の画面には10秒ほどで出ます。「営業中に戻す」で、すぐに元に戻せます。',
  open: '営業中に戻しました。お客様の画面からお知らせが消えるまで、10秒ほどかかります。止めるには、「見るだけにする」か、お休みの予定をお使いください。',
  holiday: 'お休みの予定を決めました。下の「予定を取り消す」で、すぐに元に戻せます。',
  'no-holiday': 'お休みの予定を取り消しました。元に戻すには、もう一度予定を入れてください。',
  'close-product': '販売を休止しました。下の「再開する」で、すぐに元に戻せます。',
  'open-product': '販売を再開しました。元に戻すには、もう一度休止してください。',
  feed: '表の読み込みを始めます。',
  price: '新しい価格で販売します。元に戻すには、表か商品のページで価格を直してください。',
  'keep-price': 'これまでの価格のまま販売します。',
  'test-mail': '試しのメールを送ってみました。結果は、お店の「お店からのメール」にあります。',
}

/** States of the shop and what they mean for shoppers, as shown on the page. */
export const shopStates = {
  open: { name: '営業中', about: '商品を見て、買えます。' },
  looking: { name: '見るだけ', about: '商品を見られますが、買えません。営業中に戻すまで続きます。' },
  holiday: {
    name: 'お休み',
    about: '決めた日のあいだ、見るだけになります。ひとりでに始まり、ひとりでに営業中に戻ります。',
  },
} as const

export const shopStateOf = (closure: Closure | null): keyof typeof shopStates => {
  if (closure === null) return 'open'
  return closure.holiday === undefined ? 'looking' : 'holiday'
}

/** Whether the page still has the form of a refused act: what others changed meanwhile may have taken it away. */
export const hasFormOf = (
  {
    act,
    typed: { number: row },
  }: { readonly act?: string; readonly typed: Readonly<Record<string, string>> },
  {
    closure = null,
    holiday = null,
    closedItems = [],
    prices,
  }: Pick<ShopView, 'prices'> & Partial<Pick<ShopView, 'closure' | 'holiday' | 'closedItems'>>,
): boolean => {
  if (act === 'close') return shopStateOf(closure) !== 'holiday'
  if (act === 'open') return closure !== null
  if (act === 'no-holiday') return holiday !== null
  if (act === 'open-product') return closedItems.some(({ number }) => number === row)
  if (act === 'price' || act === 'keep-price') return prices.some(({ number }) => number === row)
  return true
}
