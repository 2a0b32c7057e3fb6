import iconv from 'iconv-lite'
import { expect, test } from 'vitest'
import { putProducts, removeDemoProducts } from '~/features/products/commands.server.ts'
import { saveProduct } from '~/features/products/desk/commands.server.ts'
import { readProduct } from '~/features/products/desk/typed.queries.server.ts'
import { newProduct } from '~/features/products/desk/typed.rules.ts'
import { removeDemoStock } from '~/features/stock/counting.commands.server.ts'
import { contextForTests, onBothEngines } from '../../../../tests/support/database-for-tests.ts'
import { deskPersonForTests } from '../../../../tests/support/desk-person-for-tests.ts'
import { fabricForTests } from '../../../../tests/support/sample-products.ts'
import { countForTests, leftOfPieces } from '../../../../tests/support/stock-for-tests.ts'
import { applyFile } from './apply.commands.server.ts'
import { previewFile } from './preview.commands.server.ts'
import { productFileText } from './queries.server.ts'
import { forgetOldFiles, forgetProductFiles } from './stored-files.commands.server.ts'
import { undoFile } from './undo.commands.server.ts'
import { uploadsOfFiles } from './uploads.queries.server.ts'
import { fileView, lastFiles } from './view.queries.server.ts'

const minute = 60_000
const day = 24 * 60 * minute

onBothEngines('many rows and files', (open) => {
  const start = async (parts: Parameters<typeof contextForTests>[1] = {}) => {
    const { db } = await open()
    const ctx = contextForTests(db, parts)
    const owner = deskPersonForTests(ctx)
    const look = (bytes: Uint8Array) => previewFile(ctx, owner, { bytes, name: 'a.csv', replaces: false })
    const lookAt = async (text: string) => {
      const seen = await look(Buffer.from(text))
      if (!seen.ok) throw new Error(seen.error.texts.join())
      return seen.value.id
    }
    return { db, ctx, owner, look, lookAt }
  }

  test('300 products come out of a file that Excel in Japan saved, and go again', async () => {
    const { db, ctx, owner, look, lookAt } = await start()
    const rows = Array.from(
      { length: 300 },
      (_, at) =>
        `${String(at).padStart(4, '0')},生地,髙野の帆布${at},藍,綿100％,110cm,"一行目\r\n二行目",${500 + at},公開中`,
    )
    const file = ['管理番号,種類,名前,色,素材,巾,説明,価格,公開', ...rows, ''].join('\r\n')
    const seen = await look(iconv.encode(file, 'cp932'))
    if (!seen.ok) throw new Error(seen.error.texts.join())
    const { id } = seen.value
    expect(await fileView(db, id, 99)).toMatchObject({
      page: 6,
      pages: 6,
      counts: { new: 300, bad: 0, same: 0 },
    })
    expect(await applyFile(ctx, owner, { requestId: 'take', id })).toEqual({ ok: true, value: { held: 0 } })
    const stored = await db.selectFrom('product').selectAll().orderBy('position').execute()
    expect(stored.map(({ number }) => number)).toEqual(rows.map((row) => row.slice(0, 4)))
    expect(stored[7]).toMatchObject({
      number: '0007',
      price: 507,
      description: '【藍】綿100％、巾110cm。一行目\n二行目',
    })
    const again = await lookAt(await productFileText(db))
    expect((await fileView(db, again, 1))?.counts).toMatchObject({ new: 0, changed: 0, same: 300 })
    expect(await undoFile(ctx, owner, { requestId: 'undo', id })).toEqual({
      ok: true,
      value: { undone: 300, left: 0 },
    })
    expect(await db.selectFrom('product').select('number').execute()).toEqual([])
  })

  test('N45: a description in another form stays to the letter while another field changes', async () => {
    const { db, ctx, owner, lookAt } = await start()
    const description = '【 藍 】綿100%，生地巾：110cm、 約125g/㎡。\n説明'
    const product = fabricForTests({ number: 'F-1', description, moreImages: '/Image/a b.jpg' })
    await db.transaction().execute((trx) => putProducts(trx, 1, [product]))
    const id = await lookAt((await productFileText(db)).replace('生地 F-1', '別の名'))
    await applyFile(ctx, owner, { requestId: 'take', id })
    const { name, ...rest } = await db.selectFrom('product').selectAll().executeTakeFirstOrThrow()
    expect([name, rest.description, rest.moreImages]).toEqual(['別の名', description, '/Image/a b.jpg'])
  })

  test('N44: of two who take one file, or take it while a form is saved, one is told', async () => {
    const { db, ctx, owner, lookAt } = await start()
    await db.transaction().execute((trx) => putProducts(trx, 1, [fabricForTests({ number: 'F-1' })]))
    const id = await lookAt('管理番号,名前\nF-1,ファイルで\n')
    const twice = ['a', 'b'].map((requestId) => applyFile(ctx, owner, { requestId, id }))
    const errors = (await Promise.all(twice)).map((done) => (done.ok ? 'done' : done.error))
    expect(errors.sort()).toEqual(['done', 'taken'])
    const undone = ['c', 'd'].map((requestId) => undoFile(ctx, owner, { requestId, id }))
    const after = (await Promise.all(undone)).map((done) => (done.ok ? 'done' : done.error))
    expect(after.sort()).toEqual(['done', 'not-taken'])

    const next = await lookAt('管理番号,名前\nF-1,ファイルで\n')
    const { updatedAt } = await db.selectFrom('product').select('updatedAt').executeTakeFirstOrThrow()
    const product = readProduct({ ...newProduct('F-1', null), name: '画面で', price: '330' }, 'fabric')
    if (!product.ok) throw new Error()
    const form = { requestId: 'form', version: updatedAt, product: product.value }
    const [taken, saved] = await Promise.all([
      applyFile(ctx, owner, { requestId: 'e', id: next }),
      saveProduct(ctx, owner, form),
    ])
    const [told, name] = taken.ok ? [saved, 'ファイルで'] : [taken, '画面で']
    expect(told).toEqual({ ok: false, error: taken.ok ? 'stale' : { changed: ['F-1'] } })
    expect(await db.selectFrom('product').select('name').execute()).toEqual([{ name }])
  })

  test('N44: a person compares so many files and no more, and only the last are kept', async () => {
    const { db, ctx, owner, look } = await start()
    const file = Buffer.from('管理番号,名前,価格\r\nF-1,布,100')
    for (let times = 0; times < 20; times += 1) expect((await look(file)).ok).toBe(true)
    expect(await look(file)).toMatchObject({ ok: false, error: { status: 429 } })
    const other = deskPersonForTests(ctx, { role: 'packer' })
    expect(await previewFile(ctx, other, { bytes: file, name: '', replaces: false })).toMatchObject({
      error: { status: 404 },
    })
    expect(await db.selectFrom('productFile').select('id').execute()).toHaveLength(20)
    ctx.advance(61 * minute)
    expect((await look(file)).ok).toBe(true)
    expect(await lastFiles(db)).toHaveLength(1)
    const taken = {
      name: '',
      sentBy: '',
      state: 'taken',
      sameCount: 0,
      leftCount: 0,
      undoneAt: null,
    } as const
    const times = Array.from({ length: 101 }, (_, at) => at)
    const values = times.map((at) => ({ ...taken, id: `taken ${at}`, sentAt: at, appliedAt: at }))
    await db.insertInto('productFile').values(values).execute()
    expect((await look(file)).ok).toBe(true)
    expect((await lastFiles(db)).map(({ id }) => id).filter((id) => /^taken [01]$/.test(id))).toEqual([
      'taken 1',
    ])
    expect(await fileView(db, 'none', 1)).toBeUndefined()
    expect(owner.role).toBe('owner')
  })

  test('N46, K1: a new product whose stock was counted is taken out of the shop, with its stock', async () => {
    const { db, ctx, owner, lookAt } = await start()
    const id = await lookAt('管理番号,名前,価格,公開\nF-1,布,100,公開中\nF-2,布,100,公開中')
    await applyFile(ctx, owner, { requestId: 'take', id })
    await countForTests(ctx, 'F-1', [7])
    expect(await undoFile(ctx, owner, { requestId: 'undo', id })).toMatchObject({ value: { undone: 2 } })
    expect(await db.selectFrom('product').select(['number', 'status']).execute()).toEqual([
      { number: 'F-1', status: '掲載終了' },
    ])
    expect(await leftOfPieces(db, 'F-1')).toEqual([7])
  })

  test('N46: others are answered while photographs of many rows are looked for', async () => {
    const { db, ctx, owner, lookAt } = await start()
    const products = Array.from({ length: 250 }, (_, at) => fabricForTests({ number: `F-${at}` }))
    await db.transaction().execute((trx) => putProducts(trx, 1, products))
    const id = await lookAt(`管理番号,名前\n${products.map(({ number }) => `${number},別`).join('\n')}`)
    await applyFile(ctx, owner, { requestId: 'take', id })
    let turns = 0
    const turn = () => {
      turns += 1
      next = setImmediate(turn)
    }
    let next = setImmediate(turn)
    await uploadsOfFiles(db, ['none'])
    clearImmediate(next)
    expect(turns).toBeGreaterThanOrEqual(3)
  })

  test('N46: files are kept while they can be undone', async () => {
    const { db, ctx, owner, lookAt } = await start()
    const text = '管理番号,名前,価格\r\nF-1,布,100'
    const taken = await lookAt(text)
    await applyFile(ctx, owner, { requestId: 'take', id: taken })
    await lookAt(text)
    ctx.advance(day + 1)
    await forgetOldFiles(ctx)
    expect((await lastFiles(db)).map(({ id }) => id)).toEqual([taken])
    ctx.advance(29 * day)
    await forgetOldFiles(ctx)
    expect(await lastFiles(db)).toHaveLength(1)
    ctx.advance(2 * day)
    await forgetOldFiles(ctx)
    expect(await lastFiles(db)).toEqual([])
    expect(await db.selectFrom('productFileRow').select('ordinal').execute()).toEqual([])
  })

  test('what was entered in a demo, by form and by file, goes with it; what was there before stays', async () => {
    const { db, ctx, owner, lookAt } = await start({ demo: true })
    const own = fabricForTests({ number: 'own' })
    await db.transaction().execute((trx) => putProducts(trx, 1, [own]))
    for (const [number, type] of [
      ['F-1', 'fabric'],
      ['K-1', 'kit'],
    ] as const) {
      const product = readProduct({ ...newProduct(number, null), name: '布', price: '100' }, type)
      if (!product.ok) throw new Error()
      await saveProduct(ctx, owner, { requestId: number, version: null, product: product.value })
    }
    const id = await lookAt('管理番号,名前,価格\r\nF-2,布,100\r\nown,別の名,330')
    await applyFile(ctx, owner, { requestId: 'take', id })
    expect(await db.selectFrom('product').select('number').execute()).toHaveLength(4)
    for (const number of ['own', 'F-1']) await countForTests(ctx, number, [7])
    await removeDemoStock(ctx)
    await removeDemoProducts(ctx)
    await forgetProductFiles(ctx)
    expect(await db.selectFrom('product').select(['number', 'name']).execute()).toEqual([
      { number: 'own', name: '別の名' },
    ])
    expect(await db.selectFrom('kit').select('number').execute()).toEqual([])
    expect(await db.selectFrom('stock').select('number').execute()).toEqual([{ number: 'own' }])
    expect(await lastFiles(db)).toEqual([])
  })
})
