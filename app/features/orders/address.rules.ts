import { domesticPhone } from '~/kernel/links.ts'
import { nfkc, withoutInvisible } from '~/kernel/text.ts'
import type { Customer, DeliveryAddress, Order } from './types.ts'

/** In the order of their codes JP-01 to JP-47, from north to south, each with its name in romaji. */
const romajiOf: Readonly<Record<string, string>> = {
  北海道: 'hokkaido',
  青森県: 'aomori',
  岩手県: 'iwate',
  宮城県: 'miyagi',
  秋田県: 'akita',
  山形県: 'yamagata',
  福島県: 'fukushima',
  茨城県: 'ibaraki',
  栃木県: 'tochigi',
  群馬県: 'gunma',
  埼玉県: 'saitama',
  千葉県: 'chiba',
  東京都: 'tokyo',
  神奈川県: 'kanagawa',
  新潟県: 'niigata',
  富山県: 'toyama',
  石川県: 'ishikawa',
  福井県: 'fukui',
  山梨県: 'yamanashi',
  長野県: 'nagano',
  岐阜県: 'gifu',
  静岡県: 'shizuoka',
  愛知県: 'aichi',
  三重県: 'mie',
  滋賀県: 'shiga',
  京都府: 'kyoto',
  大阪府: 'osaka',
  兵庫県: 'hyogo',
  奈良県: 'nara',
  和歌山県: 'wakayama',
  鳥取県: 'tottori',
  島根県: 'shimane',
  岡山県: 'okayama',
  広島県: 'hiroshima',
  山口県: 'yamaguchi',
  徳島県: 'tokushima',
  香川県: 'kagawa',
  愛媛県: 'ehime',
  高知県: 'kochi',
  福岡県: 'fukuoka',
  佐賀県: 'saga',
  長崎県: 'nagasaki',
  熊本県: 'kumamoto',
  大分県: 'oita',
  宮崎県: 'miyazaki',
  鹿児島県: 'kagoshima',
  沖縄県: 'okinawa',
}

/** From north to south. */
export const prefectures: readonly string[] = Object.keys(romajiOf)

/** Their bare name, without 県 or -ken, is no city's: before a city it is the prefecture once more. */
const withoutNamesake: ReadonlySet<string> = new Set(
  '北海道 岩手県 宮城県 群馬県 東京都 神奈川県 石川県 愛知県 三重県 滋賀県 兵庫県 島根県 香川県 愛媛県'.split(
    ' ',
  ),
)

const suffixes: Readonly<Record<string, string>> = { 都: 'to', 道: 'do', 府: 'fu', 県: 'ken' }

/** Romaji in one spelling: without marks and long vowels (Tōkyō, Toukyou), Hepburn as Kunrei (shi si, chi ti, fu hu), n for m (Gumma). */
const romajiKey = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z]/g, '')
    .replace(/o(?:u|o|h(?![aiueo]))/g, 'o')
    .replace(/shi/g, 'si')
    .replace(/chi/g, 'ti')
    .replace(/fu/g, 'hu')
    .replace(/m(?=[bm])/g, 'n')

interface Named {
  readonly prefecture: string
  /** With 都, 道, 府 or 県, in romaji too, or as a code. */
  readonly isFull: boolean
}

const names: ReadonlyMap<string, Named> = new Map(
  prefectures.flatMap((prefecture): (readonly [string, Named])[] => {
    const romaji = romajiOf[prefecture] ?? ''
    const full = [suffixes[prefecture.slice(-1)], 'pref', 'prefecture', 'metropolis']
    return [
      [prefecture.slice(0, -1), { prefecture, isFull: false }],
      [romajiKey(romaji), { prefecture, isFull: false }],
      ...full.map((suffix) => [romajiKey(`${romaji}${suffix}`), { prefecture, isFull: true }] as const),
      [prefecture, { prefecture, isFull: true }],
    ]
  }),
)

const withCode = (text: string): Named | undefined => {
  const [, digits] = /^jp[-_ ]?(\d{2})$/i.exec(text) ?? []
  const prefecture = digits === undefined ? undefined : prefectures[Number(digits) - 1]
  return prefecture === undefined ? undefined : { prefecture, isFull: true }
}

const named = (text: string): Named | undefined => {
  const plain = withoutInvisible(nfkc(text)).trim()
  const isLatin = /^[\p{Script=Latin}\p{M}\p{P}\s]+$/u.test(plain)
  return withCode(plain) ?? names.get(isLatin ? romajiKey(plain) : plain)
}

/** In UTF-16 units: nobody's prefecture and city are longer. */
const longestRead = 200

/** Tokyo, Japan: the shop sends within Japan alone. */
const withoutCountry = (text: string): string =>
  text.length > longestRead ? text : text.replace(/([^\s,、，])[\s,、，]+(?:japan|jp|日本国?)[\s.]*$/i, '$1')

/**
 * The prefecture that `text` is, such as 東京都: in kanji with or without its last sign, in romaji, as JP-13 or 13, also before the country;
 * null for any other text (M15).
 */
export const prefectureOf = (text: string): string | null =>
  named(/^\s*[\d０-９]{2}\s*$/.test(text) ? `JP-${text.trim()}` : withoutCountry(text))?.prefecture ?? null

interface Led extends Named {
  readonly rest: string
}

/** The prefecture that `text` begins with, and what follows it. */
const ledBy = (text: string): Led | null => {
  const prefecture = prefectures.find((each) => text.startsWith(each))
  if (prefecture !== undefined)
    return { prefecture, isFull: true, rest: text.slice(prefecture.length).replace(/^[\s,、]+/, '') }
  // Two words for Tokyo Prefecture or Osaka Fu, before one.
  for (const pattern of [/^([^\s,、]+[\s]+[^\s,、]+)[\s,、]*/, /^([^\s,、]+)[\s,、]*/]) {
    const [whole = '', words = ''] = pattern.exec(text) ?? []
    const found = named(words)
    if (found !== undefined) return { ...found, rest: text.slice(whole.length) }
  }
  return null
}

const municipality = /[-\s](?:shi|city|ku|ward|gun|cho|machi|mura|son)$/i
const namesCity = /[-\s](?:shi|city|gun|cho|machi|mura|son)$/i

/** The prefecture that a city is followed by, as in Shibuya-ku, Tokyo, and what stands before it. */
const endedBy = (text: string): Led | null => {
  if (text.length > longestRead) return null
  // Two words for Tokyo Prefecture or Osaka Fu, before one.
  for (const pattern of [
    /([\s,、，]+)([^\s,、，]+\s+[^\s,、，]+)[\s,、，.]*$/,
    /([\s,、，]+)([^\s,、，]+)[\s,、，]*$/,
  ]) {
    const [whole = '', gap = '', words = ''] = pattern.exec(text) ?? []
    const found = named(words)
    if (found === undefined) continue
    const rest = text.slice(0, text.length - whole.length)
    // Nishi Tokyo is a city.
    if (gap.trim() === '' && !municipality.test(rest) && !found.isFull) continue
    // Kita-ku, Osaka: of the city or of the prefecture, nobody knows.
    return { ...found, isFull: found.isFull || namesCity.test(rest), rest }
  }
  return null
}

const isFull = (named: Named): boolean => named.isFull

const isFullOrNoCity = (named: Named): boolean => named.isFull || withoutNamesake.has(named.prefecture)

/** `text` without the prefecture where `read` finds it, however often it stands there. */
const without = (
  prefecture: string,
  text: string,
  isMeant: (named: Named) => boolean,
  read: (text: string) => Led | null = ledBy,
): string => {
  const led = read(text)
  if (led === null || led.prefecture !== prefecture || !isMeant(led)) return text
  return without(prefecture, led.rest, isMeant, read)
}

/**
 * The address with its prefecture in kanji and once, without the country: also of an address that names it in the field of the city, or once more
 * there, before or after the city, or before the street (M15). Null where none can be read, or the city names another one.
 */
export const readAddress = (address: DeliveryAddress): DeliveryAddress | null => {
  const { line1 } = address
  const [typed, typedCity] = [withoutCountry(address.prefecture), withoutCountry(address.city)]
  const whole = prefectureOf(typed)
  const parts = joinedParts([typed, typedCity])
  const led =
    whole === null ? [ledBy(parts), endedBy(parts)].find((each) => each && isFullOrNoCity(each)) : null
  const prefecture = whole ?? led?.prefecture
  if (prefecture === undefined) return null
  const begun = without(prefecture, led?.rest ?? typedCity, isFullOrNoCity)
  const city = without(prefecture, begun, isFullOrNoCity, endedBy)
  if (ledBy(city)?.isFull === true || endedBy(city)?.isFull === true) return null
  // 神奈川 alone is a street of 神奈川区.
  const street = without(prefecture, line1, isFull)
  // Who writes the prefecture before the street writes the city there as well.
  const isWhole = street !== line1 && street.startsWith(city)
  return { ...address, prefecture, city, line1: isWhole ? street.slice(city.length).trim() : street }
}

/** Whether `text` begins with one prefecture as carriers read it, and not with a second one. */
export const beginsWithPrefecture = (text: string): boolean => {
  const prefecture = prefectures.find((each) => text.startsWith(each))
  return prefecture !== undefined && ledBy(text.slice(prefecture.length).trim())?.isFull !== true
}

/** Signs that would become another number or word beside one of their kind: letters and figures, also 一 and Ⅱ. */
const runs = '\\p{Script=Latin}\\p{N}一二三四五六七八九十百'
const runsOn = new RegExp(`[${runs}.,)]$`, 'u')
const goesOn = new RegExp(`^[${runs}#]`, 'u')

/** The parts of an address as one text: a blank where figures or Latin letters would meet, nothing elsewhere (M15). */
export const joinedParts = (parts: readonly string[]): string =>
  parts
    .filter((part) => part !== '')
    .reduce(
      (text, part) => (runsOn.test(nfkc(text)) && goesOn.test(nfkc(part)) ? `${text} ${part}` : text + part),
      '',
    )

/** Prefecture, city and house number in one line, the prefecture in kanji where it can be read (M15). */
export const placeOf = (address: DeliveryAddress): string => {
  const { prefecture, city, line1 } = readAddress(address) ?? address
  return joinedParts([prefecture, city, line1])
}

/** `placeOf` and the building in one line, as a map and a person read it (M15). */
export const wholePlaceOf = (address: DeliveryAddress): string =>
  [placeOf(address), address.line2].filter((part) => part !== '').join(' ')

/** Whether two signs that follow each other belong to one number or word, which no line divides unless it must. */
export const belongTogether = (before: string, after: string): boolean =>
  together.test(before) && together.test(after)

const together = new RegExp(`^[${runs}.\\-－ー―～ｰ]$`, 'u')

/** Of its form's fields, and in the log. */
export const addressLabels = {
  recipient: 'お名前',
  postalCode: '郵便番号',
  prefecture: '都道府県',
  city: '市区町村',
  line1: '番地',
  line2: '建物・部屋番号',
  phone: '電話',
} as const

export type AddressFieldName = keyof typeof addressLabels

/** For the form: the address as it is read, or as it was typed where it cannot be. */
export const addressValues = ({
  address: typed,
  phone,
}: Pick<Customer, 'address' | 'phone'>): Readonly<Record<AddressFieldName, string>> => {
  const address = typed && (readAddress(typed) ?? typed)
  return {
    recipient: address?.recipient ?? '',
    postalCode: address?.postalCode ?? '',
    prefecture: address?.prefecture ?? '',
    city: address?.city ?? '',
    line1: address?.line1 ?? '',
    line2: address?.line2 ?? '',
    phone: domesticPhone(phone ?? ''),
  }
}

/** Of the form that corrects an address: whom a parcel goes to is one value, with the telephone (N83). */
export const presentAddress = ({
  version,
  ...customer
}: Pick<Customer, 'address' | 'phone'> & Pick<Order, 'version'>) => ({
  version,
  values: addressValues(customer),
  labels: addressLabels,
  wholes: [{ name: 'address', label: 'お届け先', fields: Object.keys(addressLabels) }],
})

/** Of the form that corrects a buyer’s e-mail address. */
export const presentEmail = (version: number, email: string | null) => ({
  version,
  values: { email: email ?? '' },
  labels: { email: 'メールアドレス' },
})
