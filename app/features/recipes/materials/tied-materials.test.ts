import type { Kysely } from 'kysely'
import { expect, test } from 'vitest'
import type { Schema } from '#db/schema.ts'
import { closeItem, openItem } from '~/features/products/closing.commands.server.ts'
import type { NewProduct } from '~/features/products/columns.queries.server.ts'
import { putProducts } from '~/features/products/commands.server.ts'
import { chooseFeed } from '~/features/products/feed/feed.commands.server.ts'
import { storeFeed } from '~/features/products/feed/feed-copy.commands.server.ts'
import { readRows } from '~/features/products/feed/feed-rows.server.ts'
import { putKits } from '~/features/products/kit.commands.server.ts'
import { listedFabrics } from '~/features/products/listed-fabrics.queries.server.ts'
import type { Cutting } from '~/features/products/planning/layout.rules.ts'
import type { Joined } from '~/kernel/shop-settings.ts'
import { contextForTests, onBothEngines } from '../../../../tests/support/database-for-tests.ts'
import { feedRow } from '../../../../tests/support/feed-server.ts'
import { fabricForTests } from '../../../../tests/support/sample-products.ts'
import { createUnitsOfLine, tiedMaterials } from './queries.server.ts'
import type { MaterialTie, TiedProduct } from './rules.ts'

const owner = { kind: 'owner' } as const
const noVersion = { etag: null, lastModified: null }
const chosen = (product: Partial<TiedProduct>): MaterialTie => ({
  line: 0,
  product: { number: 'F-1', units: 2, name: '麻の葉 シーチング', ...product },
})

const fabrics = [
  { number: 'F-1', name: '麻の葉 シーチング', description: '【藍】綿100％' },
  { number: 'F-2', name: '水玉 ブロード', description: '【藍】綿100％' },
  { number: 'F-3', name: '青海波 オックス', description: '【紺】綿100％' },
  { number: 'F-4', name: '花 オックス', description: '【赤】綿100％' },
  { number: 'F-5', name: '麻の葉 シーチング', description: '【桜】綿100％' },
  { number: 'F-6', name: '七宝 オックス', description: '【紺】綿100％' },
].map((fabric, position) => fabricForTests({ ...fabric, position }))

onBothEngines('what the lines of a recipe are tied to', (open) => {
  const shop = async (products: readonly NewProduct[] = fabrics) => {
    const { db } = await open()
    const put = (some: readonly NewProduct[]) => db.transaction().execute((trx) => putProducts(trx, 1, some))
    await put(products)
    return { db, put, ctx: contextForTests(db) }
  }
  const shown = async (
    db: Kysely<Schema>,
    ingredients: readonly string[],
    ties: readonly MaterialTie[] = [],
    joined: Joined = null,
  ) =>
    tiedMaterials(
      db,
      { ingredients, ties },
      {
        fabrics: (await listedFabrics(db)).fabrics,
        joined,
        unitsOfLine: createUnitsOfLine(),
      },
    )
  const inShort = async (...parts: Parameters<typeof shown>) =>
    (await shown(...parts)).map(({ line, number, units, product, near }) => ({
      tie: `${line} ${number} ${units}`,
      price: product?.price,
      stopped: product?.suspended,
      near: near.map((each) => each.number).join(' '),
    }))
  const sold = (tie: string, price = 330) => ({ tie, price, stopped: undefined, near: '' })
  const left = (tie: string, near = '') => ({ tie, price: undefined, stopped: undefined, near })

  test('W1, P28: lines are tied by choice or by text, in any case; what no product ever bore is nothing', async () => {
    const { db } = await shop()
    const lines = ['f-1 2枚', '糸 60番、A4の型紙、X-99', 'F-2 と Ｆ－４', '品番 77']
    expect(await inShort(db, lines, [{ line: 2, product: { number: 'F-3', units: 5, name: '' } }])).toEqual([
      sold('0 F-1 2'),
      sold('2 F-3 5'),
      left('3 77 1'),
    ])
    expect(await shown(db, ['布'])).toEqual([])
  })

  test('W1, W41: cut sizes tell the squares by the fabric and by how the shop joins; a number that was chosen stays', async () => {
    const plain = fabricForTests({ number: 'F-7', name: 'リネン', description: '無地', position: 9 })
    const { db } = await shop([...fabrics, plain])
    const units = async (line: string, joined: Joined = null, ties: readonly MaterialTie[] = []) =>
      (await shown(db, [line], ties, joined)).map((material) => material.units)
    expect(await units('F-1 42×22cmを2枚')).toEqual([1])
    expect(await units('F-1 F-7 30×20cmを4枚')).toEqual([2, 1])
    expect(await units('F-1 50×100cm')).toEqual([1])
    expect(await units('F-1 50×100cm', 'lengthwise')).toEqual([2])
    expect(await units('F-1 42×22cmを2枚', null, [chosen({ units: 5 })])).toEqual([5])
    expect(await units('品番 77 20×20cmを6枚')).toEqual([2])
  })

  test('W3: a price lives, and one that is not certain is shown as such', async () => {
    const { db, put } = await shop()
    const [fabric] = fabrics
    if (fabric === undefined) throw new Error('no fabric')
    await put([{ ...fabric, priceText: '550' }])
    expect(await inShort(db, ['F-1'])).toEqual([sold('0 F-1 1', 550)])
    await put([{ ...fabric, priceText: '応相談' }])
    expect(await inShort(db, ['F-1'])).toEqual([
      { tie: '0 F-1 1', price: null, stopped: undefined, near: 'F-3 F-6' },
    ])
  })

  test('W3: what is stopped comes with what is most like it and can be bought, until it is opened again', async () => {
    const { db, ctx } = await shop()
    for (const number of ['F-1', 'F-3']) await closeItem(ctx, owner, { requestId: `close ${number}`, number })
    expect(await inShort(db, ['F-1', 'F-6'])).toEqual([
      { tie: '0 F-1 1', price: 330, stopped: true, near: 'F-2 F-5' },
      sold('1 F-6 1'),
    ])
    await openItem(ctx, owner, { requestId: 'open F-1', number: 'F-1' })
    expect(await inShort(db, ['F-1'])).toEqual([sold('0 F-1 1')])
  })

  test('W3, P1: what is no longer published has left: no price and no name of it is told', async () => {
    const { db, put } = await shop()
    const [fabric] = fabrics
    if (fabric === undefined) throw new Error('no fabric')
    await put([{ ...fabric, name: '秘密の名前', status: '非公開' }])
    expect(await inShort(db, ['F-1 3枚'])).toEqual([left('0 F-1 3', 'F-2 F-3')])
    expect(JSON.stringify(await shown(db, ['F-1']))).not.toContain('秘密')
    expect(await inShort(db, ['布'], [chosen({ number: 'F-9', name: '赤い花' })])).toEqual([
      left('0 F-9 2', 'F-4'),
    ])
  })

  test('W2: a number that the feed gave to another fabric counts as left where it was chosen, and means the new one in a text', async () => {
    const { db, ctx } = await shop([])
    await chooseFeed(ctx, 'https://feed.example/list.json')
    const list = (name: string) => readRows([feedRow('F-1', { name }), feedRow('F-2', { name: '水玉' })])
    await storeFeed(ctx, await list('麻の葉 シーチング'), noVersion)
    const ties = [chosen({})]
    expect((await shown(db, ['布'], ties))[0]?.product?.number).toBe('F-1')
    expect((await shown(db, ['布'], [chosen({ name: '麻の葉\u3000シーチング ' })]))[0]?.product?.number).toBe(
      'F-1',
    )

    await storeFeed(ctx, await list('花柄 ガーゼ'), noVersion)
    expect((await shown(db, ['布'], ties)).map(({ product, name }) => [product, name])).toEqual([
      [null, '麻の葉 シーチング'],
    ])
    expect((await shown(db, ['F-1']))[0]?.product?.name).toBe('花柄 ガーゼ')

    await storeFeed(ctx, await readRows([feedRow('F-2', { name: '水玉' })]), noVersion)
    expect((await shown(db, ['F-1 2枚'])).map(({ number, product }) => [number, product])).toEqual([
      ['F-1', null],
    ])
  })

  test('W3, P2: before the first copy of the feed nothing is said to have left', async () => {
    const { db, ctx } = await shop()
    await chooseFeed(ctx, 'https://feed.example/list.json')
    const left = { number: 'F-99' }
    expect(await inShort(db, ['F-99'], [chosen(left)])).toEqual([])
    await storeFeed(ctx, await readRows([feedRow('F-2', { name: '水玉' })]), noVersion)
    expect(await inShort(db, ['F-99'], [chosen(left)])).toHaveLength(1)
  })

  test('W3: a kit is one, and nothing is like it', async () => {
    const { db, ctx } = await shop()
    const kit = {
      id: 'K-1',
      name: '麻の葉の巾着キット',
      price: '880円',
      level: 'beginner',
      comment: '',
    } as const
    const items = [{ ...kit, fabricSize: '', imageUrl: '/Image/kit.svg', createdAt: 1 }]
    await putKits(ctx, { items, replace: false })
    expect(await inShort(db, ['K-1 3枚'])).toEqual([sold('0 K-1 1', 880)])
    await closeItem(ctx, owner, { requestId: 'close K-1', number: 'K-1' })
    expect(await inShort(db, ['K-1'])).toEqual([{ tie: '0 K-1 1', price: 880, stopped: true, near: '' }])
    // A kit is in no feed, so the shop knows without a copy of one that it is gone.
    await db.updateTable('product').set({ status: '非公開' }).where('number', '=', 'K-1').execute()
    await chooseFeed(ctx, 'https://feed.example/list.json')
    expect(await inShort(db, ['K-1'])).toEqual([left('0 K-1 1')])
  })
})

test('W1: a line is planned once for each way to cut, and the lines asked for last are kept', async () => {
  const planned: string[] = []
  const plan = (line: string, { joined, oneWay }: Cutting) => {
    planned.push(`${line} ${joined} ${oneWay}`)
    return line.length
  }
  const unitsOfLine = createUnitsOfLine(plan, 2)
  const squares = { joined: false, oneWay: false }
  expect([await unitsOfLine('a', squares), await unitsOfLine('a', squares)]).toEqual([1, 1])
  expect(planned).toEqual(['a false false'])
  await unitsOfLine('bb', squares)
  await unitsOfLine('a', squares)
  expect(await unitsOfLine('ccc', squares)).toBe(3)
  expect(planned).toHaveLength(3)
  await unitsOfLine('a', squares)
  expect(planned).toHaveLength(3)
  await unitsOfLine('bb', squares)
  expect(planned.slice(3)).toEqual(['bb false false'])
  await unitsOfLine('bb', { ...squares, oneWay: true })
  await unitsOfLine('bb', { ...squares, joined: true })
  expect(planned.slice(4)).toEqual(['bb false true', 'bb true false'])
})

test('W1: other requests have their turn between two plans', async () => {
  const unitsOfLine = createUnitsOfLine()
  const squares = { joined: false, oneWay: false }
  const turns: string[] = []
  const page = async () => {
    await unitsOfLine('38×37cmを2枚', squares)
    turns.push('a line')
    await unitsOfLine('42×22cmを2枚', squares)
    turns.push('another line')
  }
  const drawn = page()
  setImmediate(() => turns.push('another request'))
  await drawn
  expect(turns).toEqual(['a line', 'another request', 'another line'])
})
