import { defaultLogo } from '~/kernel/image-url.ts'
import { shareCardSize } from '~/kernel/share-card.ts'
import { filesOf, type PictureName } from './rules.ts'

export const shareCardName = (name: string): string => `${name}-share.jpg`

/** True for pictures in our own folder, except the placeholder of a missing one. */
export const hasProductCard = (address: string): boolean =>
  /^\/Image\/[^?#]+\.(?:jpe?g|png|webp|svg)$/i.test(address) && address !== defaultLogo

/** Undefined means the shop's own picture. */
export const sharedCard = (url: string, address: string, alt: string) =>
  hasProductCard(address) ? { url, ...shareCardSize, alt } : undefined

/** `content` is the hash of the picture and the words. */
export const productCardName = (content: string): string => `${content}-goods-card.jpg`

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
