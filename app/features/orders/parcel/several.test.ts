import type { Kysely } from 'kysely'
import { expect, test } from 'vitest'
import type { Schema } from '#db/schema.ts'
import { ok, refused } from '~/kernel/result.ts'
import { contextForTests, onBothEngines } from '../../../../tests/support/database-for-tests.ts'
import { deskPersonForTests } from '../../../../tests/support/desk-person-for-tests.ts'
import { orderRowForTests } from '../../../../tests/support/order-row.ts'
import { countForTests } from '../../../../tests/support/stock-for-tests.ts'
import { saveTicks } from './commands.server.ts'
import { packedIn, ticksIn } from './form.server.ts'
import { packingPage, packingState, printPage } from './queries.server.ts'
import { mostPerPage, mostTicks, packingAsked } from './rules.ts'

const [first, second, third] = ['AAAA-2222', 'BBBB-2222', 'CCCC-2222'] as const

const addOrder = async (
  db: Kysely<Schema>,
  number: string,
  lines: readonly (readonly [number: string, quantity: number, type?: 'fabric' | 'kit'])[],
  parts: Parameters<typeof orderRowForTests>[1] = {},
) => {
  await db
    .insertInto('orders')
    .values(orderRowForTests(number, { paidAt: 1, ...parts }))
    .execute()
  for (const [position, [product, quantity, type = 'fabric']] of lines.entries())
    await db
      .insertInto('orderLine')
      .values({
        ...{ orderId: number, position, number: product, type, name: '布', description: '', unitPrice: 100 },
        ...{ quantity, free: 0, imageUrl: null, picture: null },
      })
      .execute()
}

const formWith = (fields: readonly (readonly [name: string, value: string])[]): FormData => {
  const form = new FormData()
  for (const [name, value] of fields) form.append(name, value)
  return form
}

const box = (order: string, position: number, step = 'packed') => `${order}:${position}:${step}`

test('N132: a tick for several that was changed without script stands for its boxes, and for none that was unticked alone', () => {
  const both = `${box(first, 0)} ${box(first, 1)}`
  const drawn = [`version:${first}`, '3'] as const
  const boxes = [`boxes:${first}`, '0 1'] as const
  const read = (fields: readonly (readonly [string, string])[]) => {
    const form = formWith([drawn, boxes, ...fields])
    const { added, removed } = ticksIn(form)
    return { added, removed, packed: packedIn(form).map(({ number }) => number) }
  }
  expect(read([['several:a', both]])).toEqual({
    added: [box(first, 0), box(first, 1)],
    removed: [],
    packed: [first],
  })
  const was = [0, 1].map((at) => [`was:${box(first, at)}`, 'on'] as const)
  const on = [0, 1].map((at) => [`tick:${box(first, at)}`, 'on'] as const)
  const were = ['were-several:a', both] as const
  expect(read([...was, ...on, were]), 'unticked').toEqual({
    added: [],
    removed: [box(first, 0), box(first, 1)],
    packed: [],
  })
  expect(read([...was, ...on, were, ['several:a', both]]), 'as it was').toEqual({
    added: [],
    removed: [],
    packed: [first],
  })
  expect(read([...was, ...on.slice(1), were, ['several:a', both]]), 'a box alone').toEqual({
    added: [],
    removed: [box(first, 0)],
    packed: [],
  })
  const half = [...was.slice(0, 1), ['several:a', both] as const]
  expect(read(half), 'unticked beside it').toEqual({
    added: [box(first, 1)],
    removed: [box(first, 0)],
    packed: [],
  })
  // That of the page stays ticked without script when one of its orders is unticked.
  const ofPage = `${both} ${box(second, 0)}`
  const page = [['were-several:all', ofPage] as const, ['several:all', ofPage] as const]
  expect(read([...was, ...on, ...page, were]).removed).toEqual([box(first, 0), box(first, 1)])
  expect(read([['several:a', 'x y:1 ../admin']]).added).toEqual([])
})

test('N133: a page has thirty orders, a hundred where its address says so or byProduct are shown', () => {
  const asked = (query: string) => packingAsked(new URLSearchParams(query))
  expect(asked('')).toEqual({ page: null, by: 'order', size: 30 })
  expect(asked('size=100&page=2')).toEqual({ page: '2', by: 'order', size: 100 })
  expect(asked('size=9999&by=x')).toEqual({ page: null, by: 'order', size: 30 })
  expect(asked('by=product')).toEqual({ page: null, by: 'product', size: 100 })
})

onBothEngines('several ticks', (open) => {
  const shop = async () => {
    const ctx = contextForTests((await open()).db, { demo: false })
    await addOrder(ctx.db, first, [
      ['F-2', 2],
      ['F-1', 7],
      ['A-1', 1, 'kit'],
    ])
    await addOrder(ctx.db, second, [['F-2', 5]])
    await addOrder(ctx.db, third, [['F-1', 3]], { shippedAt: 1 })
    return { ctx, owner: deskPersonForTests(ctx) }
  }
  const formOfTicks = (value: 'on' | 'off', keys: readonly string[]) =>
    formWith([['value', value], ...keys.map((key) => ['key', key] as const)])

  test('N132: the boxes of one press are one act, one row of the log, and are read by who has the page open', async () => {
    const { ctx, owner } = await shop()
    const press = async (requestId: string, value: 'on' | 'off', keys: readonly string[]) => {
      const read = await saveTicks.act.form?.({ form: formOfTicks(value, keys), at: {}, ctx })
      if (read?.ok !== true) return read
      return saveTicks(ctx, owner, { ...read.value, requestId })
    }
    const keys = [box(first, 0), box(first, 1), box(second, 0, 'cut'), box(first, 0), box(third, 0)]
    expect(await press('a', 'on', keys)).toEqual(
      ok({ saved: 3, refused: [{ number: third, why: 'shipped' }] }),
    )
    const ticks = async () => Object.keys((await packingState(ctx, owner, `${first},${second}`, '')).ticks)
    expect((await ticks()).sort()).toEqual([box(first, 0), box(first, 1), box(second, 0, 'cut')])
    const log = await ctx.db.selectFrom('audit').select(['act', 'after']).execute()
    expect(log.map(({ act }) => act)).toEqual(['packing.tick'])
    expect(await press('b', 'on', keys.slice(0, 1)), 'once more').toMatchObject({ ok: true })
    await press('of others', 'on', [box(first, 0, 'cut'), box(second, 0)])
    await press('c', 'off', [box(first, 0), box(second, 0, 'cut')])
    expect((await ticks()).sort()).toEqual([box(first, 0, 'cut'), box(first, 1), box(second, 0)].sort())
    const tooMany = Array.from({ length: mostTicks + 1 }, (_, at) => box(first, at))
    expect(await press('d', 'on', tooMany)).toEqual(refused('too-many'))
    expect(await press('e', 'on', tooMany.slice(1))).toMatchObject({ ok: true })
  })

  test('N132, K13: 裁った of all pieces of a cloth cuts each of them in the stock', async () => {
    const { ctx, owner } = await shop()
    await countForTests(ctx, 'F-2', [20])
    for (const [orderId, units] of [
      [first, 2],
      [second, 5],
    ] as const)
      await ctx.db
        .insertInto('stockClaim')
        .values({
          ...{ id: `claim ${orderId}`, orderId, position: 0, number: 'F-2', units, pieceId: null },
          ...{ state: 'promised' as const, claimedAt: 1 },
        })
        .execute()
    const states = async () =>
      (await ctx.db.selectFrom('stockClaim').select('state').orderBy('id').execute()).map(
        ({ state }) => state,
      )
    const both = [box(first, 0, 'cut'), box(second, 0, 'cut')]
    await saveTicks(ctx, owner, { requestId: 'a', on: both, off: [] })
    expect(await states()).toEqual(['cut', 'cut'])
    await saveTicks(ctx, owner, { requestId: 'b', on: [], off: both.slice(1) })
    expect(await states()).toEqual(['cut', 'promised'])
  })

  test('N133: the lines of a page by product are the same lines, fabrics first, the longest piece first', async () => {
    const { ctx } = await shop()
    const page = await packingPage(ctx, new URLSearchParams({ by: 'product' }))
    expect(page.byProduct.map(({ number, units, pieces }) => [number, units, pieces])).toEqual([
      ['F-1', 7, [{ order: first, line: '1' }]],
      [
        'F-2',
        7,
        [
          { order: second, line: '0' },
          { order: first, line: '0' },
        ],
      ],
      ['A-1', 1, [{ order: first, line: '2' }]],
    ])
    expect([page.size, page.orders.length]).toEqual([mostPerPage, 2])
    expect((await packingPage(ctx)).byProduct).toEqual([])
  })

  test('N133: a whole day stands on one page', async () => {
    const { ctx } = await shop()
    for (let at = 0; at < 59; at += 1)
      await addOrder(ctx.db, `XXXX-${'ABCDEFGHJK'[at % 10]}${'ABCDEFGHJK'[Math.floor(at / 10)]}22`, [
        ['F-3', 1],
      ])
    const size = async (query: Record<string, string>) => {
      const { orders, pages } = await packingPage(ctx, new URLSearchParams(query))
      return [orders.length, pages]
    }
    expect(await size({})).toEqual([30, 3])
    expect(await size({ size: '100' })).toEqual([61, 1])
  })

  test('N16: the pick list says from which bolt a piece is cut', async () => {
    const { ctx } = await shop()
    await countForTests(ctx, 'F-2', [20])
    const piece = await ctx.db.selectFrom('stockPiece').select(['id', 'label']).executeTakeFirstOrThrow()
    await ctx.db
      .insertInto('stockClaim')
      .values({
        ...{ id: 'claim', orderId: second, position: 0, number: 'F-2', units: 5, pieceId: piece.id },
        ...{ state: 'promised' as const, claimedAt: 1 },
      })
      .execute()
    const { picks } = await printPage(ctx, { page: null })
    expect(picks.flatMap(({ pieces }) => pieces.map(({ order, bolt }) => [order, bolt]))).toEqual([
      [first, null],
      [second, `反物 ${piece.label}`],
      [first, null],
      [first, null],
    ])
  })
})
