import { href } from '~/href.ts'
import { cardCount, nextCount } from '~/kernel/list-address.ts'

export const myPageTabs = ['profile', 'recipes', 'favorites', 'settings'] as const

export type MyPageTab = (typeof myPageTabs)[number]

/** Shown in the tabs. */
export interface MyPageCounts {
  readonly recipes: number
  readonly favorites: number
}

/** An unknown name opens the first tab (P24). */
export const myPageTab = (name: string | null): MyPageTab =>
  myPageTabs.find((tab) => tab === name) ?? 'profile'

export const myPagePath = (tab: MyPageTab, count?: number): string =>
  href('/gallery/mypage', { tab: tab === 'profile' ? undefined : tab, count: count?.toString() })

/** A tab with `count` rows of its list, of which `pageSize` are there without being asked for. */
export const myPageListPath = (tab: MyPageTab, count: number, pageSize: number): string =>
  myPagePath(tab, count === pageSize ? undefined : count)

/** What the tab's もっと見る asks for; null when all are there. */
export const myPageMorePath = (
  tab: MyPageTab,
  { total, count, pageSize }: { readonly total: number; readonly count: number; readonly pageSize: number },
): string | null => {
  const next = nextCount(total, count, pageSize)
  return next === null ? null : myPageListPath(tab, next, pageSize)
}

/** How much of a tab's list is shown. */
export interface MyPageList {
  readonly count: number
  /** Of the list as it is. */
  readonly address: string
  /** Of the list with more; null when all are there. */
  readonly more: string | null
}

/** What an address asks for of a list with `total` rows. */
export const myPageList = (
  tab: MyPageTab,
  address: URLSearchParams,
  { total, pageSize }: { readonly total: number; readonly pageSize: number },
): MyPageList => {
  const count = cardCount(address.get('count'), pageSize)
  return {
    count,
    address: myPageListPath(tab, count, pageSize),
    more: myPageMorePath(tab, { total, count, pageSize }),
  }
}
