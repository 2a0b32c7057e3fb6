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
  /** What the fields of each form count as drawn with (N82). */
  readonly drawn: string
  readonly holidayDrawn: string
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
export type ShopAct =
  | 'close'
  | 'open'
  | 'holiday'
  | 'no-holiday'
  | 'close-product'
  | 'open-product'
  | 'feed'
  | 'test-mail'

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
  }: Partial<Pick<ShopView, 'closure' | 'holiday' | 'closedItems'>>,
): boolean => {
  if (act === 'close') return shopStateOf(closure) !== 'holiday'
  if (act === 'open') return closure !== null
  if (act === 'no-holiday') return holiday !== null
  if (act === 'open-product') return closedItems.some(({ number }) => number === row)
  return true
}
