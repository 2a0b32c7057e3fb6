import iconv from 'iconv-lite'
import { expect, test } from 'vitest'
import { putProducts } from '~/features/products/commands.server.ts'
import { saveProduct } from '~/features/products/desk/commands.server.ts'
import { deskProduct } from '~/features/products/desk/queries.server.ts'
import { readProduct } from '~/features/products/desk/typed.queries.server.ts'
import { newProduct, type TypedProduct, typedOf } from '~/features/products/desk/typed.rules.ts'
import { heldPrices } from '~/features/products/feed/feed.queries.server.ts'
import { kitOfPage } from '~/features/products/kit.queries.server.ts'
import { fabricNames } from '~/features/products/queries.server.ts'
import { type CsvRow, csvOf, withCells, withRows } from '../../../../tests/support/csv-file.ts'
import { contextForTests, onBothEngines } from '../../../../tests/support/database-for-tests.ts'
import { deskPersonForTests } from '../../../../tests/support/desk-person-for-tests.ts'
import { orderRowForTests } from '../../../../tests/support/order-row.ts'
import { fabricForTests } from '../../../../tests/support/sample-products.ts'
import { addUpload } from '../../../../tests/support/upload-for-tests.ts'
import { applyFile } from './apply.commands.server.ts'
import { encodedFile } from './file-text.server.ts'
import { compareAgain, previewFile } from './preview.commands.server.ts'
import { numbersNotInShiftJis, productFileText } from './queries.server.ts'
import { changedByHand, changedSince, rowsOfFile } from './stored-files.queries.server.ts'
import { fileRefusals, leftByUndo } from './texts.ts'
import { undoFile } from './undo.commands.server.ts'
import { uploadsOfFiles } from './uploads.queries.server.ts'
import { fileView } from './view.queries.server.ts'

const minute = 60_000
const day = 24 * 60 * minute

onBothEngines('products by file', (open) => {
  const start = async (parts: Parameters<typeof contextForTests>[1] = {}) => {
    const { db } = await open()
    const ctx = contextForTests(db, parts)
    const owner = deskPersonForTests(ctx)
    let forms = 0
    const requestId = () => `form ${++forms}`
    const save = async (typed: Partial<TypedProduct>, type: 'fabric' | 'kit' = 'fabric') => {
      const stored = await deskProduct(db, typed.number ?? '')
      const base = stored === undefined ? newProduct('F-1', null) : typedOf(stored)
      const product = readProduct(
        { ...base, name: base.name || '帆布', price: base.price || '660', ...typed },
        type,
      )
      if (!product.ok) throw new Error(JSON.stringify(product.error))
      const form = { requestId: requestId(), version: stored?.version ?? null, product: product.value }
      const saved = await saveProduct(ctx, owner, form)
      if (!saved.ok) throw new Error(saved.error)
    }
    const look = async (text: string | Uint8Array, replaces = false) => {
      const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text
      const seen = await previewFile(ctx, owner, { bytes, name: '商品.csv', replaces })
      if (!seen.ok) throw new Error(seen.error.texts.join())
      const rows = await rowsOfFile(db, seen.value.id)
      return { id: seen.value.id, rows, kinds: rows.map(({ kind, number }) => `${kind} ${number}`) }
    }
    const take = (id: string) => applyFile(ctx, owner, { requestId: requestId(), id })
    const undo = (id: string) => undoFile(ctx, owner, { requestId: requestId(), id })
    const all = () => db.selectFrom('product').selectAll().orderBy('number').execute()
    return { db, ctx, owner, save, look, take, undo, all }
  }
  test('N44: new and changed rows are told field by field, nothing is written before the word, and then all', async () => {
    const { db, save, look, take } = await start()
    await save({ number: 'F-1', colour: '藍', material: '綿100%', width: '110cm', text: '説明' })
    await save({ number: 'K-1', level: 'advanced', fabricSize: '50cm', fabricNumbers: 'F-1' }, 'kit')
    const changed = { 名前: '麻布', よみ: 'あさぬの', 色: '生成り' }
    const text = withCells(await productFileText(db), { 管理番号: 'F-1' }, changed)
    const added = { 管理番号: 'F-2', 種類: '生地', 名前: '新しい布', 価格: '500', 公開: '公開中' }
    const { id, rows, kinds } = await look(withRows(text, added))
    expect(kinds).toEqual(['changed F-1', 'new F-2', 'same K-1'])
    expect(JSON.parse(rows[0]?.after ?? '')).toMatchObject({
      name: '麻布',
      reading: 'あさぬの',
      colour: '生成り',
    })
    expect((await deskProduct(db, 'F-1'))?.name).toBe('帆布')
    expect(await take(id)).toEqual({ ok: true, value: { held: 0 } })
    expect(await deskProduct(db, 'F-1')).toMatchObject({
      name: '麻布',
      description: '【生成り】綿100%、巾110cm。説明',
    })
    expect((await kitOfPage(db, 'K-1'))?.level).toBe('advanced')
    expect(await fabricNames(db)).toMatchObject([{ number: 'F-1' }, { number: 'F-2' }])
  })

  test('N54, P23: what goes out in Shift_JIS comes in again without a change; what it lacks is named', async () => {
    const { db, save, look } = await start()
    await save({ number: '0012', name: '髙木の布〜夏', colour: '藍', text: '𠮷野の−10度' })
    await save({ number: 'F-2', name: '帆布〜−' })
    expect(await numbersNotInShiftJis(db)).toEqual(['0012'])
    const bytes = await encodedFile(await productFileText(db), 'shift_jis')
    expect(iconv.decode(bytes, 'cp932')).toContain('髙木の布～夏')
    expect(iconv.decode(bytes, 'cp932')).not.toContain('𠮷')
    expect(bytes.subarray(0, 4)).toEqual(iconv.encode('管理', 'cp932'))
    expect((await look(bytes)).kinds).toEqual(['same F-2', 'same 0012'])
    expect(await encodedFile('\uFEFFa', 'utf-8')).toEqual(Buffer.from('\uFEFFa'))
  })

  test('N54: a file whose products changed meanwhile is compared once more without choosing it', async () => {
    const { ctx, db, owner, save, look, take } = await start()
    await save({ number: 'F-1' })
    await save({ number: 'F-2', name: '綿麻' })
    const text = withCells(await productFileText(db), { 名前: '綿麻' }, { 名前: '麻綿' })
    const { id } = await look(text.split('\r\n').slice(0, 2).join('\r\n'), true)
    await save({ number: 'F-1', reading: 'はんぷ' })
    expect(await take(id)).toEqual({ ok: false, error: { changed: ['F-1'] } })
    ctx.advance(1)
    const again = await compareAgain(ctx, owner, { id })
    if (!again.ok) throw new Error(again.error.texts.join())
    const rows = await rowsOfFile(db, again.value.id)
    expect(rows.map(({ kind, number }) => `${kind} ${number}`)).toEqual(['changed F-2', 'left F-1'])
    expect(await take(again.value.id)).toMatchObject({ ok: true })
    expect(await db.selectFrom('productFile').select(['id', 'name']).orderBy('sentAt').execute()).toEqual([
      { id, name: '商品.csv' },
      { id: again.value.id, name: '商品.csv' },
    ])
    const none = { ok: false, error: { status: 409, texts: [fileRefusals.forgotten.text] } }
    expect(await compareAgain(ctx, owner, { id: 'nothing' })).toEqual(none)
    await db.updateTable('productFile').set({ state: 'taken' }).execute()
    expect(await compareAgain(ctx, owner, { id })).toEqual(none)
  })

  test('N45, 39: a file that nobody touched changes nothing, from Excel in UTF-8 and in Shift_JIS too', async () => {
    const { db, save, look, all } = await start()
    await save({ number: '0012', name: '=1+1', colour: '1-2', text: '—〜−¥ 𠮷野\n二行目「"引用"」,終わり' })
    await save({ number: '1E5', text: '-3割' })
    await save({ number: '12345678901234567890' })
    await save({ number: 'K-1', fabricNumbers: '0012、1E5' }, 'kit')
    await db
      .updateTable('product')
      .set({ description: '【藍】 綿100%，生地巾：110cm\n 説明  ' })
      .where('number', '=', '1E5')
      .execute()
    const before = await all()
    const text = await productFileText(db)
    expect(text.startsWith('\uFEFF管理番号,種類,名前')).toBe(true)
    expect(text).toContain('"=""0012""",生地,\'=1+1,,"=""1-2"""')
    // Excel saves a formula's result, and uses its own line ends.
    const saved = text.slice(1).replaceAll(/"=""([^"]*)"""/g, '$1')
    for (const file of [text, saved, saved.replaceAll(/(?<!\r)\n/g, '\r\n'), iconv.encode(saved, 'cp932')]) {
      const { kinds, id } = await look(file)
      expect(kinds.filter((kind) => !kind.startsWith('same'))).toEqual([])
      await changedSince(db, id)
    }
    expect(await all()).toEqual(before)
  })

  test('N45: what was touched on one side alone is right; what was changed on both is asked about', async () => {
    const { db, save, look, take } = await start()
    await save({ number: 'F-1', name: '一' })
    await save({ number: 'F-2', name: '二' })
    const text = await productFileText(db)
    await save({ number: 'F-1', name: '画面で' })
    expect((await look(text)).kinds).toEqual(['same F-2', 'same F-1'])
    const both = withCells(text, { 名前: '一' }, { 名前: 'ファイルで' })
    const { rows, id } = await look(both)
    expect(rows.find(({ number }) => number === 'F-1')).toMatchObject({
      kind: 'bad',
      problems: expect.stringContaining('お店の画面でも変わっています'),
    })
    expect(await take(id)).toEqual({ ok: false, error: 'bad' })
    const other = await look(withCells(text, { 名前: '二' }, { 名前: '二の二' }))
    expect((await take(other.id)).ok).toBe(true)
    // A change by her own file does not count as one by another screen.
    expect((await look(withCells(text, { 名前: '二' }, { 名前: '二の三' }))).kinds).toEqual([
      'changed F-2',
      'same F-1',
    ])
    expect((await look(both.replace(/v[0-9a-f]{10}/g, ''))).kinds).toContain('changed F-1')
  })

  test('N44: one bad row changes nothing, and each is told', async () => {
    const { db, save, look, take, all } = await start()
    await save({ number: 'F-1' })
    await save({ number: '0012' })
    await db
      .transaction()
      .execute((trx) => putProducts(trx, 1, [fabricForTests({ number: 'fed', source: 'feed' })]))
    await db.insertInto('orders').values(orderRowForTests('o1')).execute()
    const line = {
      orderId: 'o1',
      position: 0,
      type: 'fabric',
      name: '布',
      description: '',
      unitPrice: 1,
    } as const
    await db
      .insertInto('orderLine')
      .values({ ...line, number: 'old', quantity: 1, free: 0, imageUrl: null })
      .execute()
    const before = await all()
    const headings = ['管理番号', '種類', '名前', '価格', '公開', 'レベル', '順番', '写真']
    const fileOf = (...rows: readonly CsvRow[]) =>
      csvOf(
        headings,
        rows.map((row) => ({ 種類: '生地', 名前: '布', 価格: '100', ...row })),
      )
    const problemOf = async (row: CsvRow) => (await look(fileOf(row))).rows[0]?.problems
    const unknownUpload = `/Image/uploads/${'a'.repeat(32)}-9x9.jpg`
    for (const [row, said] of [
      [{}, '管理番号がありません'],
      [{ 管理番号: 'shipping' }, '管理番号は64文字まで'],
      [{ 管理番号: 'fed' }, '商品の表で直します'],
      [{ 管理番号: 'old' }, 'ご注文のあった別の商品'],
      [{ 管理番号: 'f-1' }, '大文字と小文字だけが違う'],
      [{ 管理番号: 'FED' }, '大文字と小文字だけが違う'],
      [{ 管理番号: 'F-1', 種類: 'キット' }, '生地が使っています'],
      [{ 管理番号: 'F-2', 種類: 'ぬの' }, '種類は'],
      [{ 管理番号: 'F-2', 名前: '' }, '名前：名前がありません'],
      [{ 管理番号: 'F-2', 価格: 'たくさん' }, '価格：'],
      [{ 管理番号: 'F-2', 公開: '公開' }, '公開は'],
      [{ 管理番号: 'F-2', 種類: 'キット', 公開: '公開中', レベル: 'すごい' }, 'レベルは'],
      [{ 管理番号: 'F-2', 公開: '公開中', レベル: '初級' }, '生地に「レベル」は'],
      [{ 管理番号: 'F-2', 順番: '1.5' }, '順番は'],
      [{ 管理番号: 'F-2', 写真: 'javascript:alert(1)' }, '写真は'],
      [{ 管理番号: 'F-2', 写真: unknownUpload }, 'お店に送られていない'],
      [{ 管理番号: '12' }, '「0012」ではありませんか'],
      [{ 管理番号: '1月2日' }, '日付'],
      [{ 管理番号: '1.23E+15' }, '長い数字'],
    ] as const)
      expect(await problemOf(row), JSON.stringify(row)).toContain(said)
    const { id, rows } = await look(
      fileOf({ 管理番号: 'F-9' }, { 管理番号: 'F-1', 名前: '名' }, { 管理番号: 'Ｆ-1', 名前: '名' }),
    )
    expect(rows.map(({ kind }) => kind)).toEqual(['bad', 'changed', 'new'])
    expect(rows[0]).toMatchObject({ rowNumber: 4, problems: '3行目と同じ管理番号です。' })
    expect(await take(id)).toEqual({ ok: false, error: 'bad' })
    expect(await all()).toEqual(before)
  })

  test('N44: a file is taken once, within 30 minutes, and only while the products are what it was compared with', async () => {
    const { db, ctx, owner, save, look, take } = await start()
    await save({ number: 'F-1' })
    await save({ number: 'F-2' })
    const text = withCells(await productFileText(db), { 管理番号: 'F-1' }, { 名前: '麻布' })
    const first = await look(text)
    await save({ number: 'F-2', name: '別' })
    expect(await take(first.id)).toEqual({ ok: false, error: { changed: ['F-2'] } })
    expect(await changedSince(db, first.id)).toEqual(['F-2'])
    expect((await deskProduct(db, 'F-1'))?.name).toBe('帆布')
    const second = await look(`管理番号,名前\nF-1,麻布\n`)
    ctx.advance(31 * minute)
    expect(await take(second.id)).toEqual({ ok: false, error: 'old' })
    const third = await look(`管理番号,名前\nF-1,麻布\n`)
    const form = { requestId: 'twice', id: third.id }
    const both = await Promise.all([applyFile(ctx, owner, form), applyFile(ctx, owner, form)])
    expect(both).toEqual([
      { ok: true, value: { held: 0 } },
      { ok: true, value: { held: 0 } },
    ])
    expect(await take(third.id)).toEqual({ ok: false, error: 'taken' })
    expect(await take('nothing')).toEqual({ ok: false, error: 'not-found' })
    const fourth = await look(`管理番号,名前,価格\nF-3,新,100\n`)
    await save({ number: 'F-3' })
    expect(await take(fourth.id)).toEqual({ ok: false, error: { changed: ['F-3'] } })
  })

  test('N46, N90: undoFile restores all, within 30 days, but what was changed by hand since, which is named', async () => {
    const { db, ctx, save, look, take, undo, all } = await start()
    await save({ number: 'F-1', text: '前' })
    await save({ number: 'F-2' })
    await save({ number: 'K-1', level: 'advanced' }, 'kit')
    const before = await all()
    const file = `管理番号,種類,名前,価格,レベル\nF-1,生地,麻布,66,\nF-2,生地,麻布,700,\nK-1,キット,箱,660,初級\nF-9,生地,新,100,\nF-8,生地,新,100,\n`
    const { id } = await look(file)
    expect(await take(id)).toEqual({ ok: true, value: { held: 1 } })
    expect(await heldPrices(db)).toHaveLength(1)
    await save({ number: 'F-2', name: '手で' })
    await db.insertInto('orders').values(orderRowForTests('o1')).execute()
    const line = {
      orderId: 'o1',
      position: 0,
      type: 'fabric',
      name: '布',
      description: '',
      unitPrice: 1,
    } as const
    await db
      .insertInto('orderLine')
      .values({ ...line, number: 'F-8', quantity: 1, free: 0, imageUrl: null })
      .execute()
    expect(await changedByHand(db, id)).toEqual(['F-2'])
    ctx.advance(30 * day)
    expect(await undo(id)).toEqual({ ok: true, value: { undone: 4, left: 1 } })
    expect(leftByUndo((await fileView(db, id, 1))?.byHand ?? []), 'N90').toEqual([
      {
        what: 'F-2',
        why: '反映したあとに売れたか、画面などで変わったため、戻していません',
        whatToDo: '戻すときは、その商品のページで直してください。',
      },
    ])
    expect(leftByUndo([])).toEqual([])
    expect(await undo(id)).toEqual({ ok: false, error: 'not-taken' })
    const after = new Map((await all()).map((row) => [row.number, row]))
    const [first] = before
    expect(after.get('F-1')).toEqual({ ...first, updatedAt: after.get('F-1')?.updatedAt })
    expect([after.get('F-2')?.name, after.get('F-9'), after.get('F-8')?.status]).toEqual([
      '手で',
      undefined,
      '掲載終了',
    ])
    expect((await kitOfPage(db, 'K-1'))?.level).toBe('advanced')
    expect(await heldPrices(db)).toEqual([])
    const again = await look('管理番号,名前\nF-1,綿布\n')
    await take(again.id)
    ctx.advance(31 * day)
    expect(await undo(again.id)).toEqual({ ok: false, error: 'too-late' })
  })

  test('N44, P35: a price that changes too much waits, and the same file asks no second time', async () => {
    const { db, save, look, take } = await start()
    await save({ number: 'F-1' })
    const file = '管理番号,価格\nF-1,66\n'
    expect(await take((await look(file)).id)).toEqual({ ok: true, value: { held: 1 } })
    expect((await deskProduct(db, 'F-1'))?.price).toBe(660)
    expect(await heldPrices(db)).toMatchObject([{ number: 'F-1', price: 66 }])
    expect((await look(file)).kinds).toEqual(['same F-1'])
    expect((await look('管理番号,価格\nF-1,"1,200円"\n')).kinds).toEqual(['changed F-1'])
  })

  test('N44: what a file leaves out is taken out of the shop only where she asks for it', async () => {
    const { db, save, look, take, undo } = await start()
    await save({ number: 'F-1' })
    await save({ number: 'F-2' })
    await save({ number: 'F-3', status: '下書き' })
    expect((await look('管理番号,名前\nF-1,麻布\n')).kinds).toEqual(['changed F-1'])
    const { id, kinds } = await look('管理番号,名前\nF-1,麻布\n', true)
    expect(kinds).toEqual(['changed F-1', 'left F-2'])
    await take(id)
    expect((await deskProduct(db, 'F-2'))?.status).toBe('掲載終了')
    await undo(id)
    expect((await deskProduct(db, 'F-2'))?.status).toBe('公開中')
  })

  test('N46: a photograph that a file took away stays while that can be undone', async () => {
    const { db, save, look, take, undo } = await start()
    const name = `${'a'.repeat(32)}-9x9`
    const url = `/Image/uploads/${name}.jpg`
    await addUpload(db, { name, owner: 'shop', waiting: 1 })
    await save({ number: 'F-1', pictures: [url] })
    const { id } = await look('管理番号,写真\nF-1,https://else.example/x.jpg\n')
    await take(id)
    expect((await deskProduct(db, 'F-1'))?.pictures).toEqual(['https://else.example/x.jpg'])
    expect(await uploadsOfFiles(db, [name, 'other'])).toEqual([name])
    await undo(id)
    expect((await deskProduct(db, 'F-1'))?.pictures).toEqual([url])
    expect(await uploadsOfFiles(db, [name])).toEqual([])
  })
})
