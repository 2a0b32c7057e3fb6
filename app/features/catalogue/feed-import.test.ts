import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { fabricForTests } from '../../../tests/support/catalogue-products.ts'
import { commandContextForTests, onBothEngines } from '../../../tests/support/database-for-tests.ts'
import {
  body,
  cut,
  type FeedServer,
  feedRow,
  list,
  listWithEtag,
  silent,
  startFeedServer,
  status,
} from '../../../tests/support/feed-server.ts'
import type { Actor } from '../../kernel/actor.ts'
import type { CommandContext } from '../../server/context.ts'
import { createLog } from '../../server/log.ts'
import { putProducts } from './commands.server.ts'
import { askFeedAgain, chooseFeed } from './feed.commands.server.ts'
import { feedLimits } from './feed-fetch.server.ts'
import { importFeed } from './feed-import.server.ts'
import { feedImportJob } from './jobs.server.ts'
import { catalogueState, configuredFeed, publishedFabrics, sellableProducts } from './queries.server.ts'

const actor: Actor = { kind: 'system', name: 'test' }
const minute = 60_000
const rowsTo = (count: number) => Array.from({ length: count }, (_, at) => feedRow(at + 1))

onBothEngines('the import', (open) => {
  let feed: FeedServer
  let ctx: ReturnType<typeof commandContextForTests>
  let said: string[]

  beforeEach(async () => {
    const { db } = await open()
    said = []
    const log = createLog('debug', (line) => said.push(line), Date.now)
    ctx = Object.assign(commandContextForTests(db), { log })
    feed = await startFeedServer()
    onTestFinished(feed.close)
    await chooseFeed(ctx, actor, feed.url)
  })

  const run = (context: CommandContext = ctx, signal = new AbortController().signal) =>
    importFeed(
      context,
      actor,
      { url: feed.url, demo: true, limits: { ...feedLimits, timeMs: 2_000 } },
      signal,
    )
  const importList = (rows: readonly unknown[]) => {
    feed.behave(list(rows))
    return run()
  }
  const shown = async () => (await publishedFabrics(ctx.db)).map(({ number }) => number)
  const problems = () => ctx.db.selectFrom('feed_problem').selectAll().orderBy('ordinal').execute()

  test('brings the feed’s published fabrics, in its order, for sale at its prices', async () => {
    expect(await catalogueState(ctx.db)).toEqual({ kind: 'loading' })
    await importList([feedRow(2, { price: '１，２００円' }), feedRow(1, { status: '非公開' }), feedRow('a')])

    expect(await catalogueState(ctx.db)).toEqual({ kind: 'ready' })
    expect(await shown()).toEqual(['2', 'a'])
    expect((await sellableProducts(ctx.db, ['1', '2'])).get('2')).toMatchObject({ price: 1_200 })
  })

  test('P1: takes away what left the feed or is not 公開中 any more, and brings it back', async () => {
    await importList(rowsTo(3))
    await importList([feedRow(1), feedRow(2, { status: '準備中' })])
    expect(await shown()).toEqual(['1'])
    expect(await sellableProducts(ctx.db, ['2', '3'])).toEqual(new Map())
    await importList(rowsTo(3))
    expect(await shown()).toEqual(['1', '2', '3'])
  })

  test('P5: a lying list gives what can be used, and its problems are kept and logged with their rows', async () => {
    await importList([
      feedRow(1, { price: '500円〜800円' }),
      feedRow(1),
      feedRow('', { name: '番号なし' }),
      feedRow(2),
      feedRow(3),
    ])
    expect(await shown()).toEqual(['1', '2', '3'])
    const told = (await problems()).map((row) => [row.row_number, row.management_number, row.reason])
    expect(told).toEqual([
      [1, '1', 'price is not certain'],
      [2, '1', 'managementNumber stands twice'],
      [3, '', 'managementNumber is missing'],
    ])
    expect(said.filter((line) => line.includes('has a problem'))).toHaveLength(3)

    await run()
    expect(said.filter((line) => line.includes('has a problem'))).toHaveLength(3)
    await importList(rowsTo(3))
    expect(await problems()).toEqual([])
  })

  test('the log names at most twenty rows', async () => {
    await importList(rowsTo(50).map((row) => ({ ...row, price: '時価' })))
    expect(said.filter((line) => line.includes('has a problem'))).toHaveLength(20)
    expect(said.filter((line) => line.includes('"more":30'))).toHaveLength(1)
    expect(await problems()).toHaveLength(50)
  })

  test('C13: a kit’s number stays the kit’s', async () => {
    const kit = fabricForTests({ number: '2', type: 'kit' })
    await ctx.db.transaction().execute((trx) => putProducts(trx, 0, [kit]))
    await importList(rowsTo(3))
    expect(await shown()).toEqual(['1', '3'])
    expect(await problems()).toMatchObject([{ row_number: 2, reason: 'managementNumber belongs to a kit' }])
    expect((await sellableProducts(ctx.db, ['2'])).get('2')?.type).toBe('kit')
  })

  test('P2: what is shown outlives every failure, and the feed’s recovery is taken up', async () => {
    await importList(rowsTo(12))
    const failures = {
      'status 500': status(500),
      unreachable: cut,
      format: body('{"items":[]}'),
      empty: list([]),
      'mostly broken': list([...rowsTo(4), 1, 2, 3, 4, 5]),
      'far fewer products': list(rowsTo(3)),
    }
    for (const [word, behaviour] of Object.entries(failures)) {
      feed.behave(behaviour)
      await run()
      expect(await configuredFeed(ctx.db)).toMatchObject({ lastError: word })
      expect(await shown()).toHaveLength(12)
      expect(await catalogueState(ctx.db)).toEqual({ kind: 'ready' })
    }
    for (const odd of ['<html></html>', '[{"managementNumber":', '[1,2,3]', '']) {
      feed.behave(body(odd))
      await run()
      expect(await configuredFeed(ctx.db)).toMatchObject({ lastError: 'format' })
    }
    expect(await configuredFeed(ctx.db)).toMatchObject({ failures: 10 })
    for (const why of [
      '"kind":"status","status":500',
      '"why":"empty"',
      '"why":"mostly broken"',
      '"why":"far fewer',
    ])
      expect(said.filter((line) => line.includes(why))).toHaveLength(1)
    await importList(rowsTo(13))
    expect(await configuredFeed(ctx.db)).toMatchObject({ lastError: null, failures: 0 })
    expect(await shown()).toHaveLength(13)
  })

  test('a much shorter list is taken once it has stood for an hour', async () => {
    await importList(rowsTo(12))
    await importList(rowsTo(3))
    ctx.advance(59 * minute)
    await run()
    expect(await shown()).toHaveLength(12)
    ctx.advance(minute)
    await run()
    expect(await shown()).toEqual(['1', '2', '3'])
  })

  test('P4: without a copy the page says what failed, until it is asked again', async () => {
    feed.behave(status(503))
    await run()
    expect(await catalogueState(ctx.db)).toEqual({
      kind: 'failed',
      message: 'データの取得に失敗しました (503)',
    })
    await askFeedAgain(ctx, { kind: 'shopper' })
    expect(await catalogueState(ctx.db)).toEqual({ kind: 'loading' })
    await importList([])
    expect(await catalogueState(ctx.db)).toEqual({ kind: 'ready' })
  })

  test('an unchanged feed costs one conditional request, and a refused list is asked for again', async () => {
    feed.behave(listWithEtag(rowsTo(12), '"a"'))
    await run()
    ctx.advance(minute)
    await run()
    expect(feed.asked.map(({ headers }) => headers['if-none-match'])).toEqual([undefined, '"a"'])
    expect(await configuredFeed(ctx.db)).toMatchObject({ lastSuccessAt: ctx.now() })
    feed.behave(listWithEtag([], '"b"'))
    await run()
    await run()
    expect(feed.asked.at(-1)?.headers['if-none-match']).toBe('"a"')
    expect(await shown()).toHaveLength(12)
  })

  test('a row that has not changed is not written again', async () => {
    await importList(rowsTo(3))
    ctx.advance(minute)
    await importList([feedRow(1), feedRow(2, { name: '青海波' }), feedRow(3)])
    const rows = await ctx.db
      .selectFrom('product')
      .select(['number', 'updated_at'])
      .orderBy('number')
      .execute()
    expect(rows.filter(({ updated_at }) => updated_at === ctx.now())).toMatchObject([{ number: '2' }])
  })

  test('10,000 rows come in while other work gets its turns', async () => {
    feed.behave(list(rowsTo(10_000)))
    let turns = 0
    const timer = setInterval(() => {
      turns += 1
    }, 1)
    await run()
    clearInterval(timer)
    expect(await shown()).toHaveLength(10_000)
    expect(turns).toBeGreaterThan(5)
  })

  test('two processes may import at once', async () => {
    feed.behave(list(rowsTo(30)))
    await Promise.all([run(), run()])
    expect(await shown()).toHaveLength(30)
  })

  test('a shop that closes gives the import up without a trace', async () => {
    feed.behave(silent)
    const stop = new AbortController()
    const running = run(ctx, stop.signal)
    stop.abort()
    await running
    expect(await configuredFeed(ctx.db)).toMatchObject({ lastAttemptAt: null, lastError: null })
  })

  test('another feed’s copy stays until the new feed is in, however short that is', async () => {
    await importList(rowsTo(12))
    await chooseFeed(ctx, actor, `${feed.url}?other`)
    expect(await shown()).toHaveLength(12)
    await importList(rowsTo(2))
    expect(await shown()).toEqual(['1', '2'])
  })

  test('without a feed the shop shows its own fabrics, with one only the feed’s', async () => {
    const own = [fabricForTests({ number: '1' }), fabricForTests({ number: 'own' })]
    await ctx.db.transaction().execute((trx) => putProducts(trx, 0, own))
    expect(await shown()).toEqual([])
    await importList(rowsTo(2))
    expect(await shown()).toEqual(['1', '2'])
    expect(await sellableProducts(ctx.db, ['own'])).toEqual(new Map())
    await chooseFeed(ctx, actor, undefined)
    expect(await catalogueState(ctx.db)).toEqual({ kind: 'ready' })
    expect(await shown()).toEqual(['own'])
    expect(await sellableProducts(ctx.db, ['2'])).toEqual(new Map())
  })

  test('the job imports at the start and then when it is due', async () => {
    feed.behave(list(rowsTo(2)))
    const signal = new AbortController().signal
    const job = feedImportJob(ctx, { url: feed.url, demo: true })
    const asks = async (passedMs: number) => {
      ctx.advance(passedMs)
      const before = feed.asked.length
      await job.run(signal)
      return feed.asked.length - before
    }
    expect([await asks(0), await asks(2_000), await asks(5 * minute)]).toEqual([1, 0, 1])
    feed.behave(status(500))
    expect([await asks(5 * minute), await asks(15_000), await asks(15_000), await asks(15_000)]).toEqual([
      1, 1, 0, 1,
    ])
    expect(await feedImportJob(ctx, { url: feed.url, demo: true }).run(signal)).toBeUndefined()
    expect(feed.asked.length).toBe(6)
  })
})
