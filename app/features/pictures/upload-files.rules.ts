import { filesOf, type PictureName } from './rules.ts'
import { shareCardName } from './share-card.rules.ts'

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
