import { expect, test } from 'vitest'
import { ordersForOwner } from '~/features/orders/list.queries.server.ts'
import { checkoutOnBothEngines } from '../../../../tests/support/checkout-on-both-engines.ts'
import { ownerWords } from '../../../../tests/support/owner-words.ts'
import { placePaidOrder } from '../../../../tests/support/paid-order.ts'
import { mailKinds, openPaymentPage, ordersOf } from '../../../../tests/support/shopper-for-tests.ts'
import { listText } from './owner.texts.ts'

const ordersCommand = ownerWords('orders')

checkoutOnBothEngines('npm run orders', (shop) => {
  const run = (...args: string[]) => ordersCommand(shop().ctx, args)
  const place = async () => {
    const { sessionId } = await openPaymentPage(shop(), [
      ['F-1100', 2],
      ['K-1', 1],
    ])
    const [order] = await ordersOf(shop().ctx.db)
    return { sessionId, number: order?.orderNumber ?? '' }
  }
  const paid = async () => {
    const { sessionId, number } = await place()
    await shop().provider.pay(sessionId)
    await shop().provider.settled()
    return number
  }

  test('S7: list shows what was paid, and nothing that was not', async () => {
    await place()
    expect(await run('list')).toEqual({ lines: ['支払われた注文は、まだありません。'], exitCode: 0 })
    const number = await paid()
    const { lines } = await run('list')
    expect(lines).toHaveLength(1)
    for (const part of [number, '2,600円', '発送待ち']) expect(lines[0]).toContain(part)
  })

  test('S7: the oldest that waits stands first, what is done last, and what is left out is counted', async () => {
    const numbers: string[] = []
    for (let at = 0; at < 4; at += 1) {
      const { order, sessionId } = await placePaidOrder(shop())
      numbers.push(order.orderNumber)
      if (at === 2) await shop().provider.refund(sessionId)
      await shop().advance(60_000)
    }
    const [first, second, third, fourth = ''] = numbers
    await shop().provider.settled()
    await run('ship', fourth)
    const { lines } = await run('list')
    expect(lines.map((line) => line.slice(0, 9))).toEqual([first, second, fourth, third])
    const { orders, leftOut } = await ordersForOwner(shop().ctx.db, 3)
    expect([orders.map(({ number }) => number), leftOut]).toEqual([[first, second, fourth], 1])
    expect(listText(orders, leftOut).at(-1)).toContain('済んだ注文が 1件')
    expect(listText(orders, 0)).toHaveLength(3)
    expect(await run('list', 'all')).toEqual({ lines, exitCode: 0 })
  })

  test('S7: what is still to be shipped is listed above what was shipped later', async () => {
    const waiting = await paid()
    await shop().advance(60_000)
    await paid()
    const newest = (await ordersOf(shop().ctx.db)).at(-1)?.orderNumber ?? ''
    expect(newest).not.toBe(waiting)
    await run('ship', newest)
    const { lines } = await run('list')
    expect(lines.map((line) => line.slice(0, 9))).toEqual([waiting, newest])
  })

  test('S11: the list stamps the orders of a demo', async () => {
    await paid()
    await shop().ctx.db.updateTable('orders').set({ practice: 1 }).execute()
    expect((await run('list')).lines[0]).toContain('【練習】')
  })

  test('S7: show tells everything about one order', async () => {
    const number = await paid()
    const { lines, exitCode } = await run('show', number.toLowerCase())
    expect(exitCode).toBe(0)
    for (const part of [
      number,
      '麻の葉',
      '合計 2,600円',
      '〒',
      '注文を受け付け（shopper）',
      '支払い（payment-webhook）',
    ])
      expect(lines.join('\n')).toContain(part)
  })

  test('D8: show names the mails that never reached the buyer, of this order alone', async () => {
    const number = await paid()
    const stars = async () => (await run('show', number)).lines.filter((line) => line.startsWith('★'))
    const [order] = await ordersOf(shop().ctx.db)
    const dead = shop().ctx.db.updateTable('mail').set({ state: 'dead', nextAttemptAt: shop().ctx.now() })
    await dead.where('kind', '=', 'owner_paid').execute()
    expect(await stars()).toEqual([])
    await dead.where('kind', '=', 'order_confirmation').execute()
    expect(await stars()).toEqual([
      expect.stringContaining('ご注文の確認のメールは、お客様に届きませんでした'),
    ])
    const elsewhere = shop()
      .ctx.db.updateTable('mail')
      .set({ subjectKey: `not ${order?.id}` })
    await elsewhere.where('kind', '=', 'order_confirmation').execute()
    expect(await stars()).toEqual([])
  })

  test('S7, S23: show names the page that prints as the delivery note, of a paid order alone', async () => {
    const { sessionId, number } = await place()
    const note = async () => (await run('show', number)).lines.filter((line) => line.startsWith('納品書 '))
    expect(await note()).toEqual([])
    await shop().provider.pay(sessionId)
    await shop().provider.settled()
    const [order] = await ordersOf(shop().ctx.db)
    expect(await note()).toEqual([`納品書 ${shop().ctx.siteOrigin}/order/${order?.accessToken}`])
  })

  test('S7: ship marks a paid order once and queues one mail', async () => {
    const number = await paid()
    expect(await run('ship', number)).toMatchObject({ exitCode: 0 })
    const [order] = await ordersOf(shop().ctx.db)
    expect(order?.shippedAt).not.toBeNull()
    await shop().advance(60_000)
    const again = await run('ship', number)
    expect(again).toMatchObject({ exitCode: 0, lines: [expect.stringContaining('発送済みです')] })
    expect(await ordersOf(shop().ctx.db)).toEqual([order])
    expect(await mailKinds(shop().ctx.db)).toEqual(['order_confirmation', 'order_shipped', 'owner_paid'])
  })

  test('N88: a tracking number that another order has is asked about, and ships with the word for one parcel', async () => {
    const [first, second] = [await paid(), (await placePaidOrder(shop())).order.orderNumber]
    expect(await run('ship', first, 'ヤマト', '490715000000')).toMatchObject({ exitCode: 0 })
    const asked = await run('ship', second, 'ヤマト', '4907-1500-0000')
    expect(asked).toEqual({
      lines: [expect.stringContaining(first), expect.stringContaining('同梱')],
      exitCode: 1,
    })
    const isShipped = async () =>
      (await ordersOf(shop().ctx.db)).filter(({ shippedAt }) => shippedAt !== null)
    expect(await isShipped()).toHaveLength(1)
    expect((await run('ship', second, 'ヤマト', '490715000000', '別')).exitCode).toBe(2)
    expect(await isShipped()).toHaveLength(1)
    expect(await run('ship', second, 'ヤマト', '490715000000', '同梱')).toMatchObject({ exitCode: 0 })
    expect(await isShipped()).toHaveLength(2)
    for (const number of [first, second])
      expect((await run('ship', number, 'ヤマト', '490715000000')).lines).toEqual([
        expect.stringContaining('発送済みです。何も変えていません'),
      ])
    expect((await run('ship', 'ZZZZ-ZZZZ', 'ヤマト', '490715000000')).lines).toEqual([
      expect.stringContaining('その番号の注文はありません'),
    ])
  })

  test('two that ship at once queue one mail', async () => {
    const number = await paid()
    await Promise.all([run('ship', number), run('ship', number), run('ship', number)])
    const events = await shop()
      .ctx.db.selectFrom('orderEvent')
      .where('what', '=', 'shipped')
      .selectAll()
      .execute()
    expect(events).toHaveLength(1)
  })

  test.each([
    ['pending', 'まだ支払われていない'],
    ['awaiting_payment', 'まだ支払われていない'],
    ['failed', 'まだ支払われていない'],
    ['expired', 'まだ支払われていない'],
    ['needs_review', '支払いの確認が要る'],
  ] as const)('M5: an order that is %s is not shipped, and the owner is told why', async (state, why) => {
    const { number } = await place()
    await shop().ctx.db.updateTable('orders').set({ state }).execute()
    expect(await run('ship', number)).toEqual({ lines: [expect.stringContaining(why)], exitCode: 1 })
    expect(await mailKinds(shop().ctx.db)).toEqual([])
    expect(await ordersOf(shop().ctx.db)).toMatchObject([{ state, shippedAt: null }])
    const events = await shop().ctx.db.selectFrom('orderEvent').select('what').execute()
    expect(events).not.toContainEqual({ what: 'shipped' })
  })

  test('unknown numbers and words are answered in Japanese', async () => {
    expect(await run('show', 'ZZZZ-ZZZZ')).toMatchObject({ exitCode: 1 })
    expect(await run('ship', "' or 1=1")).toMatchObject({ exitCode: 1 })
    for (const args of [
      [],
      ['help'],
      ['ship'],
      ['show', 'a', 'b'],
      ['list', 'x'],
      ['refund'],
      ['adopt'],
      ['adopt', 'cs_1', 'x'],
      ['adopt', 'cs_1', 'mail', 'x'],
    ])
      expect(await run(...args)).toMatchObject({ exitCode: 2, lines: expect.arrayContaining(['使い方:']) })
  })
})
