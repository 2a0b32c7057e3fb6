import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { acts, actWords, toldActs } from '~/brought-by-features.server.ts'
import { ok } from '~/kernel/result.ts'
import { actOnce } from '~/server/audit.ts'
import { contextForTests, onBothEngines } from '../../../tests/support/database-for-tests.ts'
import { deskPersonForTests } from '../../../tests/support/desk-person-for-tests.ts'
import { orderRowForTests } from '../../../tests/support/order-row.ts'
import { namesOfEntry } from '../shop/news-and-collaborations/desk.rules.ts'
import { settingFields } from '../shop/settings/parts.rules.ts'
import { logPage } from './log.queries.server.ts'
import * as rules from './log.rules.ts'
import { subjectText } from './log.rules.ts'

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
      { name: expect.stringMatching(/^[^a-z]*(?:URL)?$/), before: '', after: 'x' },
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
    const page = (parts: object = {}) =>
      logPage(ctx.db, { act: '', order: '', before: '', ...parts }, toldActs)
    return { page }
  }

  test('is read to its end, newest first, nothing twice and nothing left out', async () => {
    const { page } = await start(65)
    const seen: string[] = []
    const lengths: number[] = []
    for (let before: string | null = ''; before !== null; ) {
      const read = await page({ before })
      seen.push(...read.entries.map(({ changes }) => changes[0]?.after ?? ''))
      lengths.push(read.entries.length)
      before = read.next
    }
    expect(lengths).toEqual([30, 30, 5])
    expect(new Set(seen).size).toBe(65)
    const groups = seen.map((at) => Math.floor(Number(at) / 3))
    expect(groups).toEqual(groups.toSorted((a, b) => b - a))
  })

  test('is narrowed by act and by the number of an order, however it is typed', async () => {
    const { page } = await start(4)
    const acts = async (parts: object) => (await page(parts)).entries.map(({ act }) => act)
    expect(await acts({ act: 'shop.open' })).toEqual(['営業中に戻しました', '営業中に戻しました'])
    expect(await acts({ order: 'ｋ7p4 9wxd' })).toEqual(['発送済みにしました', '発送済みにしました'])
    expect(await page({ order: 'AAAA-AAAA' })).toEqual({ entries: [], next: null, noOrder: true })
    expect(await acts({ before: 'nonsense' })).toHaveLength(4)
  })

  test('ticks of packing hide nothing else: they are shown to whoever asks for them', async () => {
    const ctx = contextForTests((await open()).db)
    for (const [at, act] of ['order.refund', ...Array(40).fill('packing.tick')].entries())
      await actOnce(ctx, { kind: 'owner' }, act, { requestId: `r${at}`, content: at }, String, async () =>
        ok({ answer: '', subject: 'packing' }),
      )
    const acts = async (act: string) =>
      (await logPage(ctx.db, { act, order: '', before: '' }, toldActs)).entries.map((entry) => entry.act)
    expect(await acts('')).toEqual(['返金しました'])
    expect(await acts('packing.tick')).toHaveLength(30)
  })

  test('names who did it, and the order', async () => {
    const { page } = await start(2)
    const { entries } = await page()
    expect(entries.map(({ who, subject, order }) => [who, subject, order])).toEqual(
      expect.arrayContaining([
        ['お店のコンピューター', 'お店', null],
        ['佐藤（発送係）', '注文 K7P4-9WXD', 'K7P4-9WXD'],
      ]),
    )
  })
})
