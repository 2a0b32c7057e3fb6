import { href } from '~/href.ts'
import type { Yen } from '~/kernel/money.ts'
import type { Joined } from '~/kernel/shop-settings.ts'
import { codePointLength, nfkc } from '~/kernel/text.ts'

export type ProductType = 'fabric' | 'kit'

export type ProductSource = 'own' | 'feed' | 'demo'

/** The one status whose products are shown and sold (P1). */
export const publishedStatus = '公開中'

/** A number as the last part of an address, which cannot end like a folder or like the data of another page. */
export const numberInAddress = (number: string): string =>
  /^\.{1,2}$|\.data$/.test(number) ? `${number}~` : number

/** The page of a product; its number is kept to the letter (P28). */
export const productPath = ({ type, number }: Pick<SellableProduct, 'type' | 'number'>): string =>
  href(type === 'fabric' ? '/all-products/:number' : '/kits/:number', { number: numberInAddress(number) })

/** Where the share card of a product lies. */
export const shareCardOfProduct = ({ type, number }: Pick<SellableProduct, 'type' | 'number'>): string =>
  href(type === 'fabric' ? '/all-products/:number/share.jpg' : '/kits/:number/share.jpg', {
    number: numberInAddress(number),
  })

/** The numbers that an address may mean, the likeliest first; `written` is its last part, decoded. */
export const numbersWritten = (written: string): string[] =>
  [written, ...(written.endsWith('~') ? [written.slice(0, -1)] : [])].flatMap(
    (text) => productNumber(text) ?? [],
  )

const side = 50

/** More units are wound on a roll, whose length people ask for instead of reading it here. */
const mostMeasured = 10

/** What several units of one fabric come as (P29); null for one unit, and for a kit. */
export const joinedPiece = (type: ProductType, units: number, joined: Joined): string | null => {
  if (type === 'kit' || units < 2) return null
  if (joined === 'lengthwise' && units <= mostMeasured)
    return `${units}枚 = ${side}cm × ${side * units}cm の1枚でお届け`
  return `${units}枚分をつなげたままお届け`
}

/** What the shop shows and sells; a `price` of null is 価格確認中: shown, not for sale (C9). `imageUrl` is fit for `src`. */
export interface SellableProduct {
  readonly number: string
  readonly type: ProductType
  readonly name: string
  readonly description: string
  readonly price: Yen | null
  readonly imageUrl: string
  /** Our own copy of that picture, once there is one; screens show it in its place (P34). */
  readonly picture?: string
  /** The owner does not sell it for now: shown, not for sale. */
  readonly suspended?: true
  /** Of a counted product: the units of its longest uncut piece (K10); without it there is no limit. */
  readonly most?: number
  /** Of a counted product: others are paying for some of it now, which may come back. */
  readonly waits?: true
}

/** The picture of a product as screens show it. */
export const pictureOfProduct = ({
  picture,
  imageUrl,
}: Pick<SellableProduct, 'picture' | 'imageUrl'>): string => picture ?? imageUrl

/** Whether it is for sale: neither suspended nor without a certain price (C9), nor sold out (K10). */
export const isForSale = ({
  price,
  suspended,
  most,
}: Pick<SellableProduct, 'price' | 'suspended' | 'most'>): boolean =>
  price !== null && suspended === undefined && most !== 0

/** Nothing of it is left, and nobody is paying for what might come back. */
export const isSoldOut = ({ most, waits }: Pick<SellableProduct, 'most' | 'waits'>): boolean =>
  most === 0 && waits === undefined

/** More than these are not told. */
const mostTold = 10

/** What a shopper reads of the cloth that is left of a fabric (K10); null for plenty, and for what is not counted. */
export const leftText = (
  { type, most = 0 }: Pick<SellableProduct, 'type' | 'most'>,
  joined: Joined,
): string | null => {
  return type === 'kit' || most < 1 || most > mostTold
    ? null
    : `いま、${joined ? 'つなげて' : ''}${most}枚までお届けできます`
}

/** What a product's page shows beside what lists do. */
export interface ProductOfPage extends SellableProduct {
  /** As they are shown, ours where there are copies; the first is that of `imageUrl`. */
  readonly pictures: readonly string[]
}

/** The number of the 送料 line on the payment page; no product may bear it (S2). */
export const shippingNumber = 'shipping'

const longestNumber = 64

/** A product's number as it is stored and compared (NFKC, trimmed); null for a text that can be none (S2). */
export const productNumber = (text: string): string | null => {
  const number = nfkc(text.toWellFormed()).trim()
  const isOne = number !== '' && codePointLength(number) <= longestNumber && !/\p{C}|\s{2,}/u.test(number)
  return isOne && number.toLowerCase() !== shippingNumber ? number : null
}

const longestReading = 200
const kana = /^(?:[\p{Script=Hiragana}\p{Script=Katakana}ーA-Za-z]|\P{L})*$/u

/** How a name is read, for its place among others: kana, beside what names hold of digits and letters; null for a text that is none. */
export const readingOf = (text: string): string | null => {
  const reading = nfkc(text.toWellFormed()).replace(/\s+/gu, ' ').trim()
  return kana.test(reading) && codePointLength(reading) <= longestReading ? reading : null
}

/** In their order (P20); 'other' is anything else. */
export const kitLevels = ['beginner', 'intermediate', 'advanced', 'other'] as const
export type KitLevel = (typeof kitLevels)[number]

/** `createdAt` in epoch ms; null for when it was first stored. */
export interface KitToStore {
  readonly id: string
  readonly name: string
  /** Of the name, in kana. */
  readonly reading?: string
  readonly price: string
  readonly level: KitLevel
  readonly fabricSize: string
  /** Numbers of fabrics that go with it, and addresses of further pictures, one a line. */
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

/** The level that a text names, in English or Japanese (P20). */
export const levelOf = (text: string): KitLevel => {
  const wanted = nfkc(text).trim().toLowerCase()
  return kitLevels.find((level) => wanted === level || wanted === names[level]) ?? 'other'
}

/** In their known order: the buttons beside すべて (P20). */
export const distinctLevels = (levels: readonly KitLevel[]): KitLevel[] =>
  kitLevels.filter((level) => levels.includes(level))

/** What a kit's page shows. */
export interface KitOfPage extends Kit, ProductOfPage {
  /** Numbers of fabrics that go with it, which may not be sold now. */
  readonly fabricNumbers: readonly string[]
}
