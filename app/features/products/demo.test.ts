import { expect, test } from 'vitest'
import { seedDemoFabrics } from '~/features/products/desk/demo.commands.server.ts'
import { chooseFeed, forgetFeed } from '~/features/products/feed/feed.commands.server.ts'
import { feedProblems } from '~/features/products/feed/feed.queries.server.ts'
import { storeFeed } from '~/features/products/feed/feed-copy.commands.server.ts'
import { readRows } from '~/features/products/feed/feed-rows.server.ts'
import { removeDocuments } from '~/server/search/search-index.ts'
import { contextForTests, onBothEngines } from '../../../tests/support/database-for-tests.ts'
import { feedRow } from '../../../tests/support/feed-server.ts'
import { fabricForTests, publishedFabrics } from '../../../tests/support/sample-products.ts'
import { uploadFilesInMemory } from '../../../tests/support/upload-files-for-tests.ts'
import { putProducts, removeDemoProducts } from './commands.server.ts'
import { fillFabricIndex } from './indexing.commands.server.ts'
import { feedOfFabrics } from './product.queries.server.ts'
import { productListState, productsFound } from './queries.server.ts'

const origin = 'https://shop.example'
const picture = `${'a'.repeat(32)}-400x400`
const demo = {
  fabrics: [
    fabricForTests({ number: 'F-1', priceText: '550円' }),
    fabricForTests({ number: 'F-2', priceText: '時価', imageUrl: '' }),
    fabricForTests({
      number: 'F-3',
      priceText: '550円',
      status: '準備中',
      imageUrl: `/Image/uploads/${picture}.jpg`,
    }),
  ],
  read: async (file: string) => Buffer.from(file),
}

onBothEngines('the demo', (open) => {
  const start = async () => {
    const files = uploadFilesInMemory()
    return { ...contextForTests((await open()).db, { demo: true, uploadFiles: files }), files }
  }
  const noVersion = { etag: null, lastModified: null }

  test('is filled once, and a second start changes nothing', async () => {
    const ctx = await start()
    await seedDemoFabrics(ctx, demo)
    const first = await ctx.db.selectFrom('product').selectAll().orderBy('number').execute()
    expect(ctx.files.names()).toEqual(
      ['-400.avif', '-400.webp', '.jpg'].map((ending) => `${picture}${ending}`),
    )
    ctx.advance(1_000)
    await seedDemoFabrics(ctx, demo)
    expect(await ctx.db.selectFrom('product').selectAll().orderBy('number').execute()).toEqual(first)
    expect((await publishedFabrics(ctx.db)).map(({ number, price }) => [number, price])).toEqual([
      ['F-1', 550],
      ['F-2', null],
    ])
  })

  test('is found, and what was stored before there was a search is found from the next start on', async () => {
    const ctx = await start()
    const found = async () => [...((await productsFound(ctx.db, 'fabric', '綿'))?.keys() ?? [])].sort()
    await seedDemoFabrics(ctx, demo)
    expect(await found()).toEqual(['F-1', 'F-2', 'F-3'])
    await ctx.db.transaction().execute((trx) => removeDocuments(trx, 'fabric', ['F-1', 'F-2']))
    await fillFabricIndex(ctx)
    expect(await found()).toEqual(['F-1', 'F-2', 'F-3'])
    await removeDemoProducts(ctx)
    expect(await found()).toEqual([])
  })

  test('gets back the fabrics that a feed had taken over, once there is none', async () => {
    const ctx = await start()
    await seedDemoFabrics(ctx, demo)
    await chooseFeed(ctx, 'https://feed.example')
    await storeFeed(ctx, await readRows([feedRow('F-1', { name: '別の布' })]), noVersion)
    for (const file of ctx.files.names()) await ctx.files.remove(file)
    await seedDemoFabrics(ctx, demo)
    expect(await publishedFabrics(ctx.db)).toMatchObject([{ number: 'F-1', name: '別の布' }])
    expect(ctx.files.names(), 'a feed shows none of its pictures').toEqual([])

    await chooseFeed(ctx, undefined)
    await seedDemoFabrics(ctx, demo)
    expect((await publishedFabrics(ctx.db)).map(({ name }) => name)).toEqual(['生地 F-1', '生地 F-2'])
  })

  test('leaves nothing behind when it ends, and nothing of the shop’s own goes with it', async () => {
    const ctx = await start()
    await seedDemoFabrics(ctx, demo)
    await ctx.db.transaction().execute((trx) => putProducts(trx, 0, [fabricForTests({ number: 'own' })]))
    await chooseFeed(ctx, 'http://localhost:1/feed')
    await storeFeed(ctx, await readRows([feedRow('x'), 1]), noVersion)

    await forgetFeed(ctx)
    await removeDemoProducts(ctx)
    expect((await publishedFabrics(ctx.db)).map(({ number }) => number)).toEqual(['own'])
    expect(await feedProblems(ctx.db)).toEqual([])
    await chooseFeed(ctx, 'https://feed.example')
    expect(await productListState(ctx.db)).toEqual({ kind: 'loading' })
    expect((await publishedFabrics(ctx.db)).map(({ number }) => number)).toEqual(['own'])
  })

  test('P1, P2: the shop’s list in the feed’s shape holds published fabrics only, with absolute pictures', async () => {
    const ctx = await start()
    await seedDemoFabrics(ctx, demo)
    const kit = fabricForTests({ number: 'K-1', type: 'kit' })
    await ctx.db.transaction().execute((trx) => putProducts(trx, 0, [kit]))
    expect((await feedOfFabrics(ctx.db, origin))?.items).toEqual([
      {
        managementNumber: 'F-1',
        name: '生地 F-1',
        description: '綿100%',
        price: 550,
        imageUrl: 'https://shop.example/Image/cloth.svg',
        status: '公開中',
      },
      expect.objectContaining({ managementNumber: 'F-2', price: '時価', imageUrl: '' }),
    ])
    await chooseFeed(ctx, 'https://feed.example')
    expect(await feedOfFabrics(ctx.db, origin)).toBe(null)
  })
})
