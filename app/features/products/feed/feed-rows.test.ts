import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { noFacts } from '~/features/products/fabric-facts.rules.ts'
import { parseListing } from '~/features/products/form.server.ts'
import { allFabrics } from '~/features/products/listing.rules.ts'
import { productNumber, readingOf } from '~/features/products/rules.ts'
import { parsePrice } from '~/kernel/money.ts'
import { anyCharacter } from '../../../../tests/support/any-character.ts'
import { feedRow } from '../../../../tests/support/feed-server.ts'
import { parseList, readRows } from './feed-rows.server.ts'
import { problemText, rowToCorrect } from './problem.texts.ts'

const reasonsOf = async (list: readonly unknown[]) =>
  (await readRows(list)).problems.map(({ row, managementNumber, reason }) => [row, managementNumber, reason])

describe('a feed’s rows', () => {
  test('become products in the list’s order, trimmed, with numbers as text', async () => {
    const { products, problems } = await readRows([
      feedRow(101, {
        name: '　麻の葉\u0007 藍 ',
        price: '１，２００円',
        description: 'a\r\nb',
        reading: 'ｱｻﾉﾊ',
      }),
      feedRow('Ａ－２', { description: null, imageUrl: undefined, status: ' 公開中 ' }),
    ])
    expect(problems).toEqual([])
    expect(products).toEqual([
      {
        number: '101',
        name: '麻の葉  藍',
        reading: 'アサノハ',
        description: 'a\nb',
        ...noFacts,
        text: 'a\nb',
        priceText: '１，２００円',
        imageUrl: '/Image/cloth.svg',
        moreImages: '',
        status: '公開中',
        position: 0,
      },
      expect.objectContaining({ number: 'A-2', description: '', imageUrl: '', position: 1 }),
    ])
  })

  test('P28: have more pictures, as a list or in one cell, without those that cannot be shown', async () => {
    const all = '/Image/a.jpg\nhttps://shop.example/b.jpg'
    const many = Array.from({ length: 12 }, (_, at) => `/Image/${at}.jpg`)
    const { products, problems } = await readRows([
      feedRow(1, { moreImageUrls: ['/Image/a.jpg', 'https://shop.example/b.jpg', null, 'x', 3] }),
      feedRow(2, {
        moreImageUrls: ' /Image/a.jpg、https://shop.example/b.jpg\n/etc/x https://www.icloud.com/y ',
      }),
      feedRow(3, { moreImageUrls: '/Image/a.jpg,https://shop.example/b.jpg' }),
      feedRow(4, { moreImageUrls: null }),
      feedRow(5, { moreImageUrls: many }),
    ])
    expect(problems).toEqual([])
    expect(products.map(({ moreImages }) => moreImages)).toEqual([
      all,
      all,
      all,
      '',
      many.slice(0, 8).join('\n'),
    ])
  })

  test.each(['#REF!', '#N/A', '#NAME?', 'Loading...'])(
    'P36: an error of the sheet is a row to mend in any field, and never a name on sale: %s',
    async (error) => {
      const { products, problems, bad } = await readRows([
        feedRow(1, { name: error }),
        feedRow(error),
        feedRow(3, { status: error }),
        feedRow(4, { price: error }),
        feedRow(5, { description: error }),
        feedRow(6, { reading: error }),
        feedRow(7, { stock: error }),
        feedRow(8, { imageUrl: error }),
        feedRow(9, { moreImageUrls: `/Image/a.jpg\n${error}` }),
        feedRow(10, { moreImageUrls: ['/Image/a.jpg', error] }),
        feedRow(11, { status: '下書き', name: error }),
      ])
      expect(problems.map(({ row, reason, detail }) => [row, reason, detail])).toEqual([
        [2, 'name is an error of the sheet', error],
        [3, 'managementNumber is an error of the sheet', error],
        [4, 'status is an error of the sheet', error],
        [5, 'price is an error of the sheet', error],
        [6, 'description is an error of the sheet', error],
        [7, 'reading is an error of the sheet', error],
        [8, 'stock is an error of the sheet', error],
        [9, 'imageUrl is an error of the sheet', error],
        [10, 'moreImageUrls is an error of the sheet', error],
        [11, 'moreImageUrls is an error of the sheet', error],
      ])
      expect(bad).toBe(3)
      expect(products.map(({ number }) => number)).toEqual(['4', '5', '6', '7', '8', '9', '10'])
      // The cell of the stock stays what nobody can read: an empty one would end a count.
      expect(products.find(({ number }) => number === '7')).toMatchObject({ stock: error })
      expect(JSON.stringify(products.map((product) => ({ ...product, stock: '' })))).not.toContain(error)
      expect(products.map(({ moreImages }) => moreImages).slice(-2)).toEqual(['/Image/a.jpg', '/Image/a.jpg'])
      for (const problem of problems)
        expect(rowToCorrect(problem)).toMatchObject({ field: expect.stringMatching(/./), cell: error })
    },
  )

  test('P28: a blank or Japanese in an address of more pictures does not cut it', async () => {
    const cell = 'https://shop.example/布 1.jpg https://shop.example/50%.jpg'
    const { products } = await readRows([feedRow(1, { moreImageUrls: cell })])
    expect(products).toMatchObject([
      { moreImages: 'https://shop.example/布 1.jpg\nhttps://shop.example/50%.jpg' },
    ])
  })

  test('P5: bad ones are left out and told with the row of the owner’s sheet, whose headings are row 1; the others stay', async () => {
    const list = [
      feedRow(1),
      'a text',
      null,
      feedRow(2, { managementNumber: undefined }),
      feedRow(3, { name: ' ' }),
      feedRow(4, { status: undefined }),
      feedRow(5, { price: { yen: 330 } }),
      feedRow(6, { managementNumber: 'x'.repeat(65) }),
      feedRow(7),
      feedRow(8, { name: '\u3164' }),
    ]
    expect(await reasonsOf(list)).toEqual([
      [3, null, 'not a row'],
      [4, null, 'not a row'],
      [5, null, 'managementNumber is missing'],
      [6, '3', 'name is missing'],
      [7, '4', 'status is missing'],
      [8, '5', 'a field is neither text nor number'],
      [9, 'x'.repeat(64), 'managementNumber cannot be used'],
      [11, '8', 'name is missing'],
    ])
    expect(await readRows(list)).toMatchObject({
      rows: 10,
      bad: 8,
      products: [{ number: '1' }, { number: '7' }],
    })
  })

  test('P5: of rows with one number the first wins, however it is written', async () => {
    const list = [
      feedRow('A-1', { name: '一' }),
      feedRow('Ａ-1 ', { name: '二' }),
      feedRow('A-1', { status: '非公開' }),
    ]
    expect((await readRows(list)).products).toMatchObject([{ number: 'A-1', name: '一' }])
    expect(await reasonsOf(list)).toEqual([[3, 'Ａ-1', 'managementNumber stands twice']])
  })

  test('S2: nothing is called shipping', async () => {
    expect(await reasonsOf([feedRow('shipping'), feedRow('ＳＨＩＰＰＩＮＧ')])).toEqual([
      [2, 'shipping', 'managementNumber cannot be used'],
      [3, 'ＳＨＩＰＰＩＮＧ', 'managementNumber cannot be used'],
    ])
  })

  test('P1: unpublished and empty rows are left out and are no problem', async () => {
    const empty = { managementNumber: '', name: '', description: ' ', price: null, imageUrl: '', status: '' }
    const list = [feedRow(1, { status: '非公開' }), feedRow(2, { status: '', name: '' }), empty, {}]
    expect(await readRows(list)).toEqual({ products: [], problems: [], rows: 2, bad: 0, almost: 0 })
  })

  test('P1, P26: what is wrong with the other cells of an unpublished row does not matter', async () => {
    const unpublished = feedRow(1, { status: '非公開', price: true })
    expect(await readRows([unpublished])).toMatchObject({ problems: [], rows: 1, bad: 0 })
    expect(await reasonsOf([feedRow(2, { price: true }), feedRow(3, { status: true })])).toEqual([
      [2, '2', 'a field is neither text nor number'],
      [3, '3', 'a field is neither text nor number'],
    ])
  })

  test('C9: ranges and unclear prices are kept as 価格確認中 and told', async () => {
    const prices = ['500円〜800円', '', '時価', -500, 0, 330.5, '50cm 660円', undefined, 1e21]
    const { products, problems, bad } = await readRows(prices.map((price, at) => feedRow(at, { price })))
    expect(products.map(({ priceText }) => parsePrice(priceText))).toEqual(prices.map(() => null))
    expect(problems.map(({ reason }) => reason)).toEqual(prices.map(() => 'price is not certain'))
    expect(bad).toBe(0)
  })

  test.each([
    '公開',
    '公開中。',
    '公開 中',
    '「公開中」',
    '公開中\u200b',
    '公開中！',
    '公開中です',
    '公開済み',
    '公開しています',
    '公開中（セール）',
    '公開中2',
    '公閧中',
    '公中開',
    '公中',
    '公開申',
  ])('a status of %j is not shown, and told as almost 公開中', async (status) => {
    const list = [feedRow(1, { status }), feedRow(2)]
    const read = await readRows(list)
    expect(read).toMatchObject({ rows: 2, bad: 0, almost: 1, products: [{ number: '2' }] })
    expect(read.problems).toMatchObject([
      { row: 2, managementNumber: '1', reason: 'status is almost 公開中', detail: status.trim() },
    ])
  })

  test.each([
    '非公開',
    '未公開',
    '公開前',
    '公開中止',
    '公開中断',
    '公開後',
    '非公開中',
    '公開終了',
    '公開予定',
    '準備中',
    '下書き',
    '【下書き】',
    '販売終了',
    '休業中',
    'ＤＲＡＦＴ',
    'sold-out',
    '-',
    'ー',
    '×',
  ])('N102: a status of %j means not shown, and nothing is told', async (status) => {
    expect(await readRows([feedRow(1, { status })])).toMatchObject({
      almost: 0,
      problems: [],
      products: [],
    })
  })

  test.each(['うってる', '販売中', '中', '○', 'OK', '公開前です', '販売終了（春）'])(
    'N102, P1: a status of %j is neither on sale nor known, and told once for all its rows',
    async (status) => {
      const list = [
        feedRow(1, { status: '非公開' }),
        feedRow(2, { status }),
        feedRow(3),
        feedRow(4, { status: ` ${status}　`, price: true }),
        feedRow(5, { status }),
      ]
      const { problems, ...read } = await readRows(list)
      // P26: they are neither broken nor almost on sale.
      expect(read).toMatchObject({ rows: 5, bad: 0, almost: 0, products: [{ number: '3' }] })
      expect(problems.map(({ raw: _, ...problem }) => problem)).toEqual([
        { row: 3, managementNumber: null, reason: 'status is another word', detail: status, rows: 3 },
      ])
      expect(problems.map(rowToCorrect)).toMatchObject([
        { row: 3, rows: 3, field: '状態', cell: '', sentence: expect.stringContaining('掲載していません') },
      ])
      expect(problems.map(problemText)[0]).toMatch(
        new RegExp(`^3行目ほか：「${status}」の行 3件は掲載していません。`),
      )
    },
  )

  test('N102: of very many words twenty are told by name, the others together, and other rows to mend stay', async () => {
    const words = Array.from({ length: 25 }, (_, at) => feedRow(at, { status: `言葉${at}` }))
    const { problems } = await readRows([
      ...words,
      feedRow(30, { name: '' }),
      feedRow(31, { status: '言葉24' }),
    ])
    expect(problems).toHaveLength(22)
    expect(problems.slice(19, 22)).toMatchObject([
      { row: 21, detail: '言葉19', rows: 1 },
      { row: 22, managementNumber: null, reason: 'status is one of further words', detail: null, rows: 6 },
      { row: 27, reason: 'name is missing' },
    ])
    expect(problemText(problems[20] ?? expect.fail())).toContain('22行目ほか：ほかの言葉の行 6件も')
  })

  test.each([' 公開中', '公開中　', '公開中\n', '公開中'])('a status of %j is shown', async (status) => {
    expect(await readRows([feedRow(1, { status })])).toMatchObject({ problems: [], products: [{}] })
  })

  test('a share link becomes a picture, a link to a page becomes the logo, and http is told', async () => {
    const id = '1I1vdwg3U3OJ2Zs0PshPc9wVIC19IMNNa'
    const pictures = [
      `https://drive.google.com/file/d/${id}/view?usp=sharing`,
      'https://photos.app.goo.gl/abc',
      'http://shop.example/a.jpg',
      'https://shop.example/a.jpg',
    ]
    const { products, problems } = await readRows(pictures.map((imageUrl, at) => feedRow(at, { imageUrl })))
    expect(products.map(({ imageUrl }) => imageUrl)).toEqual([
      `https://drive.google.com/thumbnail?id=${id}&sz=w1200`,
      '',
      'http://shop.example/a.jpg',
      'https://shop.example/a.jpg',
    ])
    expect(problems.map(({ row, reason, detail }) => [row, reason, detail])).toEqual([
      [3, 'imageUrl leads to a page', 'https://photos.app.goo.gl/abc'],
      [4, 'imageUrl is not https', 'http://shop.example/a.jpg'],
    ])
  })

  test('too long texts are cut, a picture that cannot be shown is told', async () => {
    const list = [feedRow(1, { name: '布'.repeat(5_000) }), feedRow(2, { imageUrl: '//evil.example/a.png' })]
    const { products } = await readRows(list)
    expect(products[0]?.name).toBe(`${'布'.repeat(200)}…`)
    expect(await reasonsOf(list)).toEqual([
      [2, '1', 'text was cut'],
      [3, '2', 'imageUrl cannot be used'],
    ])
  })

  test('a row is kept as it came for the owner, at most 500 characters of it', async () => {
    const { problems } = await readRows([feedRow(1, { name: '', description: 'あ'.repeat(900) })])
    expect(problems[0]?.raw.length).toBe(500)
    expect(problems[0]?.raw).toMatch(/^{"managementNumber":1,"name":""/)
  })

  test('never throw, and give only products that either database and an address can hold', async () => {
    const field = fc.oneof(
      fc.constantFrom('公開中', 'shipping', '１２', '', '\u0000', '\uD800', '\uFFFD', '__proto__'),
      fc.string({ unit: anyCharacter }),
      // About the longest number (64), price (100), name (200), raw row (500) and description (2,000).
      fc
        .tuple(
          fc.constantFrom('あ', 'a', '7'),
          fc.constantFrom(64, 100, 200, 500, 2_000),
          fc.integer({ min: -1, max: 1 }),
        )
        .map(([letter, length, beside]) => letter.repeat(length + beside)),
      fc.double(),
      fc.anything(),
    )
    const row = fc.oneof(
      fc.record(
        {
          managementNumber: field,
          name: field,
          description: field,
          price: field,
          imageUrl: field,
          status: fc.oneof({ weight: 3, arbitrary: fc.constant('公開中') }, { weight: 1, arbitrary: field }),
        },
        { requiredKeys: [] },
      ),
      fc.anything(),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(row, { maxLength: 30 }), async (list) => {
        const { products, problems, rows, bad } = await readRows(list)
        expect(new Set(products.map(({ number }) => number)).size).toBe(products.length)
        for (const { number, name, reading = '', description, priceText } of products) {
          expect(readingOf(reading)).toBe(reading)
          // One more for the … of what was cut.
          expect([...name].length).toBeLessThanOrEqual(201)
          expect([...description].length).toBeLessThanOrEqual(2_001)
          expect(productNumber(number)).toBe(number)
          for (const text of [number, name, description, priceText])
            expect(text).toMatch(/^[^\0\uFFFD\p{Cs}]*$/u)
          expect(parseListing(new URLSearchParams({ name }), 6)).toEqual({ ...allFabrics(6), name })
        }
        for (const { row: at, raw } of problems) {
          expect(at).toBeGreaterThanOrEqual(2)
          expect(raw).toMatch(/^[^\0]{0,500}$/)
        }
        expect(bad).toBeLessThanOrEqual(rows)
      }),
      { numRuns: 300 },
    )
  })

  test('nested without end, they are one bad row', async () => {
    const text = `[${'['.repeat(200_000)}${']'.repeat(200_000)}]`
    expect(await readRows(parseList(text) ?? [])).toMatchObject({ bad: 1, products: [] })
  })
})

describe('a feed’s body', () => {
  test('must be a list', () => {
    for (const text of ['{"items":[]}', '"[]"', 'null', '<html></html>', '[{"a":', '', '[1,]'])
      expect(parseList(text)).toBe(null)
    expect(parseList('[]')).toEqual([])
    expect(parseList('\ufeff[]')).toBe(null)
  })

  test('of more than 20,000 rows is none', () => {
    expect(parseList(JSON.stringify(Array(20_001).fill(0)))).toBe(null)
    expect(parseList(JSON.stringify(Array(20_000).fill(0)))).toHaveLength(20_000)
  })
})
