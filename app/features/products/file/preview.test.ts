import fc from 'fast-check'
import { expect, test } from 'vitest'
import { putProducts } from '~/features/products/commands.server.ts'
import { eachFact } from '~/features/products/fabric-facts.rules.ts'
import { facts } from '~/features/products/fields.rules.ts'
import { type CsvRow, csvOf, rowsOfCsv } from '../../../../tests/support/csv-file.ts'
import { contextForTests, onBothEngines } from '../../../../tests/support/database-for-tests.ts'
import { deskPersonForTests } from '../../../../tests/support/desk-person-for-tests.ts'
import { orderRowForTests } from '../../../../tests/support/order-row.ts'
import { fabricForTests } from '../../../../tests/support/sample-products.ts'
import { applyFile } from './apply.commands.server.ts'
import { cellsOf, columns, dataColumns, headingOf } from './columns.rules.ts'
import { previewFile } from './preview.commands.server.ts'
import { fileProducts, productFileText } from './queries.server.ts'
import { cellsIn, rowsOfFile } from './stored-files.queries.server.ts'
import { undoFile } from './undo.commands.server.ts'

const hour = 60 * 60_000

onBothEngines('what a preview promises', (open) => {
  const start = async () => {
    const { db } = await open()
    const ctx = contextForTests(db)
    const owner = deskPersonForTests(ctx)
    let forms = 0
    const requestId = () => `form ${++forms}`
    const look = async (text: string) => {
      ctx.advance(hour)
      const seen = await previewFile(ctx, owner, { bytes: Buffer.from(text), name: 'a.csv', replaces: false })
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
    const put = (...products: Parameters<typeof fabricForTests>[0][]) =>
      db.transaction().execute((trx) =>
        putProducts(
          trx,
          1,
          products.map((product) => fabricForTests(product)),
        ),
      )
    return { db, ctx, look, take, undo, put }
  }

  test('N44: a word with blanks about it is that word', async () => {
    const { db, take } = await start()
    await take('管理番号,種類,名前,価格,公開\nF-1,生地 ,布,100, 公開中　\n')
    expect(await db.selectFrom('product').select(['type', 'status']).execute()).toEqual([
      { type: 'fabric', status: '公開中' },
    ])
  })

  test('N104, N41: a number of a kit’s fabrics that no fabric has is a row to mend; what stands already stays, and what the file brings counts', async () => {
    const { db, look, take, put } = await start()
    const kit = { level: 'beginner', fabricSize: '', fabricNumbers: 'F-1\nX-9', createdAt: null } as const
    await put(
      { number: 'F-1' },
      { number: 'F-3' },
      { number: 'K-1', type: 'kit', kit },
      { number: 'K-3', type: 'kit', kit },
    )
    const rows = (...lines: readonly string[]) =>
      `管理番号,種類,名前,価格,公開,使う布の番号\n${lines.join('\n')}\n`
    const problems = async (text: string) =>
      (await look(text)).rows.flatMap((row) => row.problems).filter((problem) => problem !== '')
    const noFabric = (number: string) =>
      `使う布の番号：「${number}」の生地はありません。番号を確かめてください。`
    for (const unknown of ['F-9999', 'K-3', 'f-3'])
      expect(await problems(`管理番号,使う布の番号\nK-1,F-1、X-9、${unknown}\n`), unknown).toEqual([
        noFabric(unknown),
      ])
    expect(await problems(rows('K-2,キット,袋,900,公開中,F-1 X-9'))).toEqual([noFabric('X-9')])
    await take(
      rows(
        'K-1,キット,生地 K-1,330,公開中,X-9、F-3　F-2',
        'F-2,生地,麻,100,公開中,',
        'K-2,キット,袋,900,公開中,F-2',
      ),
    )
    const stored = await db.selectFrom('kit').select(['number', 'fabricNumbers']).orderBy('number').execute()
    expect(stored).toMatchObject([
      { number: 'K-1', fabricNumbers: 'X-9\nF-3\nF-2' },
      { number: 'K-2', fabricNumbers: 'F-2' },
      { number: 'K-3' },
    ])
    await put({ number: 'F 5' })
    expect(await problems(rows('F 6,生地,麻,100,公開中,', 'F 5,生地,麻,100,公開中,'))).toEqual([
      '新しい商品の管理番号に、空白は使えません。',
    ])
    // A kit of the file is no fabric.
    expect(await problems(rows('K-1,キット,生地 K-1,330,公開中,K-4', 'K-4,キット,袋,900,公開中,'))).toEqual([
      noFabric('K-4'),
    ])
  })

  test.each(['#REF!', '#N/A', '#NAME?', 'Loading...'])(
    'P36: %s in any cell of a file is a row to mend, and nothing of the file counts',
    async (error) => {
      const { ctx, look, put, db } = await start()
      await put({ number: 'F-1', name: '布' })
      const row: CsvRow = {
        管理番号: 'F-1',
        種類: '生地',
        名前: '麻',
        よみ: 'あさ',
        色: '赤',
        素材: '麻',
        巾: '110cm',
        厚さ: '薄',
        説明: '続き',
        価格: '100',
        公開: '公開中',
        順番: '1',
        写真: '/Image/a.jpg',
      }
      const allHeadings = columns.map(headingOf)
      for (const heading of allHeadings) {
        const { rows, id } = await look(csvOf(allHeadings, [{ ...row, [heading]: error }]))
        expect(rows, heading).toMatchObject([{ kind: 'bad' }])
        expect(JSON.stringify(rows[0]?.problems), heading).toContain(`${heading}が表計算のエラー「${error}」`)
        const owner = deskPersonForTests(ctx)
        expect(await applyFile(ctx, owner, { requestId: ctx.newId(), id })).toEqual({
          ok: false,
          error: 'bad',
        })
      }
      const several = csvOf(allHeadings, [{ ...row, 写真: `/Image/a.jpg\n${error}` }])
      expect((await look(several)).kinds).toEqual(['bad F-1'])
      expect(await db.selectFrom('product').select('name').execute()).toEqual([{ name: '布' }])
    },
  )

  test('N44: of all columns of a fabric an empty cell leaves kind, state and place as they are', async () => {
    const { look, put, db } = await start()
    const description = '【藍】綿100%、巾110cm、厚さ普通。説明'
    await put({
      number: 'F-1',
      source: 'own',
      reading: 'ぬの',
      description,
      ...eachFact((name) => `${facts[name].name}1`),
      text: '説明',
      imageUrl: 'https://a.example/1.jpg',
    })
    const [row = {}] = rowsOfCsv(await productFileText(db))
    const filled = dataColumns.map(headingOf).filter((heading) => row[heading] !== '')
    expect(filled).toHaveLength(dataColumns.length - 3)
    const left: string[] = []
    for (const heading of filled.filter((each) => each !== '管理番号')) {
      const { kinds } = await look(csvOf(['管理番号', heading], [{ 管理番号: 'F-1', [heading]: '' }]))
      if (kinds[0] === 'same F-1') left.push(heading)
    }
    expect(left).toEqual(['種類', '公開', '順番'])
  })

  test('N44: a description that holds its facts is told as the page will read it, and once', async () => {
    const { look, take } = await start()
    const text = '管理番号,名前,価格,説明\nF-1,布,100,"【赤】綿100%、巾110cm。続き"\n'
    const { rows } = await look(text)
    expect(cellsIn(rows[0]?.after ?? null)).toMatchObject({
      colour: '赤',
      material: '綿100%',
      width: '110cm',
      text: '続き',
    })
    await take(text)
    expect((await look(text)).kinds).toEqual(['same F-1'])
  })

  test('P35: the price of a fabric whose list has lost it is compared with what it was sold at', async () => {
    const { db, look, put } = await start()
    await put({ number: 'F-1', source: 'own', priceText: '時価' })
    const lost = { number: 'F-1', priceText: '時価', price: null, formerPrice: 660, keptAt: null }
    await db.insertInto('heldPrice').values(lost).execute()
    expect((await look('管理番号,価格\nF-1,66')).rows).toMatchObject([{ kind: 'changed', waits: 1 }])
    expect((await look('管理番号,価格\nF-1,500')).rows).toMatchObject([{ kind: 'changed', waits: 0 }])
  })

  test('N42: two new numbers that differ in their case alone are one, and an order’s number is no new product', async () => {
    const { db, look, put } = await start()
    await put({ number: 'K-9', source: 'own' }, { number: 'k-9', source: 'own' })
    const twice = await look('管理番号,名前,価格\nF-9,布,100\nf-9,布,100\n')
    expect(twice.rows.map(({ kind, problems }) => [kind, problems])).toEqual([
      ['bad', '2行目と同じ管理番号です。'],
      ['new', ''],
    ])
    // Numbers from before this rule are left alone.
    expect((await look(await productFileText(db))).kinds).toEqual(['same K-9', 'same k-9'])
    await db.insertInto('orders').values(orderRowForTests('o1')).execute()
    const line = { orderId: 'o1', position: 0, type: 'fabric', name: '布', description: '' } as const
    await db
      .insertInto('orderLine')
      .values({ ...line, unitPrice: 1, number: 'OLD-1', quantity: 1, free: 0, imageUrl: null })
      .execute()
    for (const number of ['OLD-1', 'old-1'])
      expect((await look(`管理番号,名前,価格\n${number},布,100`)).kinds).toEqual([`bad ${number}`])
  })

  test('N45: a product with eight photographs goes out on one line, and an empty column without a heading is none', async () => {
    const { db, look, put } = await start()
    const moreImages = [2, 3, 4, 5, 6, 7, 8].map((at) => `https://a.example/${at}.jpg`).join('\n')
    await put({ number: 'F-1', source: 'own', imageUrl: 'https://a.example/1.jpg', moreImages })
    const lines = (await productFileText(db)).trim().split('\n')
    expect(lines).toHaveLength(2)
    expect((await look(lines.map((line) => `${line.trim()},`).join('\n'))).kinds).toEqual(['same F-1'])
  })

  test('N46: of two files the later one is undone first, and then the earlier one', async () => {
    const { db, take, undo, put } = await start()
    await put({ number: 'F-1', name: '前', source: 'own' })
    const names = async () =>
      (await db.selectFrom('product').select('name').orderBy('number').execute()).map(({ name }) => name)
    const first = await take('管理番号,名前,価格\nF-1,一,\nF-2,新,100\n'.replace('一,', '一,660'))
    const second = await take('管理番号,名前\nF-1,二\nF-2,二\n')
    expect(await names()).toEqual(['二', '二'])
    expect(await undo(second)).toEqual({ ok: true, value: { undone: 2, left: 0 } })
    expect(await names()).toEqual(['一', '新'])
    expect(await undo(first)).toEqual({ ok: true, value: { undone: 2, left: 0 } })
    expect(await names()).toEqual(['前'])
  })

  test('N46: what was done between two files is not undone with the earlier one', async () => {
    const { db, ctx, take, undo, put } = await start()
    await put({ number: 'F-1', name: '前', source: 'own' })
    const first = await take('管理番号,名前\nF-1,一\n')
    ctx.advance(hour)
    await put({ number: 'F-1', name: '画面で', source: 'own' })
    await db.updateTable('product').set({ updatedAt: ctx.now() }).execute()
    const second = await take('管理番号,名前\nF-1,二\n')
    expect(await undo(second)).toMatchObject({ value: { undone: 1 } })
    expect(await undo(first)).toEqual({ ok: true, value: { undone: 0, left: 1 } })
    expect(await db.selectFrom('product').select('name').execute()).toEqual([{ name: '画面で' }])
  })

  test('N44, N45: what is told of a row is what is stored, and the same file tells of nothing more', async () => {
    const { db, ctx, look, take } = await start()
    const untidy = (text: string) =>
      fc.constantFrom(text, ` ${text}`, `${text}　`, `${text}\n`, text.replaceAll('1', '１'))
    const any = (...texts: string[]) => fc.constantFrom(...texts).chain(untidy)
    const fabric = fc.record({
      name: any('帆布', '=1+1', '0012', 'ｶﾞ布', '布?', '〜－', '"引"'),
      reading: any('はんぷ', 'ﾊﾝﾌﾟ', ''),
      colour: any('', '藍', '1-2'),
      width: any('', '110cm'),
      text: any('', '説明', '一\r\n二', '【赤】の布', '綿100%、巾110cm。続き', '。', '-3割'),
      price: fc.constantFrom('660', '1,200円', '７００'),
      status: any('', '公開中', '下書き', '掲載終了'),
      position: any('', '1', '-3', '07'),
      pictures: any('', 'https://a.example/1.jpg', '/Image/1.jpg、/Image/b.jpg'),
    })
    const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`
    const fileOf = (row: Readonly<Record<string, string>>) => {
      const names = dataColumns.filter((column) => column in row)
      const cells = names.map((column) => quoted(row[column] ?? ''))
      return `管理番号,${names.map(headingOf).join(',')}\r\nF-1,${cells.join(',')}\r\n`
    }
    await fc.assert(
      fc.asyncProperty(fabric, fabric, async (one, two) => {
        await db.deleteFrom('product').execute()
        await db.deleteFrom('heldPrice').execute()
        for (const text of [fileOf(one), fileOf(two)]) {
          const { rows } = await look(text)
          const told = cellsIn(rows[0]?.after ?? null)
          if (told === null) continue
          await take(text)
          const [product] = await fileProducts(db)
          const held = product?.heldPrice == null ? {} : { price: told.price }
          const position = told.position === '' ? { position: '' } : {}
          expect(product && { ...cellsOf(product), ...held, ...position }).toEqual(told)
          expect((await look(text)).kinds).toEqual(['same F-1'])
          expect((await look(await productFileText(db))).kinds).toEqual(['same F-1'])
          ctx.advance(hour)
        }
      }),
      { numRuns: 15 },
    )
  })
})
