import { z } from 'zod'
import { searchWords } from '~/kernel/search-text.ts'
import { cellText } from '~/server/table-file/check-rows.ts'
import type { Columns } from '~/server/table-file/read-table.ts'
import { comparedWords, mostOtherWords } from './rules.ts'

export const wordColumns = {
  id: ['ことば'],
  same: ['同じことば'],
  near: ['近いことば'],
} satisfies Columns

const longestWord = 40

const wordsIn = (cell: string): string[] => cell.split(/[、,，\n]/).map((word) => word.trim())

const otherWords = (name: string) =>
  cellText(name, { least: 0, most: 1_000 })
    .refine((cell) => wordsIn(cell).every((word) => [...word].length <= longestWord), {
      error: `${name}は、ひとつ${longestWord}文字までです。`,
    })
    .transform((cell) => comparedWords(wordsIn(cell)))
    .refine((words) => words.length <= mostOtherWords, {
      error: `${name}は${mostOtherWords}個までです。`,
    })
    .transform((words) => words.join('\n'))

/** A word without alternatives removes its built-in ones. */
export const wordRow = z.object({
  id: cellText('ことば', { least: 1, most: longestWord })
    .refine((word) => searchWords(word).length === 1, {
      error: 'ことばは、空白や記号で区切らない、ひとつのことばにしてください。',
    })
    .transform((word) => searchWords(word)[0] ?? ''),
  same: otherWords('同じことば'),
  near: otherWords('近いことば'),
})
