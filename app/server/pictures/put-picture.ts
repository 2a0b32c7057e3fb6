import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { textOf, writeWhole } from '../whole-file.ts'

/**
 * Writes a picture below `imagesDir` (served under /Image/), whole or not at all, and says whether it differed from the one
 * there. `path` must be ours, never a visitor's.
 */
export const putPicture = async (
  imagesDir: string,
  picture: { readonly path: string; readonly content: string },
): Promise<boolean> => {
  const target = join(imagesDir, picture.path)
  if ((await textOf(target)) === picture.content) return false
  await mkdir(dirname(target), { recursive: true })
  await writeWhole(target, picture.content)
  return true
}

/** As `putPicture`, but leaves whatever is there: it may be the owner's own. */
export const putMissingPicture = async (
  imagesDir: string,
  picture: { readonly path: string; readonly content: string },
): Promise<boolean> =>
  (await textOf(join(imagesDir, picture.path))) === undefined && putPicture(imagesDir, picture)
