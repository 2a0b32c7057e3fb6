import { expect, test } from 'vitest'
import { closeItem } from '~/features/products/closing.commands.server.ts'
import { putProducts } from '~/features/products/commands.server.ts'
import { chooseFeed } from '~/features/products/feed/feed.commands.server.ts'
import { inTransaction } from '~/server/database/transaction.ts'
import { contextForTests, onBothEngines } from '../../../../tests/support/database-for-tests.ts'
import { deskPersonForTests } from '../../../../tests/support/desk-person-for-tests.ts'
import { fabricForTests } from '../../../../tests/support/sample-products.ts'
import { saveProduct } from './commands.server.ts'
import { fabricChoices, productsNumbered, productsToChoose } from './queries.server.ts'
import { mostChoices } from './rules.ts'
import { readProduct } from './typed.queries.server.ts'
import { newProduct } from './typed.rules.ts'

const kit = { level: 'beginner', fabricSize: '', fabricNumbers: '', createdAt: null } as const

onBothEngines('N104: a product is chosen', (open) => {
  const start = async (...products: ReadonlyArray<Parameters<typeof fabricForTests>[0]>) => {
    const ctx = contextForTests((await open()).db)
    await inTransaction(ctx, (trx) => putProducts(trx, 0, products.map(fabricForTests)))
    const numbers = async (q: string, type: 'fabric' | null = null) =>
      (await productsToChoose(ctx.db, q, type)).map(({ number }) => number)
    return { ctx, numbers }
  }

  test('by a part of its number or name, the number itself first; of fabrics alone where only they count', async () => {
    const { numbers } = await start(
      { number: 'F-10', name: '麻の葉' },
      { number: 'F-1', name: '麻の葉', position: 1 },
      { number: 'F-2', name: '七宝' },
      { number: 'K-1', type: 'kit', name: '麻の葉の巾着', position: 2, kit },
    )
    expect((await numbers('f-1')).slice(0, 2)).toEqual(['F-1', 'F-10'])
    expect(await numbers('麻の葉')).toEqual(['F-10', 'F-1', 'K-1'])
    expect(await numbers('麻の葉', 'fabric')).toEqual(['F-10', 'F-1'])
    expect([await numbers(''), await numbers('　'), await numbers('青海波')]).toEqual([[], [], []])
  })

  test('is shown with its name, picture and what tells it from others', async () => {
    const { ctx } = await start(
      { number: 'F-1', name: '帆布', description: '【藍】綿', imageUrl: '/Image/a.svg' },
      { number: 'F-2', name: '帆布', status: '下書き' },
      { number: 'K-1', name: '帆布の袋', type: 'kit', position: 1, kit },
    )
    await closeItem(ctx, deskPersonForTests(ctx), { requestId: 'a', number: 'K-1' })
    expect(await productsToChoose(ctx.db, '帆布', null)).toMatchObject([
      { number: 'F-1', name: '帆布【藍】', picture: '/Image/a.svg', note: '' },
      { number: 'F-2', name: '帆布', note: '下書き' },
      { number: 'K-1', note: 'キット・休止中' },
    ])
  })

  test('among eight at most, and none of a list that the shop has not any more', async () => {
    const many = Array.from({ length: 12 }, (_, at) => ({ number: `F-${at + 10}`, name: '帆布' }))
    const { ctx, numbers } = await start(...many, { number: 'X-1', name: '表の布', source: 'feed' })
    expect(await numbers('帆布')).toHaveLength(mostChoices)
    expect(await numbers('表の布')).toEqual([])
    expect(await productsNumbered(ctx.db, ['X-1'], null)).toEqual([])
    await chooseFeed(ctx, 'https://feed.example/')
    expect(await numbers('表の布')).toEqual(['X-1'])
  })

  test('N41: the fabrics of a kit; a new number that no fabric has is refused, and one that stands is told and stays', async () => {
    const { ctx } = await start(
      { number: 'F-1', name: '麻の葉' },
      { number: 'F-2', name: '七宝' },
      { number: 'F 3', name: '帆布' },
      { number: 'f-3', name: '帆布' },
      { number: 'F-3', name: '帆布' },
      { number: 'K-1', type: 'kit', name: '袋', kit: { ...kit, fabricNumbers: 'F-1\nX-9' } },
    )
    const sent = async (chosen: readonly string[], search = '', number: string | null = 'K-1') => {
      const form = new FormData()
      const fields = {
        type: 'kit',
        number: 'K-7',
        name: '袋',
        price: '900',
        status: '公開中',
        requestId: 'a',
      }
      for (const [name, value] of Object.entries(fields)) form.set(name, value)
      for (const each of ['', ...chosen]) form.append('fabricNumbers', each)
      form.set('fabricNumbersSearch', search)
      const at = number === null ? {} : { number, type: 'kit' as const }
      const read = await saveProduct.act.form?.({ form, at, ctx })
      return read?.ok ? read.value.product.kit?.fabricNumbers.split('\n') : read?.error
    }
    const none = (number: string) => ({
      fabricNumbers: `「${number}」の生地はありません。外して、さがして選んでください。`,
    })
    expect(await sent(['F-2', 'X-9', 'F 3'])).toEqual(['F-2', 'X-9', 'F 3'])
    expect(await sent([])).toEqual([''])
    expect(await sent(['F-1', 'F-9999'])).toEqual(none('F-9999'))
    expect(await sent(['K-1'])).toEqual(none('K-1'))
    // It stands at another kit.
    expect(await sent(['X-9'], '', null)).toEqual(none('X-9'))
    expect(await sent(['F-1'], ' f-2、Ｆ 3')).toEqual(['F-1', 'F-2', 'F 3'])
    expect(await sent(['f-3', 'F-3'])).toEqual(['f-3', 'F-3'])
    expect(await sent([], 'f-2　F-1')).toEqual(['F-2', 'F-1'])
    expect(await sent(['F-1'], '七宝')).toEqual({
      fabricNumbers: '「七宝」で見つかった商品です。選んで、もう一度押してください。',
    })
    expect(await sent(['F-1'], 'F-2 F-9999')).toEqual({
      fabricNumbers: '「F-2 F-9999」の商品は見つかりません。管理番号か名前の一部でさがしてください。',
    })
    const many = Array.from({ length: 201 }, (_, at) => `F-${at + 10}`)
    expect(await sent(many)).toEqual({ fabricNumbers: '使う布は200点までにしてください。' })
    expect(await fabricChoices(ctx.db, 'F-1、X-9', '七宝')).toMatchObject({
      known: [{ number: 'F-1', name: '麻の葉' }],
      found: [{ number: 'F-2' }],
    })
  })

  test('the best first, however many there are', async () => {
    const many = Array.from({ length: 210 }, (_, at) => ({
      number: `F-${at + 100}`,
      description: '帆布に似た布',
    }))
    const { numbers } = await start(...many, { number: 'Z-1', name: '帆布', position: 9 })
    expect((await numbers('帆布'))[0]).toBe('Z-1')
  })

  test('N42: a new one has no number with a blank in it, which a list would read as two', async () => {
    const { ctx } = await start({ number: 'F 1' })
    const product = readProduct({ ...newProduct('F 2', null), name: '帆布', price: '660' }, 'fabric')
    if (!product.ok) return expect.fail()
    const owner = deskPersonForTests(ctx)
    const save = (number: string, version: number | null) =>
      saveProduct(ctx, owner, { requestId: number, version, product: { ...product.value, number } })
    expect(await save('F 2', null)).toEqual({ ok: false, error: 'blank' })
    // A list may have brought it.
    expect(await save('F 1', 0)).toMatchObject({ ok: true })
  })

  test('or named by its number in any case; a kit is no fabric', async () => {
    const { ctx } = await start({ number: 'F-1' }, { number: 'K-1', type: 'kit', kit })
    const named = async (type: 'fabric' | null) =>
      (await productsNumbered(ctx.db, ['f-1', 'k-1', 'F-9'], type)).map(({ number }) => number)
    expect([await named(null), await named('fabric')]).toEqual([['F-1', 'K-1'], ['F-1']])
  })
})
