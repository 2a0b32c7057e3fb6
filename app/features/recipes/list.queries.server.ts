import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Schema } from '#db/schema.ts'
import { publicName } from '~/features/accounts/profile/rules.ts'
import { ofNobodySuspended } from '~/features/accounts/standing/queries.server.ts'
import { popularKeywords, situationCategories } from '~/features/recipes/curation/queries.server.ts'
import type { SitemapEntry } from '~/features/shop/site-pages/sitemap.rules.ts'
import { href } from '~/href.ts'
import { type Actor, type MemberId, memberId } from '~/kernel/actor.ts'
import { machineDate } from '~/kernel/dates.ts'
import { cutText } from '~/kernel/text.ts'
import type { AppContext } from '~/server/app-context.ts'
import {
  difficultyLevelOf,
  levels,
  listingPath,
  memberPath,
  type RecipeListing,
  recipePath,
  recipesPerPage,
} from './list.rules.ts'
import { cookingTimes, type RecipeCardFacts, recipeId } from './types.ts'

/** Which recipes everybody sees: not those that the owner hid (A7), nor those of suspended members (R56). */
export const isPublic: RawBuilder<boolean> = sql`(recipe.hidden = 0 and ${ofNobodySuspended('recipe.author_id')})`

/** The one rule of who sees a recipe: only its author sees one that is not public (A7). */
export const visibleTo = (viewer: Actor): RawBuilder<boolean> =>
  viewer.kind === 'member' ? sql`(${isPublic} or recipe.author_id = ${viewer.id})` : isPublic

const longestDescription = 100

// SQL truncates by code points; `cardOf` truncates again by visible characters (R37).
const cardColumns = [
  'recipe.id',
  'recipe.title',
  sql<string>`substr(recipe.description, 1, ${sql.lit(longestDescription * 4)})`.as('description'),
  'recipe.mainImageUrl',
  'recipe.difficulty',
  'recipe.cookingTime',
  'recipe.likes',
  'recipe.createdAt',
  'recipe.hidden',
  'recipe.hiddenReason',
  'recipe.authorId',
  'member.name as authorName',
  'profile.photoUrl as authorPhoto',
] as const

const visibleRecipes = (db: Kysely<Schema>, viewer: Actor) => db.selectFrom('recipe').where(visibleTo(viewer))

type VisibleRecipes = ReturnType<typeof visibleRecipes>

export const withAuthor = (query: VisibleRecipes) =>
  query
    .innerJoin('member', 'member.id', 'recipe.authorId')
    .leftJoin('memberProfile as profile', 'profile.memberId', 'recipe.authorId')
    .select(cardColumns)

export type CardRow = Awaited<ReturnType<ReturnType<typeof withAuthor>['execute']>>[number]

export const cardOf = (row: CardRow): RecipeCardFacts => ({
  id: recipeId(row.id),
  title: row.title,
  description: cutText(row.description, longestDescription),
  mainImageUrl: row.mainImageUrl,
  difficulty: difficultyLevelOf(row.difficulty).name,
  cookingTime: cookingTimes.find((time) => time === row.cookingTime) ?? '30min',
  likes: row.likes,
  createdAt: row.createdAt,
  ...(row.hidden === 1 ? { isHidden: true as const, hiddenReason: row.hiddenReason } : {}),
  author: {
    id: memberId(row.authorId),
    name: publicName(row.authorName),
    photoUrl: row.authorPhoto ?? '',
  },
})

const newest = (query: ReturnType<typeof withAuthor>) =>
  query.orderBy('recipe.createdAt', 'desc').orderBy('recipe.id', 'desc')

/** The `limit` most liked or newest recipes (R26). */
export const topRecipes = async (
  db: Kysely<Schema>,
  viewer: Actor,
  { order, limit }: { readonly order: 'new' | 'popular'; readonly limit: number },
): Promise<RecipeCardFacts[]> => {
  const cards = withAuthor(visibleRecipes(db, viewer))
  const ordered = order === 'popular' ? cards.orderBy('recipe.likes', 'desc') : cards
  const rows = await newest(ordered).limit(limit).execute()
  return rows.map(cardOf)
}

/** The visible ones among these recipes, in no order. */
export const recipesWithIds = async (
  db: Kysely<Schema>,
  viewer: Actor,
  ids: readonly string[],
): Promise<RecipeCardFacts[]> => {
  if (ids.length === 0) return []
  const rows = await withAuthor(visibleRecipes(db, viewer).where('recipe.id', 'in', ids)).execute()
  return rows.map(cardOf)
}

/** Includes hidden recipes, in lock order. */
export const recipeIdsOf = async (db: Kysely<Schema>, author: MemberId): Promise<string[]> => {
  const rows = await db
    .selectFrom('recipe')
    .where('authorId', '=', author)
    .select('id')
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

export interface MemberRecipes {
  readonly cards: readonly RecipeCardFacts[]
  readonly totalRecipes: number
  readonly totalLikes: number
}

/** A member's `count` newest or most liked recipes, with totals of all that the viewer may see (R25). */
export const recipesOf = async (
  db: Kysely<Schema>,
  viewer: Actor,
  {
    author,
    count,
    order = 'new',
  }: { readonly author: MemberId; readonly count: number; readonly order?: 'new' | 'popular' },
): Promise<MemberRecipes> => {
  const own = visibleRecipes(db, viewer).where('recipe.authorId', '=', author)
  // Sorted by the index alone; only what is shown is read.
  const mostLiked = own
    .select('recipe.id')
    .orderBy('recipe.likes', 'desc')
    .orderBy('recipe.createdAt', 'desc')
    .orderBy('recipe.id', 'desc')
    .limit(count)
  const cards =
    order === 'new'
      ? withAuthor(own)
      : withAuthor(db.selectFrom('recipe').where('recipe.id', 'in', mostLiked)).orderBy(
          'recipe.likes',
          'desc',
        )
  const rows = await newest(cards)
    .select([
      own.select(({ fn }) => fn.countAll<number>().as('count')).as('totalRecipes'),
      own.select(({ fn }) => fn.sum<number>('recipe.likes').as('sum')).as('totalLikes'),
    ])
    .limit(count)
    .execute()
  return {
    cards: rows.map(cardOf),
    totalRecipes: Number(rows[0]?.totalRecipes ?? 0),
    totalLikes: Number(rows[0]?.totalLikes ?? 0),
  }
}

/** Number and likes of a member's visible recipes (R25). */
export const recipeTotals = async (
  db: Kysely<Schema>,
  viewer: Actor,
  author: MemberId,
): Promise<{ readonly totalRecipes: number; readonly totalLikes: number }> => {
  const row = await db
    .selectFrom('recipe')
    .where('authorId', '=', author)
    .where(visibleTo(viewer))
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.sum<number>('recipe.likes').as('sum')])
    .executeTakeFirst()
  return { totalRecipes: Number(row?.count ?? 0), totalLikes: Number(row?.sum ?? 0) }
}

const machines: Actor = { kind: 'system', name: 'sitemap' }

const searchOf = (choice: Partial<RecipeListing>): SitemapEntry => ({
  path: listingPath({
    q: '',
    level: null,
    situation: null,
    product: null,
    category: '',
    order: choice.q === undefined ? 'new' : 'relevance',
    count: recipesPerPage,
    ...choice,
  }),
})

const entryOf = (path: string, at: number): SitemapEntry => {
  const changed = machineDate(at)
  return changed === null ? { path } : { path, changed }
}

type Reads = Pick<AppContext, 'db'>

interface Range {
  readonly from: number
  readonly most: number
}

export const listSitemap = async ({ db }: Reads): Promise<SitemapEntry[]> => {
  const [keywords, situations] = await Promise.all([popularKeywords(db), situationCategories(db)])
  return [
    { path: href('/gallery') },
    searchOf({}),
    ...levels.map((level) => searchOf({ level, category: level.name })),
    ...keywords.map(({ name }) => searchOf({ q: name })),
    ...situations.map(({ id, name }) => searchOf({ situation: { id, name }, category: name })),
  ]
}

export const recipeTotal = async ({ db }: Reads): Promise<number> => {
  const { count } = await visibleRecipes(db, machines)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Oldest first, so that a full part of the sitemap stays the same. */
export const recipeSitemap = async ({ db }: Reads, { from, most }: Range): Promise<SitemapEntry[]> => {
  const rows = await visibleRecipes(db, machines)
    .select(['recipe.id', 'recipe.updatedAt'])
    .orderBy('recipe.createdAt')
    .orderBy('recipe.id')
    .limit(most)
    .offset(from)
    .execute()
  return rows.map(({ id, updatedAt }) => entryOf(recipePath(id), updatedAt))
}

export const authorTotal = async ({ db }: Reads): Promise<number> => {
  const { count } = await visibleRecipes(db, machines)
    .select(({ fn }) => fn.count<number>('recipe.authorId').distinct().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

export const authorSitemap = async ({ db }: Reads, { from, most }: Range): Promise<SitemapEntry[]> => {
  const rows = await visibleRecipes(db, machines)
    .select(({ fn }) => ['recipe.authorId', fn.max<number>('recipe.updatedAt').as('changedAt')])
    .groupBy('recipe.authorId')
    .orderBy('recipe.authorId')
    .limit(most)
    .offset(from)
    .execute()
  return rows.map(({ authorId, changedAt }) => entryOf(memberPath(authorId), Number(changedAt)))
}
