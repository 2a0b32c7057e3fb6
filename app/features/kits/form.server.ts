import { z } from 'zod'
import { productNumber } from '~/features/catalogue/rules.ts'
import { parseDate } from '~/kernel/dates.ts'
import { cardCount } from '~/kernel/list-address.ts'
import { parsePriceOrZero } from '~/kernel/money.ts'
import { cellText, idText, pictureAddress } from '~/server/table-file/check-rows.ts'
import type { Columns } from '~/server/table-file/read-table.ts'
import { type KitListing, kitLevels, levelOf } from './rules.ts'

export const kitColumns = {
  id: ['番号', '管理番号'],
  name: ['名前', '商品名'],
  price: ['価格'],
  level: ['レベル'],
  fabricSize: ['布のサイズ', '生地サイズ'],
  comment: ['コメント', '説明'],
  imageUrl: ['画像'],
  createdAt: ['登録日'],
} satisfies Columns

/** The price is certain, 0 for a gift (C5); the date has a known form or is absent. */
export const kitRow = z.object({
  id: idText
    .refine((id) => id === '' || productNumber(id) !== null, { error: 'この番号（id）は使えません。' })
    .transform((id) => productNumber(id) ?? id),
  name: cellText('名前', { least: 1, most: 200 }),
  price: cellText('価格', { least: 1, most: 100 }).refine((price) => parsePriceOrZero(price) !== null, {
    error: '価格は0から999999までの整数ひとつにしてください。',
  }),
  level: cellText('レベル', { least: 0, most: 100 }).transform(levelOf),
  fabricSize: cellText('布のサイズ', { least: 0, most: 200 }),
  comment: cellText('コメント', { least: 0, most: 2_000 }),
  imageUrl: pictureAddress,
  createdAt: cellText('登録日', { least: 0, most: 100 })
    .refine((date) => date === '' || parseDate(date) !== null, {
      error: '登録日は 2026/4/1 のように書いてください。',
    })
    .transform((date) => parseDate(date)),
})

/** What the parameters of the list's address ask for; an unknown level is none, of two the first counts (P24). */
export const parseKitListing = (parameters: URLSearchParams, pageSize: number): KitListing => ({
  level: kitLevels.find((level) => level === parameters.get('level')) ?? null,
  count: cardCount(parameters.get('count'), pageSize),
})
