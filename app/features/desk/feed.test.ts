import { afterAll, beforeAll, expect, test } from 'vitest'
import { deskCardSources } from '~/brought-by-features.server.ts'
import { holdAtDesk } from '~/features/products/desk/source.commands.server.ts'
import { chooseFeed, importSoon } from '~/features/products/feed/feed.commands.server.ts'
import { feedImportJob } from '~/features/products/feed/jobs.server.ts'
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
import { feedDeskView } from './feed.queries.server.ts'
import { isReading, lastReadText, readingText } from './feed.rules.ts'

const minute = 60_000

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
      view: () => feedDeskView(ctx, 100),
      said: async () => readingText(await feedDeskView(ctx, 100)),
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
    expect((await feedDeskView(ctx, 1)).rows).toHaveLength(1)
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

  test('N47: a shop without a list has the prices that wait', async () => {
    const { ctx, view, said } = await start()
    await chooseFeed(ctx, undefined)
    expect([(await view()).feed, await said()]).toEqual([null, null])
    expect(lastReadText(null, 0)).toBe('まだ読み込めていません。')
  })
})
