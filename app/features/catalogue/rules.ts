import { displayImageUrl } from '~/kernel/image-url.ts'
import { codePointLength, nfkc } from '~/kernel/japanese-text.ts'
import type { Yen } from '~/kernel/money.ts'

export type ProductType = 'fabric' | 'kit'

/** Who brought a product: the shop itself, the external feed, or the demo. */
export type ProductSource = 'own' | 'feed' | 'demo'

/** The one status whose products are shown and sold (S:L89, P1). */
export const publishedStatus = '公開中'

/** What the shop shows and sells. `price` null is 価格確認中: shown, not for sale (C9). `imageUrl` is fit for `src`. */
export interface SellableProduct {
  readonly number: string
  readonly type: ProductType
  readonly name: string
  readonly description: string
  readonly price: Yen | null
  readonly imageUrl: string
  /** The owner does not sell it for now: shown, not for sale. */
  readonly suspended?: true
}

/** The number of the 送料 line on the payment page; no goods may bear it (S2). */
export const shippingNumber = 'shipping'

const longestNumber = 64

/**
 * A product's number in the one spelling that is stored and compared: NFKC, trimmed. Null when it cannot be one: empty,
 * over 64 characters, with control characters or blanks other than single spaces, or 'shipping', which means the fee (S2).
 */
export const productNumber = (text: string): string | null => {
  const number = nfkc(text.toWellFormed()).trim()
  const isOne = number !== '' && codePointLength(number) <= longestNumber && !/\p{C}|\s{2,}/u.test(number)
  return isOne && number.toLowerCase() !== shippingNumber ? number : null
}

/** A product's picture for `src`, by the rule of S:L100-104. */
export const pictureOf = (imageUrl: string): string => displayImageUrl(imageUrl)
