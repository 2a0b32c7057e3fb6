import { keptLine, lineOf, visitWithCart } from '../support/kept-carts.ts'
import { openCart, pay, putFabricsIntoCart } from '../support/shopping.ts'
import { expect, press, test } from './fixtures.ts'

/** The names of an answer's fields, at every depth, sorted: `order.lines[].name`. */
const fieldsOf = (value: unknown, at = ''): string[] => {
  if (Array.isArray(value)) return [...new Set(value.flatMap((each) => fieldsOf(each, `${at}[]`)))].sort()
  if (typeof value !== 'object' || value === null) return [at]
  return Object.entries(value)
    .flatMap(([name, inner]) => fieldsOf(inner, at === '' ? name : `${at}.${name}`))
    .sort()
}

const order = [
  'accepted',
  'buyer',
  'cancelledAt',
  'createdAt',
  'number',
  'exchangeDifference',
  'paidAt',
  'practice',
  'recipient',
  'shippedAt',
  'shipping',
  'standing.back',
  'standing.kind',
  'standing.line',
  'standing.short',
  'state',
]
const sums = ['subtotal', 'taxIncluded', 'total']
const line = [
  'amount',
  'arrived',
  'awaited',
  'free',
  'name',
  'notShipped',
  'number',
  'orderedAs',
  'picture',
  'position',
  'quantity',
  'type',
  'unitPrice',
]
const issuer = ['address', 'invoiceNumber', 'legalName', 'name', 'postalCode']
const address = ['city', 'line1', 'line2', 'postalCode', 'prefecture', 'recipient']
const always = [
  ...[...order, ...sums].map((name) => `order.${name}`),
  ...line.map((name) => `order.lines[].${name}`),
  ...issuer.map((name) => `order.issuer.${name}`),
  ...['address', 'name', 'postalCode'].map((name) => `order.returnAddress.${name}`),
  'order.arrival',
  'path',
  'sessionId',
]

test('S14, S23: /api/orders/:token says of an order what its page shows, and no more', async ({ page }) => {
  await putFabricsIntoCart(page, 2)
  await openCart(page)
  const answered = Promise.withResolvers<{ readonly order: { readonly token: string } }>()
  await page.route('**/create-checkout-session', async (route) => {
    const response = await route.fetch()
    answered.resolve(await response.json())
    await route.fulfill({ response })
  })
  await press(page.getByRole('button', { name: '購入へ進む' }))
  const started = await answered.promise
  expect(fieldsOf(started)).toEqual(['order.token', 'url'])
  const answer = async (query = '') =>
    (await page.request.get(`/api/orders/${started.order.token}${query}`)).json()
  expect(fieldsOf(await answer())).toEqual([...always, 'order.address'].sort())
  expect(fieldsOf(await answer('?payment'))).toEqual([...always, 'order.address', 'payAt', 'status'].sort())
  await pay(page)
  const paid = [...always, ...address.map((name) => `order.address.${name}`)]
  expect(fieldsOf(await answer())).toEqual(paid.sort())
  expect((await page.request.get('/api/orders/another-token-of-somebody')).status()).toBe(404)
})

test('P34: the way to a picture leads to no other place', async ({ request }) => {
  for (const other of ['https://other.example/a.jpg', '//other.example/a.jpg', '']) {
    const asked = await request.get('/api/goods-picture', { params: { of: other }, maxRedirects: 0 })
    expect(asked.status(), other).toBe(404)
  }
})

test.describe('/api/goods', () => {
  const ask = (numbers: readonly string[]) =>
    `/api/goods?${new URLSearchParams(numbers.map((number) => ['number', number]))}`
  const numbersUpTo = (count: number) => Array.from({ length: count }, (_, at) => `F-${1000 + at}`)

  test('P32: /api/products bounds what it is asked for in the same way', async ({ request }) => {
    const products = (numbers: readonly string[]) => ask(numbers).replace('goods', 'products')
    expect((await request.get(products(numbersUpTo(100)))).status()).toBe(400)
    expect((await request.get(products([]))).status()).toBe(400)
    const found = await request.get(products(['Ｆ－１００１', 'F-1001', 'shipping']))
    expect(found.headers()['cache-control']).toBe('no-store')
    expect((await found.json()).fabrics).toHaveLength(1)
  })

  test('S3: 99 numbers are answered, and 100 are refused by name', async ({ request }) => {
    const most = await request.get(ask(numbersUpTo(99)))
    expect(most.status()).toBe(200)
    expect((await most.json()).length).toBeGreaterThan(30)
    const tooMany = await request.get(ask(numbersUpTo(100)))
    expect(tooMany.status()).toBe(400)
    expect(await tooMany.json()).toEqual({ message: '一度にお調べできる商品は99種類までです。' })
  })

  test('what is no number is refused or left out', async ({ request }) => {
    for (const numbers of [[], [''], ['x'.repeat(65)]])
      expect(await (await request.get(ask(numbers))).json(), String(numbers)).toEqual({
        message: '商品番号の指定が正しくありません。',
      })
    expect(await (await request.get(ask(['shipping', 'F-0000', 'a  b']))).json()).toEqual([])
  })

  test('S13: a number in full width is that of the product, once', async ({ request }) => {
    for (const numbers of [['Ｆ－１００１'], ['Ｆ－１００１', ' F-1001 ', 'F-1001']]) {
      const products = await (await request.get(ask(numbers))).json()
      expect(products).toEqual([expect.objectContaining({ managementNumber: 'F-1001' })])
    }
  })

  test('a cart that spells a number in full width is for sale', async ({ page }) => {
    await visitWithCart(page, [keptLine('Ｆ－１００１', { quantity: 2 })])
    const panel = await openCart(page)
    await expect(lineOf(panel, 'F-1001')).toBeVisible()
    await expect(panel.getByRole('button', { name: '購入へ進む' })).toBeVisible()
    await expect(panel).not.toContainText('販売を終了')
  })
})
