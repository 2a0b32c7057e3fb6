import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { putProducts } from '~/features/products/commands.server.ts'
import { feedOfFabrics } from '~/features/products/product.queries.server.ts'
import {
  configuredFeed,
  productListState,
  productsFound,
  sellableProducts,
} from '~/features/products/queries.server.ts'
import { startJobs } from '~/server/jobs.ts'
import { createLog } from '~/server/log.ts'
import { brokenAnswers } from '../../../../tests/support/broken-answers.ts'
import {
  type ContextForTests,
  contextForTests,
  onBothEngines,
} from '../../../../tests/support/database-for-tests.ts'
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
} from '../../../../tests/support/feed-server.ts'
import { fabricForTests, publishedFabrics } from '../../../../tests/support/sample-products.ts'
import { chooseFeed, recordFeedFailure, retryFeed } from './feed.commands.server.ts'
import { feedProblems } from './feed.queries.server.ts'
import { importFeed } from './feed-import.commands.server.ts'
import { feedImportJob, feedTroubleJob } from './jobs.server.ts'

const minute = 60_000
const hour = 60 * minute
const rowsTo = (count: number) => Array.from({ length: count }, (_, at) => feedRow(at + 1))

onBothEngines('the import', (open) => {
  let feed: FeedServer
  let ctx: ContextForTests
  let said: string[]

  beforeEach(async () => {
    const { db } = await open()
    said = []
    const log = createLog('debug', (line) => said.push(line), Date.now)
    feed = await startFeedServer()
    onTestFinished(feed.close)
    ctx = contextForTests(db, { log, feedUrl: feed.url, demo: true })
    await chooseFeed(ctx, feed.url)
  })

  const run = (signal = new AbortController().signal) => importFeed(ctx, signal)
  const importList = (rows: readonly unknown[]) => {
    feed.behave(list(rows))
    return run()
  }
  const shown = async () => (await publishedFabrics(ctx.db)).map(({ number }) => number)
  const stored = () => ctx.db.selectFrom('product').selectAll().orderBy('number').execute()
  const problems = () => ctx.db.selectFrom('feedProblem').selectAll().orderBy('ordinal').execute()

  test('brings the feed’s published fabrics, in its order, for sale at its prices', async () => {
    expect(await productListState(ctx.db)).toEqual({ kind: 'loading' })
    await importList([feedRow(2, { price: '１，２００円' }), feedRow(1, { status: '非公開' }), feedRow('a')])

    expect(await productListState(ctx.db)).toEqual({ kind: 'ready' })
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

  test('what is listed is what is found: new, renamed, gone and back again', async () => {
    const found = async (q: string) => {
      const keys = await productsFound(ctx.db, 'fabric', q)
      return (await shown()).filter((number) => keys?.has(number))
    }
    const row = (name: string) => feedRow('F-1', { name, reading: 'よみ', description: '【藍】綿100%' })
    await importList([row('七宝'), feedRow('F-2'), feedRow('F-3')])
    expect(await found('七宝')).toEqual(['F-1'])
    expect(await found('ヨミ')).toEqual(['F-1'])
    expect(await found('青 綿')).toEqual(['F-1'])
    await importList([{ ...row('七宝'), reading: 'しっぽう' }, feedRow('F-2'), feedRow('F-3')])
    expect([await found('ヨミ'), await found('しっぽう')]).toEqual([[], ['F-1']])
    await importList([
      { ...row('七宝'), reading: 'しっぽう', description: '巾着に' },
      feedRow('F-2'),
      feedRow('F-3'),
    ])
    expect([await found('綿'), await found('巾着')]).toEqual([['F-2', 'F-3'], ['F-1']])
    await importList([{ ...row('青海波'), reading: 'しっぽう', description: '巾着に' }, feedRow('F-2')])
    expect(await found('七宝')).toEqual([])
    expect(await found('青海波')).toEqual(['F-1'])
    expect(await found('麻の葉')).toEqual(['F-2'])
    await importList([feedRow('F-2'), feedRow('F-3')])
    expect(await found('青海波')).toEqual([])
    expect(await found('麻の葉')).toEqual(['F-2', 'F-3'])
  })

  test('P6: a reading is stored and given on; one that is none is told, and a changed one is taken', async () => {
    const reading = async () => (await feedOfFabrics(ctx.db, 'https://shop.example'))?.items[0]?.reading
    await importList([feedRow(1, { name: '麻', reading: '麻の葉' })])
    expect(await reading()).toBe(undefined)
    expect(await problems()).toMatchObject([{ reason: 'reading is not in kana', detail: '麻の葉' }])
    await importList([feedRow(1, { name: '麻', reading: ' ｱｻ ' })])
    expect(await reading()).toBe('アサ')
    expect(await problems()).toEqual([])
  })

  test('P5: of a bad list what can be used is shown, and its problems are stored and logged with their rows', async () => {
    await importList([
      feedRow(1, { price: '500円〜800円' }),
      feedRow(1),
      feedRow('', { name: '番号なし' }),
      feedRow(2),
      feedRow(3),
    ])
    expect(await shown()).toEqual(['1', '2', '3'])
    const told = (await problems()).map((row) => [row.rowNumber, row.managementNumber, row.reason])
    expect(told).toEqual([
      [2, '1', 'price is not certain'],
      [3, '1', 'managementNumber stands twice'],
      [4, '', 'managementNumber is missing'],
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
    expect(await problems()).toMatchObject([{ rowNumber: 3, reason: 'managementNumber belongs to a kit' }])
    expect((await sellableProducts(ctx.db, ['2'])).get('2')?.type).toBe('kit')
    for (const ms of [0, minute]) {
      ctx.advance(ms)
      await importList([feedRow(2)])
      expect(await configuredFeed(ctx.db)).toMatchObject({ lastError: 'format' })
    }
    expect(await shown()).toEqual(['1', '3'])
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
      'only almost published': list(rowsTo(12).map((row) => ({ ...row, status: '公開' }))),
    }
    for (const [word, behaviour] of Object.entries(failures)) {
      feed.behave(behaviour)
      await run()
      expect(await configuredFeed(ctx.db)).toMatchObject({ lastError: word })
      expect(await shown()).toHaveLength(12)
      expect(await productListState(ctx.db)).toEqual({ kind: 'ready' })
    }
    for (const odd of ['<html></html>', '[{"managementNumber":', '[1,2,3]', '']) {
      feed.behave(body(odd))
      await run()
      const lastError = odd.startsWith('<') ? 'format: page' : 'format'
      expect(await configuredFeed(ctx.db)).toMatchObject({ lastError })
    }
    expect(await configuredFeed(ctx.db)).toMatchObject({ failures: 11 })
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

  test('D4: after any broken answer the list stays, the failure is told, and the next import is done', async () => {
    await importList(rowsTo(2))
    for (const [at, [name, answer]] of brokenAnswers.entries()) {
      feed.behave(answer)
      await run()
      expect((await configuredFeed(ctx.db))?.lastError, name).toMatch(/^(?:format|unreachable)$/)
      expect(await shown(), name).toHaveLength(at + 2)
      await importList(rowsTo(at + 3))
      expect(await shown(), name).toHaveLength(at + 3)
    }
  })

  test('a much shorter list is taken once it has lasted for an hour', async () => {
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
    expect(await productListState(ctx.db)).toEqual({
      kind: 'failed',
      message: 'データの取得に失敗しました (503)',
    })
    await retryFeed(ctx, { kind: 'visitor', address: '203.0.113.7' })
    expect(await productListState(ctx.db)).toEqual({ kind: 'loading' })
    await importList([])
    expect(await productListState(ctx.db)).toEqual({ kind: 'ready' })
  })

  test('S17: one client has the feed asked again at most 6 times a minute, one network 30 times; another may still', async () => {
    feed.behave(status(503))
    const asking = async (address: string) => {
      await run()
      await retryFeed(ctx, { kind: 'visitor', address })
      return (await productListState(ctx.db)).kind
    }
    for (let press = 1; press <= 6; press += 1) expect(await asking('203.0.113.7')).toBe('loading')
    expect(await asking('203.0.113.7')).toBe('failed')
    expect(await asking('203.0.113.8')).toBe('loading')
    for (let client = 10; client < 40; client += 1)
      await retryFeed(ctx, { kind: 'visitor', address: `203.0.113.${client}` })
    expect(await asking('203.0.113.9')).toBe('failed')
    expect(await asking('198.51.100.1')).toBe('loading')
    ctx.advance(minute)
    expect(await asking('203.0.113.7')).toBe('loading')
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

  test('P26: a list of unpublished rows closes the shop once it has been answered again a minute later', async () => {
    const unpublished = rowsTo(12).map((row) => ({ ...row, status: '休業中' }))
    await importList(rowsTo(12))
    await importList(unpublished)
    ctx.advance(minute - 1)
    await run()
    expect(await shown()).toHaveLength(12)
    ctx.advance(1)
    await run()
    expect(await shown()).toEqual([])
    expect(await sellableProducts(ctx.db, ['1'])).toEqual(new Map())
    expect(await productListState(ctx.db)).toEqual({ kind: 'ready' })
    expect(await configuredFeed(ctx.db)).toMatchObject({ lastError: null, lastSuccessAt: ctx.now() })
    await importList(rowsTo(12))
    expect(await shown()).toHaveLength(12)
  })

  test('P26: another list in between, or an unchanged one, takes it back; a feed that cannot be had does not', async () => {
    const unpublished = list(rowsTo(12).map((row) => ({ ...row, status: '休業中' })))
    feed.behave(listWithEtag(rowsTo(12), '"a"'))
    await run()
    for (const between of [list([]), list(rowsTo(3)), body('<html>'), listWithEtag(rowsTo(12), '"a"')]) {
      feed.behave(unpublished)
      await run()
      ctx.advance(minute)
      feed.behave(between)
      await run()
      feed.behave(unpublished)
      await run()
      expect(await shown()).toHaveLength(12)
      feed.behave(listWithEtag(rowsTo(12), '"a"'))
      await run()
    }
    feed.behave(unpublished)
    await run()
    feed.behave(status(500))
    await run()
    await recordFeedFailure(ctx, { kind: 'not finished', why: 'a lock' })
    ctx.advance(minute)
    feed.behave(unpublished)
    await run()
    expect(await shown()).toEqual([])
  })

  test('P26: a clock set back makes the second answer wait its minute, not its hour', async () => {
    await importList(rowsTo(12))
    await importList(rowsTo(12).map((row) => ({ ...row, status: '休業中' })))
    ctx.advance(-60 * minute)
    await run()
    expect(await shown()).toHaveLength(12)
    ctx.advance(minute)
    await run()
    expect(await shown()).toEqual([])
  })

  test('P5: the rows of a list that is not taken are told, too', async () => {
    await importList(rowsTo(12))
    await importList(rowsTo(12).map((row) => ({ ...row, status: '公開' })))
    expect(await shown()).toHaveLength(12)
    const told = (await problems()).map((row) => [row.rowNumber, row.reason, row.detail])
    expect(told).toHaveLength(12)
    expect(told[0]).toEqual([2, 'status is almost 公開中', '公開'])
  })

  test.each([
    ['name', { name: '青海波' }],
    ['description', { description: '麻100%' }],
    ['price', { price: 440 }],
    ['text of the price', { price: '330円' }],
    ['picture', { imageUrl: '/Image/other.svg' }],
    ['further pictures', { moreImageUrls: ['/Image/b.jpg'] }],
  ])('a row of which only the %s changed is written, and no other', async (_what, parts) => {
    await importList(rowsTo(3))
    const before = await stored()
    ctx.advance(minute)
    await importList([feedRow(1), feedRow(2, parts), feedRow(3)])
    const after = await stored()
    expect(after.filter(({ updatedAt }) => updatedAt === ctx.now())).toMatchObject([{ number: '2' }])
    expect(after[1]).not.toEqual({ ...before[1], updatedAt: ctx.now() })
  })

  test('rows of which only the order changed are written, and no other', async () => {
    await importList(rowsTo(3))
    ctx.advance(minute)
    await importList([feedRow(2), feedRow(1), feedRow(3)])
    const written = (await stored()).filter(({ updatedAt }) => updatedAt === ctx.now())
    expect(written.map(({ number, position }) => [number, position])).toEqual([
      ['1', 1],
      ['2', 0],
    ])
    expect(await shown()).toEqual(['2', '1', '3'])
  })

  const look = () => feedTroubleJob(ctx).run(new AbortController().signal)

  test('D2: the owner is told once that the feed has been bad for 6 hours, and once that checkout is closed for it', async () => {
    const mails = async () =>
      (await ctx.db.selectFrom('mail').select(['kind', 'recipient']).orderBy('kind').execute()).map(
        ({ kind, recipient }) => `${kind} ${recipient}`,
      )
    const bad = 'owner_feed_bad owner@shop.example'
    const tooOld = 'owner_feed_too_old owner@shop.example'
    const failsAfter = async (ms: number) => {
      ctx.advance(ms)
      feed.behave(status(500))
      await run()
      await look()
      await look()
      return mails()
    }
    await importList(rowsTo(3))
    expect(await failsAfter(7 * hour)).toEqual([])
    expect(await failsAfter(6 * hour - 1)).toEqual([])
    expect(await failsAfter(1)).toEqual([bad])
    expect(await failsAfter(11 * hour)).toEqual([bad])
    expect(await failsAfter(1)).toEqual([bad, tooOld])
    expect(await failsAfter(99 * hour)).toEqual([bad, tooOld])
    expect(said.filter((line) => line.includes('the owner is told'))).toHaveLength(2)

    await importList(rowsTo(3))
    expect(await failsAfter(0)).toEqual([bad, tooOld])
    await importList([])
    expect(await failsAfter(6 * hour)).toEqual([bad, bad, tooOld])
  })

  test('the owner is told of a feed that never answered, once', async () => {
    feed.behave(status(404))
    for (const ms of [0, 6 * hour, 48 * hour]) {
      ctx.advance(ms)
      await run()
      await look()
    }
    const mails = await ctx.db.selectFrom('mail').select(['kind', 'text']).execute()
    expect(mails.map(({ kind }) => kind)).toEqual(['owner_feed_bad'])
    expect(mails[0]?.text).toContain('データの取得に失敗しました (404)')
  })

  test('the owner is told of imports that leave no trace at all, and nothing of a feed that is not configured', async () => {
    const kinds = async () =>
      (await ctx.db.selectFrom('mail').select('kind').orderBy('kind').execute()).map(({ kind }) => kind)
    await look()
    await importList(rowsTo(3))
    ctx.advance(6 * hour - 1)
    await look()
    expect(await kinds()).toEqual([])
    ctx.advance(1)
    await look()
    expect(await kinds()).toEqual(['owner_feed_bad'])
    await chooseFeed(ctx, undefined)
    ctx.advance(18 * hour + 1)
    await look()
    expect(await kinds()).toEqual(['owner_feed_bad'])
    await chooseFeed(ctx, feed.url)
    await look()
    expect(await kinds()).toEqual(['owner_feed_bad', 'owner_feed_too_old'])
  })

  /** From now on no product can be written. */
  const breakStoring = () => ctx.db.schema.alterTable('product').renameTo('product_away').execute()

  test('an import that throws is a failure like any other: recorded, and asked for again after its pause', async () => {
    feed.behave(list(rowsTo(2)))
    const job = feedImportJob(ctx)
    const runJob = () => job.run(new AbortController().signal).catch((error: unknown) => error)
    await breakStoring()
    expect(await runJob()).toBeInstanceOf(Error)
    const trouble = { lastError: 'not finished', failures: 1, badSince: ctx.now(), lastAttemptAt: ctx.now() }
    expect(await configuredFeed(ctx.db)).toMatchObject(trouble)
    ctx.advance(14_999)
    await runJob()
    expect(feed.asked).toHaveLength(1)
    ctx.advance(1)
    await runJob()
    expect(feed.asked).toHaveLength(2)
    expect(await configuredFeed(ctx.db)).toMatchObject({ failures: 2, badSince: trouble.badSince })
  })

  test('an import is not begun when its attempt cannot be recorded', async () => {
    const db = new Proxy(ctx.db, {
      get: (target, name) => {
        if (name === 'updateTable') throw new Error('disk full')
        const value = Reflect.get(target, name, target)
        return typeof value === 'function' ? value.bind(target) : value
      },
    })
    const job = feedImportJob({ ...ctx, db })
    await expect(job.run(new AbortController().signal)).rejects.toThrow('disk full')
    expect(feed.asked).toHaveLength(0)
  })

  test.each([
    ['given up is a failure, too', 'not finished', 1],
    ['ended by the closing shop is none', null, 0],
  ])('an import that is %s', async (_how, lastError, failures) => {
    feed.behave(silent)
    const { limitMs, ...rest } = feedImportJob(ctx)
    const jobs = startJobs([{ ...rest, limitMs: lastError === null ? limitMs : 500 }], ctx.log)
    await expect.poll(() => feed.asked.length).toBe(1)
    if (lastError === null) await jobs.close()
    else await expect.poll(async () => (await configuredFeed(ctx.db))?.failures).toBe(1)
    await jobs.close()
    expect(await configuredFeed(ctx.db)).toMatchObject({ lastError, failures })
  })

  test('10,000 rows come in while other tasks get their turns', async () => {
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

  test('D1: two processes may import at once', async () => {
    feed.behave(list(rowsTo(30)))
    await Promise.all([run(), run()])
    expect(await shown()).toHaveLength(30)
  })

  test('a shop that closes gives the import up without a trace', async () => {
    feed.behave(silent)
    const stop = new AbortController()
    const running = run(stop.signal)
    stop.abort()
    await running
    expect(await configuredFeed(ctx.db)).toMatchObject({ lastAttemptAt: null, lastError: null })
  })

  test('another feed’s copy stays until the new feed is in, however short that is', async () => {
    await importList(rowsTo(12))
    await chooseFeed(ctx, `${feed.url}?other`)
    expect(await shown()).toHaveLength(12)
    await importList(rowsTo(2))
    expect(await shown()).toEqual(['1', '2'])
  })

  test('N40: own fabrics stand beside the feed’s; of a number in both the own one stays, and the row is reported', async () => {
    const own = [
      fabricForTests({ number: '1', position: -1 }),
      fabricForTests({ number: 'own', position: 9 }),
    ]
    await ctx.db.transaction().execute((trx) => putProducts(trx, 0, own))
    await importList(rowsTo(2))
    expect(await shown()).toEqual(['1', '2', 'own'])
    expect((await sellableProducts(ctx.db, ['1'])).get('1')?.name).toBe('生地 1')
    expect(await feedProblems(ctx.db)).toMatchObject([
      { row: 2, managementNumber: '1', reason: 'managementNumber belongs to an own fabric' },
    ])
    await importList([feedRow(1, { price: 66 }), ...rowsTo(2).slice(1)])
    expect([...(await sellableProducts(ctx.db, ['1', 'own'])).values()].map(({ price }) => price)).toEqual([
      330, 330,
    ])
    await chooseFeed(ctx, undefined)
    expect(await productListState(ctx.db)).toEqual({ kind: 'ready' })
    expect(await shown()).toEqual(['1', 'own'])
    expect(await sellableProducts(ctx.db, ['2'])).toEqual(new Map())
  })

  test('the job imports at the start and then when it is due', async () => {
    feed.behave(list(rowsTo(2)))
    const signal = new AbortController().signal
    const job = feedImportJob(ctx)
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
    expect(await feedImportJob(ctx).run(signal)).toBeUndefined()
    expect(feed.asked.length).toBe(6)
  })
})
