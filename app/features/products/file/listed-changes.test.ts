import { describe, expect, test } from 'vitest'
import { putProducts } from '~/features/products/commands.server.ts'
import { listedProducts } from '~/features/products/desk/list.queries.server.ts'
import { everyProduct, rowVersion } from '~/features/products/desk/list.rules.ts'
import { setPriceInList } from '~/features/products/desk/price.commands.server.ts'
import { heldPrices } from '~/features/products/feed/feed.queries.server.ts'
import { yen } from '~/kernel/money.ts'
import { contextForTests, onBothEngines } from '../../../../tests/support/database-for-tests.ts'
import { deskPersonForTests } from '../../../../tests/support/desk-person-for-tests.ts'
import { fabricForTests } from '../../../../tests/support/sample-products.ts'
import { countForTests } from '../../../../tests/support/stock-for-tests.ts'
import { applyFile } from './apply.commands.server.ts'
import { changedPrice, type ListedChange, priceChangeText, priceChangeTyped } from './listed-change.rules.ts'
import { previewListed } from './listed-changes.commands.server.ts'
import { compareAgain } from './preview.commands.server.ts'
import { undoFile } from './undo.commands.server.ts'
import { fileView } from './view.queries.server.ts'

describe('N131: a change of several prices', () => {
  test('is typed by yen, by per cent or as a price; other figures are none', () => {
    for (const minus of ['-', '−', '－', '▲'])
      expect(priceChangeTyped('yen', ` ${minus}５０円`)).toEqual({ by: 'yen', yen: -50 })
    expect(priceChangeTyped('yen', '+1,000')).toEqual({ by: 'yen', yen: 1_000 })
    expect(priceChangeTyped('percent', '-7.5%')).toEqual({ by: 'percent', tenths: -75 })
    expect(priceChangeTyped('percent', '１０％')).toEqual({ by: 'percent', tenths: 100 })
    expect(priceChangeTyped('to', '￥640')).toEqual({ by: 'to', yen: 640 })
    const none = {
      yen: ['', '0', '5O', '-', '--5'],
      percent: ['0', '-100', '901', '7.55', 'x'],
      to: ['-5', ''],
    }
    for (const way of ['yen', 'percent', 'to'] as const)
      for (const typed of none[way]) expect(priceChangeTyped(way, typed), `${way} ${typed}`).toBe(null)
    expect(priceChangeTyped('percent', '900')).not.toBe(null)
    expect(priceChangeTyped('percent', '-99.9')).not.toBe(null)
  })

  test('is in whole yen, half a yen up', () => {
    const percent = (tenths: number, former: number) => changedPrice({ by: 'percent', tenths }, former)
    expect(percent(100, 330)).toBe(363)
    expect(percent(50, 330)).toBe(347)
    expect(percent(-50, 330)).toBe(314)
    expect(percent(-75, 330)).toBe(305)
    expect(percent(1, 999_999)).toBe(1_000_999)
    expect(changedPrice({ by: 'yen', yen: -330 }, 330)).toBe(0)
    expect(changedPrice({ by: 'to', yen: 5 }, null)).toBe(5)
    expect(changedPrice({ by: 'yen', yen: 5 }, null)).toBe(null)
    expect(
      [{ by: 'percent', tenths: -75 } as const, { by: 'yen', yen: 50 } as const].map(priceChangeText),
    ).toEqual(['価格を-7.5％', '価格を+50円'])
  })
})

onBothEngines('N131: products marked in the list', (open) => {
  const start = async (...products: Parameters<typeof fabricForTests>[0][]) => {
    const { db } = await open()
    const ctx = contextForTests(db)
    const owner = deskPersonForTests(ctx)
    await db.transaction().execute((trx) =>
      putProducts(
        trx,
        1,
        products.map((product, position) => fabricForTests({ position, ...product })),
      ),
    )
    const rows = async () => (await listedProducts(db, everyProduct, { now: ctx.now(), demo: false })).rows
    const marked = async (...numbers: readonly string[]) =>
      (await rows())
        .filter(({ number }) => numbers.includes(number))
        .map((row) => ({ number: row.number, version: rowVersion(row) }))
    const look = async (change: Partial<ListedChange>) => {
      ctx.advance(60_000)
      const seen = await previewListed(ctx, owner, {
        ...{ products: [], price: null, prices: new Map(), status: null },
        ...change,
      })
      if (!seen.ok) throw new Error(seen.error.texts.join())
      return seen.value.id
    }
    const view = async (id: string) => {
      const found = await fileView(db, id, 1)
      if (found === undefined) throw new Error(`no file ${id}`)
      return found
    }
    let forms = 0
    const act = { take: applyFile, undo: undoFile }
    const press = (what: keyof typeof act, id: string) =>
      act[what](ctx, owner, { requestId: `${what} ${++forms}`, id })
    const prices = async () => (await rows()).map(({ number, price }) => `${number} ${price}`).join(', ')
    return { db, ctx, owner, rows, marked, look, view, press, prices }
  }

  test('get a price by the preview, the guard and the undo of a file', async () => {
    const { db, marked, look, view, press, prices } = await start(
      { number: 'F-1' },
      { number: 'F-2', priceText: '1000' },
      { number: 'F-3' },
    )
    const id = await look({ products: await marked('F-1', 'F-2'), price: { by: 'percent', tenths: 100 } })
    const { file, counts, rows, left } = await view(id)
    expect(file.name).toBe('一覧から：価格を+10％（2点）')
    expect(counts).toMatchObject({ changed: 2, new: 0, same: 0, bad: 0, left: 0, waits: 0 })
    expect(rows.map(({ number, row, changes }) => [number, row, changes])).toEqual([
      ['F-1', null, [{ name: '価格', before: '330', after: '363' }]],
      ['F-2', null, [{ name: '価格', before: '1000', after: '1100' }]],
    ])
    expect([left, await prices()]).toEqual([[], 'F-1 330, F-2 1000, F-3 330'])
    expect(await press('take', id)).toMatchObject({ ok: true, value: { held: 0 } })
    expect(await prices()).toBe('F-1 363, F-2 1100, F-3 330')
    expect(await press('undo', id)).toMatchObject({ ok: true, value: { undone: 2, left: 0 } })
    expect(await prices()).toBe('F-1 330, F-2 1000, F-3 330')
    const double = await look({ products: await marked('F-1'), price: { by: 'percent', tenths: 1_100 } })
    expect((await view(double)).counts.waits).toBe(1)
    expect(await press('take', double)).toMatchObject({ ok: true, value: { held: 1 } })
    expect([await prices(), (await heldPrices(db)).length]).toEqual(['F-1 330, F-2 1000, F-3 330', 1])
  })

  test('get a price each, where she typed one, and the same state', async () => {
    const { rows, marked, look, view, press } = await start(
      { number: 'F-1' },
      { number: 'F-2' },
      { number: 'F-3' },
    )
    const products = await marked('F-1', 'F-2', 'F-3')
    const id = await look({
      products,
      price: { by: 'yen', yen: 20 },
      prices: new Map([['F-2', 500]]),
      status: '掲載終了',
    })
    expect((await view(id)).file.name).toBe('一覧から：価格・掲載終了（3点）')
    await press('take', id)
    expect((await rows()).map(({ price, status }) => [price, status])).toEqual([
      [350, '掲載終了'],
      [500, '掲載終了'],
      [350, '掲載終了'],
    ])
    await press('undo', id)
    expect((await rows()).map(({ price, status }) => [price, status])).toEqual(Array(3).fill([330, '公開中']))
  })

  test('N90: what cannot be changed is left out and named, and the others are changed', async () => {
    const kit = { level: 'beginner', fabricSize: '', fabricNumbers: '', createdAt: null } as const
    const { db, ctx, owner, marked, look, view, press, prices } = await start(
      { number: 'F-1' },
      { number: 'F-2', source: 'feed' },
      { number: 'F-3' },
      { number: 'F-4', priceText: '確認中' },
      { number: 'F-5', priceText: '30' },
      { number: 'F-6', name: 'x'.repeat(201) },
      { number: 'F-7' },
      { number: 'K-1', type: 'kit', priceText: '30', kit },
    )
    await db
      .insertInto('feedImport')
      .values({
        id: 'feed',
        active: 1,
        urlHash: '',
        etag: null,
        lastModified: null,
        lastAttemptAt: null,
        lastSuccessAt: null,
        lastError: null,
        failures: 0,
        shortSince: null,
        nothingSince: null,
        badSince: null,
        itemCount: 1,
        askedAt: null,
        beganAt: null,
        finishedAt: null,
      })
      .execute()
    const numbers = ['F-1', 'F-2', 'F-3', 'F-4', 'F-5', 'F-6', 'F-7', 'K-1']
    const products = [...(await marked(...numbers)), { number: 'F-9', version: 1 }]
    const version = products.find(({ number }) => number === 'F-3')?.version ?? 0
    await setPriceInList(ctx, owner, { requestId: 'other screen', number: 'F-3', version, price: yen(340) })
    await countForTests(ctx, 'F-7', [3])
    const id = await look({ products, price: { by: 'yen', yen: -30 } })
    const { left, counts } = await view(id)
    expect(left.map(({ what, why }) => `${what} ${why}`)).toEqual([
      'F-2 商品の表で直します',
      'F-3 ほかの画面で先に変わりました',
      'F-4 価格が決まっていないため、足し引きできません',
      'F-5 足し引きすると0円以下になります',
      'F-6 そのままでは保存できません',
      'F-7 ほかの画面で先に変わりました',
      'F-9 もうありません',
    ])
    expect(left.find(({ what }) => what === 'F-6')?.whatToDo).toContain('名前')
    expect(counts).toMatchObject({ changed: 2, bad: 0 })
    expect(await press('take', id)).toMatchObject({ ok: true })
    expect(await prices()).toBe('F-1 300, F-2 330, F-3 340, F-4 null, F-5 30, F-6 330, F-7 330, K-1 30')
    expect((await heldPrices(db)).map(({ number, price }) => `${number} ${price}`)).toEqual(['K-1 0'])
  })

  test('N54: a product that changed after the preview is refused by name, and compared again as it is then', async () => {
    const { ctx, owner, marked, look, view, press, prices } = await start(
      { number: 'F-1' },
      { number: 'F-2' },
    )
    const id = await look({ products: await marked('F-1', 'F-2'), price: { by: 'percent', tenths: 100 } })
    await setPriceInList(ctx, owner, { requestId: 'other', number: 'F-1', version: 1, price: yen(400) })
    expect(await press('take', id)).toEqual({ ok: false, error: { changed: ['F-1'] } })
    const again = await compareAgain(ctx, owner, { id })
    if (!again.ok) throw new Error(again.error.texts.join())
    expect((await view(again.value.id)).file.name).toBe('一覧から：価格を+10％（2点）')
    await press('take', again.value.id)
    expect(await prices()).toBe('F-1 440, F-2 363')
  })

  test('are at most a hundred, and as often as files', async () => {
    const { ctx, owner, look, view } = await start({ number: 'F-1' })
    const products = Array.from({ length: 101 }, (_, at) => ({ number: `X-${at}`, version: 1 }))
    expect((await view(await look({ products, status: '下書き' }))).left).toHaveLength(100)
    const change = { products: [], price: null, prices: new Map<string, number>(), status: null }
    const answers = []
    for (let at = 0; at < 20; at += 1) answers.push((await previewListed(ctx, owner, change)).ok)
    expect(answers).toEqual([...Array(19).fill(true), false])
    const packer = deskPersonForTests(ctx, { role: 'packer' })
    expect(await previewListed(ctx, packer, change)).toMatchObject({ ok: false, error: { status: 404 } })
  })
})
