import { displayImageUrl } from '~/kernel/image-url.ts'
import { formatYenTaxIncluded, parsePrice } from '~/kernel/money.ts'
import { safeLink } from '~/kernel/safe-link.ts'

/** A collaboration as it is kept (S:L96); `price` is text, for it is sold on an outside store. */
export interface LinkItem {
  readonly id: string
  readonly title: string
  readonly price: string
  readonly imageUrl: string
  readonly applyUrl: string
  readonly influencerUrl: string
}

/** A collaboration fit to be shown: a link that is unset or not https is null and stays hidden (P12). */
export interface ShownLink {
  readonly id: string
  readonly title: string
  /** Tax included where it is one certain price (law B3), else as its author wrote it; empty when there is none. */
  readonly price: string
  readonly imageUrl: string
  readonly applyUrl: string | null
  readonly influencerUrl: string | null
}

/** The item as a page may show it. */
export const shownLink = ({ id, title, price, imageUrl, applyUrl, influencerUrl }: LinkItem): ShownLink => {
  const amount = parsePrice(price)
  return {
    id,
    title,
    price: amount === null ? price : formatYenTaxIncluded(amount),
    imageUrl: displayImageUrl(imageUrl),
    applyUrl: safeLink(applyUrl),
    influencerUrl: safeLink(influencerUrl),
  }
}
