import type { Kysely } from 'kysely'
import type { Schema } from '#db/schema.ts'
import { href, isAt } from '~/href.ts'
import { type DeskPerson, isShopOwner } from '~/kernel/actor.ts'
import type { OwnView, OwnViewsHere } from '~/kernel/desk-list.ts'
import { mayDo } from '~/server/desk-act.ts'
import { isWorthAName, keptIn, type NamedList, viewIn } from '~/server/named-list.ts'
import type { ViewsAt } from './commands.server.ts'

/** Of all lists those that this person may see. */
export const viewsFor = (lists: readonly NamedList[], actor: DeskPerson): ViewsAt => ({
  lists: lists.filter(({ who }) => mayDo(who, actor)),
  isOwner: isShopOwner(actor),
})

const stored = (db: Kysely<Schema>, { id }: Pick<DeskPerson, 'id'>) =>
  db
    .selectFrom('deskView')
    .select(['id', 'list', 'name', 'search'])
    .where('memberId', '=', id)
    .orderBy('list')
    .orderBy('place')

/** A search that names what the list knows no more still opens it. */
const addressOf = ({ path }: NamedList, search: string): string => `${path}?${search}`

/** Her views of all lists that she may see, each list with its own. */
export const allViews = async (
  db: Kysely<Schema>,
  actor: DeskPerson,
  { lists }: ViewsAt,
): Promise<
  readonly { readonly list: string; readonly name: string; readonly views: readonly OwnView[] }[]
> => {
  const views = await stored(db, actor).execute()
  return lists.flatMap((list) => {
    const own = views.filter((view) => view.list === list.path)
    if (own.length === 0) return []
    return {
      ...{ list: list.path, name: list.name },
      views: own.map(({ id, name, search }) => ({
        ...{ id, name, isCurrent: false },
        to: addressOf(list, search),
      })),
    }
  })
}

/** Her views of the list that `url` shows, and what of it could be named; null where it shows no such list. */
export const viewsHere = async (
  db: Kysely<Schema>,
  actor: DeskPerson,
  { lists, isOwner }: ViewsAt,
  { pathname, searchParams }: Pick<URL, 'pathname' | 'searchParams'>,
): Promise<OwnViewsHere | null> => {
  // What is open beside it, the list stays.
  const listPath = isAt(pathname, ['/admin/orders/beside/:number']) ? href('/admin/orders') : pathname
  const list = lists.find(({ path }) => path === listPath)
  if (list === undefined) return null
  const shown = viewIn(list, searchParams, isOwner)
  const views = await stored(db, actor).where('list', '=', list.path).execute()
  return {
    list: list.path,
    search: shown !== null && isWorthAName(list, shown) ? shown : null,
    views: views.map(({ id, name, search }) => ({
      ...{ id, name },
      to: addressOf(list, search),
      // Read anew, since what the list knows may have changed since it was named.
      isCurrent: keptIn(list, new URLSearchParams(search), isOwner) === shown,
    })),
  }
}
