import { href } from '~/href.ts'
import type { Yen } from '~/kernel/money.ts'
import type { Joined } from '~/kernel/shop-settings.ts'
import { codePointLength, nfkc } from '~/kernel/text.ts'
import type { FabricFacts } from './fabric-facts.rules.ts'

export type ProductType = 'fabric' | 'kit'

export type ProductSource = 'own' | 'feed' | 'demo'

/** Only this status is shown and sold (P1). */
export const publishedStatus = '公開中'

/** Shown nowhere (N42). */
export const draftState = '下書き'

/** Addresses of a product's photographs, beginning with that of lists. */
export const picturesOf = ({
  imageUrl,
  moreImages = '',
}: {
  readonly imageUrl: string
  readonly moreImages?: string
}): string[] => [imageUrl, ...moreImages.split('\n')].filter((url) => url !== '')

/** Escapes numbers whose end a router would take for a folder or for another page's data. */
export const numberInAddress = (number: string): string =>
  /^\.{1,2}$|\.data$/.test(number) ? `${number}~` : number

/** Keeps the number to the letter (P28). */
export const productPath = ({ type, number }: Pick<SellableProduct, 'type' | 'number'>): string =>
  href(type === 'fabric' ? '/all-products/:number' : '/kits/:number', { number: numberInAddress(number) })

export const shareCardOfProduct = ({ type, number }: Pick<SellableProduct, 'type' | 'number'>): string =>
  href(type === 'fabric' ? '/all-products/:number/share.jpg' : '/kits/:number/share.jpg', {
    number: numberInAddress(number),
  })

/** Numbers that an address may mean, the likeliest first; `written` is its decoded last part. */
export const numbersWritten = (written: string): string[] =>
  [written, ...(written.endsWith('~') ? [written.slice(0, -1)] : [])].flatMap(
    (text) => productNumber(text) ?? [],
  )

const side = 50

/** The single piece of several units (P29); null for one unit and for kits. */
export const joinedPiece = (type: ProductType, units: number, joined: Joined): string | null => {
  if (type === 'kit' || units < 2) return null
  if (joined === 'lengthwise') return `${units}枚 = ${side}cm × ${side * units}cm の1枚でお届け`
  return `${units}枚分をつなげたままお届け`
}

/** A `price` of null reads 価格確認中: shown, not sold (C9). `imageUrl` is safe for `src`. */
export interface SellableProduct {
  readonly number: string
  readonly type: ProductType
  readonly name: string
  readonly description: string
  /** Of a fabric whose description does not tell them by its form; read with `factsOfProduct`. */
  readonly facts?: FabricFacts
  readonly price: Yen | null
  readonly imageUrl: string
  /** Our copy of the picture, shown instead once it exists (P34). */
  readonly picture?: string
  /** Shown, but not for sale for now. */
  readonly suspended?: true
  /** Units of a counted product's longest piece (K10); no limit without it. */
  readonly most?: number | undefined
  /** Some units are held by open payments and may become available again. */
  readonly waits?: true | undefined
  /** Units of fabric that a kit needs; not there where its size tells no number (C29). */
  readonly unitsNeeded?: number | undefined
}

/** What an unpaid order of this browser holds of a product. */
export interface OwnHold {
  /** Opens the order. */
  readonly token: string
  readonly units: number
  /** Money for it is on its way. */
  readonly isBeingPaid: boolean
  /** What the browser could order if it gave its holds back, and whether others are paying for some; once the shop has told it. */
  readonly left?: OwnStock
}

export interface OwnStock {
  readonly most: number
  readonly waits: boolean
}

/** A shared page counts the browser's own hold among those of others: what it holds it can order anew (K5, K31). */
export const withOwnHold = <P extends Pick<SellableProduct, 'most' | 'waits'>>(
  product: P,
  hold: OwnHold | undefined,
): P => {
  if (hold === undefined || hold.isBeingPaid || product.most === undefined) return product
  const { left, units } = hold
  const most = Math.max(product.most, left?.most ?? units)
  return left === undefined
    ? { ...product, most }
    : { ...product, most, waits: left.waits ? true : undefined }
}

/** What the shop says of a product now, after the page was drawn; null if it is not sold any more, or not for now. */
export type StockNow = Pick<SellableProduct, 'most' | 'waits'> | null

/** The product of a page that has stayed open, with the stock that the shop told since (C26); undefined has told nothing. */
export const withStockNow = <P extends Pick<SellableProduct, 'most' | 'waits' | 'suspended'>>(
  product: P,
  now: StockNow | undefined,
): P => {
  if (now === undefined) return product
  return now === null ? { ...product, suspended: true } : { ...product, most: now.most, waits: now.waits }
}

export const pictureOfProduct = ({
  picture,
  imageUrl,
}: Pick<SellableProduct, 'picture' | 'imageUrl'>): string => picture ?? imageUrl

/** Neither suspended, nor without a certain price (C9), nor sold out (K10). */
export const isForSale = ({
  price,
  suspended,
  most,
}: Pick<SellableProduct, 'price' | 'suspended' | 'most'>): boolean =>
  price !== null && suspended === undefined && most !== 0

/** False while somebody's payment might still fail and release units. */
export const isSoldOut = ({ most, waits }: Pick<SellableProduct, 'most' | 'waits'>): boolean =>
  most === 0 && waits === undefined

/** Undefined for products that an open shop sells (K10), also to the browser whose own order holds the rest (K31). */
export const whyStopped = (
  product: Pick<SellableProduct, 'suspended' | 'most' | 'waits'>,
  own?: OwnHold,
): string | undefined => {
  if (product.suspended) return '販売休止中'
  if (product.most !== 0) return undefined
  if (isSoldOut(product)) return '売り切れ'
  if (own === undefined) return 'お支払い中'
  return own.isBeingPaid ? 'お支払いの確認中' : undefined
}

const lowStock = 10

/** What a quantity counts: 枚 of fabric, 点 of kits and of fabric and kits together. */
export const unitOf = (type: ProductType): '枚' | '点' => (type === 'kit' ? '点' : '枚')

/** As つなげて3枚まで; one unit is joined to nothing. */
export const mostInWords = (most: number, joined: Joined): string =>
  `${joined !== null && most > 1 ? 'つなげて' : ''}${most}枚まで`

/** Tells shoppers a low stock of fabric (K10); null for plenty and for uncounted products. */
export const leftText = (
  { type, most = 0 }: Pick<SellableProduct, 'type' | 'most'>,
  joined: Joined,
): string | null => {
  return type === 'kit' || most < 1 || most > lowStock
    ? null
    : `いま、${mostInWords(most, joined)}お届けできます`
}

export interface ProductOfPage extends SellableProduct {
  /** The description without its facts. */
  readonly text: string
  /** Our copies where they exist; the first replaces `imageUrl`. */
  readonly pictures: readonly string[]
}

/** The number of the 送料 line on the payment page; no product may have it (S2). */
export const shippingNumber = 'shipping'

export const longestNumber = 64

/** The stored form (NFKC, trimmed); null for impossible numbers (S2). */
export const productNumber = (text: string): string | null => {
  const number = nfkc(text.toWellFormed()).trim()
  const isOne = number !== '' && codePointLength(number) <= longestNumber && !/\p{C}|\s{2,}/u.test(number)
  return isOne && number.toLowerCase() !== shippingNumber ? number : null
}

/** Ties match products in any case (P28). */
export const numberKey = (number: string): string => nfkc(number).toLowerCase()

export const longestReading = 200
const kana = /^(?:[\p{Script=Hiragana}\p{Script=Katakana}ーA-Za-z]|\P{L})*$/u

/** The reading for sorting: kana, digits and letters; null for other texts. */
export const readingOf = (text: string): string | null => {
  const reading = nfkc(text.toWellFormed()).replace(/\s+/gu, ' ').trim()
  return kana.test(reading) && codePointLength(reading) <= longestReading ? reading : null
}

/** In display order (P20); 'other' is anything else. */
export const kitLevels = ['beginner', 'intermediate', 'advanced', 'other'] as const
export type KitLevel = (typeof kitLevels)[number]

/** `createdAt` in epoch ms; null means when it is first stored. */
export interface KitToStore {
  readonly id: string
  readonly name: string
  readonly reading?: string
  readonly price: string
  readonly level: KitLevel
  readonly fabricSize: string
  /** Numbers of matching fabrics; like the further pictures one a line. */
  readonly fabricNumbers?: string
  readonly moreImages?: string
  readonly comment: string
  readonly imageUrl: string
  readonly createdAt: number | null
}

/** `createdAt` in epoch ms. */
export interface Kit extends SellableProduct {
  readonly level: KitLevel
  readonly fabricSize: string
  readonly createdAt: number
}

const names: Readonly<Record<KitLevel, string>> = {
  beginner: '初級',
  intermediate: '中級',
  advanced: '上級',
  other: 'その他',
}

export const levelName = (level: KitLevel): string => names[level]

/** Understands English and Japanese (P20). */
export const levelOf = (text: string): KitLevel => {
  const wanted = nfkc(text).trim().toLowerCase()
  return kitLevels.find((level) => wanted === level || wanted === names[level]) ?? 'other'
}

/** In display order: the buttons beside すべて (P20). */
export const distinctLevels = (levels: readonly KitLevel[]): KitLevel[] =>
  kitLevels.filter((level) => levels.includes(level))

export interface KitOfPage extends Kit, ProductOfPage {
  /** Some may not be sold now. */
  readonly fabricNumbers: readonly string[]
}

export const mostUnitsNeeded = 99

/** The units of fabric that a kit needs (C28) as JSON of the shop or of this browser tells them: 1 to 99; undefined for anything else. */
export const unitsNeededIn = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isInteger(value) && value > 0 && value <= mostUnitsNeeded
    ? value
    : undefined
