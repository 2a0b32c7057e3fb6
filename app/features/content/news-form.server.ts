import { z } from 'zod'
import { cellText, idText } from '~/server/table-file/cells.ts'
import type { Columns } from '~/server/table-file/read-rows.ts'

/** The columns of a news file, with the names that a sheet in Japanese may give them. */
export const newsColumns = {
  id: ['番号'],
  date: ['日付'],
  title: ['題名', 'タイトル'],
  content: ['本文', '内容'],
} satisfies Columns

/** A row of a news file; the date may have any form (P15), the content is text, whatever stands in it (P16). */
export const newsRow = z.object({
  id: idText,
  date: cellText('日付', { least: 1, most: 100 }),
  title: cellText('題名', { least: 1, most: 200 }),
  content: cellText('本文', { least: 0, most: 10_000 }),
})
