import { afterAll, beforeAll, expect, test } from 'vitest'
import { deskCardSources } from '~/brought-by-features.server.ts'
import { putProducts } from '~/features/products/commands.server.ts'
import { holdAtDesk } from '~/features/products/desk/source.commands.server.ts'
import { chooseFeed, importSoon } from '~/features/products/feed/feed.commands.server.ts'
import { feedImportJob } from '~/features/products/feed/jobs.server.ts'
import { noFormerPrice } from '~/features/products/price-guard.rules.ts'
import { recountPieces } from '~/features/stock/counting.commands.server.ts'
import { inTransaction } from '~/server/database/transaction.ts'
import { readDeskCards } from '~/server/desk-cards.ts'
import { contextForTests, onBothEngines } from '../../../tests/support/database-for-tests.ts'
import { deskPersonForTests } from '../../../tests/support/desk-person-for-tests.ts'
import {
  type FeedServer,
  feedRow,
  list,
  startFeedServer,
  status,
} from '../../../tests/support/feed-server.ts'
import { fabricForTests } from '../../../tests/support/sample-products.ts'
import { feedDeskView } from './feed.queries.server.ts'
import { isReading, lastReadText, readingText } from './feed.rules.ts'

const minute = 60_000

const asked = { sort: null, direction: 'asc', size: 50, page: 1, filters: {} } as const

onBothEngines('the feed desk', (open) => {
  let feed: FeedServer
  beforeAll(async () => {
    feed = await startFeedServer()
  })
  afterAll(() => feed.close())

  const start = async () => {
    const { db } = await open()
    const ctx = contextForTests(db, { feedUrl: feed.url, demo: true })
    const owner = deskPersonForTests(ctx)
    await chooseFeed(ctx, ctx.feedUrl)
    const job = feedImportJob(ctx)
    let presses = 0
    return {
      db,
      ctx,
      owner,
      run: () => job.run(new AbortController().signal),
      press: () => importSoon(ctx, owner, { requestId: `press ${++presses}` }),
      view: () => feedDeskView(ctx, 100, asked),
      said: async () => readingText(await feedDeskView(ctx, 100, asked)),
    }
  }

  test('N47: いま読み込む is done once more, and tells whether it changed anything', async () => {
    const { ctx, run, press, view, said } = await start()
    feed.behave(list([feedRow(1), feedRow(2)]))
    await run()
    expect(await said()).toBeNull()
    ctx.advance(1_000)
    expect((await press()).ok).toBe(true)
    expect(await said()).toContain('読み込んでいます')
    expect(isReading(await view())).toBe(true)
    ctx.advance(1_000)
    await run()
    expect(await said()).toContain('変わったものはありません。')
    // A new row moves the rows below it, which does not count as a change.
    feed.behave(list([feedRow(3), feedRow(1, { name: '別の布' })]))
    ctx.advance(1_000)
    await press()
    ctx.advance(1_000)
    await run()
    expect(await said()).toMatch(/に読み込みました。2点の内容が変わり、1点をお店から下げました。$/)
    feed.behave(status(500))
    ctx.advance(1_000)
    await press()
    ctx.advance(1_000)
    await run()
    expect(await said()).toContain('お店に反映していません')
    ctx.advance(61 * minute)
    expect(await said()).toBeNull()
    expect((await view()).feed?.trouble).not.toBeNull()
  })

  test('N47: a press while a list is read is not lost', async () => {
    const { ctx, db, run, press, said } = await start()
    feed.behave(list([feedRow(1)]))
    await run()
    const now = ctx.now()
    // The import begins before the press and ends after it.
    await db
      .updateTable('feedImport')
      .set({ beganAt: now - 2_000, finishedAt: now })
      .execute()
    await press()
    await db
      .updateTable('feedImport')
      .set({ lastAttemptAt: now, finishedAt: now + 10 })
      .execute()
    expect(await said()).toContain('読み込んでいます')
    const asked = feed.asked.length
    ctx.advance(2_000)
    await run()
    expect([feed.asked.length - asked, await said()]).toEqual([1, expect.stringContaining('変わったものは')])
  })

  test('N47: the list is asked for so often and no more', async () => {
    const { ctx, press } = await start()
    for (let times = 0; times < 20; times += 1) expect((await press()).ok).toBe(true)
    expect(await press()).toEqual({ ok: false, error: 'too-often' })
    ctx.advance(10 * minute)
    expect((await press()).ok).toBe(true)
  })

  test('N47, N40: rows to mend have row, field and sentence; what she holds herself stands apart', async () => {
    const { db, ctx, owner, run, view } = await start()
    feed.behave(list([feedRow('F-1'), feedRow('F-2', { price: '時価' }), feedRow('F-3', { name: '' })]))
    await run()
    const version = (
      await db.selectFrom('product').select('updatedAt').where('number', '=', 'F-1').executeTakeFirstOrThrow()
    ).updatedAt
    await holdAtDesk(ctx, owner, { requestId: 'take', number: 'F-1', version })
    ctx.advance(6 * minute)
    await run()
    const seen = await view()
    expect(seen.rows).toMatchObject([
      { row: 3, number: 'F-2', field: '価格', sentence: expect.stringContaining('価格確認中'), cell: '時価' },
      { row: 4, number: 'F-3', field: '商品名' },
    ])
    expect([seen.own, seen.rowCount]).toEqual([[{ row: 2, number: 'F-1' }], 2])
    expect((await feedDeskView(ctx, 1, asked)).rows).toHaveLength(1)
    const cards = await readDeskCards(ctx, owner, deskCardSources)
    expect(cards.find(({ kind }) => kind === 'feed-rows')).toMatchObject({ count: 2, to: '/admin/feed#rows' })
  })

  test('N47, K14: what the list says of the stock stands beside what is left', async () => {
    const { db, ctx, run, press, view } = await start()
    const read = async (...rows: readonly unknown[]) => {
      feed.behave(list(rows))
      ctx.advance(1_000)
      await press()
      ctx.advance(1_000)
      await run()
    }
    await read(feedRow('F-1', { stock: '7,4' }), feedRow('F-2', { stock: '3' }), feedRow('F-3'))
    expect((await view()).stock).toEqual([])
    await db.updateTable('stockPiece').set({ leftUnits: 0 }).where('leftUnits', '=', 4).execute()
    await read(feedRow('F-1', { stock: '7,4' }), feedRow('F-2', { stock: '5' }), feedRow('F-3'))
    expect((await view()).stock).toMatchObject([
      { number: 'F-1', cell: '7,4', now: '7', waits: false },
      { number: 'F-2', cell: '5', now: '3', waits: true },
    ])
    await db.updateTable('product').set({ source: 'own' }).where('number', '=', 'F-1').execute()
    expect((await view()).stock).toHaveLength(1)
  })

  const reading = async () => {
    const shop = await start()
    return {
      ...shop,
      read: async (...rows: readonly unknown[]) => {
        feed.behave(list(rows))
        shop.ctx.advance(6 * minute)
        await shop.run()
      },
      sentences: async () =>
        (await shop.view()).rows.flatMap(({ number, sentence }) =>
          number === '' ? [] : [[number, sentence]],
        ),
      shelf: async (number: string) => {
        const row = await shop.db
          .selectFrom('stock')
          .selectAll()
          .where('number', '=', number)
          .executeTakeFirst()
        return row === undefined ? 'not counted' : row.mostUnits
      },
      cards: async () =>
        Object.fromEntries(
          (await readDeskCards(shop.ctx, shop.owner, deskCardSources)).map(({ kind, count }) => [
            kind,
            count,
          ]),
        ),
    }
  }
  const unlimited = expect.stringContaining('数えていないので、いくつでも売れます。')
  const counted = (from: number, count: number) =>
    Array.from({ length: count }, (_, at) => feedRow(`N-${from + at}`, { stock: '3' }))

  test('N103, K14: an unreadable cell says how the fabric is sold, and what has no limit stands at きょう', async () => {
    const { db, read, sentences, shelf, cards, view } = await reading()
    await read(feedRow('F-1', { stock: '7' }), feedRow('F-2'), feedRow('F-3', { stock: '4' }))
    await read(
      feedRow('F-1', { stock: 'たくさん' }),
      feedRow('F-2', { stock: 'たくさん' }),
      feedRow('F-3', { stock: '#REF!' }),
      feedRow('F-4', { price: '時価' }),
    )
    const kept = expect.stringContaining('前の在庫のままにしています。')
    expect(await sentences()).toEqual([
      ['F-1', kept],
      ['F-2', unlimited],
      ['F-3', kept],
      ['F-4', expect.stringContaining('価格確認中')],
    ])
    expect([await shelf('F-1'), await shelf('F-2'), await shelf('F-3')]).toEqual([7, 'not counted', 4])
    // N22.2: each thing once.
    expect(await cards()).toMatchObject({ 'feed-unlimited': 1, 'feed-rows': 3 })
    // What is not in the shop is not sold, whatever its cell says.
    await db.updateTable('product').set({ status: '非公開' }).where('number', '=', 'F-2').execute()
    expect((await sentences())[1]).toEqual(['F-2', expect.stringMatching(/のように書いてください。$/)])
    expect(await cards()).not.toHaveProperty('feed-unlimited')
    await db
      .updateTable('product')
      .set({ status: '公開中', source: 'own' })
      .where('number', '=', 'F-2')
      .execute()
    expect((await sentences())[1]).toEqual(['F-2', expect.stringMatching(/のように書いてください。$/)])
    expect((await view()).rowCount).toBe(4)
  })

  test('N103, K1: only a fabric new to the shop waits as sold out, until its cell is read', async () => {
    const { read, sentences, shelf, cards, view } = await reading()
    await read(...counted(1, 10), feedRow('F-1'))
    const waits = expect.stringContaining('読めるようになるまで、売り切れにしています。')
    const odd = { stock: 'たくさん' }
    // F-1 was sold without a count before, so it stays so.
    await read(...counted(1, 20), feedRow('F-1', odd), feedRow('F-2', odd))
    expect([await shelf('F-1'), await shelf('F-2')]).toEqual(['not counted', 0])
    expect(await sentences()).toEqual([
      ['F-1', unlimited],
      ['F-2', waits],
    ])
    expect(await cards()).toMatchObject({ 'feed-unlimited': 1, 'feed-rows': 1 })
    expect((await view()).stock).toEqual([])
    await read(...counted(1, 20), feedRow('F-2', { stock: 'もうすぐ' }))
    expect([await shelf('F-2'), (await sentences())[0]]).toEqual([0, ['F-2', waits]])
    await read(...counted(1, 20), feedRow('F-2', { stock: '5' }))
    expect(await shelf('F-2')).toBe(5)
    // Counted once, an unreadable cell changes nothing.
    await read(...counted(1, 20), feedRow('F-2', odd))
    expect(await shelf('F-2')).toBe(5)
    expect(await sentences()).toEqual([['F-2', expect.stringContaining('前の在庫のまま')]])
  })

  test('N103: where a tenth of the cells cannot be read none waits, and those that wait are sold again', async () => {
    const { ctx, owner, read, shelf } = await reading()
    const odd = { stock: '#REF!' }
    // An empty cell says nothing and is no cell of the ten.
    await read(...counted(1, 9), feedRow('F-1', odd), feedRow('F-0', { stock: '' }))
    expect(await shelf('F-1')).toBe('not counted')
    await read(...counted(1, 10), feedRow('F-2', odd))
    expect(await shelf('F-2')).toBe(0)
    await read(...counted(1, 9), feedRow('F-2', odd), feedRow('F-3', { stock: 'なし' }))
    expect([await shelf('F-2'), await shelf('F-3')]).toEqual([0, 0])
    await read(...counted(1, 20), feedRow('F-2', odd), feedRow('F-5', odd))
    expect(await shelf('F-5')).toBe(0)
    // What the desk has counted is the desk's.
    expect(
      await recountPieces(ctx, owner, { requestId: 'none', number: 'F-5', version: null, pieces: [] }),
    ).toMatchObject({
      ok: true,
    })
    const broken = counted(1, 9).map((row) => ({ ...row, ...odd }))
    await read(...broken, ...['F-2', 'F-3', 'F-4', 'F-5'].map((number) => feedRow(number, odd)))
    expect(await Promise.all(['N-1', 'F-2', 'F-3', 'F-4', 'F-5'].map(shelf))).toEqual([
      3,
      'not counted',
      0,
      'not counted',
      0,
    ])
  })

  test('N102: a word that nobody knows is one line, and one row of the card', async () => {
    const { read, view, cards } = await reading()
    const odd = { status: 'うってる' }
    await read(feedRow('F-1'), feedRow('F-2', odd), feedRow('F-3', odd), feedRow('F-4', odd))
    expect((await view()).rows).toMatchObject([
      { row: 3, rows: 3, sentence: expect.stringContaining('「うってる」の行 3件は掲載していません。') },
    ])
    expect(await cards()).toMatchObject({ 'feed-rows': 1 })
    await read(feedRow('F-1'), feedRow('F-2', odd))
    expect((await view()).rows).toMatchObject([{ row: 3, rows: 1 }])
  })

  test('N47: a shop without a list has the prices that wait', async () => {
    const { ctx, view, said } = await start()
    await chooseFeed(ctx, undefined)
    expect([(await view()).feed, await said()]).toEqual([null, null])
    expect(lastReadText(null, 0)).toBe('まだ読み込めていません。')
  })

  test('N140: prices that wait are sorted, and narrowed by how they change', async () => {
    const { ctx } = await start()
    await chooseFeed(ctx, undefined)
    const held = [
      ['A', 66, 660],
      ['B', 2_000, 660],
      ['C', 0, noFormerPrice],
    ] as const
    for (const [number, price, formerPrice] of held) {
      await inTransaction(ctx, (trx) => putProducts(trx, 0, [fabricForTests({ number, priceText: '660' })]))
      const row = { number, price, formerPrice, priceText: String(price) }
      await ctx.db.insertInto('heldPrice').values(row).execute()
    }
    const numbers = async (parts: object) => {
      const { prices } = await feedDeskView(ctx, 1, { ...asked, ...parts })
      return [prices.rows.map(({ number }) => number).join(' '), prices.count, prices.all]
    }
    expect(await numbers({})).toEqual(['A B C', 3, 3])
    expect(await numbers({ sort: 'price', direction: 'desc' })).toEqual(['B A C', 3, 3])
    expect(await numbers({ sort: 'former', direction: 'asc' })).toEqual(['A B C', 3, 3])
    expect(await numbers({ filters: { change: 'lowered' } })).toEqual(['A', 1, 3])
    expect(await numbers({ filters: { change: 'raised' } })).toEqual(['B', 1, 3])
    expect(await numbers({ filters: { change: 'first' } })).toEqual(['C', 1, 3])
  })
})
