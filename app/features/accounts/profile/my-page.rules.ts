import { href } from '~/href.ts'
import { cardCount, nextCount } from '~/kernel/list-address.ts'

export const myPageTabs = ['profile', 'recipes', 'favorites', 'settings'] as const

export type MyPageTab = (typeof myPageTabs)[number]

export interface MyPageCounts {
  readonly recipes: number
  readonly favorites: number
}

/** An unknown name opens the first tab (P24). */
export const myPageTab = (name: string | null): MyPageTab =>
  myPageTabs.find((tab) => tab === name) ?? 'profile'

export const myPagePath = (tab: MyPageTab, count?: number): string =>
  href('/gallery/mypage', { tab: tab === 'profile' ? undefined : tab, count: count?.toString() })

/** `count` rows; the first `pageSize` need no parameter. */
export const myPageListPath = (tab: MyPageTab, count: number, pageSize: number): string =>
  myPagePath(tab, count === pageSize ? undefined : count)

/** Null when all rows are shown. */
export const myPageMorePath = (
  tab: MyPageTab,
  { total, count, pageSize }: { readonly total: number; readonly count: number; readonly pageSize: number },
): string | null => {
  const next = nextCount(total, count, pageSize)
  return next === null ? null : myPageListPath(tab, next, pageSize)
}

export interface MyPageList {
  readonly count: number
  readonly address: string
  readonly more: string | null
}

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
