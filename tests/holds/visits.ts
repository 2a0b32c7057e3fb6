import { randomUUID } from 'node:crypto'
import { type HeldShop, passwordOfMembers } from './held-shop.ts'

/** Status 0: no answer, because the shop is down or the time limit has passed. */
export interface Visit {
  readonly status: number
  readonly ms: number
  readonly body: string
  readonly headers: Headers
}

interface Asked {
  readonly body?: string | URLSearchParams
  /** Used instead of a body. */
  readonly picture?: Uint8Array<ArrayBuffer>
  readonly cookie?: string
  readonly accept?: string
  readonly limitMs?: number
}

const clientAddress = () => {
  const part = () => 1 + Math.floor(Math.random() * 250)
  return `198.${18 + (part() % 2)}.${part()}.${part()}`
}

/** Sends a request as a browser would, from a different address each time; never rejects. */
export const visit = async (
  { process: { listens, origin } }: Pick<HeldShop, 'process'>,
  path: string,
  { body, picture, cookie, accept = 'text/html', limitMs = 20_000 }: Asked = {},
): Promise<Visit> => {
  const from = performance.now()
  const headers: Record<string, string> = { accept, origin, 'x-forwarded-for': clientAddress() }
  if (typeof body === 'string') headers['content-type'] = 'application/json'
  if (picture !== undefined) headers['content-type'] = 'image/png'
  const sent = body ?? picture
  if (cookie !== undefined) headers.cookie = cookie
  try {
    const response = await fetch(`${listens}${path}`, {
      method: sent === undefined ? 'GET' : 'POST',
      ...(sent === undefined ? {} : { body: sent }),
      headers,
      redirect: 'manual',
      signal: AbortSignal.timeout(limitMs),
    })
    const text = await response.text()
    return { status: response.status, ms: performance.now() - from, body: text, headers: response.headers }
  } catch {
    return { status: 0, ms: performance.now() - from, body: '', headers: new Headers() }
  }
}

const line = (number: string, name: string, description: string, amount: number, quantity: number) => ({
  price_data: {
    currency: 'jpy',
    product_data: { name, description, metadata: { managementNumber: number } },
    unit_amount: amount,
  },
  quantity,
})

/** 購入へ進む with two fabrics of 1,100 yen. */
export const press = (shop: HeldShop, browser: string = randomUUID()): Promise<Visit> =>
  visit(shop, '/api/create-checkout-session', {
    accept: 'application/json',
    body: JSON.stringify({
      line_items: [line('F-1100', '麻の葉', '綿100%', 1_100, 2), line('shipping', '送料', '送料', 400, 1)],
      mode: 'payment',
      success_url: `${shop.process.origin}/success`,
      cancel_url: `${shop.process.origin}/kits`,
      metadata: { from: 'header-cart' },
      client_token: browser,
    }),
  })

type MemberOf = HeldShop['members'][number]

export const like = (shop: HeldShop, { cookie }: MemberOf, recipe: string, on = true): Promise<Visit> =>
  visit(shop, `/gallery/detail/${recipe}/reactions`, {
    accept: 'application/json',
    cookie,
    body: new URLSearchParams({ kind: 'like', on: String(on) }),
  })

export const comment = (shop: HeldShop, { cookie }: MemberOf, recipe: string, id: string): Promise<Visit> =>
  visit(shop, `/api/recipes/${recipe}/comments`, {
    accept: 'application/json',
    cookie,
    body: new URLSearchParams({ id, text: `すてきです ${id}` }),
  })

/** A recipe without pictures; 302 when it is posted. */
export const post = (shop: HeldShop, { cookie }: MemberOf, id: string): Promise<Visit> =>
  visit(shop, '/gallery/upload', {
    cookie,
    body: new URLSearchParams({
      id,
      basedOn: '0',
      title: `ポーチ ${id.slice(0, 8)}`,
      description: '布で作りました。',
      cookingTime: '30min',
      difficulty: '初級',
      explanationType: 'none',
    }),
  })

export const signIn = (shop: HeldShop, { email }: MemberOf): Promise<Visit> =>
  visit(shop, '/gallery/login', { body: new URLSearchParams({ email, password: passwordOfMembers }) })

/** Each column of the matrix: an act, and its status when all is well. None of the addresses is cached. */
export const columns = {
  'the pages of the shop': [200, (shop) => visit(shop, `/all-products?q=${randomUUID()}`)],
  'a page without data': [200, (shop) => visit(shop, '/legal')],
  'the cart': [200, (shop) => visit(shop, `/api/products?number=F-1100&at=${Date.now()}`)],
  checkout: [200, (shop) => press(shop)],
  'the gallery': [200, (shop) => visit(shop, `/gallery/search?q=${randomUUID().slice(0, 6)}`)],
  'a like': [200, (shop) => like(shop, memberOf(shop), 'recipe-1')],
  'a comment': [200, (shop) => comment(shop, memberOf(shop), 'recipe-1', randomUUID())],
  'a post': [302, (shop) => post(shop, memberOf(shop), randomUUID())],
  'a sign-in': [302, (shop) => signIn(shop, memberOf(shop))],
} as const satisfies Record<string, readonly [status: number, act: (shop: HeldShop) => Promise<Visit>]>

type Column = keyof typeof columns
const isColumn = (name: string): name is Column => name in columns
const names = Object.keys(columns).filter(isColumn)

/** All columns at once, as in a real shop. */
export const doAll = async (shop: HeldShop): Promise<ReadonlyMap<Column, Visit>> => {
  const done = await Promise.all(
    names.map(async (name): Promise<readonly [Column, Visit]> => [name, await columns[name][1](shop)]),
  )
  return new Map(done)
}

export const statusesOf = (done: ReadonlyMap<Column, Visit>) =>
  Object.fromEntries([...done].map(([name, { status }]) => [name, status]))

export const allWell = Object.fromEntries(names.map((name) => [name, columns[name][0]]))

const memberOf = ({ members }: HeldShop): MemberOf => {
  const member = members[Math.floor(Math.random() * members.length)]
  if (member === undefined) throw new Error('a shop without members')
  return member
}
