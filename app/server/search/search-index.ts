import { type Kysely, type RawBuilder, type SelectQueryBuilder, sql, type Transaction } from 'kysely'
import type { Schema } from '#db/schema.ts'
import { type Alternatives, searchWords, tokensOfSearch, tokensOfWord } from '../../kernel/search-text.ts'
import { engineOf, inChunks } from '../database/engine.ts'
import { untilWritten } from '../database/until-written.ts'

export interface SearchDocument {
  readonly key: string
  readonly title: string
  readonly body: string
  /** Epoch ms: later documents get higher ids when they are new (docs/decisions/0066). */
  readonly since?: number
}

/** Replaces the indexed texts under these keys. `index` is a name such as `recipe`. */
export const putDocuments = async (
  trx: Transaction<Schema>,
  index: string,
  documents: readonly SearchDocument[],
): Promise<void> => {
  for (const some of inChunks(documents))
    await (engineOf(trx) === 'postgres' ? putOnPostgres : putOnSqlite)(trx, index, some)
}

/** Documents of one ms that keep their order. */
const idsPerMs = 1_000

const timed = (since: number, at: number): number => since * idsPerMs + (at % idsPerMs)

/**
 * Ids of documents in the order of their time; those of one ms as they come, the next ms lends its own when they are used up. The sequence
 * keeps processes that index at once apart.
 */
const timedIds = async (trx: Transaction<Schema>, documents: readonly SearchDocument[]) => {
  const ids = new Map<string, number>()
  const times = documents.flatMap(({ key, since }) => (since === undefined ? [] : [{ key, since }]))
  if (times.length === 0) return ids
  const { rows } = await sql<{ at: number }>`select nextval('search_document_id_seq') as at
    from generate_series(1, ${sql.lit(times.length)})`.execute(trx)
  const wished = times.map(({ key, since }, at) => ({ key, since, at: Number(rows[at]?.at ?? 0) }))
  const taken = new Set(
    await idsAmong(
      trx,
      wished.map(({ since, at }) => timed(since, at)),
    ),
  )
  const ofMs = new Map<number, Set<number>>()
  const takenIn = async (ms: number): Promise<Set<number>> => {
    const known = ofMs.get(ms) ?? new Set(await idsOfMs(trx, ms))
    if (!ofMs.has(ms)) for (const id of ids.values()) if (Math.floor(id / idsPerMs) === ms) known.add(id)
    ofMs.set(ms, known)
    return known
  }
  const freeId = async (since: number, at: number): Promise<number> => {
    if (!taken.has(timed(since, at))) return timed(since, at)
    let ms = since
    while ((await takenIn(ms)).size >= idsPerMs) ms += 1
    const used = await takenIn(ms)
    let place = at
    while (used.has(timed(ms, place))) place += 1
    return timed(ms, place)
  }
  for (const { key, since, at } of wished) {
    const id = await freeId(since, at)
    ids.set(key, id)
    taken.add(id)
    ofMs.get(Math.floor(id / idsPerMs))?.add(id)
  }
  return ids
}

const idsAmong = async (trx: Transaction<Schema>, ids: readonly number[]): Promise<number[]> =>
  (await trx.selectFrom('searchDocument').where('id', 'in', ids).select('id').execute()).map(({ id }) => id)

const idsOfMs = async (trx: Transaction<Schema>, ms: number): Promise<number[]> => {
  const first = ms * idsPerMs
  const used = trx
    .selectFrom('searchDocument')
    .where('id', '>=', first)
    .where('id', '<', first + idsPerMs)
  return (await used.select('id').execute()).map(({ id }) => id)
}

const putOnPostgres: typeof putDocuments = async (trx, index, documents) => {
  const ids = await timedIds(trx, documents)
  const rows = documents.map((document) => {
    const words = { title: searchWords(document.title), body: searchWords(document.body) }
    const tokens = [...new Set([...words.title, ...words.body].flatMap(tokensOfWord))]
    const id = ids.get(document.key)
    return {
      ...(id !== undefined && { id }),
      indexName: index,
      key: document.key,
      title: words.title.join(' '),
      body: words.body.join(' '),
      tokens: sql<string>`array_to_tsvector(${tokens}::text[])`,
    }
  })
  await trx
    .insertInto('searchDocument')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['indexName', 'key']).doUpdateSet((eb) => ({
        title: eb.ref('excluded.title'),
        body: eb.ref('excluded.body'),
        tokens: eb.ref('excluded.tokens'),
      })),
    )
    .execute()
}

/** Ids from here on hold the time of their document; smaller ones are counted. */
export const firstTimedId = 1e12

/** SQLite only, where nobody else writes meanwhile: results are read in the order of ids. */
const freeIds = async (trx: Transaction<Schema>, documents: readonly SearchDocument[]): Promise<number[]> => {
  const ids: number[] = []
  const used = trx.selectFrom('searchDocument').select(({ fn }) => fn.max<number | null>('id').as('last'))
  const given = new Map<number, number>()
  for (const { since } of documents) {
    const [from, end] = since === undefined ? [1, firstTimedId] : [since * idsPerMs, (since + 1) * idsPerMs]
    const ofMs = used.where('id', '>=', from).where('id', '<', end)
    const last = given.get(from) ?? (await ofMs.executeTakeFirstOrThrow()).last ?? from - 1
    const next =
      last + 1 < end ? last + 1 : Math.max((await used.executeTakeFirstOrThrow()).last ?? 0, ...ids) + 1
    given.set(from, next)
    ids.push(next)
  }
  return ids
}

const putOnSqlite: typeof putDocuments = async (trx, index, documents) => {
  const free = await freeIds(trx, documents)
  const rows = await trx
    .insertInto('searchDocument')
    .values(documents.map(({ key }, at) => ({ id: free[at], indexName: index, key })))
    .onConflict((conflict) =>
      conflict.columns(['indexName', 'key']).doUpdateSet((eb) => ({ key: eb.ref('excluded.key') })),
    )
    .returning(['id', 'key'])
    .execute()
  const texts = new Map(documents.map((document) => [document.key, document]))
  const tokensOf = (text = '') => searchWords(text).flatMap(tokensOfWord).join(' ')
  const ids = rows.map(({ id }) => id)
  await trx.deleteFrom('searchText').where('rowid', 'in', ids).execute()
  await trx
    .insertInto('searchText')
    .values(
      rows.map(({ id, key }) => ({
        rowid: id,
        title: tokensOf(texts.get(key)?.title),
        body: tokensOf(texts.get(key)?.body),
      })),
    )
    .execute()
}

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

type Found<O> = SelectQueryBuilder<
  Schema & { document: Schema['searchDocument'] },
  'document' | 'searchText',
  O
>

/** For `where('id', 'in', …)`, of indexes without `since`: all `words` match by an alternative. Typed text is never syntax. */
export const keysWith = (
  db: Kysely<Schema>,
  index: string,
  words: readonly Alternatives[],
  where: 'title' | 'anywhere',
): Found<{ readonly key: string }> => matching(db, index, words, where).select('document.key')

/**
 * The ids of what `keysWith` gives anywhere, ascending, and on SQLite those of other indexes without `since` too, for a caller who knows the keys of his own:
 * reading a key for each takes twice the time.
 */
export const idsWith = async (
  db: Kysely<Schema>,
  index: string,
  words: readonly Alternatives[],
): Promise<number[]> => {
  // One text: a row for each takes longer than finding them.
  const { ids } = await (engineOf(db) === 'postgres'
    ? db
        .selectFrom(matching(db, index, words, 'anywhere').select('document.id').as('found'))
        .select(sql<string | null>`string_agg(found.id::text, ' ')`.as('ids'))
    : db
        .selectFrom('searchText')
        .where(holdsOnSqlite(words, 'anywhere'))
        .select(sql<string | null>`group_concat(rowid, ' ')`.as('ids'))
  ).executeTakeFirstOrThrow()
  return ascendingIn(ids ?? '')
}

/** Whether `idsWith` gives any. */
export const hasSome = async (
  db: Kysely<Schema>,
  index: string,
  words: readonly Alternatives[],
): Promise<boolean> => {
  const found = await (engineOf(db) === 'postgres'
    ? matching(db, index, words, 'anywhere').select('document.id')
    : db.selectFrom('searchText').where(holdsOnSqlite(words, 'anywhere')).select('rowid as id')
  )
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/**
 * The ids of what has all words, in the order of `read`, which gives those of one word: each word is looked for by itself and kept until
 * something is written, since others search for most of them too (docs/decisions/0220).
 */
export const foundByWord = <Id extends string | number>(
  read: (db: Kysely<Schema>, word: Alternatives) => Promise<readonly Id[]>,
): ((db: Kysely<Schema>, words: readonly Alternatives[]) => Promise<readonly Id[]>) => {
  const kept = untilWritten((db, word: string) => read(db, word.split('\n')))
  return async (db, words) => {
    const [first = [], ...others] = await Promise.all(words.map((word) => kept(db, word.join('\n'))))
    const sets = others.map((ids) => new Set(ids))
    return first.filter((id) => sets.every((ids) => ids.has(id)))
  }
}

const zero = 48

/** Of whole numbers parted by one blank: `split` and `Number` take longer than the search that found them. */
const ascendingIn = (text: string): number[] => {
  if (text === '') return []
  const numbers: number[] = []
  let [number, isAscending] = [0, true]
  for (let at = 0; at <= text.length; at += 1) {
    const digit = text.charCodeAt(at) - zero
    if (digit >= 0) {
      number = number * 10 + digit
      continue
    }
    isAscending &&= number > (numbers.at(-1) ?? -1)
    numbers.push(number)
    number = 0
  }
  return isAscending ? numbers : numbers.sort((a, b) => a - b)
}

const matching = (
  db: Kysely<Schema>,
  index: string,
  words: readonly Alternatives[],
  where: 'title' | 'anywhere',
): Found<unknown> =>
  engineOf(db) === 'postgres'
    ? db
        .selectFrom('searchDocument as document')
        .where('document.indexName', '=', index)
        .where(holdsOnPostgres(words, where))
        .$castTo<unknown>()
    : // SQLite keeps to this order, and needs no list of all matches first.
      db
        .selectFrom('searchText')
        .crossJoin('searchDocument as document')
        .whereRef('document.id', '=', 'searchText.rowid')
        .where('document.indexName', '=', index)
        .where(holdsOnSqlite(words, where))

const holdsOnSqlite = (words: readonly Alternatives[], where: 'title' | 'anywhere') =>
  sql<boolean>`search_text match ${matchOf(words, where)} and search_text.rowid < ${sql.lit(firstTimedId)}`

/**
 * Like `keysWith`, gives ids of all indexes for a join with recipes, which SQLite reads in either order without a sort. It need not come by
 * documents older than all recipes: those of products. `before`: only smaller ids.
 */
export const documentsWith = (
  db: Kysely<Schema>,
  words: readonly Alternatives[],
  where: 'title' | 'anywhere',
  before?: number,
) => {
  if (engineOf(db) === 'postgres') {
    const found = onPostgres(db, words, where).select('document.id as documentId')
    return before === undefined ? found : found.where('document.id', '<', before)
  }
  const found = db
    .selectFrom('searchText')
    .where(sql<boolean>`search_text match ${matchOf(words, where)}`)
    .where(
      'rowid',
      '>=',
      sql<number>`(select coalesce(min(document_id), ${sql.lit(Number.MAX_SAFE_INTEGER)}) from recipe)`,
    )
    .select('rowid as documentId')
  return before === undefined ? found : found.where('rowid', '<', before)
}

/** What `documentsWith` gives anywhere, with the titles as search compares them; on PostgreSQL, for SQLite does not store them in its index. */
export const documentsWithTitles = (db: Kysely<Schema>, words: readonly Alternatives[]) =>
  onPostgres(db, words, 'anywhere').select(['document.id as documentId', 'document.title'])

const onPostgres = (db: Kysely<Schema>, words: readonly Alternatives[], where: 'title' | 'anywhere') =>
  db.selectFrom('searchDocument as document').where(holdsOnPostgres(words, where))

const isOneCharacter = (word: string): boolean => [...word].length === 1

/** All words of an alternative, one alternative of each of `words`, in the engine's syntax. */
const queryOf = (
  words: readonly Alternatives[],
  { and, or }: { readonly and: string; readonly or: string },
  each: (word: string) => string,
): string => {
  const joined = (parts: readonly string[], by: string) =>
    parts.length === 1 ? String(parts[0]) : `(${parts.join(by)})`
  return words
    .map((alternatives) =>
      joined(
        alternatives.map((alternative) => joined(alternative.split(' ').map(each), and)),
        or,
      ),
    )
    .join(and)
}

const matchOf = (words: readonly Alternatives[], where: 'title' | 'anywhere'): string => {
  const phrases = queryOf(
    words,
    { and: ' AND ', or: ' OR ' },
    (word) => `"${tokensOfSearch(word).join(' ')}"${isOneCharacter(word) ? '*' : ''}`,
  )
  return where === 'title' ? `{title} : (${phrases})` : phrases
}

const isShort = (word: string): boolean => [...word].length <= 2

const tokenOnPostgres = (word: string): string =>
  tokensOfSearch(word)
    .map((token) => `'${token}'${isOneCharacter(word) ? ':*' : ''}`)
    .join(' & ')

/**
 * The text itself shows whether pairs are adjacent: a tsvector keeps 256 positions of a pair, none beyond 16,383. One pair needs no such
 * look, which takes twice the time of one at the tokens.
 */
const holdsOnPostgres = (words: readonly Alternatives[], where: 'title' | 'anywhere') => {
  const tokens = queryOf(words, { and: ' & ', or: ' | ' }, tokenOnPostgres)
  const holds = (word: string) => {
    const pattern = `%${word}%`
    if (where === 'title') return sql`document.title like ${pattern}`
    return isShort(word)
      ? sql`document.tokens @@ ${tokenOnPostgres(word)}::tsquery`
      : sql`(document.title like ${pattern} or document.body like ${pattern})`
  }
  const joined = (parts: readonly RawBuilder<unknown>[], by: RawBuilder<unknown>) =>
    parts.length === 1 ? sql`${parts[0]}` : sql`(${sql.join(parts, by)})`
  const looked = words.filter(
    (alternatives) => where === 'title' || !alternatives.every((each) => each.split(' ').every(isShort)),
  )
  const found = sql`document.tokens @@ ${tokens}::tsquery`
  if (looked.length === 0) return sql<boolean>`${found}`
  const all = sql.join(
    looked.map((alternatives) =>
      joined(
        alternatives.map((alternative) => joined(alternative.split(' ').map(holds), sql` and `)),
        sql` or `,
      ),
    ),
    sql` and `,
  )
  // `coalesce` hides the conditions from the planner, which would multiply them and expect almost no rows.
  const text = where === 'title' ? all : sql`coalesce(${all}, false)`
  return sql<boolean>`(${found} and ${text})`
}
