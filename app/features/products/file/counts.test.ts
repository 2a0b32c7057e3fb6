import { expect, test } from 'vitest'
import { putProducts } from '~/features/products/commands.server.ts'
import { claimPieces } from '~/features/stock/claims.commands.server.ts'
import { receivePieces } from '~/features/stock/counting.commands.server.ts'
import { markCut } from '~/features/stock/cutting.commands.server.ts'
import { sellOut, stopCounting } from '~/features/stock/ending.commands.server.ts'
import { openPieces } from '~/features/stock/queries.server.ts'
import { releaseClaims } from '~/features/stock/releasing.commands.server.ts'
import { markFound } from '~/features/stock/shelf.commands.server.ts'
import { inTransaction } from '~/server/database/transaction.ts'
import { type CsvRow, csvOf, headingsOf, rowsOfCsv, withCells } from '../../../../tests/support/csv-file.ts'
import { contextForTests, onBothEngines } from '../../../../tests/support/database-for-tests.ts'
import { deskPersonForTests } from '../../../../tests/support/desk-person-for-tests.ts'
import { orderRowForTests } from '../../../../tests/support/order-row.ts'
import { fabricForTests } from '../../../../tests/support/sample-products.ts'
import { countForTests, expectBooksAgree } from '../../../../tests/support/stock-for-tests.ts'
import { applyFile } from './apply.commands.server.ts'
import { countMark } from './count-marks.server.ts'
import { previewFile } from './preview.commands.server.ts'
import { countFileText, productFileText } from './queries.server.ts'
import { changedByHand, rowsOfFile } from './stored-files.queries.server.ts'
import { leftByCount } from './texts.ts'
import { undoFile } from './undo.commands.server.ts'
import { fileView } from './view.queries.server.ts'

const minute = 60_000

onBothEngines('stock by file', (open) => {
  const shop = async () => {
    const { db } = await open()
    const ctx = contextForTests(db)
    const owner = deskPersonForTests(ctx)
    let forms = 0
    const requestId = () => `form ${++forms}`
    const fabric = (number: string, parts = {}) =>
      fabricForTests({ number, description: '綿100%、巾約110cm。', ...parts })
    await inTransaction(ctx, (trx) =>
      putProducts(trx, 0, [
        ...['F-1', 'F-2', 'F-3'].map((number) => fabric(number)),
        fabric('fed', { source: 'feed' }),
        fabric('K-1', { type: 'kit' }),
        fabric('old', { status: '掲載終了' }),
        fabric('gone', { status: '掲載終了' }),
      ]),
    )
    await countForTests(ctx, 'F-1', [7, 4, 3, 3])
    await countForTests(ctx, 'F-2', [5])
    await countForTests(ctx, 'fed', [6])
    await countForTests(ctx, 'K-1', [20], 'count')
    await countForTests(ctx, 'old', [2])
    const look = async (text: string) => {
      ctx.advance(minute)
      const seen = await previewFile(ctx, owner, {
        bytes: Buffer.from(text),
        name: '棚卸.csv',
        replaces: false,
      })
      if (!seen.ok) throw new Error(seen.error.texts.join())
      const rows = await rowsOfFile(db, seen.value.id)
      return { id: seen.value.id, rows, kinds: rows.map(({ kind, number }) => `${kind} ${number}`) }
    }
    const take = async (text: string) => {
      const { id } = await look(text)
      const taken = await applyFile(ctx, owner, { requestId: requestId(), id })
      if (!taken.ok) throw new Error(JSON.stringify(taken.error))
      return id
    }
    const undo = (id: string) => undoFile(ctx, owner, { requestId: requestId(), id })
    const form = (number: string) => ({ requestId: requestId(), number, version: null })
    const sell = (orderId: string, number: string, units: number, state: 'held' | 'promised' = 'promised') =>
      inTransaction(ctx, async (trx) => {
        await trx.insertInto('orders').values(orderRowForTests(orderId)).execute()
        await claimPieces(trx, ctx, owner, { orderId, state, until: null }, [{ number, position: 0, units }])
      })
    const cut = (orderId: string) => inTransaction(ctx, (trx) => markCut(trx, ctx, owner, { orderId }))
    /** Label and units left of each open bolt. */
    const bolts = async (number: string) =>
      (await openPieces(db, number)).map(({ label, leftUnits }) => `${label} ${leftUnits}`).sort()
    const stock = (number: string) =>
      db.selectFrom('stock').selectAll().where('number', '=', number).executeTakeFirst()
    return { db, ctx, owner, look, take, undo, form, sell, cut, bolts, stock, requestId }
  }
  const saying = (text: string, ...cells: readonly (readonly [number: string, stock: string])[]) =>
    cells.reduce((file, [number, stock]) => withCells(file, { 管理番号: number }, { 在庫: stock }), text)
  const unmarked = (text: string) =>
    csvOf(
      headingsOf(text),
      rowsOfCsv(text).map((row: CsvRow) => ({ ...row, 版: '' })),
    )

  test('K37: the file for a count tells of each product that is counted or may be, as it lies on the shelf, bolt by bolt', async () => {
    const { db, sell, cut } = await shop()
    await sell('o1', 'F-1', 4)
    await sell('o2', 'F-1', 3)
    await cut('o2')
    const text = await countFileText(db)
    expect(headingsOf(text)).toEqual(['管理番号', '名前', '反物', '在庫', '版'])
    expect(
      rowsOfCsv(text).map(({ 管理番号: number, 反物: bolts, 在庫: cell }) => [number, bolts, cell]),
    ).toEqual([
      ['F-1', 'B1 7、B2 4、B4 3', '7、4、3'],
      ['F-2', 'B1 5', '5'],
      ['F-3', '', ''],
      ['fed', 'B1 6', '6'],
      ['old', 'B1 2', '2'],
      ['K-1', '', '20'],
    ])
  })

  test('K37, K14: a file that nobody touched counts nothing, whatever was sold since, from Excel too', async () => {
    const { db, sell, look, bolts } = await shop()
    const texts = [await countFileText(db), await productFileText(db)]
    await sell('o1', 'F-1', 4)
    for (const text of texts) {
      const saved = text.slice(1).replaceAll(/"=""([^"]*)"""/g, '$1')
      for (const file of [text, saved, saving(saved)]) {
        const { kinds } = await look(file)
        expect(kinds.filter((kind) => !kind.startsWith('same'))).toEqual([])
      }
    }
    expect(await bolts('F-1')).toEqual(['B1 7', 'B2 0', 'B3 3', 'B4 3'])
  })

  /** As somebody writes the same in another way. */
  const saving = (text: string) => text.replaceAll('7、4、3×2', '"７,4,3, 3"')

  test('K37, K9: a cell that was changed counts anew, with open claims laid in, and an empty one says nothing', async () => {
    const { db, sell, look, take, bolts, stock, ctx } = await shop()
    await sell('o1', 'F-1', 4)
    const text = saying(
      await countFileText(db),
      ['F-1', '7、6'],
      ['F-2', ''],
      ['F-3', '3.5m'],
      ['fed', 'なし'],
      ['K-1', '18'],
    )
    const { rows } = await look(text)
    expect(
      rows
        .filter(({ kind }) => kind === 'changed')
        .map((row) => [row.number, row.countBefore, row.countAfter]),
    ).toEqual([
      ['F-1', '7、4、3×2', '7、6'],
      ['F-3', '', '3.5m'],
      ['fed', '6', '0'],
      ['K-1', '20', '18'],
    ])
    const id = await take(text)
    expect(await bolts('F-1')).toEqual(['B1 7', 'B5 2'])
    expect(await bolts('F-2')).toEqual(['B1 5'])
    expect(await bolts('F-3')).toEqual(['B1 14'])
    expect([await bolts('fed'), await bolts('K-1')]).toEqual([[], ['B2 18']])
    expect(await stock('F-1')).toMatchObject({ countedBy: 'desk', mostUnits: 7, version: 2 })
    expect((await fileView(db, id, 1))?.counts).toMatchObject({ changed: 4, counted: 4 })
    await expectBooksAgree(ctx.db)
  })

  test('K37: the goods’ file counts as well, beside what else it says; a new product begins with what there is', async () => {
    const { db, take, undo, bolts, stock } = await shop()
    const name = withCells(await productFileText(db), { 管理番号: 'F-2' }, { 名前: '麻布', 在庫: '9' })
    // As where a row of the file was copied for it: its mark says what that one had.
    const copied = `v0123456789-${countMark({ cell: '3、2', mark: '0123456789' })}`
    const added = `${name}F-9,生地,新しい布,,,,,,,,,,,500,公開中,,,"3,2",${copied}\r\n`
    expect(rowsOfCsv(added).at(-1)).toMatchObject({ 名前: '新しい布', 価格: '500', 在庫: '3,2' })
    const id = await take(added)
    expect([await bolts('F-2'), await bolts('F-9')]).toEqual([['B2 9'], ['B1 3', 'B2 2']])
    expect(await undo(id)).toEqual({ ok: true, value: { undone: 2, left: 0 } })
    const names = await db
      .selectFrom('product')
      .select('name')
      .where('number', 'in', ['F-2', 'F-9'])
      .execute()
    expect(names).toEqual([{ name: '生地 F-2' }])
    expect([await bolts('F-2'), await stock('F-9')]).toEqual([['B1 5'], undefined])
    await expectBooksAgree(db)
  })

  test('K38: what was sold, cut or counted since the file was written is not counted, by name; an unpaid hold is no sale', async () => {
    const { db, ctx, owner, sell, cut, look, take, form, bolts } = await shop()
    await sell('before', 'F-2', 2)
    const text = saying(
      await countFileText(db),
      ['F-1', '7'],
      ['F-2', '4'],
      ['fed', '5'],
      ['K-1', '18'],
      ['old', '1'],
    )
    await sell('held', 'old', 1, 'held')
    await sell('sold', 'F-1', 4)
    await cut('before')
    await sellOut(ctx, owner, form('fed'))
    await receivePieces(ctx, owner, { ...form('K-1'), pieces: [{ units: 5, lengthCm: null, widthCm: null }] })
    const { rows, kinds, id } = await look(text)
    expect(kinds.slice(0, 5)).toEqual(['kept F-1', 'kept F-2', 'kept fed', 'kept K-1', 'changed old'])
    expect(rows[0]?.countProblem).toContain(
      '売れたか、ほかの画面で変わったため、数え直しません。いまは「7、4、3×2」です。',
    )
    const view = await fileView(db, id, 1)
    expect(view).toMatchObject({ uncounted: ['F-1', 'F-2', 'fed', 'K-1'], pages: 1, counts: { counted: 1 } })
    expect(view?.rows[0]).toMatchObject({ kind: 'kept', changes: [{ name: '在庫', after: '7' }] })
    await take(text)
    expect([await bolts('F-2'), await bolts('old')]).toEqual([['B1 3'], ['B2 0']])
    await expectBooksAgree(db)
  })

  test('K38: a row that does not say which shelf its file told of counts only what was not counted', async () => {
    const { db, look } = await shop()
    const text = unmarked(saying(await countFileText(db), ['F-1', '7'], ['F-3', '4']))
    const { rows, kinds } = await look(text)
    expect(kinds.filter((kind) => !kind.startsWith('same'))).toEqual(['kept F-1', 'changed F-3'])
    expect(rows[0]?.countProblem).toContain('「版」から分からない')
  })

  test('K38, N90: applyFile leaves out and names what was sold since the preview, and counts the rest', async () => {
    const { db, ctx, owner, look, sell, bolts, requestId } = await shop()
    const { id } = await look(saying(await countFileText(db), ['F-1', '7'], ['F-2', '4'], ['F-3', '2']))
    await sell('o1', 'F-1', 3)
    await receivePieces(ctx, owner, {
      ...{ requestId: requestId(), number: 'F-3', version: null },
      pieces: [{ units: 1, lengthCm: null, widthCm: null }],
    })
    expect(await applyFile(ctx, owner, { requestId: requestId(), id })).toMatchObject({ ok: true })
    expect([await bolts('F-1'), await bolts('F-2'), await bolts('F-3')]).toEqual([
      ['B1 7', 'B2 4', 'B3 0', 'B4 3'],
      ['B2 4'],
      ['B1 1'],
    ])
    const uncounted = (await fileView(db, id, 1))?.uncounted ?? []
    expect(leftByCount(uncounted)).toMatchObject([{ what: 'F-1、F-3' }])
    expect(leftByCount([])).toEqual([])
  })

  test('K39: an undo brings each bolt back under its label, with what the stock was; and behind it the file before', async () => {
    const { db, ctx, owner, sell, take, undo, form, bolts, stock } = await shop()
    await sell('o1', 'F-1', 4)
    await sellOut(ctx, owner, form('F-2'))
    await db
      .updateTable('stock')
      .set({ countedBy: 'feed', feedCell: '7、4', recount: 1 })
      .where('number', '=', 'F-1')
      .execute()
    const before = [await bolts('F-1'), await bolts('F-2')]
    const first = await take(saying(await countFileText(db), ['F-1', '7、6'], ['F-2', '3'], ['F-3', '2']))
    const between = await bolts('F-1')
    const second = await take(saying(await countFileText(db), ['F-1', '9'], ['F-3', '1']))
    expect(await undo(second)).toEqual({ ok: true, value: { undone: 2, left: 0 } })
    expect(await bolts('F-1')).toEqual(between)
    expect(await undo(first)).toEqual({ ok: true, value: { undone: 3, left: 0 } })
    expect([await bolts('F-1'), await bolts('F-2')]).toEqual(before)
    expect(await stock('F-1')).toMatchObject({
      countedBy: 'feed',
      feedCell: '7、4',
      recount: 1,
      mostUnits: 7,
    })
    expect([(await stock('F-2'))?.emptied === null, await stock('F-3')]).toEqual([false, undefined])
    await expectBooksAgree(db)
  })

  test('K39, K33: cloth that was found against the count is found again', async () => {
    const { db, ctx, sell, take, undo } = await shop()
    await sell('o1', 'F-2', 4)
    await db.updateTable('stockClaim').set({ pieceId: null }).execute()
    await db.updateTable('stockPiece').set({ units: 5, leftUnits: 5 }).where('number', '=', 'F-2').execute()
    await inTransaction(ctx, (trx) => markFound(trx, ctx, { orderId: 'o1', position: 0 }))
    const found = () => db.selectFrom('foundFabric').selectAll().execute()
    const before = await found()
    const id = await take(saying(await countFileText(db), ['F-2', '6']))
    expect([before.length, (await found()).length]).toEqual([1, 0])
    await undo(id)
    expect(await found()).toEqual(before)
  })

  test('K39, N90: undoFile leaves out and names what was sold or counted since', async () => {
    const { db, ctx, owner, sell, take, undo, form, bolts } = await shop()
    await sell('paying', 'old', 1, 'held')
    const id = await take(
      saying(await countFileText(db), ['F-1', '9'], ['F-2', '8'], ['K-1', '18'], ['old', '1']),
    )
    await sell('o1', 'F-1', 4)
    await stopCounting(ctx, owner, form('K-1'))
    await inTransaction(ctx, (trx) => releaseClaims(trx, ctx, owner, 'paying'))
    expect(await changedByHand(db, id)).toEqual(['F-1', 'K-1'])
    expect(await undo(id)).toEqual({ ok: true, value: { undone: 2, left: 2 } })
    expect([await bolts('F-1'), await bolts('F-2'), await bolts('old')]).toEqual([
      ['B5 5'],
      ['B1 5'],
      ['B1 2'],
    ])
    expect((await fileView(db, id, 1))?.byHand).toEqual(['F-1', 'K-1'])
    await expectBooksAgree(db)
  })

  test('K37, N44: a cell that cannot be read is a row to mend, and of the feed’s fabrics nothing but the stock is taken', async () => {
    const { db, look } = await shop()
    const problems = async (text: string) =>
      (await look(text)).rows.filter(({ kind }) => kind === 'bad').map((row) => row.problems)
    const text = await countFileText(db)
    expect(await problems(saying(text, ['F-1', 'たくさん']))).toEqual([
      expect.stringContaining('在庫：「7、4、3×2」'),
    ])
    expect(await problems(saying(text, ['K-1', '3.5m']))).toEqual([expect.stringContaining('在庫：点数を')])
    expect(await problems(withCells(text, { 管理番号: 'fed' }, { 名前: '別の名' }))).toEqual([
      expect.stringContaining('商品の表で直します'),
    ])
    expect(await problems('管理番号,名前\nfed,生地 fed\n')).toHaveLength(1)
    await db.updateTable('product').set({ name: '表が変えた' }).where('number', '=', 'fed').execute()
    expect(await problems(saying(text, ['fed', '4']))).toEqual([])
  })
})
