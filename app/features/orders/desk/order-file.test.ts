import iconv from 'iconv-lite'
import type { Insertable } from 'kysely'
import { expect, test } from 'vitest'
import type { OrdersTable } from '#db/schema.ts'
import { ok, refused } from '~/kernel/result.ts'
import { auditOf } from '~/server/audit.ts'
import { inChunks } from '~/server/database/engine.ts'
import { rowsOfCsv } from '../../../../tests/support/csv-file.ts'
import { contextForTests, onBothEngines } from '../../../../tests/support/database-for-tests.ts'
import { deskPersonForTests } from '../../../../tests/support/desk-person-for-tests.ts'
import { orderRowForTests } from '../../../../tests/support/order-row.ts'
import { inDays } from './found-orders.queries.server.ts'
import { exportOrders } from './order-file.commands.server.ts'
import { orderFileAgain, orderFileLength } from './order-file.queries.server.ts'
import { filterText, headingsOf, mostInFile, mostNamedInLog, orderFileFacts } from './order-file.rules.ts'
import type { OrderFilter } from './rules.ts'

const list: OrderFilter = { state: 'all', q: '', from: '', to: '', buyer: '', demo: false }
const [first, second] = ['AAAA-2222', 'BBBB-2222'] as const

onBothEngines('N120: orders in a file', (open) => {
  const shop = async () => {
    let now = Date.UTC(2026, 3, 1, 3)
    const ctx = contextForTests((await open()).db, { demo: false, now: () => now })
    const owner = deskPersonForTests(ctx)
    const packer = deskPersonForTests(ctx, { role: 'packer' })
    const add = async (number: string, parts: Partial<Insertable<OrdersTable>> = {}) => {
      await ctx.db.insertInto('orders').values(orderRowForTests(number, parts)).execute()
    }
    const line = async (orderId: string, position: number, name: string) => {
      await ctx.db
        .insertInto('orderLine')
        .values({
          ...{ orderId, position, number: `F-${position + 1}`, type: 'fabric', name, description: '' },
          ...{ unitPrice: 500, quantity: 2, free: 0, imageUrl: null, picture: null },
        })
        .execute()
    }
    const address = { recipient: '=鈴木', postalCode: '0600001', prefecture: '北海道', city: '札幌市' }
    await add(first, {
      ...{ customerName: '=1+1', customerEmail: 'a@example.com', customerPhone: '+819011112222' },
      ...{ shippingAddress: JSON.stringify({ ...address, line1: '北1"西2', line2: '' }), carrier: 'yamato' },
      ...{ tracking: '123456789012', shippedAt: now - 5_000, createdAt: now - 9_000, paidAt: now - 8_000 },
      ...{ subtotal: 2_000, shipping: 400, total: 2_400, acceptedAmount: 2_000 },
    })
    await line(first, 0, '布\u{20bb7}')
    await line(first, 1, '@木綿')
    await add(second, { createdAt: now - 10_000 })
    await add('practised', { practice: 1 })
    const form = (parts: Partial<Parameters<typeof exportOrders>[2]> = {}) => ({
      ...({ requestId: ctx.newId(), marked: null, filter: list, rows: 'orders', encoding: 'utf-8' } as const),
      ...parts,
    })
    const fileOf = async (parts: Parameters<typeof form>[0] = {}) => {
      const sent = form(parts)
      const written = await exportOrders(ctx, owner, sent)
      const file = await orderFileAgain(ctx, owner, sent.requestId)
      const text = iconv.decode(file?.bytes ?? Buffer.alloc(0), file?.encoding === 'utf-8' ? 'utf8' : 'cp932')
      return {
        written,
        file,
        rows: rowsOfCsv(text.replace(/^\uFEFF/, '')).map((row) => Object.entries(row).toReversed()),
      }
    }
    return {
      ctx,
      owner,
      packer,
      add,
      form,
      fileOf,
      later: (ms: number) => {
        now += ms
      },
    }
  }

  test('P23: a sign that Shift_JIS turns into a minus begins no formula either', async () => {
    const { ctx, fileOf } = await shop()
    await ctx.db.updateTable('orders').set({ customerName: '\u22121+1' }).execute()
    const { rows } = await fileOf({ encoding: 'shift_jis' })
    expect(rows[0]?.[4]?.[1]).toBe("'－1+1")
  })

  test('P23: a row an order or a row a line, without practice, and no cell is run as a formula', async () => {
    const { fileOf } = await shop()
    const { rows, file } = await fileOf()
    expect(file?.bytes.subarray(0, 3).toString('hex')).toBe('efbbbf')
    expect(rows[0]?.map(([name]) => name)).toEqual(headingsOf('orders'))
    expect(rows.map(([number]) => number?.[1])).toEqual([first, second])
    expect(rows[0]?.map(([, cell]) => cell)).toEqual([
      ...[first, '2026/4/1 11:59', '2026/4/1 11:59', '発送済み', "'=1+1", '09011112222', 'a@example.com'],
      ...["'=鈴木", '0600001', '北海道', '札幌市', '北1"西2', '', 'F-1 布\u{20bb7} ×2、F-2 @木綿 ×2'],
      ...[
        '4',
        '2000',
        '400',
        '2400',
        '2000',
        expect.any(String),
        '0',
        'ヤマト',
        '123456789012',
        '2026/4/1 11:59',
      ],
    ])
    const lines = (await fileOf({ rows: 'lines' })).rows
    expect(lines[0]?.map(([name]) => name)).toEqual(headingsOf('lines'))
    expect(lines.map((row) => row.slice(13, 21).map(([, cell]) => cell))).toEqual([
      ['1', 'F-1', '布\u{20bb7}', '500', '2', '1000', '4', '2000'],
      ['2', 'F-2', "'@木綿", '500', '2', '1000', '', ''],
    ])
  })

  test('Shift_JIS tells the signs that it lacks, and the orders that have them', async () => {
    const { ctx, fileOf, form, owner } = await shop()
    const { written, file } = await fileOf({ encoding: 'shift_jis' })
    expect(written).toMatchObject({
      value: { count: 2, lacking: { orders: [first], count: 1, signs: '\u{20bb7}' } },
    })
    expect(file?.encoding).toBe('shift_jis')
    expect(iconv.decode(file?.bytes ?? Buffer.alloc(0), 'cp932')).toContain('F-1 布? ×2、F-2 @木綿 ×2')
    const plain = await exportOrders(ctx, owner, form({ encoding: 'shift_jis', marked: [second] }))
    expect(plain).toMatchObject({ value: { count: 1, lacking: { count: 0, signs: '' } } })
  })

  test('N1, N3, N12: an owner who has just said who she is, and the log tells the filter, of marks and searches the orders', async () => {
    const { ctx, owner, packer, form, fileOf, later } = await shop()
    const away = { ...owner, confirmedAt: 0 }
    expect(await exportOrders(ctx, packer, form())).toEqual(refused('not-found'))
    expect(await exportOrders(ctx, away, form())).toEqual(refused('confirm'))
    expect(await auditOf(ctx.db, 'order-file')).toEqual([])
    const filter: OrderFilter = {
      ...list,
      state: 'shipped',
      from: '2026-03-01',
      narrow: { noted: '', prefecture: '北海道' },
    }
    const sent = form({ filter })
    expect(await exportOrders(ctx, owner, sent)).toMatchObject(ok({ count: 1 }))
    expect(await exportOrders(ctx, owner, sent), 'sent twice').toMatchObject(ok({ id: sent.requestId }))
    const [entry, ...more] = await auditOf(ctx.db, 'order-file')
    expect(more).toEqual([])
    expect(entry).toMatchObject({
      after: {
        ...{ count: 1, rows: 'orders', encoding: 'utf-8' },
        filter: { state: 'shipped', filters: { prefecture: '北海道', from: '2026-03-01' } },
      },
    })
    expect(
      filterText(
        entry === undefined ? '' : { state: 'shipped', filters: { noted: '1', from: '2026-03-01' } },
      ),
    ).toBe('発送済み・メモあり・から 2026-03-01')
    expect(orderFileFacts.orders.text([1, 2])).toBe('2件')
    expect(await orderFileAgain(ctx, owner, sent.requestId)).toBeDefined()
    for (const who of [packer, away]) expect(await orderFileAgain(ctx, who, sent.requestId)).toBeUndefined()
    expect(await orderFileAgain(ctx, owner, 'another')).toBeUndefined()
    const marked = await fileOf({ marked: [second, 'practised', 'ZZZZ-2222'] })
    expect(marked.rows.map(([number]) => number?.[1])).toEqual([second])
    const entries = await auditOf(ctx.db, 'order-file')
    expect(entries.map(({ after }) => after)).toContainEqual({
      ...{ count: 1, rows: 'orders', encoding: 'utf-8', orders: [second] },
    })
    later(11 * 60_000)
    expect(await orderFileAgain(ctx, owner, sent.requestId), 'ten minutes later').toBeUndefined()
  })

  test('N120: きょう is the day that she saw, also where the file is fetched after midnight', async () => {
    const { ctx, owner, add, form, later } = await shop()
    // 23:55 in Tokyo.
    later(Date.UTC(2026, 3, 1, 14, 55) - ctx.now())
    const filter: OrderFilter = { ...list, narrow: { period: 'today' } }
    await add('CCCC-2222', { createdAt: Date.UTC(2026, 2, 31, 14, 59) })
    const sent = form({ filter })
    const atDesk = { ...owner, confirmedAt: ctx.now() }
    expect(await exportOrders(ctx, atDesk, sent)).toMatchObject(ok({ count: 2 }))
    later(8 * 60_000)
    await add('DDDD-2222', { createdAt: ctx.now() - 60_000 })
    const text = iconv.decode(
      (await orderFileAgain(ctx, atDesk, sent.requestId))?.bytes ?? Buffer.alloc(0),
      'utf8',
    )
    expect([first, second, 'CCCC-2222', 'DDDD-2222'].map((number) => text.includes(number))).toEqual([
      ...[true, true, false, false],
    ])
    expect((await auditOf(ctx.db, 'order-file')).map(({ after }) => after)).toContainEqual(
      expect.objectContaining({
        filter: { state: 'all', filters: { from: '2026-04-01', to: '2026-04-01' } },
      }),
    )
    const of = (from: string, period: string) => inDays({ ...list, from, narrow: { period } }, ctx.now()).from
    expect([of('2026-04-01', 'month'), of('', '7days'), of('2026-03-01', 'month')]).toEqual([
      ...['2026-04-01', '2026-03-27', '2026-04-01'],
    ])
  })

  test('N120: the page says what a file leaves out, and of a search that it takes a thousand', async () => {
    const { ctx, add } = await shop()
    const length = (parts: Partial<Parameters<typeof orderFileLength>[1]>) =>
      orderFileLength(ctx, { marked: null, filter: list, ...parts })
    expect(await length({ marked: [second, 'practised', 'ZZZZ-2222'] })).toMatchObject({
      ...{ count: 1, isTooMany: false, leftOut: ['practised', 'ZZZZ-2222'] },
    })
    for (let at = 0; at <= mostNamedInLog; at += 1)
      await add(`many ${at}`, { customerEmail: 'a@example.com' })
    const filter = { ...list, buyer: first }
    expect(await length({ filter })).toMatchObject({ count: mostNamedInLog + 1, isTooMany: true })
    expect(await length({})).toMatchObject({ isTooMany: false, leftOut: [] })
  })

  test('nothing, and more than a file takes, are refused', async () => {
    const { ctx, owner, form } = await shop()
    expect(await exportOrders(ctx, owner, form({ marked: ['practised'] }))).toEqual(refused('nothing'))
    expect(await exportOrders(ctx, owner, form({ filter: { ...list, state: 'awaiting' } }))).toEqual(
      refused('nothing'),
    )
    const ids = Array.from({ length: mostInFile + 1 }, (_, at) => `many ${at}`)
    for (const some of inChunks(ids))
      await ctx.db
        .insertInto('orders')
        .values(some.map((id) => orderRowForTests(id)))
        .execute()
    expect(await exportOrders(ctx, owner, form())).toEqual(refused('too-many'))
    expect(await orderFileLength(ctx, { marked: null, filter: list })).toMatchObject({ isMore: true })
    const many = form({ marked: ids.slice(0, mostNamedInLog + 1) })
    expect(await exportOrders(ctx, owner, many)).toEqual(refused('too-many'))
  })
})
