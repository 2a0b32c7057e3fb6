import { expect, test } from 'vitest'
import { closeShop } from '~/features/products/closing.commands.server.ts'
import { putProducts } from '~/features/products/commands.server.ts'
import { chooseFeed } from '~/features/products/feed/feed.commands.server.ts'
import type { DeskActor, Visitor } from '~/kernel/actor.ts'
import type { AppContext } from '~/server/app-context.ts'
import { noteRestored } from '~/server/backup/restored-shop.ts'
import {
  contextForTests,
  type OpenForTest,
  onBothEngines,
} from '../../../../tests/support/database-for-tests.ts'
import { fabricForTests } from '../../../../tests/support/sample-products.ts'
import { answerRestock, askForRestock } from './commands.server.ts'
import { forgetRestocksJob, tellRestocksJob } from './jobs.server.ts'
import { awaitedProducts, openedRestock } from './queries.server.ts'
import { restockBounds, restockKept } from './rules.ts'

const visitor = (address = '203.0.113.7'): Visitor => ({ kind: 'visitor', address })
const owner: DeskActor = { kind: 'owner' }
const email = 'hanako@mail.example'
const never = new AbortController().signal

const shopOf = async (open: OpenForTest, parts: Partial<AppContext> = {}) => {
  const ctx = contextForTests((await open()).db, { demo: true, ...parts })
  const fabrics = ['F-1', 'F-2'].map((number) => fabricForTests({ number }))
  await ctx.db.transaction().execute((trx) => putProducts(trx, 0, fabrics))
  const stop = (number: string) =>
    ctx.db.insertInto('closedProduct').values({ number, closedAt: 1 }).execute()
  await stop('F-1')
  return {
    ctx,
    stop,
    sellAgain: (number = 'F-1') => ctx.db.deleteFrom('closedProduct').where('number', '=', number).execute(),
    ask: (to = email, number = 'F-1', address?: string) =>
      askForRestock(ctx, visitor(address), { number, email: to }),
    rows: () => ctx.db.selectFrom('restockRequest').selectAll().orderBy('number').orderBy('email').execute(),
    mails: (kind: string) =>
      ctx.db
        .selectFrom('mail')
        .selectAll()
        .where('kind', '=', kind)
        .orderBy('createdAt')
        .orderBy('id')
        .execute(),
    tell: () => tellRestocksJob(ctx).run(never),
    forget: () => forgetRestocksJob(ctx).run(never),
  }
}
type Shop = Awaited<ReturnType<typeof shopOf>>

const tokens = async ({ mails }: Shop): Promise<string[]> =>
  (await mails('restock_asked')).map(({ text }) => /\/restock\/([\w-]{32})/.exec(text)?.[1] ?? '')

const confirmed = async (shop: Shop, to = email, number = 'F-1') => {
  const known = new Set(await tokens(shop))
  await shop.ask(to, number)
  const token = (await tokens(shop)).find((each) => !known.has(each)) ?? ''
  await answerRestock(shop.ctx, visitor(), { token, act: 'confirm' })
  return token
}

onBothEngines('restock notices', (open) => {
  test('W11: the mail has the secret, the table its hash; the link confirms once for all', async () => {
    const shop = await shopOf(open)
    expect(await shop.ask()).toEqual({ ok: true, value: null })
    const [token = ''] = await tokens(shop)
    const [row] = await shop.rows()
    expect(row).toMatchObject({ number: 'F-1', email, confirmedAt: null })
    expect(JSON.stringify(row)).not.toContain(token)
    expect((await shop.mails('restock_asked'))[0]).toMatchObject({ recipient: email, holdsToken: 1 })
    expect(await openedRestock(shop.ctx.db, token, shop.ctx.now())).toEqual({
      number: 'F-1',
      email,
      isConfirmed: false,
    })
    const firstAt = shop.ctx.now()
    for (const _ of [1, 2]) {
      expect(await answerRestock(shop.ctx, visitor(), { token, act: 'confirm' })).toMatchObject({ ok: true })
      shop.ctx.advance(1)
    }
    expect((await shop.rows())[0]?.confirmedAt).toBe(firstAt)
    expect(await answerRestock(shop.ctx, visitor(), { token: 'x', act: 'stop' })).toMatchObject({
      error: 'link_dead',
    })
  })

  test('W11: the link stops it, before and after it was confirmed', async () => {
    const shop = await shopOf(open)
    const token = await confirmed(shop)
    await shop.ask('other@mail.example')
    expect(await answerRestock(shop.ctx, visitor(), { token, act: 'stop' })).toMatchObject({ ok: true })
    expect((await shop.rows()).map((row) => row.email)).toEqual(['other@mail.example'])
    await shop.sellAgain()
    await shop.tell()
    expect(await shop.mails('restock_back')).toEqual([])
  })

  test('W11: asked for twice it is one row, still confirmed, and the later link is the good one', async () => {
    const shop = await shopOf(open)
    const first = await confirmed(shop)
    shop.ctx.advance(1)
    await shop.ask()
    expect(await shop.rows()).toHaveLength(1)
    expect((await shop.rows())[0]?.confirmedAt).not.toBeNull()
    const second = (await tokens(shop)).find((token) => token !== first) ?? ''
    expect(await openedRestock(shop.ctx.db, first, shop.ctx.now())).toBeUndefined()
    expect(await openedRestock(shop.ctx.db, second, shop.ctx.now())).toMatchObject({ isConfirmed: true })
  })

  test('W11, W12: asked for again it counts for a day from then', async () => {
    const shop = await shopOf(open)
    await shop.ask()
    const [first] = await tokens(shop)
    shop.ctx.advance(restockKept.unconfirmed - 1)
    await shop.ask()
    shop.ctx.advance(restockKept.unconfirmed - 1)
    const token = (await tokens(shop)).find((each) => each !== first) ?? ''
    expect(await answerRestock(shop.ctx, visitor(), { token, act: 'confirm' })).toMatchObject({ ok: true })
  })

  test.each([
    ['who asked before the backup, on the day after', -1, 0, 'dead'],
    ['who asked before the backup, later', -1, 24 * 3_600_000, 'queued'],
    ['who asked since', 1, 0, 'queued'],
  ])('D26: after a restore the mail of %s is %#', async (_, confirmedSinceBackup, since, state) => {
    const shop = await shopOf(open)
    await confirmed(shop)
    const [row] = await shop.rows()
    const restoredAt = shop.ctx.now()
    const backupAt = Number(row?.confirmedAt) - confirmedSinceBackup
    await noteRestored(shop.ctx.db, { backupAt, restoredAt, takenIn: null })
    shop.ctx.advance(since)
    await shop.sellAgain()
    await shop.tell()
    expect((await shop.mails('restock_back')).map((mail) => mail.state)).toEqual([state])
    expect(await shop.rows()).toEqual([])
  })

  test('W11: asked for by many at once it is one row', async () => {
    const shop = await shopOf(open)
    await Promise.all([1, 2, 3].map(() => shop.ask()))
    expect(await shop.rows()).toHaveLength(1)
  })

  test('W10: only what is stopped is waited for', async () => {
    const shop = await shopOf(open)
    expect(await shop.ask(email, 'F-2')).toMatchObject({ error: 'is_sold' })
    expect(await shop.ask(email, 'F-9')).toMatchObject({ error: 'no_product' })
    await shop.ctx.db.updateTable('product').set({ status: '非公開' }).where('number', '=', 'F-1').execute()
    expect(await shop.ask()).toMatchObject({ error: 'no_product' })
    expect(await shop.rows()).toEqual([])
  })

  test('W10, W12: sold again there is one mail to each who confirmed, and they are forgotten', async () => {
    const shop = await shopOf(open)
    await shop.stop('F-2')
    // More than one batch.
    await shop.ctx.db
      .insertInto('restockRequest')
      .values(
        Array.from({ length: 25 }, (_, at) => ({
          id: `row-${at}`,
          number: 'F-1',
          email: `${at}@mail.example`,
          tokenHash: `hash-${at}`,
          createdAt: shop.ctx.now(),
          confirmedAt: shop.ctx.now(),
        })),
      )
      .execute()
    await confirmed(shop, email, 'F-2')
    await shop.ask('unconfirmed@mail.example')
    await shop.tell()
    expect(await shop.mails('restock_back')).toEqual([])
    await shop.sellAgain()
    await Promise.all([shop.tell(), shop.tell()])
    await shop.tell()
    const mails = await shop.mails('restock_back')
    expect(new Set(mails.map(({ recipient }) => recipient)).size).toBe(25)
    expect(mails).toHaveLength(25)
    expect(mails[0]?.text).toContain('/all-products/F-1')
    expect((await shop.rows()).map((row) => row.email)).toEqual(['unconfirmed@mail.example', email])
  })

  test('W10: one run tells more than one portion', async () => {
    const shop = await shopOf(open)
    const waiting = Array.from({ length: 41 }, (_, at) => ({
      id: `row-${at}`,
      number: 'F-1',
      email: `${at}@mail.example`,
      tokenHash: `hash-${at}`,
      createdAt: shop.ctx.now(),
      confirmedAt: shop.ctx.now(),
    }))
    await shop.ctx.db.insertInto('restockRequest').values(waiting).execute()
    await shop.sellAgain()
    await shop.tell()
    expect(await shop.mails('restock_back')).toHaveLength(41)
  })

  test('W10: while the copy of the feed is too old to sell at, kits alone are back', async () => {
    const shop = await shopOf(open)
    const { db } = shop.ctx
    const kit = fabricForTests({ number: 'K-1', type: 'kit' })
    await db.transaction().execute((trx) => putProducts(trx, 0, [kit]))
    await shop.stop('K-1')
    await confirmed(shop)
    await confirmed(shop, email, 'K-1')
    await chooseFeed(shop.ctx, 'https://feed.example/products.csv')
    await db.updateTable('product').set({ source: 'feed' }).where('number', '=', 'F-1').execute()
    const copied = (lastSuccessAt: number) => db.updateTable('feedImport').set({ lastSuccessAt }).execute()
    await copied(shop.ctx.now())
    for (const number of ['F-1', 'K-1']) await shop.sellAgain(number)
    shop.ctx.advance(24 * 3_600_000 + 1)
    await shop.tell()
    expect((await shop.rows()).map(({ number }) => number)).toEqual(['F-1'])
    await copied(shop.ctx.now())
    await shop.tell()
    expect(await shop.rows()).toEqual([])
  })

  test('W10: a price that is not certain and a closed shop are not back', async () => {
    const shop = await shopOf(open)
    await confirmed(shop)
    await shop.sellAgain()
    const priced = (price: number | null) =>
      shop.ctx.db.updateTable('product').set({ price }).where('number', '=', 'F-1').execute()
    await priced(null)
    await shop.tell()
    await priced(330)
    await closeShop(shop.ctx, owner, { requestId: 'a', version: null, message: '' })
    await shop.tell()
    expect(await shop.mails('restock_back')).toEqual([])
    await shop.ctx.db.updateTable('shopState').set({ value: '' }).where('key', '=', 'closure').execute()
    await shop.tell()
    expect(await shop.mails('restock_back')).toHaveLength(1)
  })

  test('W12: what nobody confirmed goes after a day, what was confirmed after half a year', async () => {
    const shop = await shopOf(open)
    await confirmed(shop)
    await shop.ask('unconfirmed@mail.example')
    const token = (await tokens(shop)).at(-1) ?? ''
    shop.ctx.advance(restockKept.unconfirmed - 1)
    await shop.forget()
    expect(await shop.rows()).toHaveLength(2)
    shop.ctx.advance(1)
    // The link has expired before the job deletes the request.
    expect(await answerRestock(shop.ctx, visitor(), { token, act: 'confirm' })).toMatchObject({ ok: false })
    await shop.forget()
    expect((await shop.rows()).map((row) => row.email)).toEqual([email])
    shop.ctx.advance(restockKept.confirmed - restockKept.unconfirmed - 1)
    await shop.forget()
    expect(await shop.rows()).toHaveLength(1)
    shop.ctx.advance(1)
    await shop.sellAgain()
    await shop.tell()
    expect(await shop.mails('restock_back')).toEqual([])
    await shop.forget()
    expect(await shop.rows()).toEqual([])
  })

  test('W13: three mails a day to one mailbox, under whatever spelling, and the answer stays the same', async () => {
    const shop = await shopOf(open)
    for (const to of [email, 'hanako+1@mail.example', 'hanako+2@mail.example', 'hanako+3@mail.example'])
      expect(await shop.ask(to)).toEqual({ ok: true, value: null })
    expect(await shop.mails('restock_asked')).toHaveLength(restockBounds.mailsADay)
    expect(await shop.rows()).toHaveLength(restockBounds.mailsADay)
    shop.ctx.advance(24 * 3_600_000)
    await shop.ask()
    expect(await shop.mails('restock_asked')).toHaveLength(restockBounds.mailsADay + 1)
  })

  test('W13: one client soon waits, others do not', async () => {
    const shop = await shopOf(open)
    for (let at = 0; at < 20; at += 1) await shop.ask(`${at}@mail.example`)
    expect(await shop.ask('20@mail.example')).toMatchObject({ error: 'too_many_requests' })
    expect(await shop.ask('20@mail.example', 'F-1', '198.51.100.9')).toMatchObject({ ok: true })
  })

  test('W13: a network and the whole shop have their limits', async () => {
    const shop = await shopOf(open)
    const limited = async (others: string, most: number, address: string) => {
      await shop.ctx.db.deleteFrom('rateLimit').execute()
      await shop.ask('0@mail.example', 'F-1', others)
      const of = shop.ctx.db.updateTable('rateLimit').where('count', '=', 1)
      // Uses up all limits except that of the single client.
      await of.set({ count: most }).where('subject', '!=', `restock:${others}`).execute()
      return shop.ask('1@mail.example', 'F-1', address)
    }
    const refusedAlways = { error: 'too_many_requests' }
    expect(await limited('203.0.113.7', 100, '203.0.113.8')).toMatchObject(refusedAlways)
    expect(await limited('203.0.113.7', 99, '203.0.113.8')).toMatchObject({ ok: true })
    expect(await limited('203.0.113.7', 1_000, '198.51.100.9')).toMatchObject(refusedAlways)
    expect(await limited('203.0.113.7', 999, '198.51.100.9')).toMatchObject({ ok: true })
  })

  test('W13: in a full table who has not confirmed within the hour gives way, else it takes nothing more', async () => {
    const shop = await shopOf(open)
    const all = Array.from({ length: restockBounds.requests }, (_, at) => ({
      id: `row-${at}`,
      number: 'F-2',
      email: `${at}@mail.example`,
      tokenHash: `hash-${at}`,
      createdAt: 1,
      confirmedAt: null,
    }))
    for (let from = 0; from < all.length; from += 2_000)
      await shop.ctx.db
        .insertInto('restockRequest')
        .values(all.slice(from, from + 2_000))
        .execute()
    const { ctx, rows } = shop
    const become = (change: { confirmedAt: number | null; createdAt: number }) =>
      ctx.db.updateTable('restockRequest').set(change).execute()
    const hour = 3_600_000
    await become({ confirmedAt: ctx.now(), createdAt: 1 })
    expect(await shop.ask()).toMatchObject({ error: 'full' })
    await become({ confirmedAt: null, createdAt: ctx.now() - hour + 1 })
    expect(await shop.ask()).toMatchObject({ error: 'full' })
    ctx.advance(1)
    expect(await shop.ask()).toMatchObject({ ok: true })
    expect(await rows()).toHaveLength(restockBounds.requests - 99)
  })

  test('W10: a shop that sends no mail promises none', async () => {
    const shop = await shopOf(open, { demo: false })
    expect(shop.ctx.mail.delivers).toBe(false)
    expect(await shop.ask()).toMatchObject({ error: 'mail_off' })
  })

  test('N117: who confirmed is counted, the most awaited first, also of a product that is gone; who did not, or long ago, is not', async () => {
    const shop = await shopOf(open)
    await shop.stop('F-2')
    await confirmed(shop, email, 'F-1')
    await confirmed(shop, email, 'F-2')
    await confirmed(shop, 'jiro@mail.example', 'F-2')
    await shop.ask('saburo@mail.example', 'F-1')
    const read = () => awaitedProducts(shop.ctx.db, shop.ctx.now())
    const { products, leftOut } = await read()
    expect(products.map(({ number, people }) => [number, people])).toEqual([
      ['F-2', 2],
      ['F-1', 1],
    ])
    expect([leftOut, products[0]?.name]).toEqual([0, fabricForTests({ number: 'F-2' }).name])
    await shop.ctx.db.deleteFrom('product').where('number', '=', 'F-2').execute()
    expect((await read()).products[0]).toEqual({ number: 'F-2', name: null, people: 2 })
    shop.ctx.advance(restockKept.confirmed + 1)
    expect((await read()).products).toEqual([])
  })
})
