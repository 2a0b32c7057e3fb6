import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { toldActs } from '~/brought-by-features.server.ts'
import { press } from '~/features/desk/access/desk-action.server.ts'
import { changesOf, isUnchanged } from '~/features/desk/log.rules.ts'
import { answerBeforeUpload } from '~/features/pictures/uploads.server.ts'
import { putProducts } from '~/features/products/commands.server.ts'
import { chooseFeed } from '~/features/products/feed/feed.commands.server.ts'
import { heldPrices } from '~/features/products/feed/feed.queries.server.ts'
import { acceptPrice, keepPrice } from '~/features/products/feed/price-acceptance.commands.server.ts'
import { kitOfPage } from '~/features/products/kit.queries.server.ts'
import {
  feedOfFabrics,
  productSitemap,
  uploadsOfProducts,
} from '~/features/products/product.queries.server.ts'
import {
  fabricNames,
  hasUncertainPrices,
  newestFabrics,
  sellableProducts,
} from '~/features/products/queries.server.ts'
import type { Actor } from '~/kernel/actor.ts'
import { otherContent } from '~/kernel/refusal.ts'
import { auditOf } from '~/server/audit.ts'
import { uploadFilesIn } from '~/server/pictures/picture-files.ts'
import { contextForTests, onBothEngines } from '../../../../tests/support/database-for-tests.ts'
import { deskPersonForTests } from '../../../../tests/support/desk-person-for-tests.ts'
import { orderRowForTests } from '../../../../tests/support/order-row.ts'
import { pressForm } from '../../../../tests/support/press-form.ts'
import { fabricForTests } from '../../../../tests/support/sample-products.ts'
import { addUpload } from '../../../../tests/support/upload-for-tests.ts'
import { saveProduct } from './commands.server.ts'
import { listedProducts } from './list.queries.server.ts'
import { everyProduct } from './list.rules.ts'
import { deskProduct, freeNumber } from './queries.server.ts'
import { giveToFeed, holdAtDesk } from './source.commands.server.ts'
import { readProduct } from './typed.queries.server.ts'
import { newProduct, type TypedProduct, typedOf } from './typed.rules.ts'

const photo = (letter: string) => `${letter.repeat(32)}-9x9`
const urlOf = (letter: string) => `/Image/uploads/${photo(letter)}.jpg`

onBothEngines('products at the desk', (open) => {
  const start = async () => {
    const { db } = await open()
    const ctx = contextForTests(db)
    const owner = deskPersonForTests(ctx)
    let forms = 0
    const save = (
      typed: Partial<TypedProduct>,
      version: number | null = null,
      type: 'fabric' | 'kit' = 'fabric',
    ) => {
      const product = readProduct({ ...newProduct('F-1', null), name: '帆布', price: '660', ...typed }, type)
      if (!product.ok) throw new Error(JSON.stringify(product.error))
      forms += 1
      return saveProduct(ctx, owner, { requestId: `form ${forms}`, version, product: product.value })
    }
    const change = async (number: string, typed: Partial<TypedProduct>) => {
      const product = await deskProduct(db, number)
      if (product === undefined) throw new Error(`no ${number}`)
      return save({ ...typedOf(product), ...typed }, product.version, product.type)
    }
    const price = async (number = 'F-1') => (await sellableProducts(db, [number])).get(number)?.price
    const names = async () => (await fabricNames(db)).map(({ number }) => number)
    return { db, ctx, owner, save, change, price, names }
  }

  test('N41: a new fabric is on sale as it was typed, first or last, and its number is the next', async () => {
    const { db, ctx, save, names } = await start()
    expect(await freeNumber(db, 'fabric')).toBe('F-1001')
    expect(await save({ number: 'F-0009', colour: '藍', material: '綿100%', width: '110cm' })).toEqual({
      ok: true,
      value: { held: false },
    })
    await save({ number: ' Ｆ-0010 ' })
    await save({ number: 'F-0008', place: 'last' })
    expect(await names()).toEqual(['F-0010', 'F-0009', 'F-0008'])
    expect((await sellableProducts(db, ['F-0009'])).get('F-0009')).toMatchObject({
      price: 660,
      description: '【藍】綿100%、巾110cm。',
    })
    expect(await freeNumber(db, 'fabric')).toBe('F-0011')
    expect((await auditOf(ctx.db, 'product:F-0009')).map(({ act }) => act)).toEqual(['product.save'])
  })

  test('N1: what a save did not touch stays as it was written, and the log tells what changed alone', async () => {
    const { db, ctx, save, change } = await start()
    const last = async (number: string) => (await auditOf(ctx.db, `product:${number}`)).at(-1)
    await save({ colour: '若草' })
    const written = {
      description: '【若草】綿100％、生地巾110cm、約120g/㎡。\r\n目に\r\nやさしい色。\r\n',
      priceText: '660円',
    }
    await db.updateTable('product').set(written).where('number', '=', 'F-1').execute()
    await change('F-1', {})
    const untouched = await last('F-1')
    expect((await deskProduct(db, 'F-1'))?.description).toBe(written.description)
    expect(changesOf(toldActs, { act: 'product.save', ...untouched })).toEqual([])
    expect(isUnchanged(toldActs, { act: 'product.save', ...untouched })).toBe(true)
    await change('F-1', { thickness: '薄手', place: 'last' })
    const touched = await last('F-1')
    expect((await deskProduct(db, 'F-1'))?.description).toBe(
      '【若草】綿100％、巾110cm、厚さ薄手。目に\r\nやさしい色。',
    )
    expect(changesOf(toldActs, { act: 'product.save', ...touched }).map(({ name }) => name)).toEqual([
      '厚さ',
      '順番',
    ])
    await save({ number: 'K-1', text: 'かばん' }, null, 'kit')
    await change('K-1', { level: 'advanced', fabricNumbers: 'F-1' })
    const kit = await last('K-1')
    expect(changesOf(toldActs, { act: 'product.save', ...kit })).toEqual([
      { name: 'レベル', before: '初級', after: '上級' },
      { name: '使う布の番号', before: '', after: 'F-1' },
    ])
  })

  test('N42: a draft stands on no page, list, feed or sitemap, and what is taken out is kept for its orders', async () => {
    const { db, change, save, names } = await start()
    const isAnywhere = async () =>
      [
        ...(await names()),
        ...(await newestFabrics(db, 9)),
        ...((await feedOfFabrics(db, 'https://shop.example'))?.items ?? []),
        ...(await productSitemap({ db }, { from: 0, most: 9 })),
        ...(await sellableProducts(db, ['F-1'])).values(),
      ].length > 0
    await save({ status: '下書き' })
    expect(await isAnywhere()).toBe(false)
    expect(
      (await listedProducts(db, { ...everyProduct, q: '帆布', state: '下書き' }, { now: 1, demo: false }))
        .rows,
    ).toMatchObject([{ number: 'F-1', status: '下書き' }])
    await change('F-1', { status: '公開中' })
    expect(await isAnywhere()).toBe(true)
    await change('F-1', { status: '掲載終了' })
    expect([await isAnywhere(), (await deskProduct(db, 'F-1'))?.status]).toEqual([false, '掲載終了'])
    expect(await save({ name: 'べつ' })).toEqual({ ok: false, error: 'taken' })
    expect(await save({ number: 'f-1' })).toEqual({ ok: false, error: 'taken' })
  })

  test('N42: a number that an order has is never given to another product', async () => {
    const { db, save } = await start()
    await db.insertInto('orders').values(orderRowForTests('o1')).execute()
    const line = {
      orderId: 'o1',
      position: 0,
      type: 'fabric',
      name: '布',
      description: '',
      unitPrice: 1000,
    } as const
    await db
      .insertInto('orderLine')
      .values({ ...line, number: 'F-1001', quantity: 1, free: 0, imageUrl: null })
      .execute()
    expect(await freeNumber(db, 'fabric')).toBe('F-1002')
    for (const number of ['F-1001', 'f-1001'])
      expect(await save({ number })).toEqual({ ok: false, error: 'ordered' })
  })

  test('N42: behind a colour sibling the next free number is proposed, however many stand between', async () => {
    const { db } = await start()
    const products = Array.from({ length: 150 }, (_, at) => fabricForTests({ number: `F-${1001 + at}` }))
    await db
      .transaction()
      .execute((trx) => putProducts(trx, 1, [...products, fabricForTests({ number: 'f-1151' })]))
    expect(await freeNumber(db, 'fabric', 'F-1001')).toBe('F-1152')
  })

  test('N41: only photographs that the owner sent are taken, and stay while a product shows them', async () => {
    const { db, save, change } = await start()
    await addUpload(db, { name: photo('a'), owner: 'shop', waiting: 1 })
    await addUpload(db, { name: photo('b'), owner: 'member-1' })
    for (const url of [urlOf('b'), urlOf('c'), 'https://else.example/x.jpg'])
      expect(await save({ pictures: [urlOf('a'), url] })).toEqual({ ok: false, error: 'picture-gone' })
    expect((await save({ pictures: [urlOf('a')] })).ok).toBe(true)
    expect(await uploadsOfProducts(db, [photo('a')])).toEqual([photo('a')])
    expect((await change('F-1', { name: '別' })).ok).toBe(true)
    await change('F-1', { pictures: [] })
    expect(
      (await db.selectFrom('upload').selectAll().where('name', '=', photo('a')).execute())[0]?.lastPutAt,
    ).toBe(1)
  })

  test('N6, N41: the address of photographs is there for the owner alone', async () => {
    const { db, owner } = await start()
    const imagesDir = await mkdtemp(join(tmpdir(), 'uploads-'))
    onTestFinished(() => rm(imagesDir, { recursive: true }))
    const ctx = contextForTests(db, { imagesDir, uploadFiles: uploadFilesIn(imagesDir) })
    const url = new URL('https://shop.example/admin/product-picture')
    const statusFor = async (actor: Actor) => (await answerBeforeUpload(ctx, actor, url))?.status
    expect(await statusFor(owner)).toBeUndefined()
    expect(await statusFor(deskPersonForTests(ctx, { role: 'packer' }))).toBe(404)
    expect(await statusFor({ kind: 'visitor', address: '203.0.113.9' })).toBe(404)
  })

  test('of two owners the second is told, and nothing of hers is stored', async () => {
    const { db, ctx, owner, save } = await start()
    await save({})
    const version = (await deskProduct(db, 'F-1'))?.version ?? 0
    expect((await save({ name: '一' }, version)).ok).toBe(true)
    expect(await save({ name: '二' }, version)).toEqual({ ok: false, error: 'stale' })
    expect((await deskProduct(db, 'F-1'))?.name).toBe('一')
    expect(await save({ number: 'F-2' }, 1)).toEqual({ ok: false, error: 'not-found' })
    expect(await save({}, version, 'kit')).toEqual({ ok: false, error: 'not-found' })
    const saving = press(saveProduct, { at: {}, done: () => 'saved' })
    expect(await pressForm(ctx, owner, saving, { number: 'F-3' })).toMatchObject({
      status: 422,
      errors: { name: '名前がありません。' },
    })
  })

  test('N2: what was stored though its answer was lost, and is sent with a change, is asked about and then stored', async () => {
    const { db, ctx, owner, save } = await start()
    await save({})
    const version = (await deskProduct(db, 'F-1'))?.version ?? 0
    const saving = press(saveProduct, { at: { number: 'F-1', type: 'fabric' }, done: () => 'saved' })
    const { pictures: _, ...empty } = newProduct('F-1', null)
    const send = (name: string, requestId = '', shown: unknown = version, more = {}) =>
      pressForm(ctx, owner, saving, {
        ...empty,
        name,
        price: '660',
        requestId,
        version: String(shown),
        ...more,
      })
    expect(await send('一', 'lost')).toEqual({ to: 'saved' })
    const other = await send('二', 'lost')
    if (!('typed' in other)) throw new Error('stored under the same id')
    expect(other).toMatchObject({ status: 409, failure: otherContent.text, typed: { name: '二' } })
    const stale = await send('二', other.requestId)
    if (!('typed' in stale)) throw new Error('stored over another change')
    const now = (await deskProduct(db, 'F-1'))?.version
    expect(stale).toMatchObject({
      status: 409,
      merged: { taken: [], both: [{ name: '名前', typed: '二', now: '一' }] },
      version: now,
      requestId: other.requestId,
    })
    const { drawn = '' } = stale
    expect(await send('二', stale.requestId, stale.version, { drawn })).toMatchObject({ status: 422 })
    const chosen = { drawn, 'choice:name': 'typed' }
    expect(await send('二', stale.requestId, stale.version, chosen)).toEqual({ to: 'saved' })
  })

  test('N43, P35: a price that is typed and doubtful waits on きょう; the rest is stored', async () => {
    const { db, ctx, owner, save, change, price } = await start()
    await save({})
    expect(await change('F-1', { price: '66', name: '新しい名' })).toEqual({
      ok: true,
      value: { held: true },
    })
    expect([await price(), (await deskProduct(db, 'F-1'))?.name]).toEqual([660, '新しい名'])
    expect(await heldPrices(db)).toMatchObject([{ number: 'F-1', price: 66, formerPrice: 660 }])
    await change('F-1', { name: 'また' })
    expect(await heldPrices(db)).toHaveLength(1)
    const form = { requestId: 'keep', number: 'F-1', price: 67 }
    expect(await keepPrice(ctx, owner, form)).toEqual({ ok: false, error: 'stale' })
    expect((await keepPrice(ctx, owner, { ...form, price: 66 })).ok).toBe(true)
    expect([await price(), await heldPrices(db)]).toEqual([660, []])
    await change('F-1', { price: '66' })
    expect((await acceptPrice(ctx, owner, { ...form, requestId: 'accept', price: 66 })).ok).toBe(true)
    expect([await price(), await heldPrices(db)]).toEqual([66, []])
    await change('F-1', { price: '6000' })
    await change('F-1', { price: '70' })
    expect([await price(), await heldPrices(db)]).toEqual([70, []])
  })

  test('N43, P35: a price that its list has lost is remembered when the desk takes the fabric', async () => {
    const { db, change, price } = await start()
    const fabric = fabricForTests({ number: 'F-1', source: 'own', priceText: '時価' })
    await db.transaction().execute((trx) => putProducts(trx, 1, [fabric]))
    const lost = { number: 'F-1', priceText: '時価', price: null, formerPrice: 660, keptAt: null }
    await db.insertInto('heldPrice').values(lost).execute()
    expect(await change('F-1', { price: '66' })).toEqual({ ok: true, value: { held: true } })
    expect(await price()).toBe(660)
    await db.updateTable('product').set({ price: null, priceText: '時価' }).execute()
    await db.updateTable('heldPrice').set({ price: null }).execute()
    expect(await change('F-1', { price: '500' })).toEqual({ ok: true, value: { held: false } })
  })

  test('N43: neither a draft’s price nor that of a kit that was given away is doubted', async () => {
    const { db, ctx, owner, save, change } = await start()
    await save({ status: '下書き' })
    expect(await change('F-1', { price: '66' })).toEqual({ ok: true, value: { held: false } })
    await save({ number: 'K-1' }, null, 'kit')
    expect(await change('K-1', { price: '0' })).toEqual({ ok: true, value: { held: true } })
    expect((await acceptPrice(ctx, owner, { requestId: 'free', number: 'K-1', price: 0 })).ok).toBe(true)
    expect(await change('K-1', { price: '1000' })).toEqual({ ok: true, value: { held: false } })
    expect(await change('K-1', { price: '10' })).toEqual({ ok: true, value: { held: true } })
    expect(await heldPrices(db)).toHaveLength(1)
  })

  test('N41: a kit has its level, size and fabrics, and stays when it was entered', async () => {
    const { db, save, change } = await start()
    await save(
      { number: 'K-1', level: 'advanced', fabricSize: '50cm', fabricNumbers: 'F-1、F-2' },
      null,
      'kit',
    )
    const created = (await kitOfPage(db, 'K-1'))?.createdAt
    await change('K-1', { text: '説明' })
    expect(await kitOfPage(db, 'K-1')).toMatchObject({
      level: 'advanced',
      fabricSize: '50cm',
      fabricNumbers: ['F-1', 'F-2'],
      description: '説明',
      createdAt: created,
    })
    await change('K-1', { status: '下書き' })
    expect(await kitOfPage(db, 'K-1')).toBeUndefined()
    expect(await save({ number: 'K-1' })).toEqual({ ok: false, error: 'taken' })
  })

  test('N40, D2: a copy of the feed that is too old stops no own fabric', async () => {
    const { db, ctx, save } = await start()
    const now = ctx.now()
    await db
      .transaction()
      .execute((trx) => putProducts(trx, 1, [fabricForTests({ number: 'fed', source: 'feed' })]))
    await save({})
    await chooseFeed(ctx, 'https://feed.example/list')
    await db
      .updateTable('feedImport')
      .set({ lastSuccessAt: now - 25 * 3_600_000 })
      .execute()
    const areUncertain = async (...numbers: string[]) =>
      hasUncertainPrices(db, (await sellableProducts(db, numbers)).values(), now)
    expect([await areUncertain('F-1'), await areUncertain('F-1', 'fed'), await areUncertain()]).toEqual([
      false,
      true,
      false,
    ])
  })

  test('N40: an import that read its list before a fabric became own writes nothing over it', async () => {
    const { db, save } = await start()
    await save({})
    const fromFeed = fabricForTests({ number: 'F-1', source: 'feed' })
    const put = db.transaction().execute((trx) => putProducts(trx, 1, [fromFeed]))
    await expect(put).rejects.toThrow('source came between')
    expect((await deskProduct(db, 'F-1'))?.name).toBe('帆布')
  })

  test('what came with the demo stays so when it is changed', async () => {
    const { db, change } = await start()
    await db
      .transaction()
      .execute((trx) => putProducts(trx, 1, [fabricForTests({ number: 'F-1', source: 'demo' })]))
    await change('F-1', { name: '別' })
    expect(await deskProduct(db, 'F-1')).toMatchObject({ name: '別', source: 'demo' })
  })

  test('N42: two new products of one number and one moment are one', async () => {
    const { db, save } = await start()
    const both = await Promise.all([save({ name: '一' }), save({ name: '二' })])
    expect(both.map(({ ok }) => ok).sort()).toEqual([false, true])
    expect(both.find(({ ok }) => !ok)).toEqual({ ok: false, error: 'taken' })
    expect(await db.selectFrom('product').select('number').execute()).toHaveLength(1)
  })

  test('N40: a fabric of the feed is changed at the desk only once she holds it, and can be given back', async () => {
    const { db, ctx, owner, change, save } = await start()
    await db
      .transaction()
      .execute((trx) => putProducts(trx, 1, [fabricForTests({ number: 'F-1', source: 'feed' })]))
    const version = 1
    const form = { requestId: 'take', number: 'F-1', version }
    expect(await holdAtDesk(ctx, owner, form)).toEqual({ ok: false, error: 'no-feed' })
    await chooseFeed(ctx, 'https://feed.example/list')
    await db.updateTable('feedImport').set({ etag: 'x', lastAttemptAt: 5 }).execute()
    expect(await change('F-1', {})).toEqual({ ok: false, error: 'not-own' })
    expect(await holdAtDesk(ctx, owner, { ...form, version: 2 })).toEqual({ ok: false, error: 'stale' })
    expect((await holdAtDesk(ctx, owner, form)).ok).toBe(true)
    expect(await db.selectFrom('feedImport').select(['etag', 'lastAttemptAt']).execute()).toEqual([
      { etag: null, lastAttemptAt: null },
    ])
    expect((await change('F-1', { name: '画面' })).ok).toBe(true)
    const now = (await deskProduct(db, 'F-1'))?.version ?? 0
    expect(await holdAtDesk(ctx, owner, { ...form, requestId: 'again', version: now })).toEqual({
      ok: false,
      error: 'stale',
    })
    expect((await giveToFeed(ctx, owner, { ...form, requestId: 'give', version: now })).ok).toBe(true)
    expect((await deskProduct(db, 'F-1'))?.source).toBe('feed')
    await save({ number: 'K-1' }, null, 'kit')
    expect(await giveToFeed(ctx, owner, { requestId: 'kit', number: 'K-1', version: ctx.now() })).toEqual({
      ok: false,
      error: 'stale',
    })
  })
})
