import type { Kysely } from 'kysely'
import type { Schema } from '#db/schema.ts'
import { type SearchTerms, searchText, searchWords } from '~/kernel/search-text.ts'
import { keepsReads, untilWritten } from '~/server/database/until-written.ts'
import type { SearchArea } from './areas.rules.ts'
import { defaultTable, defaultTableOfRecipes } from './default-table.ts'
import { proposedWords } from './default-words.ts'
import { termsOf, type WordTable } from './rules.ts'

const linesOf = (text: string): string[] => text.split('\n').filter((line) => line !== '')

const tableOf = (area: SearchArea) => (area === 'fabric' ? defaultTable : defaultTableOfRecipes)

/** Whether the built-in table has alternatives for a normalized word. */
export const isDefaultWord = (word: string): boolean => defaultTable.has(word)

/** Known search words with a spelling that begins with the normalized text, in list order. */
export const wordsBeginning = (start: string): string[] => {
  const begins = (word: string) => searchText(word).startsWith(start)
  const of = (word: string) => [word, ...(defaultTable.get(searchText(word))?.same ?? [])]
  return [...new Set(proposedWords)].filter((word) => of(word).some(begins))
}

/** Not read at once when there are more. */
const mostOwn = 500

const allOwnWords = untilWritten((db) =>
  db
    .selectFrom('searchWord')
    .selectAll()
    .limit(mostOwn + 1)
    .execute(),
)

/** The owner's rows of `words`. */
const ownWords = async (db: Kysely<Schema>, words: readonly string[]) => {
  const all = keepsReads(db) ? await allOwnWords(db) : undefined
  if (all === undefined || all.length > mostOwn)
    return db.selectFrom('searchWord').where('id', 'in', words).selectAll().execute()
  return all.filter(({ id }) => words.includes(id))
}

/** The terms of one search in each area. */
export type TermsByArea = (area: SearchArea) => SearchTerms

/** The terms of a search for `q` in each area; the owner's alternatives of a word replace the built-in ones (W30). */
export const searchedFor = async (db: Kysely<Schema>, q: string): Promise<TermsByArea> => {
  const terms = await searchedForEach(db, [q])
  return (area) => terms(q, area)
}

/** Like `searchedFor`, for texts made of the words of `texts`, with one read of the owner's words. */
export const searchedForEach = async (
  db: Kysely<Schema>,
  texts: readonly string[],
): Promise<(text: string, area: SearchArea) => SearchTerms> => {
  const words = [...new Set(texts.flatMap(searchWords))]
  const own = words.length === 0 ? [] : await ownWords(db, words)
  const rows = own.map(({ id, same, near }) => [id, { same: linesOf(same), near: linesOf(near) }] as const)
  const tables = new Map<SearchArea, WordTable>()
  const known = { recipe: new Map(), fabric: new Map(), kit: new Map() }
  const tableWithOwn = (area: SearchArea): WordTable => {
    const defaults = words.flatMap((word) => {
      const others = tableOf(area).get(word)
      return others === undefined ? [] : [[word, others] as const]
    })
    return new Map([...defaults, ...rows])
  }
  return (text, area) => {
    const table = tables.get(area) ?? tableWithOwn(area)
    tables.set(area, table)
    return termsOf(text, table, known[area])
  }
}

export interface ZeroHit {
  readonly area: SearchArea
  readonly typed: string
  readonly clients: number
  readonly lastDay: number
}

const mostListed = 200

/** The most frequent searches without results, within the stored days (W33). */
export const zeroHits = async (db: Kysely<Schema>): Promise<ZeroHit[]> => {
  const rows = await db
    .selectFrom('zeroHit')
    .groupBy(['area', 'words'])
    .select(({ fn }) => [
      'area',
      fn.min('typed').as('typed'),
      fn.sum<number>('clients').as('clients'),
      fn.max('day').as('lastDay'),
    ])
    .orderBy('clients', 'desc')
    .orderBy('lastDay', 'desc')
    .orderBy('words')
    .orderBy('area')
    .limit(mostListed)
    .execute()
  return rows.map((row) => ({ ...row, clients: Number(row.clients) }))
}
