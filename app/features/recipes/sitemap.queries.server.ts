import type { Kysely } from 'kysely'
import type { Schema } from '#db/schema.ts'
import { popularKeywords, situationCategories } from '~/features/curation/queries.server.ts'
import type { SitemapEntry } from '~/features/site-pages/sitemap.rules.ts'
import { href } from '~/href.ts'
import type { Actor } from '~/kernel/actor.ts'
import { machineDate } from '~/kernel/dates.ts'
import type { AppContext } from '~/server/app-context.ts'
import { type Listing, levels, listingPath, memberPath, recipePath, recipesPerPage } from './list.rules.ts'
import { visibleTo } from './queries.server.ts'

const machines: Actor = { kind: 'system', name: 'sitemap' }

const searchOf = (choice: Partial<Listing>): SitemapEntry => ({
  path: listingPath({
    q: '',
    level: null,
    situation: null,
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

/** The gallery's home and the lists that it leads to, for search engines. */
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

const works = (db: Kysely<Schema>) => db.selectFrom('recipe').where(visibleTo(machines))

/** How many works everybody sees. */
export const recipeTotal = async ({ db }: Reads): Promise<number> => {
  const { count } = await works(db)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** These works, oldest first: a part that is full keeps what it has. */
export const recipeSitemap = async ({ db }: Reads, { from, most }: Range): Promise<SitemapEntry[]> => {
  const rows = await works(db)
    .select(['recipe.id', 'recipe.updatedAt'])
    .orderBy('recipe.createdAt')
    .orderBy('recipe.id')
    .limit(most)
    .offset(from)
    .execute()
  return rows.map(({ id, updatedAt }) => entryOf(recipePath(id), updatedAt))
}

/** How many members have works that everybody sees. */
export const authorTotal = async ({ db }: Reads): Promise<number> => {
  const { count } = await works(db)
    .select(({ fn }) => fn.count<number>('recipe.authorId').distinct().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** These members. */
export const authorSitemap = async ({ db }: Reads, { from, most }: Range): Promise<SitemapEntry[]> => {
  const rows = await works(db)
    .select(({ fn }) => ['recipe.authorId', fn.max<number>('recipe.updatedAt').as('changedAt')])
    .groupBy('recipe.authorId')
    .orderBy('recipe.authorId')
    .limit(most)
    .offset(from)
    .execute()
  return rows.map(({ authorId, changedAt }) => entryOf(memberPath(authorId), Number(changedAt)))
}
