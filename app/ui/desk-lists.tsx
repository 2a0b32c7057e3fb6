import {
  createContext,
  type MouseEvent,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useState,
} from 'react'
import { useLocation, useNavigate } from 'react-router'
import { href, isAt } from '~/href.ts'

/** Pages of the desk from which others are opened: ← leads back to them as they were. */
export const isDeskList = (pathname: string): boolean =>
  isAt(pathname, [
    '/admin',
    '/admin/search',
    '/admin/orders',
    '/admin/orders/beside/:number',
    '/admin/products',
    '/admin/products/file',
    '/admin/stock',
    '/admin/packing',
    '/admin/packing/numbers',
    '/admin/payments',
    '/admin/mails',
    '/admin/log',
    '/admin/feed',
    '/admin/shop',
    '/admin/settings',
    '/admin/lists/:list',
    '/admin/helpers',
    '/admin/members',
    '/admin/more',
  ])

interface Seen {
  /** Place in this tab's history. */
  readonly at: number
  readonly path: string
  readonly search: string
}

interface Lists {
  /** What followed the path of a list when this device saw it last; without script there is nothing else to go by. */
  readonly seenBefore: Readonly<Record<string, string>>
  /** In this tab since its document was loaded, oldest first. */
  readonly seen: readonly Seen[]
  /** What each list led to when it was shown last, in its order. */
  readonly listed: readonly Listed[]
  readonly list: (shown: Listed) => void
}

interface Listed {
  /** Path and search of the list. */
  readonly address: string
  readonly rows: readonly string[]
  /** How many rows of the list stand before these. */
  readonly before?: number
  /** How many it has, where that is more than these. */
  readonly among?: number
}

const DeskListsContext = createContext<Lists>({ seenBefore: {}, seen: [], listed: [], list: () => {} })

const mostSeen = 50
const mostLists = 10
const mostRows = 100

/** Where the router is in this tab's history; undefined where it does not say. */
const placeInHistory = (): number | undefined => {
  const state: unknown = window.history.state
  const idx = typeof state === 'object' && state !== null && 'idx' in state ? state.idx : undefined
  return typeof idx === 'number' ? idx : undefined
}

/** As many lists, the newest last, with as many rows as a page of the table has. */
export const withListed = (before: readonly Listed[], shown: Listed): readonly Listed[] =>
  [
    ...before.filter(({ address }) => address !== shown.address),
    { ...shown, rows: shown.rows.slice(0, mostRows) },
  ].slice(-mostLists)

/** Remembers which pages of the desk this tab has shown. */
export function DeskLists({
  seenBefore,
  children,
}: {
  readonly seenBefore: Lists['seenBefore']
  readonly children: ReactNode
}) {
  const { pathname: path, search, key } = useLocation()
  const [seen, setSeen] = useState<readonly Seen[]>([])
  // biome-ignore lint/correctness/useExhaustiveDependencies: each entry of the history has its own place
  useEffect(() => {
    const at = placeInHistory()
    if (at !== undefined)
      setSeen((before) => [...before.filter((each) => each.at < at), { at, path, search }].slice(-mostSeen))
  }, [key, path, search])
  const [listed, setListed] = useState<readonly Listed[]>([])
  const list = useCallback((shown: Listed) => setListed((before) => withListed(before, shown)), [])
  return <DeskListsContext value={{ seenBefore, seen, listed, list }}>{children}</DeskListsContext>
}

/** A list of the desk tells where its rows lead, so that what it opens knows its neighbours there. */
export const useListed = (rows: readonly string[], before = 0, among = rows.length): void => {
  const { list } = useContext(DeskListsContext)
  const { pathname, search } = useLocation()
  const lines = rows.join('\n')
  useEffect(
    () => list({ address: `${pathname}${search}`, rows: lines.split('\n'), before, among }),
    [list, pathname, search, lines, before, among],
  )
}

interface Neighbours {
  readonly before: string | undefined
  readonly after: string | undefined
  /** From 1. */
  readonly place: number
  readonly among: number
}

/** What stands beside `pathname` in the list of these that was seen last; null where that list does not lead to it. */
export const neighboursOf = (
  { seen, listed }: Pick<Lists, 'seen' | 'listed'>,
  pathname: string,
): Neighbours | null => {
  const from = seen.findLast(({ path }) => isDeskList(path))
  const shown = listed.find(({ address }) => address === `${from?.path}${from?.search}`)
  const at = shown?.rows.indexOf(pathname) ?? -1
  if (shown === undefined || at < 0) return null
  const { rows, before = 0, among = 0 } = shown
  return {
    ...{ before: rows[at - 1], after: rows[at + 1], place: before + at + 1 },
    among: Math.max(among, before + rows.length),
  }
}

/** Where the page of an order is shown beside its list; null for other pages. */
export const besidePath = (page: string): string | null =>
  isAt(page, ['/admin/orders/:number'])
    ? href('/admin/orders/beside/:number', { number: page.split('/').at(-1) ?? '' })
    : null

/** The list beside which this tab showed `page` before a sheet below it led to `page`; null where she had opened the page itself. */
export const listBeside = (
  seen: readonly Seen[],
  page: string,
  search: string,
): Pick<Seen, 'path' | 'search'> | null => {
  const at = seen.findLastIndex(({ path }) => isDeskList(path))
  const list = seen[at]
  if (list?.path !== besidePath(page)) return null
  const since = seen.slice(at + 1).filter((each) => each.path !== page || each.search !== search)
  return since.length > 0 && since.every(({ path }) => path.startsWith(`${page}/`)) ? list : null
}

/** Of this tab. */
export const useListBeside = (page: string): ReturnType<typeof listBeside> =>
  listBeside(useContext(DeskListsContext).seen, page, useLocation().search)

/** What stands beside this page, or the page `of`, in the list from which this tab came (W74). */
export const useNeighbours = (of?: string): Neighbours | null => {
  const { pathname } = useLocation()
  return neighboursOf(useContext(DeskListsContext), of ?? pathname)
}

/**
 * ← of a page: the page `back` as it was or, where that is a list, the list from which she came. In this tab it goes back in the
 * history, which keeps the place.
 */
export const useWayBack = (
  back = '',
): { readonly to: string; readonly onClick: (event: MouseEvent) => void } => {
  const { seenBefore, seen } = useContext(DeskListsContext)
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const leads = ({ path }: Seen) =>
    path === back || path === besidePath(back) || (isDeskList(back) && isDeskList(path))
  const here = seen.at(-1)
  const from = seen.findLast((each) => each.path !== pathname && leads(each))
  return {
    to: from === undefined ? `${back}${seenBefore[back] ?? ''}` : `${from.path}${from.search}`,
    onClick: (event) => {
      const isPlain =
        event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
      if (!isPlain || here === undefined || from === undefined || here.path !== pathname) return
      event.preventDefault()
      navigate(from.at - here.at)
    },
  }
}
