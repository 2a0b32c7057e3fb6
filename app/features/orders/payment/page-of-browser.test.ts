import { afterEach, expect, test } from 'vitest'
import { checkoutOnBothEngines } from '../../../../tests/support/checkout-on-both-engines.ts'
import {
  bodyFor,
  mailKinds,
  openPaymentPage,
  ordersOf,
  postCheckout,
} from '../../../../tests/support/shopper-for-tests.ts'

checkoutOnBothEngines('the one payment page of a browser', (shop) => {
  const cart = (quantity: number) => bodyFor(shop().ctx.db, [['F-1100', quantity]])
  const press = async (quantity: number) => postCheckout(shop(), await cart(quantity))
  const urls = () =>
    shop()
      .provider.sessions()
      .filter(({ status }) => status === 'open')
      .map(({ url }) => url)
  const expireFails = (times: number) =>
    shop().provider.faults.calls({ kind: 'fail', status: 500 }, { only: 'expire', times })

  test('S9: carts posted at once, in any number, leave one page, and its address was answered', async () => {
    for (let round = 1; round <= 5; round += 1) {
      await shop().ctx.db.deleteFrom('rateLimit').execute()
      const bodies = await Promise.all([1, 2, 1, 3, 2].map((quantity) => cart(quantity + 3 * round)))
      const answers = await Promise.all(bodies.map((body) => postCheckout(shop(), body)))
      await shop().provider.settled()
      expect(urls()).toHaveLength(1)
      expect(answers.map(({ body }) => body.url)).toContain(urls()[0])
      for (const { status, body } of answers)
        expect([status, body.url]).toEqual(body.url === undefined ? [502, undefined] : [200, body.url])
    }
  })

  const held: (() => void)[] = []
  afterEach(() => {
    for (const goOn of held.splice(0)) goOn()
  })
  /** The payment page is asked for only when `goOn` is called; `asked` resolves when a request waits there. */
  const heldBeforeOpening = (gateway = shop().ctx.gateway) => {
    const [asked, goesOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const open: typeof gateway.open = async (...args) => {
      asked.resolve()
      await goesOn.promise
      return gateway.open(...args)
    }
    const ctx = { ...shop().ctx, gateway: { ...gateway, open } }
    held.push(() => goesOn.resolve())
    return { shop: { ctx }, asked: asked.promise, goOn: () => goesOn.resolve() }
  }
  const onlyTheLatterStays = async (latter: { body: { url?: string } }) => {
    await shop().provider.settled()
    expect(urls()).toEqual([latter.body.url])
    expect((await ordersOf(shop().ctx.db)).map(({ state }) => state)).toEqual(['expired', 'pending'])
  }

  test('S9: the cart asked for last keeps its page, though the former opens later', async () => {
    const line = heldBeforeOpening()
    const former = postCheckout(line.shop, await cart(1))
    await line.asked
    const latter = await press(2)
    line.goOn()
    expect(await former).toMatchObject({ status: 502 })
    await onlyTheLatterStays(latter)
  })

  test('S9: the cart asked for last closes the page that was given while its own was opening', async () => {
    const former = await press(1)
    const line = heldBeforeOpening()
    const latter = postCheckout(line.shop, await cart(2))
    await line.asked
    expect(urls()).toEqual([former.body.url])
    line.goOn()
    await onlyTheLatterStays(await latter)
  })

  test('S9: a cart pressed again closes the other page that was left open', async () => {
    await press(1)
    expireFails(1)
    await press(2)
    expect(urls()).toHaveLength(2)
    const again = await press(1)
    await shop().provider.settled()
    expect(urls()).toEqual([again.body.url])
  })

  test('S9: after a crash between opening and closing, the same press closes what was left', async () => {
    await press(1)
    expireFails(1)
    const second = await press(2)
    expect(urls()).toHaveLength(2)
    expect((await press(2)).body.url).toBe(second.body.url)
    await shop().provider.settled()
    expect(urls()).toEqual([second.body.url])
  })

  test('S9: a page that was left open is closed, however many other carts were tried since', async () => {
    await press(1)
    shop().provider.faults.calls({ kind: 'fail', status: 503 }, { only: 'create', times: 18 })
    expireFails(6)
    for (const quantity of [2, 3, 4, 5, 6, 7]) await press(quantity)
    shop().provider.faults.clear()
    const last = await press(8)
    await shop().provider.settled()
    expect(urls()).toEqual([last.body.url])
  })

  test('S8, S9: a former page that has just been paid is no page to close: its money counts at once', async () => {
    const first = await openPaymentPage(shop(), [['F-1100', 1]])
    shop().provider.faults.events({ kind: 'lose' })
    await shop().provider.pay(first.sessionId)
    const second = await press(2)
    expect((await ordersOf(shop().ctx.db)).map(({ state }) => state)).toEqual(['paid', 'pending'])
    expect(await mailKinds(shop().ctx.db)).toEqual(['order_confirmation', 'owner_paid'])
    expect(urls()).toEqual([second.body.url])
  })

  test('S8, S9: a page that was superseded and paid before it could be closed goes to /success', async () => {
    shop().provider.faults.events({ kind: 'lose' })
    const { gateway } = shop().ctx
    const paidFirst = heldBeforeOpening({
      ...gateway,
      expire: async (id, limitMs) => {
        await shop().provider.pay(id)
        return gateway.expire(id, limitMs)
      },
    })
    const superseded = postCheckout(paidFirst.shop, await cart(1))
    await paidFirst.asked
    const latter = await press(2)
    paidFirst.goOn()
    expect((await superseded).body.url).toContain('/success?session_id=')
    expect((await ordersOf(shop().ctx.db)).map(({ state }) => state)).toEqual(['paid', 'pending'])
    expect(urls()).toEqual([latter.body.url])
  })
})
