import { z } from 'zod'
import { parseDate } from '~/kernel/dates.ts'
import { pictureAddresses } from '~/kernel/image-url.ts'
import { cardCount } from '~/kernel/list-address.ts'
import { moneySigns, typedPrice } from '~/kernel/typed-money.ts'
import { cellText, idText, pictureAddress } from '~/server/table-file/check-rows.ts'
import type { Columns } from '~/server/table-file/read-table.ts'
import { colours, type Kind, materials, patterns } from './facets.rules.ts'
import type { KitListing, ProductListing } from './listing.rules.ts'
import { readNarrowing } from './narrowing.rules.ts'
import { kitLevels, levelOf, productNumber, readingOf } from './rules.ts'

const longestName = 400

const name = z
  .string()
  .max(longestName)
  .regex(/^[^\p{Cc}\p{Cs}\uFFFD]*$/u)
  .transform((text) => text.trim())
  .catch('')

const chosen = <Id extends string>(kinds: readonly Kind<Id>[], id: string | null): Id | null =>
  kinds.find((kind) => kind.id === id)?.id ?? null

/** Ignores impossible values; the first of repeated parameters counts (P24). */
export const parseListing = (parameters: URLSearchParams, pageSize: number): ProductListing => ({
  ...readNarrowing(parameters),
  name: name.parse(parameters.get('name')),
  colour: chosen(colours, parameters.get('colour')),
  pattern: chosen(patterns, parameters.get('pattern')),
  material: chosen(materials, parameters.get('material')),
  count: cardCount(parameters.get('count'), pageSize),
})

export const kitColumns = {
  id: ['番号', '管理番号'],
  name: ['名前', '商品名'],
  reading: ['読み', 'よみがな'],
  price: ['価格'],
  level: ['レベル'],
  fabricSize: ['布のサイズ', '生地サイズ'],
  fabricNumbers: ['使う布の番号', '使う布'],
  comment: ['コメント', '説明'],
  imageUrl: ['画像'],
  moreImages: ['ほかの画像'],
  createdAt: ['登録日'],
} satisfies Columns

const numbersIn = (cell: string): string[] =>
  cell
    .split(/[、,\n]/)
    .map((number) => number.trim())
    .filter((number) => number !== '')

/** The price is certain, 0 for a gift (C5); the date has a known form or is absent. */
export const kitRow = z.object({
  id: idText
    .refine((id) => id === '' || productNumber(id) !== null, { error: 'この番号（id）は使えません。' })
    .transform((id) => productNumber(id) ?? id),
  name: cellText('名前', { least: 1, most: 200 }),
  reading: cellText('読み', { least: 0, most: 200 })
    .refine((reading) => readingOf(reading) !== null, {
      error: '読みは、ひらがなかカタカナで書いてください。',
    })
    .transform((reading) => readingOf(reading) ?? ''),
  price: cellText('価格', { least: 1, most: 100 }).refine((price) => typedPrice(price) !== null, {
    error: `価格は0から999999までの整数ひとつにしてください。${moneySigns}`,
  }),
  level: cellText('レベル', { least: 0, most: 100 }).transform(levelOf),
  fabricSize: cellText('布のサイズ', { least: 0, most: 200 }),
  fabricNumbers: cellText('使う布の番号', { least: 0, most: 2_000 })
    .refine((cell) => numbersIn(cell).every((number) => productNumber(number) !== null), {
      error: '使う布の番号に、番号として使えないものがあります。',
    })
    .transform((cell) =>
      [...new Set(numbersIn(cell).flatMap((number) => productNumber(number) ?? []))].join('\n'),
    ),
  comment: cellText('コメント', { least: 0, most: 2_000 }),
  imageUrl: pictureAddress,
  moreImages: cellText('ほかの画像', { least: 0, most: 10_000 })
    .refine((cell) => pictureAddresses(cell).every((each) => pictureAddress.safeParse(each).success), {
      error: 'ほかの画像は、https:// か /Image/ で始まるURLを、空白や改行で区切って書いてください。',
    })
    .transform((cell) => pictureAddresses(cell).join('\n')),
  createdAt: cellText('登録日', { least: 0, most: 100 })
    .refine((date) => date === '' || parseDate(date) !== null, {
      error: '登録日は 2026/4/1 のように書いてください。',
    })
    .transform((date) => parseDate(date)),
})

/** Ignores unknown levels; the first of repeated parameters counts (P24). */
export const parseKitListing = (parameters: URLSearchParams, pageSize: number): KitListing => ({
  ...readNarrowing(parameters),
  level: kitLevels.find((level) => level === parameters.get('level')) ?? null,
  count: cardCount(parameters.get('count'), pageSize),
})
