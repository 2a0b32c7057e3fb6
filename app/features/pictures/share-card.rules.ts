import { defaultLogo } from '~/kernel/image-url.ts'
import { filesOf, type PictureName } from './rules.ts'

interface Size {
  readonly width: number
  readonly height: number
}

export interface ShareCard {
  /** Part of the photograph, in px. */
  readonly cut: Size & { readonly left: number; readonly top: number }
  /** The photograph may leave its edges as paper. */
  readonly card: Size
}

/** The shape that networks ask for. */
const ratio = 1200 / 630

/** Networks show smaller pictures as a thumbnail beside the text. */
const smallest: Size = { width: 600, height: 315 }

/** The largest central cut, never enlarged; a small photograph lies on a card of 600 x 315. */
export const shareCardOf = (photograph: Size): ShareCard => {
  const width = Math.min(photograph.width, Math.round(photograph.height * ratio))
  const whole = { width, height: Math.min(photograph.height, Math.round(width / ratio)) }
  const card = whole.width < smallest.width ? smallest : whole
  const cut = {
    width: Math.min(photograph.width, card.width),
    height: Math.min(photograph.height, card.height),
  }
  return {
    cut: {
      ...cut,
      left: Math.floor((photograph.width - cut.width) / 2),
      top: Math.floor((photograph.height - cut.height) / 2),
    },
    card,
  }
}

export const shareCardName = (name: string): string => `${name}-share.jpg`

const productCard: Size = { width: 1200, height: 630 }

/** True for pictures in our own folder, except the placeholder of a missing one. */
export const hasProductCard = (address: string): boolean =>
  /^\/Image\/[^?#]+\.(?:jpe?g|png|webp|svg)$/i.test(address) && address !== defaultLogo

/** A recipe's photograph is shown whole, a fabric may be cut to fill the card. */
export type CardFit = 'whole' | 'fill'

export const fitOfProduct = (fit: CardFit): Size =>
  fit === 'whole' ? productCard : { width: productCard.width, height: productCard.width }

/** The middle of a product's picture, never enlarged. */
export const productCardOf = ({ width, height }: Size): ShareCard => {
  const cut = { width: Math.min(width, productCard.width), height: Math.min(height, productCard.height) }
  const middle = { left: Math.floor((width - cut.width) / 2), top: Math.floor((height - cut.height) / 2) }
  return { cut: { ...cut, ...middle }, card: productCard }
}

/** Undefined means the shop's own picture. */
export const sharedCard = (url: string, address: string, alt: string) =>
  hasProductCard(address) ? { url, ...productCard, alt } : undefined

/** `content` is the picture's hash. */
export const productCardName = (content: string, fit: CardFit): string => `${content}-goods-${fit}.jpg`

/** Key and pixels (0 for a PDF) of the upload to which a file belongs; undefined for other files. */
export const uploadOfFile = (file: string): PictureName | undefined => {
  const [, name, hash = '', width = '0', height = '0'] =
    /^(([\da-f]{32})(?:-([1-9]\d{0,3})x([1-9]\d{0,3}))?)[-.]/.exec(file) ?? []
  if (name === undefined) return undefined
  const upload = { name, width: Number(width), height: Number(height) }
  const isPicture = name !== hash
  const isOne = filesOf(upload).includes(file) || (isPicture && file === shareCardName(name))
  return isOne ? upload : undefined
}
