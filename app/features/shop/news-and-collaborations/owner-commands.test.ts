import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { putProducts } from '~/features/products/commands.server.ts'
import { heldPrices } from '~/features/products/feed/feed.queries.server.ts'
import { kitOfPage, listKits } from '~/features/products/kit.queries.server.ts'
import { allKits as firstKits } from '~/features/products/listing.rules.ts'
import { sellableProducts } from '~/features/products/queries.server.ts'
import { contextForTests, onBothEngines } from '../../../../tests/support/database-for-tests.ts'
import { ownerWords } from '../../../../tests/support/owner-words.ts'
import { fabricForTests } from '../../../../tests/support/sample-products.ts'
import { collaborations, newestNews } from './queries.server.ts'

const listsCommand = ownerWords('content')

const allKits = { ...firstKits(6), count: 600 }

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'content-'))
})
afterEach(() => rm(folder, { recursive: true }))

const fileOf = async (content: string | Uint8Array) => {
  const path = join(folder, 'file')
  await writeFile(path, content)
  return path
}

onBothEngines('npm run content', (open) => {
  const start = async () => {
    const { db } = await open()
    const ctx = { ...contextForTests(db), imagesDir: join(folder, 'images') }
    const load = async (kind: string, content: string | Uint8Array, ...options: string[]) =>
      listsCommand(ctx, ['load', kind, await fileOf(content), ...options])
    const run = (...words: string[]) => listsCommand(ctx, words)
    return { db, ctx, load, run }
  }

  test('a list is emptied by the word for it, never by a file without rows', async () => {
    const { db, ctx, load, run } = await start()
    await db.transaction().execute((trx) => putProducts(trx, 0, [fabricForTests({ number: 'F-1' })]))
    await load('kits', 'id,name,price\nK-1,巾着,880\nK-2,財布,880\n')
    await load('links', 'id,title\n1,コラボ\n')
    await load('news', 'id,date,title\n1,2026/4/1,春の布\n')
    const counts = async () => [
      (await listKits(db, allKits)).total,
      (await collaborations(db, Date.now())).length,
      (await newestNews(db, 9, Date.now())).length,
    ]
    for (const kind of ['kits', 'links', 'news'])
      expect(await load(kind, 'id,title\n', '--replace')).toEqual({
        lines: expect.arrayContaining([`すべて外すには: npm run content -- empty ${kind}`]),
        exitCode: 1,
      })
    expect((await load('news', 'id,titel\n1,2\n')).lines.join()).not.toContain('すべて外す')
    expect(await counts()).toEqual([2, 1, 1])
    for (const words of [
      ['empty'],
      ['empty', 'fabrics'],
      ['empty', 'kits', 'x'],
      ['empty', 'kits', '--replace'],
    ])
      expect((await run(...words)).exitCode).toBe(2)
    expect(await counts()).toEqual([2, 1, 1])
    expect(await run('empty', 'kits')).toEqual({
      lines: ['キットを2件外して、一覧を空にしました。'],
      exitCode: 0,
    })
    expect(await counts()).toEqual([0, 1, 1])
    await run('empty', 'links')
    expect(await counts()).toEqual([0, 0, 1])
    await run('empty', 'news')
    expect(await counts()).toEqual([0, 0, 0])
    expect(await db.selectFrom('product').select('number').execute()).toEqual([{ number: 'F-1' }])
    const inDemo = await listsCommand({ ...ctx, demo: true }, ['empty', 'news'])
    expect(inDemo.lines[1]).toContain('見本の内容が戻ります')
  })

  test('P28: a kit may name fabrics that go with it and more pictures, and what can be neither is told', async () => {
    const { db, load } = await start()
    const head = '番号,名前,価格,使う布の番号,ほかの画像'
    await load('kits', `${head}\nK-1,巾着,880,F-1、Ｆ-2、F-1,/Image/a.jpg https://shop.jp/b.jpg\n`)
    expect(await kitOfPage(db, 'K-1')).toMatchObject({
      fabricNumbers: ['F-1', 'F-2'],
      pictures: ['/Image/logo.svg', '/Image/a.jpg', 'https://shop.jp/b.jpg'],
    })
    const bad = await load('kits', `${head}\nK-2,財布,880,shipping,/etc/x\n`)
    expect(bad.exitCode).toBe(1)
    for (const fault of ['使う布の番号に', 'ほかの画像は']) expect(bad.lines.join()).toContain(fault)
    await load('kits', '番号,名前,価格\nK-1,巾着,880\n')
    expect(await kitOfPage(db, 'K-1')).toMatchObject({ fabricNumbers: [], pictures: ['/Image/logo.svg'] })
  })

  test('N104: a number of a kit’s fabrics that no fabric has is told and kept, for the list may come later', async () => {
    const { db, load } = await start()
    await db.transaction().execute((trx) => putProducts(trx, 0, [fabricForTests({ number: 'F-1' })]))
    const file = '番号,名前,価格,使う布の番号\nK-1,巾着,880,F-1、F-9999\n'
    const told = '「巾着」（番号 K-1）の使う布「F-9999」は、いまお店の生地にありません。'
    const isTold = async () => (await load('kits', file)).lines.filter((line) => line.includes('使う布'))
    expect(await isTold()).toEqual([expect.stringContaining(told)])
    expect(await kitOfPage(db, 'K-1')).toMatchObject({ fabricNumbers: ['F-1', 'F-9999'] })
    await db.updateTable('product').set({ number: 'F-9999' }).where('number', '=', 'F-1').execute()
    expect(await isTold()).toEqual([expect.stringContaining('「F-1」')])
  })

  test('loading kits without --replace leaves the others, which stay for sale', async () => {
    const { db, load } = await start()
    await load('kits', 'id,name,price,level\nK-1,巾着,880,初級\nK-2,財布,990,初級\n')
    expect(await load('kits', 'id,name,price,level\nK-2,長財布,1200,初級\nK-3,帽子,700,初級\n')).toEqual({
      lines: ['キットを2件読み込みました。'],
      exitCode: 0,
    })
    const products = await sellableProducts(db, ['K-1', 'K-2', 'K-3'])
    expect([...products.values()].map(({ number, name, price }) => [number, name, price]).sort()).toEqual([
      ['K-1', '巾着', 880],
      ['K-2', '長財布', 1200],
      ['K-3', '帽子', 700],
    ])
    expect((await listKits(db, allKits)).total).toBe(3)
  })

  test('P35, N44: a price that changes too much waits, and is told; a draft’s and a gift’s do not', async () => {
    const { db, load } = await start()
    await load('kits', 'id,name,price\nK-1,巾着,2860\nK-2,財布,880\nK-3,贈り物,0\nK-4,下書き,880\n')
    await db.updateTable('product').set({ status: '下書き' }).where('number', '=', 'K-4').execute()
    const { lines } = await load(
      'kits',
      'id,name,price\nK-1,巾着,286\nK-2,財布,980\nK-3,贈り物,500\nK-4,下書き,88\n',
    )
    expect(lines.filter((line) => line.includes('お確かめいただくまで'))).toEqual([
      '「巾着」（番号 K-1）の価格は、お確かめいただくまで2860円のままです（ファイルでは286円）。よければ: npm run feed -- accept K-1',
    ])
    const prices = await db.selectFrom('product').select(['number', 'price']).orderBy('number').execute()
    expect(prices.map(({ price }) => price)).toEqual([2860, 980, 500, 88])
    expect(await heldPrices(db)).toMatchObject([{ number: 'K-1', price: 286, formerPrice: 2860 }])
  })

  test('loads kits from a sheet with Japanese headings, and another one over them', async () => {
    const { db, load } = await start()
    const csv =
      '\uFEFF番号,名前,価格,レベル,布のサイズ,コメント,画像,登録日\r\nK-1,巾着キット,"1,200円",初級,50cm,"一行目\r\n二行目",,2026/4/2\r\nＫ-2,謎のキット,0,達人,,,,\r\n'
    expect(await load('kits', csv)).toEqual({
      lines: [
        'キットを2件読み込みました。',
        '「謎のキット」（番号 K-2）の価格は、お確かめいただくまで「価格確認中」です（ファイルでは0円）。よければ: npm run feed -- accept K-2',
        '3行目：「謎のキット」のレベルは「その他」になりました。',
      ],
      exitCode: 0,
    })
    expect((await listKits(db, allKits)).kits).toMatchObject([
      { number: 'K-1', price: 1200, level: 'beginner', description: '一行目\n二行目' },
      { number: 'K-2', price: null, level: 'other' },
    ])
    const again = 'id,name,price,level,createdAt\nK-2,新しい名前,550,advanced,2026/9/21 23:13:20\n'
    expect(await load('kits', again, '--replace')).toEqual({
      lines: ['キットを1件読み込みました。ファイルにない1件を外しました。'],
      exitCode: 0,
    })
    expect((await listKits(db, allKits)).kits).toMatchObject([
      { number: 'K-2', name: '新しい名前', price: 550, createdAt: 1_790_000_000_000 },
    ])
  })

  test('names every bad row and then changes nothing', async () => {
    const { db, load } = await start()
    await load('kits', 'id,name,price\nK-9,前からあるキット,500\n')
    const csv =
      'id,name,price,imageUrl,createdAt\nK-1,よい行,500,,\n,名なし,500,,\nK-2,,1.5,//evil.example/a,きのう\nK-1,同じ番号,500,,\nshipping,送料,500,,\n'
    const answer = await load('kits', csv, '--replace')
    expect(answer.exitCode).toBe(1)
    expect(answer.lines.map((line) => line.trim())).toEqual([
      '読み込みを中止しました。何も変更していません。直すところが7件あります。',
      '3行目：番号（id）がありません。',
      expect.stringContaining('4行目：名前がありません。'),
      expect.stringContaining('4行目：価格は'),
      expect.stringContaining('4行目：画像は'),
      expect.stringContaining('4行目：登録日は'),
      '5行目：番号「K-1」は2行目と同じです。',
      '6行目：この番号（id）は使えません。',
    ])
    expect((await listKits(db, allKits)).kits).toMatchObject([{ number: 'K-9' }])
  })

  test('C13: names each row whose number a fabric bears', async () => {
    const { db, load } = await start()
    await db
      .transaction()
      .execute((trx) =>
        putProducts(trx, 1, [fabricForTests({ number: 'A-1' }), fabricForTests({ number: 'A-2' })]),
      )
    const answer = await load('kits', 'id,name,price\nK-1,キット,500\nA-1,キット,500\nA-2,キット,500\n')
    expect(answer.lines.slice(1).map((line) => line.trim())).toEqual([
      '3行目：番号「A-1」は生地が使っています。',
      '4行目：番号「A-2」は生地が使っています。',
    ])
    expect((await listKits(db, allKits)).total).toBe(0)
  })

  test('C13: one run tells everything: too many columns, a fabric’s number, a number twice, bad cells', async () => {
    const { db, load } = await start()
    await db.transaction().execute((trx) => putProducts(trx, 1, [fabricForTests({ number: 'A-1' })]))
    const rows = 'K-1,よい行,500\nK-2,列が多い,1,200円\nＡ-1,生地,500\nK-3,,x\nA-1,,500\nK-3,二度目,500\n'
    const answer = await load('kits', `id,name,price\n${rows}`)
    expect(answer.exitCode).toBe(1)
    expect(answer.lines.map((line) => line.trim())).toEqual([
      '読み込みを中止しました。何も変更していません。直すところが8件あります。',
      expect.stringContaining('3行目：列が見出しより多くあります。'),
      '4行目：番号「A-1」は生地が使っています。',
      '5行目：名前がありません。',
      expect.stringContaining('5行目：価格は'),
      '6行目：名前がありません。',
      '6行目：番号「A-1」は4行目と同じです。',
      '6行目：番号「A-1」は生地が使っています。',
      '7行目：番号「K-3」は5行目と同じです。',
    ])
    expect((await listKits(db, allKits)).total).toBe(0)
  })

  test('a heading that is not known is told beside the rows, which miss no cell because of it', async () => {
    const { load } = await start()
    const answer = await load('news', 'id,日附,題名\nn1,2026/4/1,\u3164\nn2,2026/4/1,題\n')
    expect(answer.lines.slice(1).map((line) => line.trim())).toEqual([
      '1行目：「日附」という列はありません。使える列は id（番号）、date（日付）、title（題名、タイトル）、content（本文、内容） です。',
      '2行目：題名がありません。',
    ])
  })

  test('remarks on each picture that is not there yet, and loads nevertheless', async () => {
    const { db, ctx, load } = await start()
    await mkdir(ctx.imagesDir)
    await writeFile(join(ctx.imagesDir, 'there.jpg'), '')
    const kits =
      'K-1,巾着,500,/Image/kinchaku.jpg\nK-2,箱,500,/Image/there.jpg\nK-3,袋,500,https://a.example/b.jpg\nK-4,帯,500,\n'
    expect(await load('kits', `id,name,price,画像,レベル\n${kits.replaceAll('\n', ',初級\n')}`)).toEqual({
      lines: [
        'キットを4件読み込みました。',
        `2行目：「巾着」（番号 K-1）の画像 /Image/kinchaku.jpg がまだありません。画像のファイルを ${join(ctx.imagesDir, 'kinchaku.jpg')} に置いてください。`,
      ],
      exitCode: 0,
    })
    expect((await listKits(db, allKits)).total).toBe(4)
    expect(await load('links', 'id,題名,画像\n1,コラボ,Image/2026/a.jpg\n')).toEqual({
      lines: [
        'コラボを1件読み込みました。',
        `2行目：「コラボ」（番号 1）の画像 Image/2026/a.jpg がまだありません。画像のファイルを ${join(ctx.imagesDir, '2026', 'a.jpg')} に置いてください。`,
      ],
      exitCode: 0,
    })
  })

  test('P12: a collaboration’s links are https or nothing', async () => {
    const { db, load } = await start()
    const bad = await load(
      'links',
      'id,title,applyUrl,influencerUrl\n1,a,javascript:alert(1),http://a.example\n',
    )
    expect(bad.lines.slice(1)).toEqual([
      expect.stringContaining('2行目：申込みURL'),
      expect.stringContaining('2行目：インフルエンサーURL'),
    ])
    expect(await collaborations(db, Date.now())).toEqual([])
    const good = await load('links', 'id,題名,価格,applyUrl\n1,コラボ,3300,https://store.example/a\n')
    expect(good).toEqual({ lines: ['コラボを1件読み込みました。'], exitCode: 0 })
    expect(await collaborations(db, Date.now())).toMatchObject([
      { applyUrl: 'https://store.example/a', influencerUrl: null },
    ])
  })

  test('P15, P16: news keep their dates and their text as written; a date that cannot be read is remarked on', async () => {
    const { db, load } = await start()
    const csv = '番号,日付,題名,本文\nn1,2024年9月5日,題,<b>太字</b>\nn2,先日,題,\n'
    expect(await load('news', csv)).toEqual({
      lines: ['お知らせを2件読み込みました。', expect.stringContaining('3行目：日付「先日」')],
      exitCode: 0,
    })
    expect(await newestNews(db, 9, Date.now())).toMatchObject([
      { id: 'n1', date: '2024年9月5日', content: '<b>太字</b>' },
      { id: 'n2' },
    ])
  })

  test('reads Shift_JIS, as spreadsheets save it', async () => {
    const { db, load } = await start()
    const head = new TextEncoder().encode('id,date,title\nn1,2024/9/5,')
    await load('news', new Uint8Array([...head, 0x95, 0x7a]))
    expect(await newestNews(db, 9, Date.now())).toMatchObject([{ title: '布' }])
  })

  test.each([
    [[]],
    [['load']],
    [['load', 'fabrics', 'a.csv']],
    [['load', 'kits']],
    [['load', 'kits', 'a', 'b']],
  ])('words that are not understood get the usage: %j', async (args) => {
    const { ctx } = await start()
    const answer = await listsCommand(ctx, args)
    expect(answer.exitCode).toBe(2)
    expect(answer.lines.join()).toContain('npm run content')
  })

  test('a JSON file is answered with one sentence, and nothing changes', async () => {
    const { db, load } = await start()
    await load('news', 'id,date,title\nn1,2026/4/1,題\n')
    expect(await load('news', '[{"id":"n2","date":"2026/4/2","title":"題"}]', '--replace')).toEqual({
      lines: [
        '読み込みを中止しました。何も変更していません。直すところが1件あります。',
        '  JSONのファイルは読み込めません。表計算ソフトなどで、1行目に列の名前を書いたCSVにしてください。',
      ],
      exitCode: 1,
    })
    expect(await newestNews(db, 9, Date.now())).toMatchObject([{ id: 'n1' }])
  })

  test('a file that is not there is named', async () => {
    const { ctx } = await start()
    const missing = join(folder, 'missing.csv')
    expect(await listsCommand(ctx, ['load', 'news', missing])).toEqual({
      lines: [`ファイルを読めません：${missing}`],
      exitCode: 1,
    })
  })
})
