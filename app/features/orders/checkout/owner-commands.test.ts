import { expect, test } from 'vitest'
import { putProducts } from '~/features/products/commands.server.ts'
import { chooseFeed } from '~/features/products/feed/feed.commands.server.ts'
import { storeFeed } from '~/features/products/feed/feed-copy.commands.server.ts'
import { readRows } from '~/features/products/feed/feed-rows.server.ts'
import { putKits } from '~/features/products/kit.commands.server.ts'
import { listKits } from '~/features/products/kit.queries.server.ts'
import { allKits } from '~/features/products/listing.rules.ts'
import { feedOfFabrics } from '~/features/products/product.queries.server.ts'
import { closedItems, sellableProducts, shopClosure } from '~/features/products/queries.server.ts'
import { contextForTests, onBothEngines } from '../../../../tests/support/database-for-tests.ts'
import { feedRow } from '../../../../tests/support/feed-server.ts'
import { ownerWords } from '../../../../tests/support/owner-words.ts'
import { fabricForTests, publishedFabrics } from '../../../../tests/support/sample-products.ts'

const shopCommand = ownerWords('shop')

onBothEngines('npm run shop', (open) => {
  const start = async () => {
    const { db } = await open()
    const ctx = contextForTests(db)
    const products = [
      fabricForTests({ number: 'F-1', name: '麻の葉', description: '【藍】綿100％' }),
      fabricForTests({ number: 'F-2' }),
    ]
    await db.transaction().execute((trx) => putProducts(trx, 0, products))
    const run = async (...words: string[]) => {
      const { lines, exitCode } = await shopCommand(ctx, words)
      return { text: lines.join('\n'), exitCode }
    }
    return { db, ctx, run }
  }

  test('close and open, with a line for the notice that the next closing replaces', async () => {
    const { db, ctx, run } = await start()
    expect((await run('status')).text).toContain('お店は開いています。')
    expect(await run('close')).toMatchObject({ exitCode: 0 })
    expect(await shopClosure(db, 0)).toEqual({ since: ctx.now(), message: '' })
    const since = ctx.now()
    ctx.advance(1_000)
    await run('close', '--message', '1月4日から', '営業します')
    expect(await shopClosure(db, 0)).toEqual({ since, message: '1月4日から 営業します' })
    expect((await run('status')).text).toMatch(
      /休業中です（2026\/4\/1 12:00から）。\nお知らせの文：1月4日から 営業します/,
    )
    await run('close')
    expect(await shopClosure(db, 0)).toEqual({ since, message: '' })
    expect(await run('open')).toMatchObject({ exitCode: 0 })
    expect(await shopClosure(db, 0)).toBe(null)
  })

  test('an empty line for the notice is said to be empty, a long one to be too long', async () => {
    const { run } = await start()
    expect((await run('close', '--message', '')).text).toContain('お知らせの文が空です。')
    expect((await run('close', '--message', 'あ'.repeat(201))).text).toContain('1行、200文字まで')
  })

  test('one item is shown and not sold, in lists, carts and the feed that we give', async () => {
    const { db, run } = await start()
    const closed = await run('close', 'Ｆ-1')
    expect(closed).toMatchObject({
      exitCode: 0,
      text: expect.stringContaining('「麻の葉【藍】」（F-1）の販売を休止'),
    })
    expect(await sellableProducts(db, ['F-1', 'F-2'])).toMatchObject(new Map([['F-2', { number: 'F-2' }]]))
    expect((await sellableProducts(db, ['F-1'])).size).toBe(0)
    expect((await publishedFabrics(db)).map(({ number, suspended }) => [number, suspended])).toEqual([
      ['F-1', true],
      ['F-2', undefined],
    ])
    const feed = await feedOfFabrics(db, 'https://shop.example')
    expect(feed?.items.map(({ managementNumber }) => managementNumber)).toEqual(['F-2'])
    expect((await run('status')).text).toContain(
      '販売を休止している商品：1点\n  F-1　麻の葉【藍】（2026/4/1 12:00から）',
    )
    await run('close', 'F-1')
    expect(await closedItems(db)).toHaveLength(1)
    expect(await run('open', 'F-1')).toMatchObject({ exitCode: 0 })
    expect((await sellableProducts(db, ['F-1'])).size).toBe(1)
  })

  test('an item stays closed when the feed or a file brings it again', async () => {
    const { db, ctx, run } = await start()
    const kit = {
      id: 'K-1',
      name: 'キット',
      price: '880円',
      level: 'beginner' as const,
      fabricSize: '',
      comment: '',
      imageUrl: '',
      createdAt: null,
    }
    await putKits(ctx, { items: [kit], replace: true })
    await run('close', 'F-1')
    await run('close', 'K-1')
    await chooseFeed(ctx, 'https://feed.example')
    const none = { etag: null, lastModified: null }
    await storeFeed(ctx, await readRows([feedRow('F-1'), feedRow('F-9')]), none)
    await putKits(ctx, { items: [], replace: true })
    await putKits(ctx, { items: [kit], replace: true })
    expect([...(await sellableProducts(db, ['F-1', 'F-9', 'K-1'])).keys()]).toEqual(['F-9'])
    expect((await listKits(db, allKits(6))).kits).toMatchObject([{ suspended: true }])
  })

  test.each([
    [[]],
    [['shut']],
    [['status', 'F-1']],
    [['close', 'F-3']],
    [['close', 'F-1', 'F-2']],
    [['close', '--mesage', 'x']],
    [['close', '--message']],
    [['close', '--message', ' ']],
    [['close', '--message', '一行\n二行']],
    [['close', '--message', 'あ'.repeat(201)]],
    [['open', 'F-1']],
    [['open', '--message', 'x']],
    [['F-1']],
  ])('the words %j are answered with how it is used, and nothing is written', async (words) => {
    const { db, run } = await start()
    expect(await run(...words)).toEqual({ exitCode: 2, text: expect.stringContaining('使い方') })
    expect([await shopClosure(db, 0), await closedItems(db)]).toEqual([null, []])
  })
})
