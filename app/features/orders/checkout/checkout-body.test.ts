import { expect, test } from 'vitest'
import { putProducts } from '~/features/products/commands.server.ts'
import { checkoutOnBothEngines } from '../../../../tests/support/checkout-on-both-engines.ts'
import { fabricForTests } from '../../../../tests/support/sample-products.ts'
import {
  bodyFor,
  type LooseBody,
  type LooseLine,
  ordersOf,
  postCheckout,
  type Wanted,
} from '../../../../tests/support/shopper-for-tests.ts'

/** Sets a member of a body, or of one of its lines, by its dotted path. */
const put = (target: LooseBody | LooseLine | undefined, path: string, value: unknown): void => {
  const names = path.split('.')
  const last = names.pop() ?? ''
  const holder: unknown = names.reduce((at: object, name) => Object(Reflect.get(at, name)), Object(target))
  Reflect.set(Object(holder), last, value)
}

checkoutOnBothEngines('the body of checkout', (shop) => {
  const spoilt = async (spoil: (body: LooseBody) => void, wanted: Wanted = [['F-1100', 2]]) => {
    const body = await bodyFor(shop().ctx.db, wanted)
    spoil(body)
    return postCheckout(shop(), body)
  }
  const nothingWritten = async () => {
    expect(await ordersOf(shop().ctx.db)).toEqual([])
    expect(shop().provider.requests()).toEqual([])
  }

  test.each<[string, string, unknown]>([
    ['S1: a price of 0', 'price_data.unit_amount', 0],
    ['S1: a price of 1 yen', 'price_data.unit_amount', 1],
    ['S1: a negative price', 'price_data.unit_amount', -1100],
    ['S1: a price of 1e9', 'price_data.unit_amount', 1e9],
    ['S12: a price a hundredfold', 'price_data.unit_amount', 110_000],
    ['S12: a fraction of a yen', 'price_data.unit_amount', 1100.5],
    ['S1: another name', 'price_data.product_data.name', '無料の品'],
  ])('%s is answered without a url, with the difference', async (_name, path, value) => {
    const { status, body } = await spoilt(({ line_items: [line] }) => put(line, path, value))
    expect(status).toBe(409)
    expect(body.url).toBeUndefined()
    expect(body.code).toBe('price_changed')
    expect(body.lines).toMatchObject([{ managementNumber: 'F-1100', name: '麻の葉', newUnitAmount: 1100 }])
    await nothingWritten()
  })

  test.each<[string, string, unknown, string]>([
    ['S12: a price as text', 'price_data.unit_amount', '1100', 'invalid_request'],
    ['S12: NaN, which JSON writes as null', 'price_data.unit_amount', Number.NaN, 'invalid_request'],
    ['S3: quantity 0', 'quantity', 0, 'invalid_quantity'],
    ['S3: quantity -1', 'quantity', -1, 'invalid_quantity'],
    ['S3: quantity 1.5', 'quantity', 1.5, 'invalid_quantity'],
    ['S3: quantity 1e6', 'quantity', 1e6, 'invalid_quantity'],
    ['S3: quantity 100', 'quantity', 100, 'invalid_quantity'],
    ['S3: quantity as text', 'quantity', '2', 'invalid_quantity'],
    ['S3: another currency', 'price_data.currency', 'usd', 'invalid_payment_kind'],
    ['no number', 'price_data.product_data.metadata.managementNumber', 7, 'invalid_request'],
  ])('%s is refused with a sentence', async (_name, path, value, code) => {
    const { status, body } = await spoilt(({ line_items: [line] }) => put(line, path, value))
    expect({ status, code: body.code, url: body.url }).toEqual({ status: 400, code, url: undefined })
    expect(body.message).toMatch(/。$/)
    await nothingWritten()
  })

  test.each<[string, string, unknown, string]>([
    ['S3: mode subscription', 'mode', 'subscription', 'invalid_payment_kind'],
    ['A7: metadata.from not of the two values', 'metadata.from', 'elsewhere', 'invalid_request'],
    ['an empty cart', 'line_items', [], 'empty_cart'],
    ['lines that are no list', 'line_items', {}, 'invalid_request'],
    ['a token that is none', 'client_token', '<script>', 'invalid_request'],
  ])('%s is refused', async (_name, path, value, code) => {
    const { status, body } = await spoilt((whole) => put(whole, path, value))
    expect([status, body.code]).toEqual([400, code])
    await nothingWritten()
  })

  test('S2: a 送料 line alone is an empty cart', async () => {
    const { status, body } = await spoilt((whole) => void whole.line_items.shift())
    expect([status, body.code]).toEqual([400, 'empty_cart'])
  })

  test('ASVS 2.3.2, S3: 101 lines are refused, and so are 100 kinds of products', async () => {
    const [line] = (await bodyFor(shop().ctx.db, [['F-1100', 1]])).line_items
    const lines = (count: number) =>
      Array.from({ length: count }, (_, at) => {
        const copy = structuredClone(line)
        if (copy) copy.price_data.product_data.metadata.managementNumber = `F-${at}`
        return copy
      }).filter((copy) => copy !== undefined)
    for (const count of [101, 100]) {
      const { status, body } = await spoilt((whole) => {
        whole.line_items = lines(count)
      })
      expect([status, body.code]).toEqual([400, 'too_many_kinds'])
    }
    await nothingWritten()
  })

  test('S3: 99 kinds with the longest texts of products are no body too large', async () => {
    const numbers = Array.from({ length: 99 }, (_, at) => `LONG-${at}`)
    await shop()
      .ctx.db.transaction()
      .execute((trx) =>
        putProducts(
          trx,
          Date.now(),
          numbers.map((number) =>
            fabricForTests({ number, name: `生地${'あ'.repeat(398)}`, description: '説'.repeat(2_000) }),
          ),
        ),
      )
    const body = await bodyFor(
      shop().ctx.db,
      numbers.map((number) => [number, 1]),
    )
    expect((await postCheckout(shop(), body)).status).toBe(200)
    expect(shop().provider.invalidRequests()).toEqual([])
  })

  test('S3: a total that the provider cannot take is refused before an order is written', async () => {
    const numbers = ['DEAR-1', 'DEAR-2']
    const dear = numbers.map((number) => fabricForTests({ number, priceText: '999999' }))
    await shop()
      .ctx.db.transaction()
      .execute((trx) => putProducts(trx, Date.now(), dear))
    const wanted: Wanted = numbers.map((number) => [number, 99])
    const { status, body } = await postCheckout(shop(), await bodyFor(shop().ctx.db, wanted))
    expect([status, body.code]).toEqual([422, 'total_too_high'])
    await nothingWritten()
  })

  test('S3: lines of one number are merged; above the limit together they are refused', async () => {
    const double = (quantity: number) => (body: LooseBody) => {
      const [line] = body.line_items
      if (line) body.line_items.splice(0, 1, { ...line, quantity }, { ...line, quantity })
    }
    expect((await spoilt(double(50))).body.code).toBe('invalid_quantity')
    await nothingWritten()
    expect((await spoilt(double(1))).status).toBe(200)
    const [line] = await shop().ctx.db.selectFrom('orderLine').selectAll().execute()
    expect(line).toMatchObject({ number: 'F-1100', quantity: 2 })
  })

  test('S3: a kit asked for twice is one kit', async () => {
    const answer = await spoilt(
      (body) => {
        for (const line of body.line_items)
          if (line.price_data.product_data.metadata.managementNumber === 'K-1') line.quantity = 5
      },
      [
        ['F-4400', 1],
        ['K-1', 1],
      ],
    )
    expect(answer.status).toBe(200)
    const rows = await shop().ctx.db.selectFrom('orderLine').selectAll().orderBy('position').execute()
    expect(rows).toMatchObject([{ quantity: 1 }, { number: 'K-1', quantity: 1, free: 1, unitPrice: 0 }])
  })

  test.each(['F-HIDDEN', 'F-NONE', 'no-such-number', 'F-330\u0000', 'ＳＨＩＰＰＩＮＧ'])(
    'P1: %s is not for sale: no url, and the sheet says so',
    async (number) => {
      const { status, body } = await spoilt(({ line_items: [line] }) => {
        if (line) line.price_data.product_data.metadata.managementNumber = number
      })
      expect([status, body.code]).toEqual([409, 'price_changed'])
      expect(body.lines).toContainEqual(
        expect.objectContaining({ managementNumber: number, newUnitAmount: null, reason: 'unavailable' }),
      )
      await nothingWritten()
    },
  )

  test.each<[string, (body: LooseBody) => void, number]>([
    [
      '送料 of 1 yen',
      ({ line_items: [, fee] }) => {
        if (fee) fee.price_data.unit_amount = 1
      },
      1,
    ],
    ['no 送料', (body) => void body.line_items.splice(1), 0],
    ['two 送料', ({ line_items }) => void line_items.push(...line_items.slice(1)), 800],
    [
      'a negative 送料',
      ({ line_items: [, fee] }) => {
        if (fee) fee.price_data.unit_amount = -400
      },
      -400,
    ],
  ])('S2: %s changes nothing of what is charged', async (_name, spoil, submitted) => {
    const { status, body } = await spoilt(spoil)
    expect([status, body.code]).toEqual([409, 'price_changed'])
    expect(body.lines).toMatchObject([
      { managementNumber: 'shipping', oldUnitAmount: submitted, newUnitAmount: 400, reason: 'shipping' },
    ])
    await nothingWritten()
  })

  test('C6: the kit offer is granted by the server in the order of the lines', async () => {
    const wanted: Wanted = [
      ['F-1100', 1],
      ['K-1', 1],
      ['K-2', 1],
      ['K-3', 1],
    ]
    const stolen = await spoilt((body) => {
      for (const line of body.line_items.slice(1, 4)) line.price_data.unit_amount = 0
    }, wanted)
    expect(stolen.body.lines).toMatchObject([{ managementNumber: 'K-3', newUnitAmount: 1500 }])
    const fair = await spoilt(() => {}, wanted)
    expect(fair.status).toBe(200)
    expect(await ordersOf(shop().ctx.db)).toMatchObject([{ subtotal: 2600, shipping: 400, total: 3000 }])
  })

  test('C15: a cart of free products alone cannot be paid', async () => {
    await shop()
      .ctx.db.updateTable('product')
      .set({ price: 0, priceText: '0' })
      .where('number', '=', 'K-1')
      .execute()
    const { status, body } = await spoilt(
      (whole) => {
        whole.line_items = whole.line_items.filter(
          ({ price_data }) => price_data.product_data.metadata.managementNumber === 'K-1',
        )
        for (const line of whole.line_items) line.price_data.product_data.name = 'キット K-1'
      },
      [
        ['F-1100', 1],
        ['K-1', 1],
      ],
    )
    expect([status, body.code]).toEqual([422, 'nothing_to_pay'])
    await nothingWritten()
  })
})
