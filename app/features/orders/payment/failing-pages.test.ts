import { expect, test } from 'vitest'
import { shopCommand } from '~/features/orders/checkout/owner.commands.server.ts'
import { checkoutOnBothEngines } from '../../../../tests/support/checkout-on-both-engines.ts'
import {
  bodyFor,
  openPaymentPage,
  ordersOf,
  postCheckout,
} from '../../../../tests/support/shopper-for-tests.ts'
import { askAboutKeyJob, notePage, problemOfKey } from './failing-pages.commands.server.ts'
import { checkoutAlarms, failingPages, failingPagesCard } from './failing-pages.queries.server.ts'

const minute = 60_000
const by = { kind: 'visitor', address: '' } as const
const running = new AbortController().signal
type Status = 401 | 403 | 429 | 500 | 503

checkoutOnBothEngines('M13: payment pages that cannot be made', (shop) => {
  const ctx = () => shop().ctx
  const alarms = async (now = ctx().now()) =>
    (await checkoutAlarms.read({ ...ctx(), now: () => now })).map(({ text }) => text)
  const card = () => failingPagesCard.read(ctx())
  const statusLines = async () => {
    const { run } = shopCommand.actions.status ?? {}
    return (await run?.(ctx(), []))?.lines.join('\n')
  }
  /** Presses of as many browsers, each with an order of its own. */
  const press = async (browser: string) =>
    postCheckout(shop(), await bodyFor(ctx().db, [['F-1100', 1]], `browser-number-${browser}`))
  const failing = (status: Status) =>
    shop().provider.faults.calls({ kind: 'fail', status }, { only: 'create', times: 99 })
  const mend = () => shop().provider.faults.clear()

  test('three in a row without a good one between are an alarm, a card and a line, and the next good one ends them', async () => {
    failing(500)
    await press('one')
    await press('two')
    await shop().advance(minute)
    expect(await alarms()).toEqual([])
    expect(await card()).toEqual({ count: 0 })
    await press('three')
    const whatToDo = /エラーを返しています.*直れば、自動で元に戻ります。/
    expect(await alarms()).toEqual([expect.stringMatching(whatToDo)])
    expect(await card()).toEqual({ count: 3, note: expect.stringMatching(whatToDo) })
    expect(await statusLines()).toContain('最後の3回、作れませんでした')
    expect(await statusLines()).toMatch(whatToDo)
    mend()
    await press('four')
    expect(await alarms()).toEqual([])
    expect(await card()).toEqual({ count: 0 })
    expect(await statusLines()).not.toContain('作れません')
  })

  test('a good one between begins the count anew', async () => {
    for (const round of ['a', 'b']) {
      failing(503)
      await press(`${round}-one`)
      await press(`${round}-two`)
      mend()
      if (round === 'a') await press('good')
    }
    await shop().advance(minute)
    expect(await failingPages(ctx().db)).toMatchObject({ inARow: 2 })
    expect(await alarms()).toEqual([])
  })

  test('within a moment, as while a network is changed, they are no alarm yet', async () => {
    for (let count = 0; count < 5; count += 1) await notePage(ctx(), by, 'unreachable')
    const since = (await failingPages(ctx().db))?.since ?? 0
    expect(await alarms(since + minute - 1)).toEqual([])
    expect(await alarms(since + minute)).toEqual([expect.stringContaining('つながりません')])
  })

  test('a press while another of the same order is under way is none of them', async () => {
    for (let count = 0; count < 5; count += 1) await notePage(ctx(), by, 'busy')
    expect(await failingPages(ctx().db)).toBe(null)
    expect(ctx().gateway.tally.read()).toEqual({ busy: 5 })
  })

  test('a cart that is refused by the shop itself is none of them', async () => {
    for (let count = 0; count < 4; count += 1) {
      const body = await bodyFor(ctx().db, [['F-1100', 1]])
      for (const line of body.line_items) line.price_data.unit_amount = 1
      expect((await postCheckout(shop(), body)).status).toBe(409)
    }
    expect(await failingPages(ctx().db)).toBe(null)
  })

  test('presses of several processes at once are all counted', async () => {
    await Promise.all(Array.from({ length: 8 }, () => notePage(ctx(), by, 'broken')))
    expect(await failingPages(ctx().db)).toMatchObject({ inARow: 8, why: 'broken' })
  })

  test('a request that the provider refuses is one of them', async () => {
    failing(403)
    for (const browser of ['one', 'two', 'three']) expect((await press(browser)).status).toBe(502)
    expect(await failingPages(ctx().db)).toMatchObject({ inARow: 3, why: 'refused' })
  })

  test('a demo has no alarm about its practice provider', async () => {
    const demo = { ...ctx(), demo: true }
    for (let count = 0; count < 4; count += 1) await notePage(demo, by, 'unreachable')
    expect(await failingPages(ctx().db)).toBe(null)
    for (let count = 0; count < 4; count += 1) await notePage(ctx(), by, 'unreachable')
    await shop().advance(minute)
    expect(await checkoutAlarms.read({ ...ctx(), demo: true })).toEqual([])
    expect(await failingPagesCard.read({ ...ctx(), demo: true })).toEqual({ count: 0 })
  })

  test('D52: made and failed pages are counted by reason', async () => {
    await openPaymentPage(shop())
    failing(500)
    await press('one')
    mend()
    failing(403)
    await press('two')
    expect(ctx().gateway.tally.read()).toEqual({ made: 1, broken: 1, refused: 1 })
  })

  test('M14: a key that is refused closes checkout alone, at once, with its sentence and an alarm', async () => {
    failing(401)
    const first = await press('one')
    expect([first.status, first.body.code, first.headers.get('retry-after')]).toEqual([
      503,
      'payment_closed',
      '60',
    ])
    expect(first.body.message).toContain('ただいまお支払いの手続きができない')
    const asked = shop().provider.requests().length
    expect((await press('two')).body.code).toBe('payment_closed')
    expect(shop().provider.requests().length).toBe(asked)
    expect(await ordersOf(ctx().db)).toMatchObject([{ state: 'expired' }])
    expect(await alarms()).toEqual([expect.stringContaining('STRIPE_SECRET_KEY')])
  })

  test('M14: the job asks at the start; a refused key closes checkout, and an accepted one opens it', async () => {
    const job = askAboutKeyJob(ctx())
    const lists = () => shop().provider.requests().length
    shop().provider.faults.calls({ kind: 'fail', status: 401 }, { only: 'list', times: 2 })
    await job.run(running)
    expect(await alarms()).toEqual([expect.stringContaining('鍵')])
    expect((await press('one')).body.code).toBe('payment_closed')
    await job.run(running)
    expect(await failingPages(ctx().db)).toMatchObject({ inARow: 1 })
    await job.run(running)
    expect(await alarms()).toEqual([])
    expect((await press('one')).status).toBe(200)
    const asked = lists()
    await job.run(running)
    expect(lists()).toBe(asked)
  })

  test('M14: without an answer nothing is closed, and it is asked again', async () => {
    const job = askAboutKeyJob(ctx())
    shop().provider.faults.calls({ kind: 'fail', status: 503 }, { only: 'list' })
    await job.run(running)
    expect((await press('one')).status).toBe(200)
    shop().provider.faults.calls({ kind: 'fail', status: 401 }, { only: 'list' })
    await job.run(running)
    expect((await press('two')).body.code).toBe('payment_closed')
  })

  test('M14: that the key is good again ends no alarm of another kind', async () => {
    for (let count = 0; count < 3; count += 1) await notePage(ctx(), by, 'unreachable')
    await askAboutKeyJob(ctx()).run(running)
    expect(await failingPages(ctx().db)).toMatchObject({ inARow: 3 })
  })

  test('M14: a demo does not ask', async () => {
    await askAboutKeyJob({ ...ctx(), demo: true }).run(running)
    expect(shop().provider.requests()).toEqual([])
  })

  test.each([
    [401, '秘密の鍵をもう一度写してください'],
    [403, '制限つきの鍵には、Checkout Sessions の「書き込み」が要ります'],
    [429, null],
    [503, null],
  ] as const)('M14: a first start is stopped by %i: %s', async (status, said) => {
    shop().provider.faults.calls({ kind: 'fail', status }, { only: 'list' })
    const problem = await problemOfKey(ctx().gateway)
    if (said === null) expect(problem).toBe(null)
    else expect(problem).toContain(said)
    expect(await problemOfKey(ctx().gateway)).toBe(null)
  })
})
