import { RouterContextProvider } from 'react-router'
import { expect, test } from 'vitest'
import { noteProductPictures } from '~/features/pictures/sources.commands.server.ts'
import { closeItem } from '~/features/products/closing.commands.server.ts'
import { putProducts } from '~/features/products/commands.server.ts'
import { chooseFeed } from '~/features/products/feed/feed.commands.server.ts'
import { listedFabrics } from '~/features/products/listed-fabrics.queries.server.ts'
import type { Requester } from '~/kernel/actor.ts'
import { appContext } from '~/services.server.ts'
import { contextForTests, onBothEngines } from '../../../tests/support/database-for-tests.ts'
import { addMember } from '../../../tests/support/member-for-tests.ts'
import { fabricForTests } from '../../../tests/support/sample-products.ts'
import { countForTests } from '../../../tests/support/stock-for-tests.ts'
import { loader as materialProducts } from './material-products.ts'
import { loader as productFeed } from './product-feed.ts'
import { loader as productPicture } from './product-picture.ts'
import { loader as products } from './products.ts'
import { loader as productsNow } from './products-now.ts'

const outside = 'https://cloth.example/a.jpg'
const copied = 'https://cloth.example/b.jpg'
const copy = `${'a'.repeat(32)}-24x16`

onBothEngines('what the shop tells browsers of its products', (open) => {
  const start = async () => {
    const { db } = await open()
    const put = (...parts: ReadonlyArray<Parameters<typeof fabricForTests>[0]>) =>
      db.transaction().execute((trx) => putProducts(trx, 1, parts.map(fabricForTests)))
    const ask = async (
      loader:
        | typeof productsNow
        | typeof productPicture
        | typeof products
        | typeof materialProducts
        | typeof productFeed,
      query: ReadonlyArray<[string, string]>,
      actor: Requester = { kind: 'visitor', address: '203.0.113.7' },
      headers: Record<string, string> = {},
    ) => {
      const context = new RouterContextProvider()
      const asked = { ...contextForTests(db), actor, listedFabrics: () => listedFabrics(db) }
      context.set(appContext, Object.assign(JSON.parse('{}'), asked))
      const url = new URL(`https://shop.example/api?${new URLSearchParams([...query])}`)
      const request = new Request(url, { headers })
      const response = await loader({ request, url, pattern: '', params: {}, context })
      const text = await response.text()
      return {
        status: response.status,
        headers: Object.fromEntries(response.headers),
        body: text === '' ? null : JSON.parse(text),
      }
    }
    return { db, ctx: contextForTests(db), put, ask }
  }
  const numbers = (...asked: string[]) => asked.map((number): [string, string] => ['number', number])
  const numbered = (list: ReadonlyArray<{ readonly number: string }>) => list.map(({ number }) => number)

  test('W6: what is proposed to an author is kept by nobody, and told to no visitor', async () => {
    const { db, put, ask } = await start()
    await put({ number: 'F-1', name: '麻の葉' })
    const hanako = await addMember(db)
    const found = await ask(materialProducts, [['q', '麻']], hanako)
    expect(found).toMatchObject({ status: 200, headers: { 'cache-control': 'no-store' } })
    expect(numbered(found.body.products)).toEqual(['F-1'])
    const called = await ask(materialProducts, numbers('f-1', 'F-2'), hanako)
    expect(called).toMatchObject({ status: 200, headers: { 'cache-control': 'no-store' } })
    expect(Object.keys(called.body)).toEqual(['f-1'])
    const answers = [
      await ask(materialProducts, [['q', '麻']]),
      await ask(materialProducts, [['q', '麻']], { ...hanako, canUpload: false }),
    ]
    expect(answers.map(({ status, headers }) => [status, headers['cache-control']])).toEqual([
      [401, 'no-store'],
      [403, 'no-store'],
    ])
    expect(JSON.stringify(answers)).not.toContain('F-1')
  })

  test('P2, K14: the feed has what is left, and is new to everybody with each sale', async () => {
    const { db, ctx, put, ask } = await start()
    await put({ number: 'F-1' }, { number: 'F-2' })
    const visitor = { kind: 'visitor', address: '203.0.113.7' } as const
    const whole = await ask(productFeed, [])
    const changed = whole.headers['last-modified'] ?? ''
    const since = { 'if-modified-since': changed }
    expect(await ask(productFeed, [], visitor, since)).toMatchObject({ status: 304 })
    await countForTests(ctx, 'F-1', [7, 4])
    const counted = await ask(productFeed, [], visitor, since)
    expect(counted.status).toBe(200)
    expect(counted.body.map((each: { stock?: string }) => each.stock)).toEqual(['7、4', undefined])
    const known = { 'if-none-match': counted.headers.etag ?? '' }
    expect(await ask(productFeed, [], visitor, known)).toMatchObject({ status: 304 })
    await db.updateTable('stockPiece').set({ leftUnits: 3 }).where('leftUnits', '=', 7).execute()
    expect(await ask(productFeed, [], visitor, { ...known, ...since })).toMatchObject({ status: 200 })
  })

  test('P32: products are as lists show them now, and kept by nobody', async () => {
    const { ctx, put, ask } = await start()
    await put(
      { number: 'F-1' },
      { number: 'F-2' },
      { number: 'H-1', status: '非公開' },
      { number: 'K-1', type: 'kit' },
    )
    await closeItem(ctx, { kind: 'owner' }, { requestId: 'close F-2', number: 'F-2' })
    const { headers, body } = await ask(products, numbers('F-2', 'K-1', 'F-1', 'H-1', 'none', 'shipping'))
    expect(headers['cache-control']).toBe('no-store')
    expect(numbered(body.fabrics)).toEqual(['F-2', 'F-1'])
    expect(body.fabrics).toMatchObject([{ suspended: true }, { price: 330 }])
    expect(body.fabrics[1]).not.toHaveProperty('suspended')
  })

  test('S1: products for a cart are those that are sold now, and kept by nobody', async () => {
    const { ctx, put, ask } = await start()
    await put({ number: 'F-1' }, { number: 'F-2' }, { number: 'H-1', status: '非公開' })
    await closeItem(ctx, { kind: 'owner' }, { requestId: 'close F-2', number: 'F-2' })
    const { headers, body } = await ask(productsNow, numbers('F-2', 'F-1', 'H-1'))
    expect(headers['cache-control']).toBe('no-store')
    expect(body).toMatchObject([{ managementNumber: 'F-1', price: '330' }])
    expect(body).toHaveLength(1)
  })

  test('P32: before the first copy of a feed nothing is told to be gone', async () => {
    const { ctx, put, ask } = await start()
    await put({ number: 'F-1' })
    await chooseFeed(ctx, 'https://feed.example')
    const { status, headers } = await ask(products, numbers('F-1'))
    expect([status, headers['cache-control']]).toEqual([503, 'no-store'])
  })

  test.each([
    ['none', []],
    ['an empty one', ['']],
    ['one of 65 characters', ['x'.repeat(65)]],
    ['100', Array.from({ length: 100 }, (_, at) => `F-${at}`)],
  ])('P1: who asks for %s of numbers is refused', async (_what, asked) => {
    const { ask } = await start()
    for (const loader of [productsNow, products])
      expect(await ask(loader, numbers(...asked))).toMatchObject({
        status: 400,
        body: { message: expect.stringMatching(/。$/) },
      })
  })

  test('P34: the picture of products is our small copy; before that it is the owner’s, for this time; and nothing else', async () => {
    const { db, ctx, ask } = await start()
    await noteProductPictures(ctx, [[outside, copied].map((address) => ({ address, shownBy: '' }))])
    await db.updateTable('pictureSource').set({ name: copy }).where('address', '=', copied).execute()
    const own = await ask(productPicture, [['of', copied]])
    expect(own).toMatchObject({
      status: 302,
      headers: {
        location: `/Image/uploads/${copy}-24.webp`,
        'cache-control': 'public, max-age=3600',
        'cross-origin-resource-policy': 'cross-origin',
      },
    })
    expect(await ask(productPicture, [['of', outside]])).toMatchObject({
      status: 302,
      headers: { location: outside, 'cache-control': 'no-store' },
    })
    for (const of of ['https://elsewhere.example/', '//elsewhere.example/', '/api/goods', ''])
      expect(await ask(productPicture, [['of', of]]), of).toMatchObject({
        status: 404,
        headers: { 'cache-control': 'no-store' },
      })
    expect((await ask(productPicture, [])).headers).not.toHaveProperty('location')
  })
})
