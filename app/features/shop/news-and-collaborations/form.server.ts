import { z } from 'zod'
import { safeLink } from '~/kernel/links.ts'
import { cellText, idText, pictureAddress } from '~/server/table-file/check-rows.ts'
import type { Columns } from '~/server/table-file/read-table.ts'

export const newsColumns = {
  id: ['番号'],
  date: ['日付'],
  title: ['題名', 'タイトル'],
  content: ['本文', '内容'],
} satisfies Columns

/** The date may have any form (P15), the content is plain text (P16). */
export const newsRow = z.object({
  id: idText,
  date: cellText('日付', { least: 1, most: 100 }),
  title: cellText('題名', { least: 1, most: 200 }),
  content: cellText('本文', { least: 0, most: 10_000 }),
})

export const linkColumns = {
  id: ['番号'],
  title: ['題名', 'タイトル'],
  price: ['価格'],
  imageUrl: ['画像'],
  applyUrl: ['申込みURL', '申し込みURL'],
  influencerUrl: ['インフルエンサーURL'],
} satisfies Columns

const outsideAddress = (name: string) =>
  cellText(name, { least: 0, most: 2_000 }).refine(
    (address) => address === '' || safeLink(address) !== null,
    {
      error: `${name}は https:// で始まるURLにしてください。`,
    },
  )

/** Links are https or empty (P12). */
export const linkRow = z.object({
  id: idText,
  title: cellText('題名', { least: 1, most: 200 }),
  price: cellText('価格', { least: 0, most: 100 }),
  imageUrl: pictureAddress,
  applyUrl: outsideAddress('申込みURL'),
  influencerUrl: outsideAddress('インフルエンサーURL'),
})
