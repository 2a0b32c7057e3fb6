import { expect, test } from 'vitest'
import { evidenceOf } from '~/features/desk/evidence.queries.server.ts'
import { deskOrders } from '~/features/orders/desk/list.queries.server.ts'
import { correctEmail } from '~/features/orders/desk/mails.commands.server.ts'
import { cellsOfOrder } from '~/features/orders/desk/order-file.rules.ts'
import { mailsToReaddress } from '~/features/orders/desk/page.queries.server.ts'
import { goodsOf } from '~/features/orders/desk/row-cells.queries.server.ts'
import { shippedMail } from '~/features/orders/mails.rules.ts'
import { noMoney } from '~/features/orders/money.rules.ts'
import { packingPage, printPage } from '~/features/orders/parcel/queries.server.ts'
import { waitingOrders } from '~/features/orders/parcel/to-ship.queries.server.ts'
import { numbersOrdered, orderBy, uploadsOfOrders } from '~/features/orders/queries.server.ts'
import { orderView } from '~/features/orders/rules.ts'
import { uploadNameOf } from '~/features/pictures/rules.ts'
import { putProducts } from '~/features/products/commands.server.ts'
import { wasOrdered } from '~/features/products/desk/queries.server.ts'
import { orderedAmong } from '~/features/products/file/queries.server.ts'
import { recountPieces } from '~/features/stock/counting.commands.server.ts'
import { soldUnits } from '~/features/stock/sold.queries.server.ts'
import { memberId } from '~/kernel/actor.ts'
import { checkoutOnBothEngines } from '../../../../tests/support/checkout-on-both-engines.ts'
import { deskPersonForTests } from '../../../../tests/support/desk-person-for-tests.ts'
import { placePaidOrder, runOrders } from '../../../../tests/support/paid-order.ts'
import { fabricForTests } from '../../../../tests/support/sample-products.ts'
import { expectBooksAgree } from '../../../../tests/support/stock-for-tests.ts'
import { exchangeLine, undoExchange } from './commands.server.ts'

const [indigo, cheap] = ['F-1100', 'F-0800']

checkoutOnBothEngines('who reads what an order holds', (shop) => {
  const db = () => shop().ctx.db
  const owner = () => deskPersonForTests(shop().ctx)
  const upload = `/Image/uploads/${'b'.repeat(32)}-800x600.jpg`

  const put = (...products: ReturnType<typeof fabricForTests>[]) =>
    db()
      .transaction()
      .execute((trx) => putProducts(trx, Date.now(), products))

  let ids = 0
  const change = (number: string, parts: Partial<Parameters<typeof exchangeLine>[2]>) => {
    ids += 1
    const sent = { number, version: null, requestId: `change ${ids}`, mailsBuyer: true }
    return exchangeLine(shop().ctx, owner(), {
      ...sent,
      position: 0,
      units: 1,
      to: cheap,
      difference: 0,
      ...parts,
    })
  }

  /** An order of two units of one fabric, of which both or one are another, cheaper one now. */
  const exchanged = async (units: 1 | 2) => {
    await put(fabricForTests({ number: cheap, name: '市松', priceText: '800', imageUrl: upload }))
    const { order } = await placePaidOrder(shop(), [[indigo, 2]])
    const done = await change(order.orderNumber, { units, to: cheap, difference: 300 * units })
    expect(done).toMatchObject({ ok: true })
    await shop().provider.settled()
    const now = await orderBy(db(), 'id', order.id)
    if (now === undefined) throw new Error('an order of this test is gone')
    return now
  }

  test('M16: its buyer’s page and delivery note name what she gets, what it was, and what was paid', async () => {
    const order = await exchanged(1)
    const view = orderView(order, noMoney, shop().ctx.settings)
    expect(view).toMatchObject({
      subtotal: 2200,
      exchangeDifference: 300,
      lines: [
        { number: indigo, quantity: 1, amount: 1100, orderedAs: null, position: 0 },
        { number: cheap, quantity: 1, amount: 800, orderedAs: `麻の葉（${indigo}）`, position: 1 },
      ],
    })
    const { notes, picks } = await printPage(shop().ctx, { page: null })
    expect(notes[0]?.lines.map(({ number, quantity }) => [number, quantity])).toEqual([
      [indigo, 1],
      [cheap, 1],
    ])
    expect(picks.map(({ number, units }) => [number, units])).toEqual([
      [cheap, 1],
      [indigo, 1],
    ])
  })

  test('M16: a line of which nothing is left stands on no page, paper or mail', async () => {
    const order = await exchanged(2)
    expect(orderView(order, noMoney, shop().ctx.settings).lines.map(({ number }) => number)).toEqual([cheap])
    const { orders } = await packingPage(shop().ctx)
    expect(orders[0]?.lines.map(({ number, key, quantity }) => [number, key, quantity])).toEqual([
      [cheap, '1', 2],
    ])
    const mail = JSON.stringify(shippedMail(order, shop().ctx))
    expect(mail).toContain('市松（F-0800）')
    expect(mail).not.toContain(`"name":"麻の葉（${indigo}）`)
    expect(mail).toContain(`麻の葉（${indigo}）から変更しました`)
    expect(mail).toContain('商品の変更の差額（ご返金）')
    expect(mail).toContain('−600円')
    const shown = (await runOrders(shop(), 'show', order.number)).lines.join('\n')
    expect(shown).toContain('市松（F-0800）')
    const rows = cellsOfOrder(order, noMoney, 'lines').map((cells) =>
      cells.filter((cell) => /^F-\d+$/.test(cell)),
    )
    expect(rows).toEqual([[cheap]])
    expect(await evidenceOf(db(), order.number)).toMatchObject({
      lines: [{ quantity: 0 }, { number: cheap, quantity: 2, exchangedFrom: 0 }],
    })
  })

  test('M16: it is found by what it holds, and cut in the order of that', async () => {
    const order = await exchanged(2)
    const found = async (q: string) => {
      const filter = {
        state: 'all',
        q,
        from: '',
        to: '',
        demo: shop().ctx.demo,
        count: 10,
        buyer: '',
      } as const
      const { orders } = await deskOrders(db(), owner(), filter, shop().ctx.now())
      return orders.map(({ number, units }) => [number, units])
    }
    expect(await found(cheap)).toEqual([[order.number, 2]])
    expect(await found(indigo)).toEqual([])
    const { now, demo } = shop().ctx
    const filtered = async (goods: string) => {
      const filter = {
        state: 'all',
        q: '',
        from: '',
        to: '',
        demo,
        count: 10,
        buyer: '',
        narrow: { goods },
      } as const
      return (await deskOrders(db(), owner(), filter, now())).orders.length
    }
    expect([await filtered(cheap), await filtered(indigo)]).toEqual([1, 0])
    const shown = (await goodsOf(db(), [order.id])).get(order.id)
    expect(shown).toMatchObject({ first: [{ name: `${cheap} 市松` }], more: 0 })
    const sold = await soldUnits(db(), { now: now() + 1, demo: order.practice }).execute()
    expect(sold.map(({ number, inMonth }) => [number, Number(inMonth)])).toEqual([[cheap, 2]])
    await put(fabricForTests({ number: 'F-0900', priceText: '500' }))
    const other = await placePaidOrder(shop(), [['F-0900', 1]])
    const { toShip } = await waitingOrders(db(), shop().ctx.demo)
    expect(toShip).toEqual([order.id, other.order.id])
    await put(fabricForTests({ number: 'F-1050', priceText: '800' }))
    expect(await change(order.number, { position: 1, units: 2, to: 'F-1050', difference: 0 })).toMatchObject({
      ok: true,
    })
    expect((await waitingOrders(db(), shop().ctx.demo)).toShip).toEqual([other.order.id, order.id])
  })

  test('M16: what she has is offered to her again; no number that an order ever had is given anew, and no picture forgotten', async () => {
    const order = await exchanged(2)
    const member = { id: memberId('reader'), name: 'm', email: order.customer.email ?? '', emailVerified: 1 }
    const made = { image: null, createdAt: '2026-01-01', updatedAt: '2026-01-01' }
    await db()
      .insertInto('member')
      .values({ ...member, ...made })
      .execute()
    expect(await numbersOrdered(db(), member, 10)).toEqual([cheap])
    await db().deleteFrom('member').where('id', '=', member.id).execute()
    for (const number of [indigo, cheap]) expect(await wasOrdered(db(), number.toLowerCase())).toBe(true)
    expect([...(await orderedAmong(db(), [indigo, cheap, 'F-OTHER']))].sort()).toEqual(['f-0800', 'f-1100'])
    const name = uploadNameOf(upload) ?? ''
    expect(await uploadsOfOrders(db(), [name])).toEqual([name])
  })

  test('K9, M16: a first count lays in what the order holds', async () => {
    const order = await exchanged(1)
    for (const number of [indigo, cheap]) {
      const pieces = [{ units: 5, lengthCm: null, widthCm: null }]
      await recountPieces(shop().ctx, owner(), { requestId: number, number, version: null, pieces })
    }
    const claims = await db()
      .selectFrom('stockClaim')
      .select(['number', 'orderId', 'position', 'units'])
      .orderBy('position')
      .execute()
    expect(claims).toEqual([
      { number: indigo, orderId: order.id, position: 0, units: 1 },
      { number: cheap, orderId: order.id, position: 1, units: 1 },
    ])
    await expectBooksAgree(db())
  })

  test('N105, M16: a corrected address gets the mail of the change, as long as it stands', async () => {
    const order = await exchanged(1)
    const mail = (await mailsToReaddress(db(), order.number)).find(({ key }) =>
      key.startsWith('order_exchanged'),
    )
    expect(mail?.mayGo).toBe(true)
    const form = { number: order.number, version: null, requestId: 'mail', email: 'new@example.com' }
    expect(await correctEmail(shop().ctx, owner(), { ...form, mails: [mail?.key ?? ''] })).toMatchObject({
      ok: true,
    })
    const sent = await db()
      .selectFrom('mail')
      .select(['recipient', 'text'])
      .where('kind', '=', 'order_exchanged')
      .execute()
    expect(sent.map(({ recipient }) => recipient)).toContain('new@example.com')
    expect(sent.find(({ recipient }) => recipient === 'new@example.com')?.text).toContain('市松（F-0800）× 1')
  })

  test('N105, M16: the mail of a change that was undone goes nowhere', async () => {
    const { orderNumber: number } = (await placePaidOrder(shop(), [[indigo, 1]])).order
    await put(fabricForTests({ number: 'F-1101', priceText: '1100' }))
    expect(await change(number, { to: 'F-1101' })).toMatchObject({ ok: true })
    const [mail] = (await mailsToReaddress(db(), number)).filter(({ key }) =>
      key.startsWith('order_exchanged'),
    )
    const exchange = mail?.key.split(' ')[1] ?? ''
    const sent = { number, version: null, requestId: 'undo', exchange, mailsBuyer: false }
    expect(await undoExchange(shop().ctx, owner(), sent)).toMatchObject({ ok: true })
    const form = { number, version: null, requestId: 'mail', email: 'new@example.com' }
    await correctEmail(shop().ctx, owner(), { ...form, mails: [mail?.key ?? ''] })
    expect(
      await db().selectFrom('mail').select('id').where('recipient', '=', 'new@example.com').execute(),
    ).toEqual([])
  })
})
