import { expect, test } from 'vitest'
import { chooseFeed } from '~/features/products/feed/feed.commands.server.ts'
import { contextForTests, onBothEngines } from '../../../tests/support/database-for-tests.ts'
import { fabricForTests } from '../../../tests/support/sample-products.ts'
import { closeItem } from './closing.commands.server.ts'
import type { NewProduct } from './columns.queries.server.ts'
import { putProducts } from './commands.server.ts'
import { listedFabrics } from './listed-fabrics.queries.server.ts'
import {
  coloursOf,
  fabricPictures,
  fabricsNear,
  feedOfFabrics,
  numberSold,
  productOfPage,
  productSitemap,
  productTotal,
} from './product.queries.server.ts'
import { fabricNames, fabricsNumbered, newestFabrics } from './queries.server.ts'

onBothEngines('the page of a product', (open) => {
  const shopWith = async (...products: readonly NewProduct[]) => {
    const { db } = await open()
    await db.transaction().execute((trx) => putProducts(trx, 1, products))
    return db
  }

  test('P28: a number is found as it is, else but for case and width, and never what is not sold', async () => {
    const db = await shopWith(
      fabricForTests({ number: 'A/b', position: 0 }),
      fabricForTests({ number: 'A/B', position: 1 }),
      fabricForTests({ number: 'x.data', position: 2 }),
      fabricForTests({ number: 'H-1', status: '非公開' }),
      fabricForTests({ number: 'K-1', type: 'kit' }),
    )
    const sold = (written: string) => numberSold(db, 'fabric', written)
    expect(await sold('A/b')).toBe('A/b')
    expect(await sold('A/B')).toBe('A/B')
    expect(await sold('a/b')).toBe('A/b')
    expect(await sold('Ａ／ｂ')).toBe('A/b')
    expect(await sold('x.data~')).toBe('x.data')
    for (const written of ['H-1', 'h-1', 'K-1', 'none', '', 'a_b', '%'])
      expect(await sold(written)).toBeUndefined()
    expect(await numberSold(db, 'kit', 'k-1')).toBe('K-1')
    expect(await productOfPage(db, 'H-1')).toBeUndefined()
  })

  test.each([
    { patterned: 9, plain: 9, shown: [3, 3] },
    { patterned: 9, plain: 2, shown: [4, 2] },
    { patterned: 9, plain: 0, shown: [6, 0] },
    { patterned: 1, plain: 9, shown: [1, 5] },
    { patterned: 2, plain: 1, shown: [2, 1] },
  ])(
    'W14, W61: beside $patterned of its pattern and $plain plain ones stand $shown, six at most together',
    async ({ patterned, plain, shown }) => {
      const named = (name: string, count: number) =>
        Array.from({ length: count }, (_, at) =>
          fabricForTests({ number: `${name}${at}`, name: `${name} ${at}`, description: '【紺】綿100％' }),
        )
      const own = fabricForTests({ number: 'A', name: '水玉', description: '【紺】綿100％' })
      const db = await shopWith(own, ...named('水玉', patterned), ...named('無地', plain))
      const near = await fabricsNear(db, own, (await listedFabrics(db)).fabrics)
      expect([near.alike.length, near.plain.length]).toEqual(shown)
    },
  )

  test('W14: what is stopped stands beside nothing, and leaves no gap', async () => {
    const dotted = ['A', 'B', 'C', 'D', 'E', 'F'].map((number) =>
      fabricForTests({ number, name: `水玉 ${number}` }),
    )
    const db = await shopWith(...dotted, fabricForTests({ number: 'G', name: '無地' }))
    const near = async () => {
      const { fabrics } = await listedFabrics(db)
      const { alike, plain } = await fabricsNear(db, { number: 'A' }, fabrics)
      return [alike, plain].map((some) => some.map(({ number }) => number).join(''))
    }
    await db.insertInto('closedProduct').values({ number: 'B', closedAt: 1 }).execute()
    expect(await near()).toEqual(['CDEF', ''])
    await db.insertInto('closedProduct').values({ number: 'D', closedAt: 1 }).execute()
    expect((await near())[0]).toBe('CEF')
  })

  test('P28: shows the product as lists do, with each picture once', async () => {
    const moreImages = 'Image/b.jpg\n/Image/cloth.svg\nhttps://shop.example/c.jpg'
    const db = await shopWith(fabricForTests({ number: 'A-1', moreImages, priceText: '応相談' }))
    await closeItem(contextForTests(db), { kind: 'owner' }, { requestId: 'close A-1', number: 'A-1' })
    expect(await productOfPage(db, 'A-1')).toMatchObject({
      price: null,
      suspended: true,
      pictures: ['/Image/cloth.svg', '/Image/b.jpg', 'https://shop.example/c.jpg'],
    })
  })

  test('P34: a page shows our copy of a picture, and beside it no address of which there is one', async () => {
    const db = await shopWith(
      fabricForTests({ number: 'A-1', imageUrl: 'https://shop.example/a.jpg', moreImages: '/Image/b.jpg' }),
    )
    const name = `${'a'.repeat(32)}-24x16`
    await db
      .insertInto('pictureSource')
      .values(
        ['https://shop.example/a.jpg', '/Image/b.jpg'].map((address) => ({
          address,
          name: address === '/Image/b.jpg' ? null : name,
          place: 0,
          shownBy: '',
          version: '',
          failure: null,
          tries: 0,
          nextTryAt: null,
        })),
      )
      .execute()
    expect(await productOfPage(db, 'A-1')).toMatchObject({
      imageUrl: 'https://shop.example/a.jpg',
      picture: `/Image/uploads/${name}.jpg`,
      pictures: [`/Image/uploads/${name}.jpg`, '/Image/b.jpg'],
    })
  })

  test('P34: of the fabrics shown the own pictures are copied before all further ones', async () => {
    const db = await shopWith(
      fabricForTests({ number: 'A-2', imageUrl: '/Image/2.jpg', position: 2 }),
      fabricForTests({ number: 'A-1', imageUrl: '/Image/1.jpg', moreImages: '/Image/3.jpg\n/Image/4.jpg' }),
      fabricForTests({ number: 'H-1', imageUrl: '/Image/5.jpg', status: '非公開' }),
      fabricForTests({ number: 'K-1', imageUrl: '/Image/6.jpg', type: 'kit' }),
    )
    expect((await fabricPictures(db)).map(({ address, shownBy }) => `${address} ${shownBy}`)).toEqual([
      '/Image/1.jpg 管理番号 A-1',
      '/Image/2.jpg 管理番号 A-2',
      '/Image/3.jpg 管理番号 A-1',
      '/Image/4.jpg 管理番号 A-1',
    ])
  })

  test('the newest fabrics are the last that came, published ones alone, and none before the feed has come', async () => {
    const db = await shopWith(
      fabricForTests({ number: 'B-1', position: 1 }),
      fabricForTests({ number: 'A-2', position: 2 }),
      fabricForTests({ number: 'A-1', position: 2 }),
      fabricForTests({ number: 'H-1', status: '非公開' }),
      fabricForTests({ number: 'K-1', type: 'kit' }),
    )
    const newest = async (limit: number) => (await newestFabrics(db, limit)).map(({ number }) => number)
    await db
      .transaction()
      .execute((trx) => putProducts(trx, 2, [fabricForTests({ number: 'N-1', position: 9 })]))
    expect(await newest(6)).toEqual(['N-1', 'B-1', 'A-1', 'A-2'])
    expect(await newest(2)).toEqual(['N-1', 'B-1'])
    const asked = await fabricsNumbered(db, ['K-1', 'A-1', 'H-1', 'N-1'])
    expect(asked.map(({ number }) => number)).toEqual(['A-1', 'N-1'])
    await chooseFeed(contextForTests(db), 'https://feed.example')
    await db.updateTable('product').set({ source: 'feed' }).execute()
    expect(await newest(6)).toEqual([])
  })

  test('the colours of a print are those of its name, in their order, itself among them', async () => {
    const print = (number: string, position: number) => fabricForTests({ number, position, name: '麻の葉' })
    const db = await shopWith(
      ...Array.from({ length: 40 }, (_, at) => print(`A-${at}`, at)),
      { ...print('A-99', 50), name: ' 麻の葉 ' },
      { ...print('A-hidden', 51), status: '非公開' },
      fabricForTests({ number: 'B-1', position: 60 }),
    )
    const numbersBeside = async (number: string) => {
      const fabric = await productOfPage(db, number)
      if (fabric === undefined) throw new Error(`${number} is not sold`)
      return (await coloursOf(db, fabric, await fabricNames(db))).map((each) => each.number)
    }
    expect(await numbersBeside('B-1')).toEqual([])
    const ofFirst = await numbersBeside('A-0')
    expect([ofFirst.length, ofFirst[0]]).toEqual([24, 'A-0'])
    const ofLast = await numbersBeside('A-99')
    expect([ofLast.length, ofLast.at(-1)]).toEqual([24, 'A-99'])
    expect(await numbersBeside('A-20')).toContain('A-20')
  })

  test('P1, P2: the feed for other shops has what is sold now, with pictures that they can show', async () => {
    const db = await shopWith(
      fabricForTests({ number: 'A-2', position: 1, priceText: '応相談', imageUrl: '', reading: 'きじ' }),
      fabricForTests({ number: 'A-1' }),
      fabricForTests({ number: 'S-1' }),
      fabricForTests({ number: 'H-1', status: '非公開' }),
      fabricForTests({ number: 'K-1', type: 'kit' }),
    )
    const ctx = contextForTests(db)
    await closeItem(ctx, { kind: 'owner' }, { requestId: 'close S-1', number: 'S-1' })
    expect((await feedOfFabrics(db, 'https://shop.example'))?.items).toMatchObject([
      { managementNumber: 'A-1', price: 330, imageUrl: 'https://shop.example/Image/cloth.svg' },
      { managementNumber: 'A-2', price: '応相談', imageUrl: '', reading: 'きじ' },
    ])
    await chooseFeed(ctx, 'https://feed.example')
    expect(await feedOfFabrics(db, 'https://shop.example')).toBeNull()
  })

  test('P28: the sitemap has the page of all that is sold', async () => {
    const db = await shopWith(
      fabricForTests({ number: 'A/1' }),
      fabricForTests({ number: 'A-2', status: '準備中' }),
      fabricForTests({ number: 'K-1', type: 'kit' }),
      fabricForTests({ number: 'K-2', type: 'kit', status: '非公開' }),
    )
    const paths = [{ path: '/all-products/A%2F1' }, { path: '/kits/K-1' }]
    expect(await productTotal({ db })).toBe(2)
    expect(await productSitemap({ db }, { from: 0, most: 9 })).toEqual(paths)
    expect(await productSitemap({ db }, { from: 1, most: 1 })).toEqual(paths.slice(1))
  })
})
