import { setImmediate } from 'node:timers/promises'
import { type Expression, type Kysely, type RawBuilder, sql } from 'kysely'
import type { Schema } from '#db/schema.ts'
import type { Actor } from '~/kernel/actor.ts'
import type { Alternatives, SearchTerms } from '~/kernel/search-text.ts'
import { engineOf, inChunks } from '~/server/database/engine.ts'
import { keepsWholeOf } from '~/server/database/until-written.ts'
import { documentsWith, documentsWithTitles, foundByWord } from '~/server/search/search-index.ts'
import { cardOf, isPublic, visibleTo, withAuthor } from './list.queries.server.ts'
import { mostRecipesCounted, type RecipeListing } from './list.rules.ts'
import { rankedTexts } from './ranked-texts.queries.server.ts'
import { byRank, type Rank, rankOf } from './ranking.rules.ts'
import type { RecipeCardFacts, RecipeList } from './types.ts'

/**
 * How many of the newest a search for words looks at, and how many it ranks, on both engines. Limits for SQLite: documents in a set, recipes
 * of a product read one by one, and recipes sorted at once.
 */
export const plansOfSqlite = {
  mostLookedAt: mostRecipesCounted,
  mostRanked: 150,
  mostInSet: 10_000,
  mostTied: 1_000,
  mostSorted: mostRecipesCounted,
}

export interface Search extends RecipeListing {
  readonly viewer: Actor
  /** All must be found. */
  readonly words: readonly Alternatives[]
  /** A document must be in all of them. */
  readonly within: readonly FoundSet[]
}

export interface FoundSet {
  readonly rows: RawBuilder<unknown>
  readonly areMany: boolean
}

/** `areMany` is always false on PostgreSQL, whose planner counts by itself. */
export const groupOf = async (
  db: Kysely<Schema>,
  rows: FoundSet['rows'],
  mostInSet: number,
): Promise<FoundSet> => {
  if (engineOf(db) === 'postgres') return { rows, areMany: false }
  const some = sql`(select 1 from ${rows} limit ${mostInSet + 1})`
  return { rows, areMany: (await numberOf(db, some)) > mostInSet }
}

const numberOf = async (
  db: Kysely<Schema>,
  rows: Expression<unknown> | RawBuilder<unknown>,
): Promise<number> => {
  const { total } = await db
    .selectNoFrom(sql<number>`(select count(*) from ${rows} as counted)`.as('total'))
    .executeTakeFirstOrThrow()
  return Number(total)
}

/** Chooses SQLite's plan: few documents become a set, many are looked up one by one. PostgreSQL plans by its statistics. */
const isIn =
  (document: RawBuilder<unknown>) =>
  ({ rows, areMany }: FoundSet) =>
    areMany
      ? sql<boolean>`exists (select 1 from ${rows} and document_id = ${document})`
      : sql<boolean>`${document} in (select document_id from ${rows})`

/** The plus keeps SQLite from using the column's index. */
export const unindexed = (db: Kysely<Schema>, column: string) =>
  engineOf(db) === 'postgres' ? sql.ref(column) : sql`+${sql.ref(column)}`

const conditionsOf = ({ viewer, level }: Search) => [
  visibleTo(viewer),
  ...(level === null ? [] : [sql<boolean>`recipe.difficulty in (${sql.join(level.stored)})`]),
]

/** A search without words: SQLite finds recipes by their own indexes. */
export const matchingRecipes = (db: Kysely<Schema>, search: Search) =>
  db
    .selectFrom('recipe')
    .where((eb) =>
      eb.and([...conditionsOf(search), ...search.within.map(isIn(sql.ref('recipe.documentId')))]),
    )

/** The cross join makes SQLite read documents in the order of their ids. */
export const recipesFound = (db: Kysely<Schema>, search: Search, documents: Expression<unknown>) =>
  db
    .selectFrom(sql<FoundDocument>`${documents}`.as('found'))
    .crossJoin('recipe')
    .whereRef('recipe.documentId', '=', 'found.documentId')
    .where((eb) =>
      eb.and([...conditionsOf(search), ...search.within.map(isIn(unindexed(db, 'found.documentId')))]),
    )

interface FoundDocument {
  readonly documentId: number
  /** Only of `documentsWithTitles`. */
  readonly title: string
}

/** Up to `most` + 1, in no order. */
export const counted = (db: Kysely<Schema>, search: Search, most = mostRecipesCounted): Promise<number> => {
  const { words, within } = search
  const many = within.find(({ areMany }) => areMany)
  if (words.length === 0 && many !== undefined) return countedIn(db, search, many)
  const recipes =
    words.length > 0
      ? recipesFound(db, search, documentsWith(db, words, 'anywhere'))
      : matchingRecipes(db, search)
  return numberOf(db, recipes.select('recipe.documentId').limit(most + 1))
}

/** Whether what is read of the whole gallery is kept until something is written, and the gallery is small enough to be read whole. */
export const areKeptWhole = keepsWholeOf('recipe')

const publicWith = foundByWord(async (db, word) => {
  const rows = await db
    .selectFrom(sql<FoundDocument>`${documentsWith(db, [word], 'anywhere')}`.as('found'))
    .crossJoin('recipe')
    .whereRef('recipe.documentId', '=', 'found.documentId')
    .where(isPublic)
    .orderBy('found.documentId')
    .select('found.documentId')
    .execute()
  return rows.map(documentOf)
})

/** Documents, ascending, of the public recipes that have all words; null where a statement of its own tells it for less. */
export const publicByWord = async (
  db: Kysely<Schema>,
  words: readonly Alternatives[],
): Promise<readonly number[] | null> => {
  if (words.length === 0 || !(await areKeptWhole(db))) return null
  return publicWith(db, words)
}

/** The cross join fixes SQLite's order, so that it stops at the limit. */
const countedIn = (db: Kysely<Schema>, search: Search, group: FoundSet): Promise<number> =>
  numberOf(
    db,
    db
      .selectFrom(sql<{ documentId: number }>`(select document_id from ${group.rows})`.as('member'))
      .crossJoin('recipe')
      .whereRef('recipe.documentId', '=', 'member.documentId')
      .where((eb) =>
        eb.and([
          ...conditionsOf(search),
          ...search.within.filter((other) => other !== group).map(isIn(unindexed(db, 'member.documentId'))),
        ]),
      )
      .select('member.documentId')
      .distinct()
      .limit(mostRecipesCounted + 1),
  )

/** The newest `most` of `documents`. */
export const newestFound = (
  db: Kysely<Schema>,
  search: Search,
  most: number,
  documents = documentsWith(db, search.words, 'anywhere'),
) =>
  recipesFound(db, search, documents)
    .orderBy('found.documentId', 'desc')
    .limit(most)
    .select(['found.documentId', 'recipe.likes'])

/** The best answers to a search for words first (W47). One look at the newest finds and counts them. */
export const rankedList = async (
  db: Kysely<Schema>,
  wider: Search,
  { exact, wide }: SearchTerms,
  plans: typeof plansOfSqlite,
): Promise<RecipeList> => {
  const search = { ...wider, words: exact }
  await setImmediate()
  const newest = await newestWithTitles(db, search, plans.mostLookedAt + 1)
  const held = await rankedCards(db, search, newest, plans)
  if (exact === wide || newest.length > plans.mostLookedAt) return { cards: held, total: newest.length }
  await setImmediate()
  if (held.length === search.count) return { cards: held, total: await counted(db, wider) }
  // Near matches follow exact ones, and are searched only where the list has room for them (W31).
  const all = await newestWithTitles(db, wider, plans.mostLookedAt + 1)
  if (all.length === newest.length) return { cards: held, total: all.length }
  const ids = new Set(held.map(({ id }) => id))
  const near = await rankedCards(db, { ...wider, count: wider.count + held.length }, all, plans)
  const cards = [...held, ...near.filter(({ id }) => !ids.has(id))]
  return { cards: cards.slice(0, wider.count), total: all.length }
}

const rankedCards = async (
  db: Kysely<Schema>,
  search: Search,
  newest: readonly FoundWithTitle[],
  plans: typeof plansOfSqlite,
): Promise<RecipeCardFacts[]> => {
  if (newest.length === 0) return []
  await setImmediate()
  const most = Math.max(search.count, plans.mostRanked)
  const candidates = await candidatesOf(db, search, newest, most, plans)
  const texts = await rankedTexts(db, candidates.slice(0, plans.mostRanked).map(documentOf))
  const ranked: Array<{ documentId: number; rank: Rank; likes: number; createdAt: number; id: string }> = []
  for (const some of inChunks(candidates.slice(0, plans.mostRanked), rankedPerPortion)) {
    if (ranked.length > 0) await setImmediate()
    for (const { documentId, likes } of some) {
      const text = texts.get(documentId)
      if (text === undefined) continue
      const { createdAt, recipeId: id } = text
      ranked.push({ documentId, likes, createdAt, id, rank: rankOf(search.words, text) })
    }
  }
  const shown = [...ranked.sort(byRank), ...candidates.slice(plans.mostRanked)].map(documentOf)
  return cardsInOrder(db, search, shown.slice(0, search.count))
}

const documentOf = <Id>({ documentId }: { readonly documentId: Id }): Id => documentId

const cardsInOrder = async (db: Kysely<Schema>, { viewer }: Search, documents: readonly number[]) => {
  if (documents.length === 0) return []
  const rows = await withAuthor(db.selectFrom('recipe').where(visibleTo(viewer)))
    .where('recipe.documentId', 'in', documents)
    .select('recipe.documentId')
    .execute()
  const cards = new Map(rows.map((row) => [row.documentId, cardOf(row)]))
  return documents.flatMap((id) => cards.get(id) ?? [])
}

/** The longest recipe that has each of 50 words takes 3 ms. */
const rankedPerPortion = 10

interface Found {
  readonly documentId: number
  readonly likes: number
}

interface FoundWithTitle extends Found {
  readonly title: string | null
}

/**
 * What may stand first: what has the words in its title, then what bears one as a tag, then the rest, each the most liked first. Of more
 * than are ranked the others follow in this order, which is the same however many are asked for.
 */
const candidatesOf = async (
  db: Kysely<Schema>,
  search: Search,
  newest: readonly FoundWithTitle[],
  most: number,
  plans: typeof plansOfSqlite,
): Promise<readonly Found[]> => {
  if (newest.length <= plans.mostRanked) return newest
  const titled = await titledOf(db, search, newest, plans)
  const inTitle = new Set(titled.map(documentOf))
  const others = newest.filter(({ documentId }) => !inTitle.has(documentId))
  const tags = titled.length < most ? await taggedAmong(db, search, others.map(documentOf)) : new Set()
  const [tagged, rest] = [
    others.filter(({ documentId }) => tags.has(documentId)),
    others.filter(({ documentId }) => !tags.has(documentId)),
  ]
  return [titled, tagged, rest].flatMap((some) => some.toSorted(byLikes)).slice(0, most)
}

const byLikes = (a: Found, b: Found) => b.likes - a.likes || b.documentId - a.documentId

/** The title of a recipe whose texts are not stored yet is null on SQLite. */
const newestWithTitles = (db: Kysely<Schema>, search: Search, most: number): Promise<FoundWithTitle[]> =>
  (engineOf(db) === 'postgres'
    ? newestFound(db, search, most, documentsWithTitles(db, search.words)).select('found.title')
    : newestFound(db, search, most)
        .leftJoin('recipeRankedText as text', 'text.documentId', 'found.documentId')
        .select('text.title')
  ).execute()

const isInTitle = (words: readonly Alternatives[], title: string | null) =>
  title !== null &&
  words.every((alternatives) =>
    alternatives.some((alternative) => alternative.split(' ').every((part) => title.includes(part))),
  )

/** Those of the newest with the words in their title, and where these are fewer than are ranked, older ones too. */
const titledOf = async (
  db: Kysely<Schema>,
  search: Search,
  newest: readonly FoundWithTitle[],
  { mostRanked, mostLookedAt }: typeof plansOfSqlite,
): Promise<readonly Found[]> => {
  const titled: readonly Found[] = newest.filter(({ title }) => isInTitle(search.words, title))
  if (titled.length >= mostRanked || newest.length <= mostLookedAt) return titled
  await setImmediate()
  const older = documentsWith(db, search.words, 'title', newest.at(-1)?.documentId)
  return [...titled, ...(await newestFound(db, search, mostRanked - titled.length, older).execute())]
}

const taggedAmong = async (
  db: Kysely<Schema>,
  { words }: Search,
  documents: readonly number[],
): Promise<ReadonlySet<number | null>> => {
  if (documents.length === 0) return new Set()
  const rows = await db
    .selectFrom('recipeTag')
    .where('tag', 'in', [...new Set(words.flat())])
    .where('documentId', 'in', documents)
    .select('documentId')
    .execute()
  return new Set(rows.map(documentOf))
}
