import { expect, test } from 'vitest'
import { readDemoUpload } from '#demo/demo-uploads.ts'
import { demoKits } from '#demo/kits.ts'
import { uploadNameOf } from '~/features/pictures/rules.ts'
import { seedDemoKits } from '~/features/products/desk/demo.commands.server.ts'
import { removeDocuments } from '~/server/search/search-index.ts'
import { contextForTests, onBothEngines } from '../../../tests/support/database-for-tests.ts'
import { fabricForTests } from '../../../tests/support/sample-products.ts'
import { uploadFilesInMemory } from '../../../tests/support/upload-files-for-tests.ts'
import { putProducts } from './commands.server.ts'
import { parseKitListing } from './form.server.ts'
import { fillKitIndex } from './indexing.commands.server.ts'
import { putKits, removeDemoKits } from './kit.commands.server.ts'
import { kitOfPage, kitsUsing, listKits, withUnitsNeeded } from './kit.queries.server.ts'
import { allKits } from './listing.rules.ts'
import { sellableProducts } from './queries.server.ts'
import type { KitLevel, KitToStore } from './rules.ts'

const all = allKits(6)

const kit = (id: string, level: KitLevel = 'beginner', createdAt: number | null = 1): KitToStore => ({
  id,
  name: `キット${id}`,
  price: '880円',
  level,
  fabricSize: '50cm×50cm',
  comment: 'まっすぐ縫うだけ',
  imageUrl: 'Image/demo/kit.svg',
  createdAt,
})

onBothEngines('kits', (open) => {
  test('are listed newest first, as products that can be bought, with their count and levels', async () => {
    const { db } = await open()
    const ctx = contextForTests(db)
    const items = [kit('K-1', 'advanced', 10), kit('K-2', 'beginner', 30), kit('K-3', 'other', 20)]
    await putKits(ctx, { items, replace: false })

    const page = await listKits(db, all)
    expect(page.kits.map(({ number }) => number)).toEqual(['K-2', 'K-3', 'K-1'])
    expect(page.kits[0]).toMatchObject({ type: 'kit', price: 880, imageUrl: '/Image/demo/kit.svg' })
    expect(page).toMatchObject({ total: 3, levels: ['beginner', 'advanced', 'other'] })
    expect((await sellableProducts(db, ['K-1'])).get('K-1')).toMatchObject({ type: 'kit', price: 880 })
  })

  test('C28: lists, pages and the cart’s question are told how much fabric a kit needs, where its size tells it', async () => {
    const { db } = await open()
    const sizes = { 'K-1': '50cm×50cm 4枚', 'K-2': '20cm×20cmから' }
    const items = Object.entries(sizes).map(([id, fabricSize]) => ({ ...kit(id), fabricSize }))
    await putKits(contextForTests(db), { items, replace: false })
    const listed = (await listKits(db, all)).kits
    const read = await withUnitsNeeded(db, [...(await sellableProducts(db, ['K-1', 'K-2'])).values()])
    for (const kits of [listed, read]) {
      const needs = kits.map(({ number, unitsNeeded }) => [number, unitsNeeded])
      expect(Object.fromEntries(needs)).toEqual({ 'K-1': 4, 'K-2': undefined })
    }
    expect(await kitOfPage(db, 'K-1')).toMatchObject({ unitsNeeded: 4 })
    expect(await withUnitsNeeded(db, [])).toEqual([])
  })

  test('of one level keep every level’s button, and its own count', async () => {
    const { db } = await open()
    const ctx = contextForTests(db)
    const items = Array.from({ length: 8 }, (_, at) => kit(`K-${at}`, at < 7 ? 'beginner' : 'advanced', at))
    await putKits(ctx, { items, replace: false })

    const page = await listKits(db, { ...all, level: 'beginner' })
    expect(page.kits.map(({ number }) => number)).toEqual(['K-6', 'K-5', 'K-4', 'K-3', 'K-2', 'K-1'])
    expect(page).toMatchObject({ total: 7, levels: ['beginner', 'advanced'] })
  })

  test('P28: the page of a kit has its fabrics, and a fabric the published kits that name it, the newest first', async () => {
    const { db } = await open()
    const ctx = contextForTests(db)
    const items = [
      { ...kit('K-1', 'beginner', 1), fabricNumbers: 'A-1\nA-10', moreImages: '/Image/b.jpg' },
      { ...kit('K-2', 'beginner', 2), fabricNumbers: 'A-1' },
      { ...kit('K-3', 'beginner', 3), fabricNumbers: 'A-10' },
      kit('K-4', 'beginner', 4),
      { ...kit('K-5', 'beginner', 5), fabricNumbers: 'A-10' },
    ]
    await putKits(ctx, { items, replace: false })
    await db.updateTable('product').set({ status: '非公開' }).where('number', '=', 'K-3').execute()
    const numbersOf = async (fabric: string) => (await kitsUsing(db, fabric)).map(({ number }) => number)
    expect(await numbersOf('A-1')).toEqual(['K-2', 'K-1'])
    expect(await numbersOf('A-10')).toEqual(['K-5', 'K-1'])
    expect(await numbersOf('A-2')).toEqual([])
    expect(await kitOfPage(db, 'K-1')).toMatchObject({
      type: 'kit',
      level: 'beginner',
      fabricSize: '50cm×50cm',
      fabricNumbers: ['A-1', 'A-10'],
      pictures: ['/Image/demo/kit.svg', '/Image/b.jpg'],
    })
    expect(await kitOfPage(db, 'K-3')).toBeUndefined()
    await db.transaction().execute((trx) => putProducts(trx, 1, [fabricForTests({ number: 'A-1' })]))
    expect(await kitOfPage(db, 'A-1')).toBeUndefined()
  })

  test('P28: of a fabric the six newest kits that name it are shown', async () => {
    const { db } = await open()
    const items = Array.from({ length: 8 }, (_, at) => ({
      ...kit(`K-${at}`, 'beginner', at),
      fabricNumbers: 'A-1',
    }))
    await putKits(contextForTests(db), { items, replace: false })
    const numbers = (await kitsUsing(db, 'A-1')).map(({ number }) => number)
    expect(numbers).toEqual(['K-7', 'K-6', 'K-5', 'K-4', 'K-3', 'K-2'])
  })

  test('C13: a number that a fabric bears is refused, and nothing is written', async () => {
    const { db } = await open()
    const ctx = contextForTests(db)
    await db.transaction().execute((trx) => putProducts(trx, 1, [fabricForTests({ number: 'A-1' })]))
    const put = await putKits(ctx, { items: [kit('K-1'), kit('A-1')], replace: true })
    expect(put).toEqual({ ok: false, error: ['A-1'] })
    expect(await listKits(db, all)).toMatchObject({ total: 0 })
  })

  test('written again are overwritten and keep the time they were first stored; replace takes the others away', async () => {
    const { db } = await open()
    const ctx = contextForTests(db)
    await putKits(ctx, { items: [kit('K-1', 'beginner', null), kit('K-2')], replace: false })
    const [first] = (await listKits(db, all)).kits
    ctx.advance(1_000)
    const again = { ...kit('K-1', 'advanced', null), name: '新しい名前' }
    expect(await putKits(ctx, { items: [again], replace: true })).toEqual({
      ok: true,
      value: { written: 1, removed: 1 },
    })
    const { kits } = await listKits(db, all)
    expect(kits).toMatchObject([{ number: 'K-1', name: '新しい名前', level: 'advanced' }])
    expect(kits[0]?.createdAt).toBe(first?.createdAt)
    expect(await db.selectFrom('product').select('number').execute()).toEqual([{ number: 'K-1' }])
  })

  test('are found by name, reading, number, comment, level and size, names first, as long as they are there', async () => {
    const { db } = await open()
    const ctx = contextForTests(db)
    const items = [
      { ...kit('K-1', 'advanced', 30), comment: '巾着にもなる袋です。' },
      { ...kit('K-2', 'beginner', 20), name: '巾着キット', reading: 'きんちゃくキット', price: '1200' },
      { ...kit('K-3', 'beginner', 10), name: 'ｼｭｼｭ', fabricSize: '30cm×15cm' },
    ]
    await putKits(ctx, { items, replace: false })
    const found = async (q: string, more = {}) =>
      (await listKits(db, { ...all, q, ...more })).kits.map(({ number }) => number)

    expect(await found('巾着')).toEqual(['K-2', 'K-1'])
    expect(await found('巾着', { order: 'new' })).toEqual(['K-1', 'K-2'])
    expect(await found('きんちゃく')).toEqual(['K-2'])
    expect(await found('シュシュ')).toEqual(['K-3'])
    expect(await found('k-3')).toEqual(['K-3'])
    expect(await found('上級')).toEqual(['K-1'])
    expect(await found('15cm')).toEqual(['K-3'])
    expect(await found('巾着', { level: 'beginner' })).toEqual(['K-2'])
    expect(await found('巾着', { price: 1_000 })).toEqual(['K-1'])
    expect(await found('！')).toEqual([])

    await putKits(ctx, { items: [{ ...items[1], name: 'がま口' } as KitToStore], replace: true })
    expect(await found('巾着')).toEqual([])
    expect(await found('がま口')).toEqual(['K-2'])
    expect(await db.selectFrom('searchDocument').select('key').execute()).toEqual([{ key: 'K-2' }])
  })

  test('that were stored before there was a search are found from the next start on', async () => {
    const { db } = await open()
    const ctx = contextForTests(db)
    await putKits(ctx, { items: [kit('K-1', 'advanced')], replace: false })
    await db.transaction().execute((trx) => removeDocuments(trx, 'kit', ['K-1']))
    expect((await listKits(db, { ...all, q: '上級' })).total).toBe(0)
    await fillKitIndex(ctx)
    expect((await listKits(db, { ...all, q: '上級' })).total).toBe(1)
  })

  test('P6: can be put in order by price and by reading, and what they cost is offered', async () => {
    const { db } = await open()
    const ctx = contextForTests(db)
    const items = [
      { ...kit('K-1', 'beginner', 3), name: '巾着', reading: 'きんちゃく', price: '900' },
      { ...kit('K-2', 'beginner', 2), name: 'がま口', reading: 'がまぐち', price: '1500' },
      { ...kit('K-3', 'advanced', 1), name: '袋', reading: 'ふくろ', price: '700' },
    ]
    await putKits(ctx, { items, replace: false })
    const listed = async (order: 'cheap' | 'name') =>
      (await listKits(db, { ...all, order })).kits.map(({ name }) => name)
    expect(await listed('cheap')).toEqual(['袋', '巾着', 'がま口'])
    expect(await listed('name')).toEqual(['がま口', '巾着', '袋'])
    expect((await listKits(db, all)).prices).toEqual([
      { id: 700, name: '700円まで', count: 1, most: 1 },
      { id: 900, name: '900円まで', count: 2, most: 2 },
    ])
    expect((await listKits(db, { ...all, level: 'advanced', price: 700 })).prices).toMatchObject([
      { id: 700, count: 1, most: 1 },
      { id: 900, count: 1, most: 2 },
    ])
    // P50: what finds none of a level stays.
    expect((await listKits(db, { ...all, level: 'intermediate' })).prices).toMatchObject([
      { id: 700, count: 0, most: 1 },
      { id: 900, count: 0, most: 2 },
    ])
  })

  test('of the demo come once, leave the shop’s own alone, and go when it ends', async () => {
    const { db } = await open()
    const uploadFiles = uploadFilesInMemory()
    const ctx = contextForTests(db, { uploadFiles })
    const own = { ...kit('K-2001'), name: '自分のキット' }
    await putKits(ctx, { items: [own], replace: false })
    const demo = { kits: demoKits, read: readDemoUpload }
    await seedDemoKits(ctx, demo)
    await seedDemoKits(ctx, demo)
    const page = await listKits(db, { ...all, count: 600 })
    expect(page.total).toBe(demoKits.length)
    expect(page.levels).toEqual(['beginner', 'intermediate', 'advanced'])
    expect(page.kits.find(({ number }) => number === 'K-2001')?.name).toBe('自分のキット')

    const photographs = page.kits.flatMap(({ imageUrl }) => uploadNameOf(imageUrl) ?? [])
    expect(uploadFiles.names()).toEqual(expect.arrayContaining(photographs.map((name) => `${name}.jpg`)))
    expect(photographs.length).toBeGreaterThan(0)

    await removeDemoKits(ctx)
    expect((await listKits(db, all)).kits.map(({ number }) => number)).toEqual(['K-2001'])
  })

  test('C13: those of the demo leave the numbers of fabrics alone, and take no fabric with them', async () => {
    const { db } = await open()
    const ctx = contextForTests(db, { uploadFiles: uploadFilesInMemory() })
    const [first] = demoKits
    if (first === undefined) throw new Error('the demo has kits')
    const fabrics = [fabricForTests({ number: first.id }), fabricForTests({ number: 'F-1', source: 'demo' })]
    await db.transaction().execute((trx) => putProducts(trx, 1, fabrics))
    await seedDemoKits(ctx, { kits: demoKits, read: readDemoUpload })
    expect((await listKits(db, all)).total).toBe(demoKits.length - 1)
    await removeDemoKits(ctx)
    expect([...(await sellableProducts(db, [first.id, 'F-1'])).values()].map(({ type }) => type)).toEqual([
      'fabric',
      'fabric',
    ])
  })
})

test.each([
  ['', {}],
  ['q=%E5%B7%BE%E7%9D%80&price=900&sort=name', { q: '巾着', price: 900, order: 'name' }],
  ['level=advanced&count=12', { level: 'advanced', count: 12 }],
  ['level=other', { level: 'other', count: 6 }],
  ['level=all&count=12', { level: null, count: 12 }],
  ['level=', { level: null, count: 6 }],
  ['level=toString', { level: null, count: 6 }],
  ['count=10', { level: null, count: 12 }],
  ['count=606', { ...all, count: 600 }],
  ['count=６', { level: null, count: 6 }],
  ['level=other&level=beginner', { level: 'other', count: 6 }],
])('P24: the address ?%s asks for %j', (query, listing) => {
  expect(parseKitListing(new URLSearchParams(query), 6)).toEqual({ ...all, ...listing })
})
