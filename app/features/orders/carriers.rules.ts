import { nfkc } from '~/kernel/text.ts'

export const carriers = ['yamato', 'sagawa', 'japanpost', 'other'] as const

export type Carrier = (typeof carriers)[number]

/** As the desk calls them. */
export const carrierNames: Readonly<Record<Carrier, string>> = {
  yamato: 'ヤマト',
  sagawa: '佐川',
  japanpost: '日本郵便',
  other: 'その他',
}

/** As a buyer reads them; of another one she reads the number alone. */
const fullNames: Readonly<Record<Carrier, string | null>> = {
  yamato: 'ヤマト運輸',
  sagawa: '佐川急便',
  japanpost: '日本郵便',
  other: null,
}

export const isCarrier = (text: string): text is Carrier => carriers.some((each) => each === text)

/** The carrier that a person typed, by its name or its id; null for none of them. */
export const carrierTyped = (text: string): Carrier | null => {
  const word = nfkc(text).trim().toLowerCase()
  return (
    carriers.find((each) => each === word || carrierNames[each] === word || fullNames[each] === word) ?? null
  )
}

const longestTracking = 40

/** A tracking number in its one spelling, without hyphens, bars and blanks; null for what is none (N15). */
export const trackingTyped = (text: string): string | null => {
  const signs = nfkc(text)
    .toUpperCase()
    .replace(/[\s\p{Pd}\u2212ー]/gu, '')
  return signs.length <= longestTracking && /^[0-9A-Z]*$/.test(signs) ? signs : null
}

const hasCheckDigit = (carrier: string | null): boolean => carrier === 'yamato' || carrier === 'sagawa'

/** The twelfth digit is the first eleven, as one number, mod 7. */
const isWhole = (tracking: string): boolean =>
  /^\d{12}$/.test(tracking) && Number(tracking.slice(0, 11)) % 7 === Number(tracking.slice(11))

/** What is strange about a number, which is kept all the same: its carrier may know better (N15). Null for nothing. */
export const trackingWarning = (carrier: string | null, tracking: string): string | null => {
  if (tracking === '' || !hasCheckDigit(carrier) || isWhole(tracking)) return null
  return /^\d{12}$/.test(tracking)
    ? '番号の最後の数字が合いません。打ちまちがいがないか、確かめてください。'
    : '番号が12桁の数字ではありません。打ちまちがいがないか、確かめてください。'
}

/** Where a parcel is followed; null without a number or at a carrier that we do not know. */
export const trackingLink = (carrier: string | null, tracking: string | null): string | null => {
  if (!tracking) return null
  const number = encodeURIComponent(tracking)
  if (carrier === 'yamato')
    return `https://toi.kuronekoyamato.co.jp/cgi-bin/tneko?number00=1&number01=${number}`
  if (carrier === 'sagawa') return `https://k2k.sagawa-exp.co.jp/p/web/okurijosearch.do?okurijoNo=${number}`
  if (carrier === 'japanpost')
    return `https://trackings.post.japanpost.jp/services/srv/search/direct?reqCodeNo1=${number}&locale=ja`
  return null
}

/** How a number is read best. */
export const shownTracking = (tracking: string): string =>
  /^\d{12}$/.test(tracking) ? tracking.replace(/(\d{4})(?=\d)/g, '$1-') : tracking

/** A carrier and a number in a few words of the desk; '' for neither. */
export const parcelText = (carrier: string | null, tracking: string | null): string =>
  [carrier !== null && isCarrier(carrier) ? carrierNames[carrier] : '', shownTracking(tracking ?? '')]
    .filter((part) => part !== '')
    .join(' ')

/** What a buyer reads of the parcel of a shipped order; each part is null where it is not known. */
export interface Parcel {
  readonly carrier: string | null
  readonly tracking: string | null
  readonly link: string | null
}

/** Null for an order that is not shipped, or of whose parcel nothing is known. */
export const parcelOf = ({
  shippedAt,
  carrier,
  tracking,
}: {
  readonly shippedAt: number | null
  readonly carrier: string | null
  readonly tracking: string | null
}): Parcel | null => {
  const name = carrier !== null && isCarrier(carrier) ? fullNames[carrier] : null
  if (shippedAt === null || (name === null && !tracking)) return null
  return {
    carrier: name,
    tracking: tracking ? shownTracking(tracking) : null,
    link: trackingLink(carrier, tracking),
  }
}
