import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { displayImageUrl } from '../../kernel/image-url.ts'

/** A row of a file that shows the picture at `address`, or none. */
export interface PicturedRow {
  readonly place: string
  readonly id: string
  readonly title: string
  readonly address: string
}

/**
 * A remark for each row whose picture the shop itself would serve (`/Image/...`) and does not have in `imagesDir`, with the
 * place where its file belongs. Pictures elsewhere are not looked at.
 */
export const missingPictures = async (imagesDir: string, rows: readonly PicturedRow[]): Promise<string[]> => {
  const remarks: string[] = []
  for (const { place, id, title, address } of rows) {
    const file = fileServedAt(address, imagesDir)
    if (file === null || (await isFile(file))) continue
    remarks.push(
      `${place}：「${title}」（番号 ${id}）の画像 ${address} がまだありません。画像のファイルを ${file} に置いてください。`,
    )
  }
  return remarks
}

const root = '/Image/'

/** The file behind a picture's address, as a browser asks for it and the server decodes it; null when it is not ours. */
const fileServedAt = (address: string, imagesDir: string): string | null => {
  const shown = displayImageUrl(address)
  if (address === '' || !shown.startsWith(root)) return null
  const { pathname } = new URL(shown, 'http://shop.invalid')
  return join(imagesDir, decodeURI(pathname).slice(root.length))
}

const isFile = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isFile(),
    () => false,
  )
