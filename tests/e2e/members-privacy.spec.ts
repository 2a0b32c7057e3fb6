import { addresses } from '../../app/addresses.ts'
import { demoMembers } from '../../demo/members.ts'
import { type HttpSession, httpSession, signedInSession } from '../support/http-session.ts'
import { addShopRecipes } from '../support/recipes-of-a-shop.ts'
import { changeData, readData } from '../support/shop-database.ts'
import type { ShopProcess } from '../support/shop-process.ts'
import { createSiteWalk } from '../support/site-walk.ts'
import { expect, test } from './fixtures.ts'

const pages = Object.keys(addresses).filter((path) => !path.includes(':') && !path.includes('*'))
const dataOf = (path: string) => (path === '/' ? '/_.data' : `${path}.data`)
/** Each with the data of the router behind it, where it is a page. */
const withData = (paths: readonly string[]) =>
  paths.flatMap((path) => (addresses[path]?.page ? [path, dataOf(path)] : [path]))

test.describe('the page cache', () => {
  const cached = pages.filter((path) => addresses[path]?.cache !== 'never')

  test('what everybody may be shown is the same for all visitors', async ({ shop }) => {
    for (const path of withData(cached)) {
      // The first request fills the cache.
      await (await httpSession(shop.origin).get(path)).text()
      const [first, second] = await Promise.all([
        httpSession(shop.origin).get(path),
        httpSession(shop.origin).get(path),
      ])
      expect(first.headers.get('etag'), path).not.toBeNull()
      expect(await second.text(), path).toBe(await first.text())
      expect(first.headers.getSetCookie(), path).toEqual([])
      expect(first.headers.get('cache-control'), path).not.toContain('no-store')
    }
  })

  test('ASVS 14.3.2: what a member sees is never stored, and what is stored shows no member', async ({
    shop,
  }) => {
    const [member] = demoMembers
    const session = await signedInSession(shop.origin, member?.email ?? '')
    for (const path of withData(pages)) {
      const response = await session.get(path)
      const isForEverybody =
        addresses[path.replace(/^\/_\.data$/, '/').replace(/\.data$/, '')]?.cache === 'everybody'
      const isStored = response.headers.get('cache-control') !== 'no-store'
      const body = await response.text()
      if (isForEverybody) expect(body, path).not.toContain(member?.name)
      else if (addresses[path]?.page) expect(isStored, path).toBe(false)
      if (body.includes(member?.name ?? '')) expect(isStored, path).toBe(false)
    }
  })
})

test.describe('on https', () => {
  test.use({ shopSettings: { SITE_ORIGIN: 'https://shop.example' } })

  test('A26: a session of the former name is known everywhere, gets its new name, and shows nobody else the member', async ({
    shop: { origin, listens },
  }) => {
    const [member] = demoMembers
    const former = '__Secure-better-auth.session_token'
    const present = '__Host-better-auth.session_token'
    const signedIn = await signedInSession(origin, member?.email ?? '', listens)
    const value = new RegExp(`(?:^|; )${present}=([^;]+)`).exec(signedIn.cookie())?.[1] ?? ''
    expect(value).not.toBe('')
    const as = (given: Record<string, string>) => httpSession(origin, { listens, given })
    /** Only visitors are asked to join; their page is cached. */
    const pageOf = async (session: HttpSession) => {
      const answer = await session.get('/gallery')
      const isInvited = (await answer.text()).includes('会員登録へ')
      return [isInvited ? 'visitor' : 'member', answer.headers.get('etag') === null ? 'drawn' : 'kept']
    }

    await pageOf(as({}))
    const before = as({ [former]: value })
    expect(await pageOf(before)).toEqual(['member', 'drawn'])
    expect(before.cookie()).toBe(`${present}=${value}`)
    expect(await pageOf(before)).toEqual(['member', 'drawn'])
    expect(await pageOf(as({}))).toEqual(['visitor', 'kept'])
    const forged = as({ [former]: `${value.slice(0, 10)}.forged` })
    expect(await pageOf(forged)).toEqual(['visitor', 'kept'])

    const [recipe = ''] =
      /\/gallery\/detail\/[\w-]+/.exec(await (await as({}).get('/gallery/search')).text()) ?? []
    const events = `/api/recipes/${recipe.split('/').at(-1)}/comment-events`
    const listening = as({ [former]: value })
    const stream = await listening.get(events)
    expect([stream.status, listening.cookie()]).toEqual([200, `${present}=${value}`])
    await stream.body?.cancel()

    const upload = (session: HttpSession) => session.post('/api/uploads/picture', { no: 'picture' })
    expect((await upload(as({ [former]: value }))).status).not.toBe(401)
    expect((await upload(forged)).status).toBe(401)

    const leaving = as({ [former]: value })
    await leaving.post('/gallery/logout', {})
    expect(leaving.cookie()).toBe('')
    for (const gone of [before, as({ [former]: value })]) expect((await pageOf(gone))[0]).toBe('visitor')
  })
})

interface Shown {
  readonly headers: string
  readonly body: string
}

/** All that the addresses and the links on their pages show to this session, by path. */
const everythingShown = async (session: HttpSession): Promise<Map<string, Shown>> => {
  const shown = new Map<string, Shown>()
  const walk = createSiteWalk(pages.flatMap((each) => [each, dataOf(each)]))
  for (let path = walk.next()?.path; path !== undefined; path = walk.next()?.path) {
    const response = await session.get(path)
    const isText = /^(text|application)\//.test(response.headers.get('content-type') ?? '')
    const body = isText ? await response.text() : ''
    shown.set(path, { headers: [...response.headers].join('\n'), body })
    for (const [, link = ''] of body.matchAll(/href="(\/(?!\/|Image\/|assets\/)[^"#]*)/g)) {
      const next = link.replaceAll('&amp;', '&')
      const comments = next.replace(/^\/gallery\/detail\/([^/?]+)$/, '/api/recipes/$1/comments')
      walk.add(next, path)
      walk.add(comments, path)
    }
  }
  return shown
}

/** What belongs to each member alone: her address, the hash of her password, her sessions, her links, what she keeps. */
const secretsOf = ({ dataDir }: ShopProcess) =>
  readData(
    dataDir,
    `select member.email, member_account.password, member_session.token, member_session.id as session_id, favourite.title
     from member left join favourite on favourite.member_id = member.id and favourite.title like 'kept by %' left join member_account on member_account.member_id = member.id
     left join member_session on member_session.member_id = member.id`,
  ).map((row) => ({
    email: String(row.email),
    secrets: Object.values(row).filter(
      (value): value is string => typeof value === 'string' && value !== row.email,
    ),
  }))

const tokensAndPasswords = ({ dataDir }: ShopProcess) =>
  readData(
    dataDir,
    'select token from member_session union all select password from member_account where password is not null',
  ).map(({ token }) => String(token))

test.describe('A5: what belongs to somebody else', () => {
  test.use({ ownShop: true })
  test.beforeEach(async ({ shop }) => {
    for (const [at, { email }] of demoMembers.entries())
      await addShopRecipes(shop, email, [
        { id: `work-${at}`, hidden: at === 1 ? 1 : 0, createdAt: Date.now() + at },
      ])
    changeData(
      shop.dataDir,
      `insert into favourite select id, 'gone', 'kept by ' || email, '', '', ${Date.now()} from member`,
    )
    // Each says something below the first.
    for (const { email } of demoMembers)
      changeData(
        shop.dataDir,
        `insert into comment (id, recipe_id, author_id, author_name, text, source, created_at)
         select 'comment-' || id, 'work-0', id, name, 'すてきです', 'own', 0 from member where email = '${email}'`,
      )
  })

  // The mailbox page of a demo shows every mail to everybody: it is no part of a shop.
  const isOfTheDemo = (path: string) => path.startsWith('/mailbox')

  test('ASVS 8.2.3, 15.3.1, A14: no page, feed or call shows an address, a role, a right or a session of another, nor to anybody her own token or password', async ({
    shop,
  }) => {
    test.slow()
    const emails = demoMembers.map(({ email }) => email)
    for (const email of emails) await signedInSession(shop.origin, email)
    // A visitor, a member, and an admin: each looks for the secrets of all others.
    for (const email of [undefined, emails[0], 'admin@demo.example']) {
      const session =
        email === undefined ? httpSession(shop.origin) : await signedInSession(shop.origin, email)
      const shown = await everythingShown(session)
      for (const page of [/^\/gallery\/detail\/work-/, /^\/gallery\/user\//, /^\/api\/recipes\/work-/])
        expect([...shown.keys()].filter((path) => page.test(path)).length).toBeGreaterThan(1)
      if (email !== undefined)
        expect([...shown.keys()]).toEqual(
          expect.arrayContaining(
            ['recipes', 'favorites', 'settings'].map((tab) => `/gallery/mypage?tab=${tab}`),
          ),
        )
      const others = secretsOf(shop).filter((each) => each.email !== email)
      expect(others.length).toBeGreaterThanOrEqual(emails.length - 1)
      const hidden = others.flatMap((other) => [other.email, ...other.secrets])
      const rights = ['canModerate', 'canManageUsers', 'canDeleteContent', 'isAdmin']
      // One expectation for all: the runner remembers each of them.
      const leaks = [...shown]
        .filter(([path]) => !isOfTheDemo(path))
        .flatMap(([path, { headers, body }]) =>
          [...hidden, ...rights]
            .filter((each) => headers.includes(each) || body.includes(each))
            .map((each) => ({ path, each })),
        )
      expect(leaks, `as ${email}`).toEqual([])
      // Her cookie has her token.
      const own = tokensAndPasswords(shop)
      expect(own.length).toBeGreaterThan(1)
      const told = [...shown].filter(([, { body }]) => own.some((secret) => body.includes(secret)))
      expect(told.map(([path]) => path)).toEqual([])
    }
  })
})
