import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { acts, actWords, toldActs } from '~/brought-by-features.server.ts'
import { machineDate } from '~/kernel/dates.ts'
import { ok } from '~/kernel/result.ts'
import type { AppContext } from '~/server/app-context.ts'
import { actOnce } from '~/server/audit.ts'
import { inChunks } from '~/server/database/engine.ts'
import { type Doing, defineSeveral } from '~/server/desk-act.ts'
import { contextForTests, onBothEngines } from '../../../tests/support/database-for-tests.ts'
import { deskPersonForTests } from '../../../tests/support/desk-person-for-tests.ts'
import { orderRowForTests } from '../../../tests/support/order-row.ts'
import { turnsWhile } from '../../../tests/support/turns.ts'
import { namesOfEntry } from '../shop/news-and-collaborations/desk.rules.ts'
import { settingFields } from '../shop/settings/parts.rules.ts'
import { type LogAsked, type LogFilter, lastActs, logPage, namesInLog } from './log.queries.server.ts'
import * as rules from './log.rules.ts'
import { mostInFold, subjectText } from './log.rules.ts'

const changesOf = (before: unknown, after: unknown, act = '') =>
  rules.changesOf(toldActs, { act, before, after })
const isUnchanged = (before: unknown, after: unknown) =>
  rules.isUnchanged(toldActs, { act: '', before, after })

test('only what differs is told, with moments as the desk shows them and long texts cut', () => {
  const at = Date.UTC(2026, 10, 22, 18, 51)
  expect(changesOf({ since: at, message: 'a', x: 1 }, { message: 'b', x: 1, y: { z: [1] } })).toEqual([
    { name: 'はじめ', before: '11/23（月）3:51', after: '' },
    { name: 'お知らせ', before: 'a', after: 'b' },
    { name: 'y', before: '', after: '{"z":[1]}' },
  ])
  expect(changesOf(undefined, 'あ'.repeat(300))).toEqual([
    { name: '', before: '', after: `${'あ'.repeat(200)}…` },
  ])
  expect(changesOf(undefined, undefined)).toEqual([])
})

test('what was done with money is told in words, without names of the machine', () => {
  expect(
    changesOf(
      { reviewReason: 'not-listed', arrivedAt: null },
      {
        settled: 'checked',
        refunded: 3_800,
        cancelled: true,
        parts: [{ part: 'lines', position: 0, units: 1 }],
        return: 'arrived',
        carrier: 'yamato',
        mail: false,
        on: ['K7P4-9WXD:0:cut'],
        off: [],
      },
    ).map(({ name, before, after }) => `${name}：${before}→${after}`),
  ).toEqual([
    '確認すること：支払い済みの注文ですが、決済サービスの一覧に支払いが見つかりません。→',
    '片づけ方：→確かめました',
    '返金：→3,800円',
    '配送会社：→ヤマト',
    'お客様へのメール：→送らない',
    '付けた印：→1個',
  ])
})

test('a price is told in one way, however it was typed; a form that was saved as it lay says that it changed nothing', () => {
  const prices = (before: string, after: string) => changesOf({ priceText: before }, { priceText: after })
  expect(prices('520円', '530')).toEqual([{ name: '価格', before: '520円', after: '530円' }])
  expect(prices('1,530円', '1530')).toEqual([])
  expect(prices('時価', '0')).toEqual([{ name: '価格', before: '時価', after: '0円' }])
  for (const act of ['product.save', ''])
    expect(changesOf({ level: 'beginner' }, { level: 'other', place: 'first' }, act)).toEqual([
      { name: 'レベル', before: '初級', after: 'その他' },
      { name: '順番', before: '', after: 'いちばん前' },
    ])
  expect(isUnchanged({ name: 'a', priceText: '530円' }, { name: 'a', priceText: '530' })).toBe(true)
  expect(isUnchanged({ name: 'a' }, { name: 'b' })).toBe(false)
  // What keeps nothing tells by its name what it did.
  expect(isUnchanged(undefined, { return: 'id' })).toBe(false)
  expect(isUnchanged({ number: 'F-1' }, { number: 'F-1' })).toBe(false)
})

test('every act of an order has its words', () => {
  const acts = ['refund', 'transfer', 'return', 'return-arrived', 'return-not-arrived', 'return-withdrawn']
  for (const act of acts) expect(actWords[`order.${act}`]).toBeDefined()
  expect(actWords['payment.refund']).toBeDefined()
  expect(actWords['packing.tick']).toBeDefined()
})

test('N111: a subject is told in words, an unknown one as it is', () => {
  expect(subjectText(toldActs, 'order:id', 'K7P4-9WXD')).toBe('注文 K7P4-9WXD')
  expect(subjectText(toldActs, 'shop', null)).toBe('お店')
  expect(subjectText(toldActs, 'settings:fees', null)).toBe('お店の設定 送料とキット')
  expect(subjectText(toldActs, 'news:0199-aa', null)).toBe('お知らせ')
  expect(subjectText(toldActs, 'payment:pi_3QxK', null)).toBe('注文のない支払い')
  expect(subjectText(toldActs, 'member:0199-aa', null)).toBe('会員')
  const lifted = { before: { name: '花子', reason: '宣伝のため' }, after: undefined }
  expect(subjectText(toldActs, 'member:0199-aa', null, lifted)).toBe('会員 花子')
  expect(changesOf(lifted.before, lifted.after, 'member.lift')).toEqual([
    { name: '理由', before: '宣伝のため', after: '' },
  ])
  expect(subjectText(toldActs, 'device:0199-aa', null)).toBe('端末')
  expect(subjectText(toldActs, 'thing:a:b', null)).toBe('thing a:b')
})

test('N1: what the desk changes of products, stock, lists and settings is told in the owner’s words', () => {
  const product = [
    'name',
    'reading',
    'description',
    'priceText',
    'status',
    'pictures',
    'place',
    'position',
    'source',
  ]
  const stock = ['pieces', 'claimed', 'product', 'bolt', 'counts', 'label']
  const settings = settingFields.map(({ name }) => name)
  for (const name of [
    ...product,
    ...stock,
    ...namesOfEntry('news'),
    ...namesOfEntry('collaborations'),
    ...settings,
  ])
    expect(changesOf({}, { [name]: 'x' }), name).toEqual([
      { name: expect.stringMatching(/^(?:freee：)?[^a-z]*(?:URL)?$/), before: '', after: 'x' },
    ])
  expect(changesOf({ counts: false, source: 'feed' }, { counts: true, source: 'own' })).toEqual([
    { name: '在庫', before: '数えられない', after: '数えられる' },
    { name: 'どこの商品', before: '商品の一覧', after: 'お店の画面' },
  ])
})

test('N1: every kind of subject that an act or a command gives has its word', () => {
  const written = globSync('app/features/**/*commands.server.ts')
    .map((file) => readFileSync(file, 'utf8'))
    .filter((text) => text.includes('actOnce'))
    .flatMap((text) => [...text.matchAll(/\bsubject: `([\w-]+):\$/g)].map(([, kind = '']) => kind))
  const kinds = [...acts.flatMap(({ act }) => act.subject).map(({ kind }) => kind), ...written]
  expect(new Set(kinds).size).toBeGreaterThan(9)
  expect(kinds.filter((kind) => subjectText(toldActs, `${kind}:x`, null).startsWith(kind))).toEqual([])
})

const pageOfLog = (ctx: Pick<AppContext, 'db'>, filter: LogFilter, asked: Partial<LogAsked> = {}) =>
  logPage(ctx.db, filter, toldActs, { sort: null, direction: 'asc', page: 1, size: 50, ...asked })

const write = (ctx: AppContext, requestId: string, act: string, subject: string) =>
  actOnce(ctx, { kind: 'owner' }, act, { requestId, content: subject }, String, async () =>
    ok({ answer: '', subject }),
  )

onBothEngines('N1: the log of the desk', (open) => {
  const start = async (acts: number) => {
    const ctx = contextForTests((await open()).db)
    const packer = deskPersonForTests(ctx, { role: 'packer', name: '佐藤' })
    await ctx.db
      .insertInto('orders')
      .values(orderRowForTests('o', { orderNumber: 'K7P4-9WXD' }))
      .execute()
    for (let at = 0; at < acts; at += 1) {
      // Some share a timestamp and are sorted by id.
      if (at % 3 === 0) ctx.advance(1)
      const isOfOrder = at % 2 === 0
      await actOnce(
        ctx,
        isOfOrder ? packer : { kind: 'owner' },
        isOfOrder ? 'order.ship' : 'shop.open',
        { requestId: `r${at}`, content: at },
        String,
        async () => ok({ answer: '', subject: isOfOrder ? 'order:o' : 'shop', after: { at } }),
      )
    }
    const page = (filter: LogFilter = {}, asked: Partial<LogAsked> = {}) => pageOfLog(ctx, filter, asked)
    return { page, ctx }
  }

  test('is read to its end, newest first, nothing twice and nothing left out', async () => {
    const { page } = await start(125)
    const seen: string[] = []
    const lengths: number[] = []
    for (let at = 1, pages = 1; at <= pages; at += 1) {
      const read = await page({}, { page: at })
      seen.push(...read.rows.map(({ changes }) => changes[0]?.after ?? ''))
      lengths.push(read.rows.length)
      pages = read.pages
      expect([read.found, read.older]).toEqual([{ count: 125, isMore: false }, null])
    }
    expect(lengths).toEqual([50, 50, 25])
    expect(new Set(seen).size).toBe(125)
    const groups = seen.map((at) => Math.floor(Number(at) / 3))
    expect(groups).toEqual(groups.toSorted((a, b) => b - a))
  })

  test('N138: is narrowed by act, by person, by day, by product and by the number of an order, however it is typed', async () => {
    const { page, ctx } = await start(4)
    const acts = async (filter: LogFilter) => (await page(filter)).rows.map(({ act }) => act)
    const [shipped, opened] = ['発送済みにしました', '営業中に戻しました']
    expect(await acts({ act: 'shop.open' })).toEqual([opened, opened])
    expect(await acts({ order: 'ｋ7p4 9wxd' })).toEqual([shipped, shipped])
    expect(await page({ order: 'AAAA-AAAA' })).toMatchObject({ rows: [], older: null, noOrder: true })
    expect(await acts({ before: 'nonsense' })).toHaveLength(4)
    expect(await acts({ who: '佐藤' })).toEqual([shipped, shipped])
    expect(await acts({ who: 'お店のコンピューター' })).toEqual([opened, opened])
    expect(await acts({ who: 'お店のコンピューター', act: 'order.ship' })).toEqual([])
    expect(await acts({ order: 'K7P4-9WXD', act: 'shop.open' })).toEqual([])
    expect(await namesInLog(ctx.db)).toEqual(['お店のコンピューター', '佐藤'])
    const today = machineDate(ctx.now()) ?? ''
    const tomorrow = machineDate(ctx.now() + 86_400_000) ?? ''
    expect(await acts({ from: today, to: today })).toHaveLength(4)
    expect([await acts({ from: tomorrow }), await acts({ to: '2020-01-01' })]).toEqual([[], []])
    await write(ctx, 'one', 'product.save', 'product:F-1')
    expect(await acts({ product: 'Ｆ-1' })).toEqual(['商品の内容を保存しました'])
    expect(await acts({ product: 'F-1', order: 'K7P4-9WXD' })).toEqual([])
  })

  test('N138: is sorted by who did it and by what was done', async () => {
    const { page } = await start(4)
    const whos = async (direction: 'asc' | 'desc') =>
      (await page({}, { sort: 'who', direction })).rows.map(({ who }) => who.at(0))
    expect(await whos('asc')).toEqual(['お', 'お', '佐', '佐'])
    expect(await whos('desc')).toEqual(['佐', '佐', 'お', 'お'])
    const byAct = (await page({}, { sort: 'act', direction: 'asc' })).rows.map(({ act }) => act.at(0))
    expect(byAct).toEqual(['営', '営', '発', '発'])
    const byTime = (await page({}, { sort: 'at', direction: 'asc' })).rows.map(({ happenedAt }) => happenedAt)
    expect(byTime).toEqual(byTime.toSorted((a, b) => a - b))
  })

  test('N138: what one press did to several is one row, which names them; its own list tells each', async () => {
    const ctx = contextForTests((await open()).db)
    const several = defineSeveral({
      who: 'owner',
      form: () => ok({}),
      refusals: {},
      run: async ({ ctx: own, form: { requestId } }: Doing<object>) => {
        for (const at of Array.from({ length: 25 }).keys()) {
          ctx.advance(1)
          await write(own, `${requestId}:${at}`, 'product.save', `product:F-${at}`)
        }
        ctx.advance(1)
        return null
      },
    })
    const owner = deskPersonForTests(ctx, { role: 'owner', name: '山田' })
    await write(ctx, 'before', 'product.save', 'product:F-1')
    await several(ctx, owner, { requestId: 'press' })
    await write(ctx, 'after', 'shop.open', 'shop')
    const page = (filter: LogFilter = {}) => pageOfLog(ctx, filter)
    const { rows, found } = await page()
    expect(rows.map(({ count, press }) => [count, press])).toEqual([
      [1, null],
      [25, 'press'],
      [1, null],
    ])
    expect(found).toEqual({ count: 3, isMore: false })
    expect(rows[1]?.subjects.map(({ text }) => text)).toEqual(
      Array.from({ length: mostInFold }, (_, at) => `商品 F-${at}`),
    )
    expect((await page({ press: 'press' })).rows.map(({ count }) => count)).toEqual(Array(25).fill(1))
    // Of a filter that only one of its rows has, the row is that one.
    expect((await page({ product: 'F-7' })).rows.map(({ count, press }) => [count, press])).toEqual([
      [1, null],
    ])
    // A press whose newest row was told by the window before is not told again.
    const middle = await ctx.db
      .selectFrom('audit')
      .select(['happenedAt', 'id'])
      .where('requestId', '=', 'press:12')
      .executeTakeFirstOrThrow()
    const later = await page({ before: `${middle.happenedAt}-${middle.id}` })
    expect(later.rows.map(({ count }) => count)).toEqual([1])
  })

  test('N138: of a long log the newest thousand are counted, and what is older follows in order', async () => {
    const ctx = contextForTests((await open()).db)
    const rows = Array.from({ length: 5_000 }, (_, at) => ({
      ...{ id: `row-${String(at).padStart(5, '0')}`, requestId: `r${at}`, contentHash: '', happenedAt: at },
      ...{ actorId: null, actorName: '', actorRole: 'machine' as const, subject: 'shop', answer: 'null' },
      ...{ act: at % 2 === 0 ? 'packing.tick' : 'shop.open', before: null, after: null },
    }))
    for (const some of inChunks(rows)) await ctx.db.insertInto('audit').values(some).execute()
    const first = await pageOfLog(ctx, {})
    expect([first.found, first.pages]).toEqual([{ count: 1_000, isMore: true }, 20])
    expect(first.rows[0]?.happenedAt).toBe(4_999)
    const next = await pageOfLog(ctx, { before: first.older ?? '' })
    expect(next.found).toEqual({ count: 1_000, isMore: true })
    expect(next.rows[0]?.happenedAt).toBe(2_999)
    const last = await pageOfLog(ctx, { before: next.older ?? '' })
    expect([last.found, last.rows[0]?.happenedAt]).toEqual([{ count: 500, isMore: false }, 999])
    expect(last.older).toBeNull()
    // Looked through in portions, between which others are served.
    const turns = await turnsWhile(() => pageOfLog(ctx, { act: 'shop.open', who: '佐藤' }))
    expect(turns).toBeGreaterThan(0)
  })

  test('ticks of packing hide nothing else: they are shown to whoever asks for them', async () => {
    const ctx = contextForTests((await open()).db)
    for (const [at, act] of ['order.refund', ...Array(40).fill('packing.tick')].entries())
      await actOnce(ctx, { kind: 'owner' }, act, { requestId: `r${at}`, content: at }, String, async () =>
        ok({ answer: '', subject: 'packing' }),
      )
    const acts = async (act: string) => (await pageOfLog(ctx, { act })).rows.map((row) => row.act)
    expect(await acts('')).toEqual(['返金しました'])
    expect(await acts('packing.tick')).toHaveLength(40)
  })

  test('names who did it, and the order', async () => {
    const { page, ctx } = await start(2)
    const told = [
      ['お店のコンピューター', 'お店', null],
      ['佐藤（発送係）', '注文 K7P4-9WXD', 'K7P4-9WXD'],
    ]
    const { rows } = await page()
    expect(rows.map(({ who, subjects: [one] }) => [who, one?.text, one?.order])).toEqual(
      expect.arrayContaining(told),
    )
    const last = await lastActs(ctx.db, toldActs, 6)
    expect(last.map(({ who, text, order }) => [who, text, order])).toEqual(expect.arrayContaining(told))
  })
})
