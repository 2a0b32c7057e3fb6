import { displayDate, machineDate, newestFirst, parseDate } from '~/kernel/dates.ts'
import { displayImageUrl } from '~/kernel/image-url.ts'
import { safeLink } from '~/kernel/links.ts'
import { formatYenTaxIncluded, parsePrice } from '~/kernel/money.ts'

/** `date` is as its author wrote it, `content` plain text. */
export interface NewsItem {
  readonly id: string
  readonly date: string
  readonly title: string
  readonly content: string
}

/** `day` is 2024-09-05, or null for a date of unknown form, which `shown` leaves as it is (P15). */
export interface ShownNews extends Omit<NewsItem, 'date'> {
  readonly day: string | null
  readonly shown: string
}

export const shownNews = ({ date, ...item }: NewsItem): ShownNews => ({
  ...item,
  day: machineDate(date),
  shown: displayDate(date),
})

/** Epoch ms for sorting; an unknown date is lowest (P15). */
export const sortNumber = (date: string): number => parseDate(date) ?? Number.MIN_SAFE_INTEGER

export const sortedNews = <T extends NewsItem>(items: readonly T[]): T[] => items.toSorted(newestFirst)

export interface LinkItem {
  readonly id: string
  readonly title: string
  readonly price: string
  readonly imageUrl: string
  readonly applyUrl: string
  readonly influencerUrl: string
}

/** A link that is unset or not https is null and stays hidden (P12). */
export interface ShownLink extends Omit<LinkItem, 'applyUrl' | 'influencerUrl'> {
  readonly applyUrl: string | null
  readonly influencerUrl: string | null
  /** The shop's own copy, once there is one. */
  readonly picture?: string
}

/** Adds 税込 to a certain price (L3); other texts stay. */
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
