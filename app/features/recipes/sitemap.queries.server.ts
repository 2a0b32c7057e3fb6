import type { Kysely } from 'kysely'
import type { Schema } from '#db/schema.ts'
import { popularKeywords, situationCategories } from '~/features/content/queries.server.ts'
import type { Actor } from '~/kernel/actor.ts'
import { machineDate } from '~/kernel/dates.ts'
import { type Listing, levels, listingPath, memberPath, recipePath, worksPerPage } from './list.rules.ts'
import { visibleTo } from './queries.server.ts'

interface Entry {
  readonly path: string
  readonly changed?: string
}

const machines: Actor = { kind: 'system', name: 'sitemap' }

/** A file of a sitemap holds 50,000 addresses, and 20,000 goods are among them; older works are found by links. */
const mostWorks = 24_000

const searchOf = (choice: Partial<Listing>): Entry => ({
  path: listingPath({
    q: '',
    level: null,
    situation: null,
    category: '',
    order: choice.q === undefined ? 'new' : 'relevance',
    count: worksPerPage,
    ...choice,
  }),
})

const entryOf = (path: string, at: number): Entry => {
  const changed = machineDate(at)
  return changed === null ? { path } : { path, changed }
}

/** The gallery for search engines: its home, the lists that it leads to, each work that everybody sees, and their authors. */
export const gallerySitemap = async ({ db }: { readonly db: Kysely<Schema> }): Promise<Entry[]> => {
  const works = () => db.selectFrom('recipe').where(visibleTo(machines))
  const [keywords, situations, recipes, authors] = await Promise.all([
    popularKeywords(db),
    situationCategories(db),
    works()
      .select(['recipe.id', 'recipe.updatedAt'])
      .orderBy('recipe.createdAt', 'desc')
      .orderBy('recipe.id', 'desc')
      .limit(mostWorks)
      .execute(),
    works()
      .select(({ fn }) => ['recipe.authorId', fn.max<number>('recipe.updatedAt').as('changedAt')])
      .groupBy('recipe.authorId')
      .orderBy('recipe.authorId')
      .limit(mostWorks / 8)
      .execute(),
  ])
  return [
    { path: '/gallery' },
    searchOf({}),
    ...levels.map((level) => searchOf({ level, category: level.name })),
    ...keywords.map(({ name }) => searchOf({ q: name })),
    ...situations.map(({ id, name }) => searchOf({ situation: { id, name }, category: name })),
    ...recipes.map(({ id, updatedAt }) => entryOf(recipePath(id), updatedAt)),
    ...authors.map(({ authorId, changedAt }) => entryOf(memberPath(authorId), Number(changedAt))),
  ]
}
