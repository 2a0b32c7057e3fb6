import { z } from 'zod'
import { defaultLogo, displayImageUrl } from '../../kernel/image-url.ts'
import { codePointLength } from '../../kernel/japanese-text.ts'

const allowedControls = /[^\P{Cc}\n\t]/u

/** A cell as text, trimmed, line ends as \n: `least` to `most` characters. `name` is the column's name in the messages. */
export const cellText = (name: string, { least, most }: { readonly least: number; readonly most: number }) =>
  z
    .union([z.string(), z.number()])
    .default('')
    .transform((cell) => String(cell).replaceAll(/\r\n?/g, '\n').trim())
    .refine((text) => codePointLength(text) >= least, { error: `${name}がありません。` })
    .refine((text) => codePointLength(text) <= most, { error: `${name}は${most}文字までです。` })
    .refine((text) => text.isWellFormed() && !allowedControls.test(text), {
      error: `${name}に使えない文字があります。`,
    })

/** The id of a row: one line, up to 64 characters. */
export const idText = cellText('番号（id）', { least: 1, most: 64 }).refine(
  (id) => !/\s{2,}|[\n\t]/.test(id),
  {
    error: '番号（id）に改行や続いた空白は使えません。',
  },
)

/** The address of a picture, or nothing: one that the picture rule would not show is a mistake to be told (S:L100-104). */
export const pictureAddress = cellText('画像', { least: 0, most: 2_000 }).refine(
  (address) => address === '' || address === defaultLogo || displayImageUrl(address) !== defaultLogo,
  { error: '画像は https:// か /Image/ で始まる住所にしてください。' },
)
