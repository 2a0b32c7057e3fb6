import { filesOf, type PictureName } from './rules.ts'
import { shareCardName } from './share-card.rules.ts'

/** A file that is being written, as `writeWhole` calls it. */
export const isUnfinished = (file: string): boolean => /^\.[\da-f-]{36}\.unfinished$/.test(file)

/** The picture that is shared with goods; a new one is made when it is asked for. */
export const isProductCard = (file: string): boolean => /^[\da-f]{32}-goods-(?:whole|fill)\.jpg$/.test(file)

/** The upload that this is a file of, its share picture among them: key and pixels, 0 of a PDF. Undefined for all others. */
export const uploadOfFile = (file: string): PictureName | undefined => {
  const [, name, hash = '', width = '0', height = '0'] =
    /^(([\da-f]{32})(?:-([1-9]\d{0,3})x([1-9]\d{0,3}))?)[-.]/.exec(file) ?? []
  if (name === undefined) return undefined
  const upload = { name, width: Number(width), height: Number(height) }
  const isPicture = name !== hash
  const isOne = filesOf(upload).includes(file) || (isPicture && file === shareCardName(name))
  return isOne ? upload : undefined
}

const hour = 3_600_000

/** Writing takes seconds; clocks of a shared folder may differ by minutes. */
export const unfinishedMs = hour

/** So old, a goods' share picture may be one of a photograph that was replaced. */
export const productCardMs = 30 * 24 * hour
