import { z } from 'zod'
import type { SearchWordTable, ZeroHitTable } from '#db/schema.ts'
import { ok } from '~/kernel/result.ts'
import { searchText, searchWords } from '~/kernel/search-text.ts'
import type { AppContext } from '~/server/app-context.ts'
import { inChunks, lockTable } from '~/server/database/engine.ts'
import { type AppTransaction, inTransaction } from '~/server/database/transaction.ts'
import type { FoldAgain } from '~/server/search/fold-again.ts'
import { keyOfHit } from '~/server/search/zero-hits.ts'
import { cellText } from '~/server/table-file/check-rows.ts'
import { type ListPut, type ListToPut, ownerList, putList } from '~/server/table-file/owner-list.ts'
import type { Columns } from '~/server/table-file/read-table.ts'
import { comparedWords, mostOtherWords } from './rules.ts'

const wordColumns = {
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
const wordRow = z.object({
  id: cellText('ことば', { least: 1, most: longestWord })
    .refine((word) => searchWords(word).length === 1, {
      error: 'ことばは、空白や記号で区切らない、ひとつのことばにしてください。',
    })
    .transform((word) => searchWords(word)[0] ?? ''),
  same: otherWords('同じことば'),
  near: otherWords('近いことば'),
})

/** Replaces the alternatives of these words, atomically. */
const putWords = (ctx: AppContext, words: ListToPut<SearchWordTable>): Promise<ListPut> =>
  inTransaction(ctx, (trx) =>
    putList(words, {
      storedIds: async () => (await trx.selectFrom('searchWord').select('id').execute()).map(({ id }) => id),
      remove: async (ids) => {
        for (const some of inChunks(ids)) await trx.deleteFrom('searchWord').where('id', 'in', some).execute()
      },
      write: async (rows) => {
        for (const row of rows)
          await trx
            .insertInto('searchWord')
            .values(row)
            .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
            .execute()
      },
    }),
  )

/** The owner's alternatives for words (W30). */
export const wordList = ownerList({
  name: '検索のことば',
  columns: wordColumns,
  row: wordRow,
  put: async (ctx, words) => ok(await putWords(ctx, words)),
})

export const keptDays = 90
const mostWordsOfDay = 200

/**
 * Stores searches asked often enough and deletes those older than 90 days. Counts of several processes add up; at most the first 200
 * words of a day are kept (W33).
 */
export const storeZeroHits = async (ctx: AppContext): Promise<void> => {
  const { today, due } = ctx.zeroHits.take(ctx.now())
  try {
    await inTransaction(ctx, async (trx) => {
      await trx
        .deleteFrom('zeroHit')
        .where('day', '<=', today - keptDays)
        .execute()
      if (due.length > 0) await addZeroHits(trx, due)
    })
  } catch (error) {
    ctx.zeroHits.giveBack(due)
    throw error
  }
}

const addZeroHits = async (trx: AppTransaction, due: readonly ZeroHitTable[]): Promise<void> => {
  await lockTable(trx, 'zeroHit')
  const days = [...new Set(due.map(({ day }) => day))]
  const stored = await trx
    .selectFrom('zeroHit')
    .where('day', 'in', days)
    .select(['day', 'area', 'words'])
    .execute()
  const known = new Set(stored.map(keyOfHit))
  const count = new Map(days.map((day) => [day, stored.filter((row) => row.day === day).length]))
  for (const hit of due) {
    const isNew = !known.has(keyOfHit(hit))
    if (isNew && (count.get(hit.day) ?? 0) >= mostWordsOfDay) continue
    if (isNew) count.set(hit.day, (count.get(hit.day) ?? 0) + 1)
    await trx
      .insertInto('zeroHit')
      .values(hit)
      .onConflict((conflict) =>
        conflict
          .columns(['day', 'area', 'words'])
          .doUpdateSet(({ eb, ref }) => ({ clients: eb(ref('zeroHit.clients'), '+', hit.clients) })),
      )
      .execute()
  }
}

/** Of two words that have become one the one that is found already stays. */
export const foldWordsAgain: FoldAgain = async (ctx) => {
  const rows = await ctx.db.selectFrom('searchWord').selectAll().execute()
  const changed = rows.flatMap((row) => {
    const folded = { id: searchText(row.id), same: foldedLines(row.same), near: foldedLines(row.near) }
    return JSON.stringify(folded) === JSON.stringify(row) ? [] : [{ was: row, folded }]
  })
  if (changed.length === 0) return
  await inTransaction(ctx, async (trx) => {
    for (const { was, folded } of changed) {
      const { numDeletedRows } = await trx
        .deleteFrom('searchWord')
        .where('id', '=', was.id)
        // What the owner has changed or taken out meanwhile stays so.
        .where('same', '=', was.same)
        .where('near', '=', was.near)
        .executeTakeFirstOrThrow()
      if (numDeletedRows === 0n) continue
      await trx
        .insertInto('searchWord')
        .values(folded)
        .onConflict((conflict) => conflict.column('id').doNothing())
        .execute()
    }
  })
}

const foldedLines = (lines: string): string => comparedWords(lines.split('\n')).join('\n')
