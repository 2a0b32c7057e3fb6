import iconv from 'iconv-lite'
import { type Insertable, sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import type { SalesEntryTable } from '#db/schema.ts'
import { shopSettings } from '#settings'
import { ok, refused } from '~/kernel/result.ts'
import { auditOf } from '~/server/audit.ts'
import { inChunks } from '~/server/database/engine.ts'
import { rowsOfCsv } from '../../../../../tests/support/csv-file.ts'
import { contextForTests, onBothEngines } from '../../../../../tests/support/database-for-tests.ts'
import { deskPersonForTests } from '../../../../../tests/support/desk-person-for-tests.ts'
import { turnsWhile } from '../../../../../tests/support/turns.ts'
import { figuresOfMonth } from '../queries.server.ts'
import { exportSales } from './commands.server.ts'
import { isMonthOver, measuresOf, salesFileAgain } from './queries.server.ts'
import { freeeBytes, mostEntries, type SalesFile, salesFileSubject, salesFiles } from './rules.ts'

const month = '2026-03'

onBothEngines('M32: files of a month', (open) => {
  const shop = async () => {
    let now = Date.UTC(2026, 3, 1, 3)
    const ctx = contextForTests((await open()).db, { demo: false, now: () => now })
    const owner = deskPersonForTests(ctx)
    const packer = deskPersonForTests(ctx, { role: 'packer' })
    const row = (id: string, parts: Partial<Insertable<SalesEntryTable>> = {}) => ({
      ...({ id, cause: `sale:${id}`, turn: 0, kind: 'sale', takesBack: 0 } as const),
      ...{ day: `${month}-05`, ownDay: `${month}-05`, orderId: null, orderNumber: id, practice: 0, rate: 10 },
      ...{ amount: 1_400, tax: 127, shipping: 400, fee: 0, payout: 1_400, shippedOn: `${month}-05` },
      ...{ paidOn: `${month}-04`, paymentIntent: `pi_${id}`, writtenAt: now },
      ...parts,
    })
    const add = async (...rows: readonly Insertable<SalesEntryTable>[]) => {
      for (const some of inChunks(rows, 50)) await ctx.db.insertInto('salesEntry').values(some).execute()
    }
    await add(
      row('BBBB-2222', { day: `${month}-31` }),
      row('AAAA-2222'),
      row('CCCC-2222', { day: '2026-02-28' }),
      row('DDDD-2222', { day: '2026-04-01', orderNumber: 'DDDD-2222' }),
      row('practised', { practice: 1 }),
    )
    const written = async (of = month) => {
      const requestId = ctx.newId()
      return { requestId, answer: await exportSales(ctx, owner, { requestId, month: of }) }
    }
    const again = async (exportId: string, file: SalesFile = 'details', part = 1) => {
      const found = await salesFileAgain(ctx, owner, { exportId, file, part })
      if (found === 'not-booked') throw new Error('entries wait for their numbers')
      return found
    }
    return {
      ...{ ctx, owner, packer, add, row, written, again },
      later: (ms: number) => {
        now += ms
      },
    }
  }

  test('M33: a link of before entries had numbers gives each its own', async () => {
    const { ctx, written, again } = await shop()
    const { requestId } = await written()
    await ctx.db.updateTable('salesEntry').set({ number: null }).execute()
    const found = await again(requestId, 'moneyforward')
    const numbers = rowsOfCsv(found?.bytes.toString('utf8') ?? '').map((each) => each.取引No)
    expect(new Set(numbers)).toEqual(new Set(['2', '4']))
  })

  test('M51: a link books for two seconds at most and a press for twenty, they say so while entries wait, and go on where they were', async () => {
    const { ctx, owner, add, row, written, again } = await shop()
    const { requestId } = await written()
    await add(...Array.from({ length: 1_200 }, (_, at) => row(`more-${at}`)))
    await ctx.db.updateTable('salesEntry').set({ number: null }).execute()
    const unnumbered = async () =>
      (await ctx.db.selectFrom('salesEntry').select('id').where('number', 'is', null).execute()).length
    const before = await unnumbered()
    // The clock is read some twenty times a portion, of which there are five.
    let [passed, step] = [0, 150]
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => {
      passed += step
      return passed
    })
    try {
      const asked = { exportId: requestId, file: 'details', part: 1 } as const
      expect(await salesFileAgain(ctx, owner, asked)).toBe('not-booked')
      expect(await unnumbered()).toBeLessThan(before)
      step = 1_500
      expect(await exportSales(ctx, owner, { requestId: ctx.newId(), month })).toEqual(refused('not-booked'))
    } finally {
      clock.mockRestore()
    }
    expect(await again(requestId)).toMatchObject({ month })
    expect(await unnumbered()).toBe(0)
  })

  test('M51: a press whose time is over as the last entry is booked gives the files', async () => {
    const { ctx, owner, add, row, written } = await shop()
    await written()
    const { rows } = await ctx.db
      .selectFrom('salesEntry')
      .select((eb) => eb.fn.countAll<number>().as('rows'))
      .executeTakeFirstOrThrow()
    // As many as get their numbers at once.
    await add(...Array.from({ length: 300 - Number(rows) }, (_, at) => row(`more-${at}`)))
    await ctx.db.updateTable('salesEntry').set({ number: null }).execute()
    let passed = 0
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => {
      passed += 21_000
      return passed
    })
    try {
      const press = () => exportSales(ctx, owner, { requestId: ctx.newId(), month })
      expect(await press()).toMatchObject({ ok: true })
      const due = Array.from({ length: 41 }, (_, at) => ({ subject: `payment:gone ${at}` }))
      await ctx.db.insertInto('salesDue').values(due).execute()
      expect(await press(), 'one more than a portion takes').toEqual(refused('not-booked'))
    } finally {
      clock.mockRestore()
    }
  })

  test('each file has the month’s entries alone, by day, without practice', async () => {
    const { written, again } = await shop()
    const { requestId, answer } = await written()
    expect(answer).toEqual(ok({ id: requestId, rows: 2, freeeParts: 1, lacking: [] }))
    for (const file of salesFiles) {
      const found = await again(requestId, file)
      const text = iconv.decode(found?.bytes ?? Buffer.alloc(0), file === 'yayoi' ? 'cp932' : 'utf8')
      expect(text.match(/[A-Z]{4}-2222(?=,|-S|\r)/g)?.[0], file).toBe('AAAA-2222')
      expect(text, file).toContain('BBBB-2222')
      for (const other of ['CCCC', 'DDDD', 'practised']) expect(text, file).not.toContain(other)
    }
    const details = await again(requestId)
    const rows = rowsOfCsv(details?.bytes.toString('utf8') ?? '')
    expect(rows.map((each) => [each.日付, each.注文番号])).toEqual([
      ['2026/03/05', 'AAAA-2222'],
      ['2026/03/31', 'BBBB-2222'],
    ])
  })

  test('sentence 45: the sums of 明細 are the figures that the month’s page shows', async () => {
    const { ctx, add, row, written, again } = await shop()
    await add(
      row('refund', { kind: 'refund', amount: -600, tax: -54, shipping: -100, payout: -600 }),
      row('by bank', { kind: 'refund', amount: -110, tax: -10, shipping: 0, payout: 0 }),
      row('dispute', { kind: 'dispute', amount: -700, tax: -63, shipping: 0, payout: -700 }),
      row('won', { kind: 'dispute-won', amount: 200, tax: 18, shipping: 0, payout: 200 }),
      row('fee', { kind: 'fee', amount: 0, tax: 0, shipping: 0, fee: 50, payout: -50 }),
      row('unsent', { turn: 1, takesBack: 1, amount: -1_400, tax: -127, shipping: -400, payout: -1_400 }),
    )
    const { requestId } = await written()
    const rows = rowsOfCsv((await again(requestId))?.bytes.toString('utf8') ?? '')
    const sum = (heading: string, ...kinds: readonly string[]) =>
      rows
        .filter((each) => kinds.length === 0 || kinds.includes(each.種類 ?? ''))
        .reduce((all, each) => all + Number(each[heading]), 0)
    const figures = await figuresOfMonth(ctx, month)
    for (const [told, ...kinds] of [
      [figures.sales, '売上', '売上（取り消し）'],
      [figures.refunds, '返金'],
      [figures.disputes, '異議申し立て'],
      [figures.won, '異議申し立ての戻り'],
    ] as const)
      expect([sum('税込金額', ...kinds), sum('内消費税', ...kinds), sum('送料', ...kinds)]).toEqual([
        told.amount,
        told.tax,
        told.shipping,
      ])
    expect(sum('手数料')).toBe(figures.fees.amount)
    expect(sum('入金予定額')).toBe(figures.payout)
    expect(sum('税込金額') - sum('手数料')).toBe(figures.remains)
  })

  test('M33: last month’s files of today and of tomorrow are the same to the byte', async () => {
    const { add, row, written, again, later } = await shop()
    const today = await written()
    const files = async (exportId: string) =>
      Buffer.concat(
        await Promise.all(
          salesFiles.map(async (file) => (await again(exportId, file))?.bytes ?? Buffer.from('none')),
        ),
      )
    const before = await files(today.requestId)
    later(60_000)
    // A later month's entries, and what corrects the month that is over, count where they became known.
    await add(
      row('EEEE-2222', { day: '2026-04-02' }),
      row('back', { day: '2026-04-02', ownDay: `${month}-05` }),
    )
    const tomorrow = await written()
    expect((await files(tomorrow.requestId)).equals(before)).toBe(true)
  })

  test('N1, N2, N3, N12: an owner who has just said who she is, once for a form; the log tells the month and its rows', async () => {
    const { ctx, owner, packer, again, later, written } = await shop()
    const sent = { requestId: ctx.newId(), month }
    const away = { ...owner, confirmedAt: 0 }
    expect(await exportSales(ctx, packer, sent)).toEqual(refused('not-found'))
    expect(await exportSales(ctx, away, sent)).toEqual(refused('confirm'))
    expect(await auditOf(ctx.db, `sales-file:${month}`)).toEqual([])
    expect(await exportSales(ctx, owner, sent)).toMatchObject({ ok: true })
    expect(await exportSales(ctx, owner, sent), 'sent twice').toMatchObject({ ok: true })
    const entries = await auditOf(ctx.db, `sales-file:${month}`)
    expect(entries.map(({ act, after }) => [act, after])).toEqual([['sales.export', { rows: 2 }]])
    expect(salesFileSubject.idText(month)).toBe('2026年3月')
    const download = { exportId: sent.requestId, file: 'details', part: 1 } as const
    expect(await salesFileAgain(ctx, owner, download)).toMatchObject({ month, isOver: true })
    for (const who of [packer, away]) expect(await salesFileAgain(ctx, who, download)).toBeUndefined()
    expect(await again('another')).toBeUndefined()
    expect(await again(sent.requestId, 'details', 2), 'beyond the last part').toBeUndefined()
    expect(await again(sent.requestId, 'freee', 0)).toBeUndefined()
    const { requestId } = await written()
    later(11 * 60_000)
    expect(await again(requestId), 'ten minutes later').toBeUndefined()
  })

  test('M34: a month runs until its last day is over in Tokyo and it has been booked', async () => {
    const { ctx, owner } = await shop()
    const at = async (now: number) => {
      const later = { ...ctx, now: () => now }
      await exportSales(later, { ...owner, confirmedAt: now }, { requestId: ctx.newId(), month })
      return isMonthOver(later, month)
    }
    expect(await isMonthOver(ctx, month), 'not booked').toBe(false)
    expect(await at(Date.UTC(2026, 2, 31, 14, 59))).toBe(false)
    expect(await at(Date.UTC(2026, 2, 31, 15, 0))).toBe(true)
  })

  test('a month without entries is refused', async () => {
    const { written } = await shop()
    expect((await written('2026-01')).answer).toEqual(refused('nothing'))
  })

  test('M36: names that 弥生’s Shift_JIS lacks are told with the press', async () => {
    const { ctx, owner } = await shop()
    const { accounting } = shopSettings
    const settings = {
      ...shopSettings,
      accounting: { ...accounting, accounts: { ...accounting.accounts, sales: '売\u{20bb7}高' } },
    }
    const answer = await exportSales({ ...ctx, settings }, owner, { requestId: ctx.newId(), month })
    expect(answer).toMatchObject({ value: { lacking: ['売\u{20bb7}高'] } })
  })

  test('M32: freee’s files end before 5 MB, and a month beyond 50,000 entries is refused', async () => {
    const { ctx, row, written, again } = await shop()
    const day = `${month}-07`
    await sql`insert into sales_entry (id, cause, turn, kind, takes_back, day, own_day, order_number, practice, rate,
        amount, tax, shipping, fee, payout, shipped_on, paid_on, payment_intent, written_at, number)
      with recursive many(nth) as (select 3 union all select nth + 1 from many where nth < ${mostEntries})
      select 'many ' || nth, 'sale:' || nth, 0, 'sale', 0, ${day}, ${day}, 'MANY-2222', 0, 10,
        1400, 127, 400, 0, 1400, ${day}, ${day}, 'pi_' || nth, 0, nth from many`.execute(ctx.db)
    const { requestId, answer } = await written()
    expect(answer).toMatchObject({ value: { rows: mostEntries, freeeParts: 2 } })
    expect((await again(requestId, 'freee', 1))?.bytes.length).toBeLessThanOrEqual(freeeBytes)
    await ctx.db.insertInto('salesEntry').values(row('one more')).execute()
    expect((await written()).answer).toEqual(refused('too-many'))
  })

  test('a month of 3,000 orders is written in portions between which others are served', async () => {
    const { ctx, add, row, written, again } = await shop()
    const orders = Array.from({ length: 3_000 }, (_, at) => `F${String(at).padStart(3, '0')}-2222`)
    await add(
      ...orders.map((id) => row(id)),
      ...orders.map((id) =>
        row(`fee ${id}`, {
          ...{ cause: `fee:${id}`, kind: 'fee', orderNumber: id, amount: 0, tax: 0, shipping: 0 },
          ...{ fee: 50, payout: -50 },
        }),
      ),
    )
    expect(await measuresOf(ctx, month)).toEqual({ rows: 6_002, freeeParts: 1 })
    const { requestId } = await written()
    for (const file of salesFiles) {
      const turns = await turnsWhile(async () => {
        expect((await again(requestId, file))?.bytes.length).toBeGreaterThan(100_000)
      })
      // A portion is 300 of 6,002 entries.
      expect(turns, file).toBeGreaterThanOrEqual(20)
    }
  })
})
