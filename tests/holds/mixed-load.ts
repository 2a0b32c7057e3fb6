import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { HeldShop } from './held-shop.ts'
import { comment, like, post, press, signIn, type Visit, visit } from './visits.ts'

/** The pages that visitors read most. */
const pages = [
  '/',
  '/all-products',
  '/kits',
  '/gallery',
  '/gallery/search',
  '/gallery/detail/recipe-1',
  '/legal',
  '/api/product-feed',
  '/api/recipes/recipe-1/comments?v=0',
]

const anyOf = <T>(list: readonly T[]): T => {
  const one = list[Math.floor(Math.random() * list.length)]
  if (one === undefined) throw new Error('an empty list')
  return one
}

/** Performs `perSecond` acts of all kinds, mostly reads, until it is stopped; gives how often each was answered with each status. */
export const mixedLoad = (shop: HeldShop, { perSecond }: { readonly perSecond: number }) => {
  const counts: Record<string, number> = {}
  const running = new Set<Promise<void>>()
  let isOver = false
  const member = () => anyOf(shop.members)

  const buy = async (): Promise<Visit> => {
    const pressed = await press(shop)
    const url: unknown = pressed.status === 200 ? JSON.parse(pressed.body).url : undefined
    const session = typeof url === 'string' ? url.split('/').at(-1) : undefined
    if (session === undefined) return pressed
    // One in ten leaves without paying, and one in twenty is refunded.
    if (Math.random() < 0.9) await shop.provider.pay(session)
    if (Math.random() < 0.05) await shop.provider.refund(session).catch(() => undefined)
    return pressed
  }
  const acts: readonly (readonly [name: string, weight: number, act: () => Promise<Visit>])[] = [
    ['page', 60, () => visit(shop, anyOf(pages))],
    ['page of a member', 12, () => visit(shop, anyOf(pages), { cookie: member().cookie })],
    [
      'search',
      8,
      () => visit(shop, `/gallery/search?q=${encodeURIComponent(anyOf(['巾着', 'ポーチ', '麻']))}`),
    ],
    ['like', 8, () => like(shop, member(), anyOf(shop.recipes), Math.random() < 0.6)],
    ['comment', 4, () => comment(shop, member(), anyOf(shop.recipes), randomUUID())],
    ['checkout', 4, buy],
    ['post', 1, () => post(shop, member(), randomUUID())],
    ['sign in', 1, () => signIn(shop, member())],
  ]
  const bag = acts.flatMap(([name, weight, act]) =>
    Array.from({ length: weight }, () => [name, act] as const),
  )

  const go = async () => {
    while (!isOver) {
      const [name, act] = anyOf(bag)
      const one = act().then(({ status }) => {
        counts[`${name} ${status}`] = (counts[`${name} ${status}`] ?? 0) + 1
      })
      running.add(one)
      void one.finally(() => running.delete(one))
      await pause((2_000 * Math.random()) / perSecond)
    }
  }
  const going = go()
  return {
    stop: async (): Promise<Readonly<Record<string, number>>> => {
      isOver = true
      await going
      await Promise.all(running)
      return counts
    },
  }
}
