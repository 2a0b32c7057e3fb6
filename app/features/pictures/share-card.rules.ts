import { defaultLogo } from '~/kernel/image-url.ts'

interface Size {
  readonly width: number
  readonly height: number
}

export interface ShareCard {
  /** The part of the photograph that it shows, in pixels. */
  readonly cut: Size & { readonly left: number; readonly top: number }
  /** Of the card; paper is what the photograph does not fill. */
  readonly card: Size
}

/** Of 1200 x 630, the shape that the networks ask for. */
const ratio = 1200 / 630

/** The networks show a smaller picture as a stamp beside the text. */
const smallest: Size = { width: 600, height: 315 }

/** The largest cut of that shape from the middle of a photograph, never enlarged; a small photograph lies on a card of 600 x 315. */
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

/** Name of its file beside the picture `name`. */
export const shareCardName = (name: string): string => `${name}-share.jpg`

const productCard: Size = { width: 1200, height: 630 }

/** Can a card be made of the picture at this address? Of one in our own folder, but not of what stands in for a missing one. */
export const hasProductCard = (address: string): boolean =>
  /^\/Image\/[^?#]+\.(?:jpe?g|png|webp|svg)$/i.test(address) && address !== defaultLogo

/** Is it seen whole, as what was made should be, or does it fill the card, as a fabric can? */
export type CardFit = 'whole' | 'fill'

/** What the picture is made to fit into for the card. */
export const fitOfProduct = (fit: CardFit): Size =>
  fit === 'whole' ? productCard : { width: productCard.width, height: productCard.width }

/** The middle of a product's picture on a card of 1200 x 630, never enlarged. */
export const productCardOf = ({ width, height }: Size): ShareCard => {
  const cut = { width: Math.min(width, productCard.width), height: Math.min(height, productCard.height) }
  const middle = { left: Math.floor((width - cut.width) / 2), top: Math.floor((height - cut.height) / 2) }
  return { cut: { ...cut, ...middle }, card: productCard }
}

/** What a shared link to a product shows, whose card lies at `url`; undefined for the shop's own picture. */
export const sharedCard = (url: string, address: string, alt: string) =>
  hasProductCard(address) ? { url, ...productCard, alt } : undefined

/** Name of its file; `content` is the hash of the picture. */
export const productCardName = (content: string, fit: CardFit): string => `${content}-goods-${fit}.jpg`
