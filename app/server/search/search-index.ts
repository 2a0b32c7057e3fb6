import { type Kysely, type SelectQueryBuilder, sql, type Transaction } from 'kysely'
import type { Schema } from '#db/schema.ts'
import { searchWords, tokensOfSearch, tokensOfWord } from '../../kernel/search-text.ts'
import { engineOf, inChunks } from '../database/engine.ts'

export interface SearchDocument {
  /** The id of what is found, in the table of its owner. */
  readonly key: string
  readonly title: string
  readonly body: string
}

/** A step of a transaction: what `index` finds under `key` is this text from now on. `index` is a name such as `recipe`. */
export const putDocument = async (
  trx: Transaction<Schema>,
  index: string,
  { key, title, body }: SearchDocument,
): Promise<void> => {
  const words = { title: searchWords(title), body: searchWords(body) }
  const tokens = { title: words.title.flatMap(tokensOfWord), body: words.body.flatMap(tokensOfWord) }
  if (engineOf(trx) === 'postgres') {
    const all = [...new Set([...tokens.title, ...tokens.body])]
    const row = {
      title: words.title.join(' '),
      body: words.body.join(' '),
      tokens: sql<string>`array_to_tsvector(${all}::text[])`,
    }
    await trx
      .insertInto('searchDocument')
      .values({ indexName: index, key, ...row })
      .onConflict((conflict) => conflict.columns(['indexName', 'key']).doUpdateSet(row))
      .execute()
    return
  }
  const { id } = await trx
    .insertInto('searchDocument')
    .values({ indexName: index, key })
    .onConflict((conflict) => conflict.columns(['indexName', 'key']).doUpdateSet({ key }))
    .returning('id')
    .executeTakeFirstOrThrow()
  await trx.deleteFrom('searchText').where('rowid', '=', id).execute()
  await trx
    .insertInto('searchText')
    .values({ rowid: id, title: tokens.title.join(' '), body: tokens.body.join(' ') })
    .execute()
}

/** A step of a transaction: nothing is found under these keys any more. */
export const removeDocuments = async (
  trx: Transaction<Schema>,
  index: string,
  keys: readonly string[],
): Promise<void> => {
  for (const some of inChunks(keys)) {
    const going = trx
      .selectFrom('searchDocument')
      .where('indexName', '=', index)
      .where('key', 'in', some)
      .select('id')
    if (engineOf(trx) === 'sqlite') await trx.deleteFrom('searchText').where('rowid', 'in', going).execute()
    await trx.deleteFrom('searchDocument').where('indexName', '=', index).where('key', 'in', some).execute()
  }
}

type Hits = SelectQueryBuilder<
  Schema & { hit: Schema['searchDocument'] },
  'hit',
  { key: string; inTitle: number }
>

/**
 * The documents of `index` that hold all `words` (of `searchWords`, at least one), to be joined by `key`; `inTitle` is 1 where
 * the title alone holds them all. Only tokens of ours get into a query, so that nothing typed is taken for its syntax.
 */
export const searchHits = (db: Kysely<Schema>, index: string, words: readonly string[]): Hits => {
  const { anywhere, inTitle } =
    engineOf(db) === 'postgres' ? conditionsOfPostgres(words) : conditionsOfSqlite(words)
  return db
    .selectFrom('searchDocument as hit')
    .where('hit.indexName', '=', index)
    .where(anywhere)
    .select('hit.key')
    .select(sql<number>`case when ${inTitle} then 1 else 0 end`.as('inTitle'))
}

const isOneCharacter = (word: string): boolean => [...word].length === 1

const conditionsOfSqlite = (words: readonly string[]) => {
  const phrases = words
    .map((word) => `"${tokensOfSearch(word).join(' ')}"${isOneCharacter(word) ? '*' : ''}`)
    .join(' AND ')
  const matches = (query: string) =>
    sql<boolean>`hit.id in (select rowid from search_text where search_text match ${query})`
  return { anywhere: matches(phrases), inTitle: matches(`{title} : (${phrases})`) }
}

/**
 * The index finds what holds all pairs, and the text itself tells whether they follow one another: a tsvector knows no more
 * than 256 places of a pair, and none behind the 16,383rd.
 */
const conditionsOfPostgres = (words: readonly string[]) => {
  const tokens = words.flatMap((word) =>
    tokensOfSearch(word).map((token) => `'${token}'${isOneCharacter(word) ? ':*' : ''}`),
  )
  const all = (conditions: (word: string) => ReturnType<typeof sql<boolean>>, of = words) =>
    sql<boolean>`(${sql.join([sql`true`, ...of.map(conditions)], sql` and `)})`
  const inTitle = (word: string) => sql<boolean>`hit.title like ${`%${word}%`}`
  const inText = (word: string) => sql<boolean>`(${inTitle(word)} or hit.body like ${`%${word}%`})`
  const longer = words.filter((word) => tokensOfSearch(word).length > 1)
  return {
    anywhere: sql<boolean>`hit.tokens @@ ${tokens.join(' & ')}::tsquery and ${all(inText, longer)}`,
    inTitle: all(inTitle),
  }
}
