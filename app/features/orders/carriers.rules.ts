import { nfkc } from '~/kernel/text.ts'

export const carriers = ['yamato', 'sagawa', 'japanpost', 'other'] as const

export type Carrier = (typeof carriers)[number]

export const carrierNames: Readonly<Record<Carrier, string>> = {
  yamato: 'ヤマト',
  sagawa: '佐川',
  japanpost: '日本郵便',
  other: 'その他',
}

const fullNames: Readonly<Record<Carrier, string | null>> = {
  yamato: 'ヤマト運輸',
  sagawa: '佐川急便',
  japanpost: '日本郵便',
  other: null,
}

export const isCarrier = (text: string): text is Carrier => carriers.some((each) => each === text)

export const carrierTyped = (text: string): Carrier | null => {
  const word = nfkc(text).trim().toLowerCase()
  return (
    carriers.find((each) => each === word || carrierNames[each] === word || fullNames[each] === word) ?? null
  )
}

const longestTracking = 40

/** A typed tracking number, normalised: no hyphens, long vowel marks or blanks; null if it is not valid (N15). */
export const trackingTyped = (text: string): string | null => {
  const signs = nfkc(text)
    .toUpperCase()
    .replace(/[\s\p{Pd}\u2212ー]/gu, '')
  return signs.length <= longestTracking && /^[0-9A-Z]*$/.test(signs) ? signs : null
}

const hasCheckDigit = (carrier: string | null): boolean => carrier === 'yamato' || carrier === 'sagawa'

/** Check digit: the twelfth digit is the number formed by the first eleven, modulo 7. */
const isWhole = (tracking: string): boolean =>
  /^\d{12}$/.test(tracking) && Number(tracking.slice(0, 11)) % 7 === Number(tracking.slice(11))

/** A warning about a doubtful tracking number, or null. It is saved anyway, because the carrier may know better (N15). */
export const trackingWarning = (carrier: string | null, tracking: string): string | null => {
  if (tracking === '' || !hasCheckDigit(carrier) || isWhole(tracking)) return null
  return /^\d{12}$/.test(tracking)
    ? '番号の最後の数字が合いません。打ちまちがいがないか、確かめてください。'
    : '番号が12桁の数字ではありません。打ちまちがいがないか、確かめてください。'
}

/** The same of what was typed; what is no number is refused elsewhere. */
export const warningTyped = (carrier: string | null, tracking: string): string | null =>
  trackingWarning(carrier, trackingTyped(tracking) ?? '')

/** How a form says which doubt it has shown: a number may have another one under another carrier, or beside another parcel. */
export const doubtedIn = (
  parcel: { readonly carrier: string | null; readonly tracking: string },
  doubt: string,
): string => `${parcel.carrier ?? ''} ${trackingTyped(parcel.tracking) ?? ''} ${doubt}`

/** Null without a number or for an unknown carrier. */
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

export const shownTracking = (tracking: string): string =>
  /^\d{12}$/.test(tracking) ? tracking.replace(/(\d{4})(?=\d)/g, '$1-') : tracking

export const parcelText = (carrier: string | null, tracking: string | null): string =>
  [carrier !== null && isCarrier(carrier) ? carrierNames[carrier] : '', shownTracking(tracking ?? '')]
    .filter((part) => part !== '')
    .join(' ')

export interface Parcel {
  readonly carrier: string | null
  readonly tracking: string | null
  readonly link: string | null
}

/** The parcel as shown to the buyer; null before shipping or without carrier and number. */
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
