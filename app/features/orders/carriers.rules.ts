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

export const longestTracking = 40

/** A typed tracking number, normalised: no hyphens, long vowel marks or blanks; null if it is not valid (N15). */
export const trackingTyped = (text: string): string | null => {
  const signs = nfkc(text)
    .toUpperCase()
    .replace(/[\s\p{Pd}\u2212ー]/gu, '')
  return signs.length <= longestTracking && /^[0-9A-Z]*$/.test(signs) ? signs : null
}

/** Tracking numbers of one field or cell, each once, also as Excel keeps them as text; null if one of them is not valid (N63). */
export const trackingsTyped = (text: string): string[] | null => {
  // NFKC would make ① a figure of the number that it counts.
  const plain = nfkc(text.replace(/[①-⑳❶-❿]/gu, '、'))
  const numbers = plain
    .replace(/[="']/g, '')
    .split(/[\n\r\t,、;/|・]/)
    .flatMap(apart)
    .map(trackingTyped)
  return numbers.includes(null) ? null : [...new Set(numbers.flatMap((number) => number || []))]
}

/** Blanks and hyphens stand within a number as well as between two. */
const apart = (text: string): string[] => {
  const parts = text.split(/\s+/).filter((part) => part !== '')
  if (parts.length > 1 && parts.every((part) => isWholeTracking(trackingTyped(part) ?? ''))) return parts
  const fours = text.split(/[\s\p{Pd}\u2212ー]+/u).filter((part) => part !== '')
  return fours.length > 3 && fours.length % 3 === 0 && fours.every((part) => /^\d{4}$/.test(part))
    ? fours.flatMap((_, at) => (at % 3 === 0 ? fours.slice(at, at + 3).join('') : []))
    : [text]
}

/** No carrier has numbers of fewer than ten signs, and none writes a number in parts that are longer. */
export const isWholeTracking = (number: string): boolean => number.length >= 10

/** Excel shows a number of twelve digits as 4.90715E+11 and keeps no more of it in a file of text. */
export const isShortened = (text: string): boolean => /\d\s*[.,]?E\+\d/i.test(nfkc(text))

export const shortenedText =
  'Excelが番号を短くしました（4.90715E+11 のような形）。もとの番号は残っていません。配送会社の画面の番号を入れてください。'

/** Saved after that once more it ends with the zeros that stand for what was lost. */
const endsInZeros = (tracking: string): boolean => /^\d{5,}0{6}$/.test(tracking)

const hasCheckDigit = (carrier: string | null): boolean => carrier === 'yamato' || carrier === 'sagawa'

/** Check digit: the twelfth digit is the number formed by the first eleven, modulo 7. */
const isWhole = (tracking: string): boolean =>
  /^\d{12}$/.test(tracking) && Number(tracking.slice(0, 11)) % 7 === Number(tracking.slice(11))

/** 日本郵便's longest number, the international one, has 13 signs. */
const longestOfPost = 13

/** A warning about a doubtful tracking number, or null. It is saved anyway, because the carrier may know better (N15, N64). */
export const trackingWarning = (carrier: string | null, tracking: string): string | null => {
  if (endsInZeros(tracking))
    return 'Excelが番号を短くしたようです（終わりが 000000）。配送会社の画面の番号と見くらべてください。'
  if (carrier === 'japanpost' && tracking.length > longestOfPost)
    return '番号が長すぎます。2つの番号がつながっていませんか。分けて入れてください。'
  if (tracking === '' || !hasCheckDigit(carrier) || isWhole(tracking)) return null
  return /^\d{12}$/.test(tracking)
    ? '番号の最後の数字が合いません。打ちまちがいがないか、確かめてください。'
    : '番号が12桁の数字ではありません。打ちまちがいがないか、確かめてください。'
}

/** The first warning about what was typed; what is no number is refused elsewhere. */
export const warningTyped = (carrier: string | null, tracking: string): string | null =>
  (trackingsTyped(tracking) ?? [])
    .map((number) => trackingWarning(carrier, number))
    .find((each) => each !== null) ?? null

/** How a form says which doubt it has shown: a number may have another one under another carrier, or beside another parcel. */
export const doubtedIn = (
  parcel: { readonly carrier: string | null; readonly tracking: string },
  doubt: string,
): string => `${parcel.carrier ?? ''} ${trackingsTyped(parcel.tracking)?.join('、') ?? ''} ${doubt}`

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

/** What a part of an order is sent in; the number is null for a carrier alone. */
export interface Parcel {
  readonly carrier: string | null
  readonly tracking: string | null
}

/** More are not sent of one order; the mail and the form name each. */
export const mostParcels = 20

export const parcelText = ({ carrier, tracking }: Parcel): string =>
  [carrier !== null && isCarrier(carrier) ? carrierNames[carrier] : '', shownTracking(tracking ?? '')]
    .filter((part) => part !== '')
    .join(' ')

/** All parcels in short; '' for none. */
export const parcelsText = (parcels: readonly Parcel[]): string =>
  parcels
    .map(parcelText)
    .filter((text) => text !== '')
    .join('、')

/** The first warning about these parcels, or null; of several the number is named. */
export const parcelsWarning = (parcels: readonly Parcel[]): string | null => {
  for (const { carrier, tracking } of parcels) {
    const warning = trackingWarning(carrier, tracking ?? '')
    if (warning !== null) return parcels.length > 1 ? `${shownTracking(tracking ?? '')}：${warning}` : warning
  }
  return null
}

/** A parcel as its buyer reads it. */
export interface ShownParcel extends Parcel {
  readonly link: string | null
}

/** The parcels as shown to the buyer; none before shipping, nor one without carrier and number (N15, N63). */
export const parcelsOf = ({
  shippedAt,
  parcels,
}: {
  readonly shippedAt: number | null
  readonly parcels: readonly Parcel[]
}): ShownParcel[] =>
  shippedAt === null
    ? []
    : parcels.flatMap(({ carrier, tracking }) => {
        const name = carrier !== null && isCarrier(carrier) ? fullNames[carrier] : null
        return name === null && !tracking
          ? []
          : {
              carrier: name,
              tracking: tracking ? shownTracking(tracking) : null,
              link: trackingLink(carrier, tracking),
            }
      })

/** A fact about the parcels, for the buyer's page and mail; of one parcel carrier and number stand apart. */
export interface ParcelFact {
  readonly name: string
  readonly value: string
  readonly link: string | null
}

export const parcelFacts = (parcels: readonly ShownParcel[]): ParcelFact[] => {
  const [first] = parcels
  if (first === undefined) return []
  const { carrier, tracking, link } = first
  if (parcels.length === 1)
    return [
      ...(carrier === null ? [] : [{ name: '配送会社', value: carrier, link: null }]),
      ...(tracking === null ? [] : [{ name: 'お問い合わせ番号', value: tracking, link }]),
    ]
  return parcels.map((parcel, at) => ({
    name: `荷物 ${at + 1}／${parcels.length}`,
    value: [parcel.carrier, parcel.tracking].filter((part) => part !== null).join(' '),
    link: parcel.link,
  }))
}
