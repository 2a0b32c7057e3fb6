import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { openShop } from '~/features/products/closing.commands.server.ts'
import { closureMark } from '~/features/products/closing.rules.ts'
import { shopClosure } from '~/features/products/queries.server.ts'
import type { DeskActor } from '~/kernel/actor.ts'
import { auditOf } from '~/server/audit.ts'
import { contextForTests, onBothEngines } from '../../../../tests/support/database-for-tests.ts'
import { deskPersonForTests } from '../../../../tests/support/desk-person-for-tests.ts'
import { cancelHoliday, planHoliday } from './commands.server.ts'
import { comingHoliday, plannedHoliday } from './queries.server.ts'
import { holidayDays, holidayLine, holidayMark, readHoliday } from './rules.ts'

const tokyo = (text: string) => Date.parse(`${text}+09:00`)
const machine: DeskActor = { kind: 'owner' }
const yearEnd = { from: '2026-12-28', to: '2027-01-04', message: '冬休みです。' }

describe('N60: the days of a holiday', () => {
  const now = tokyo('2026-12-01T09:00')
  const asked = (from: string, to: string, message = '') => readHoliday({ from, to, message }, now)

  test.each([
    ['2026-12-28', '2027-01-04', true],
    ['2026-12-01', '2026-12-01', true],
    ['2026-11-20', '2026-12-01', true],
    ['2026-11-20', '2026-11-30', 'over'],
    ['2027-01-04', '2026-12-28', 'to'],
    ['2026-12-28', '2027-02-25', true],
    ['2026-12-28', '2027-02-26', 'to'],
    ['2027-12-02', '2027-12-03', true],
    ['2027-12-03', '2027-12-03', 'from'],
    ['2026-02-30', '2026-12-30', 'from'],
    ['2026-12-30', '2026-12-32', 'to'],
    ['R8.12.28', '令和9年1月4日', true],
    ['12/28', '2027-01-04', 'from'],
    ['', '', 'from'],
  ])('%s to %s: %s', (from, to, expected) => {
    const read = asked(from, to)
    expect(read.ok || read.error).toBe(expected)
  })

  test('P15: its days are kept as days, however they were typed', () => {
    expect(asked('R8.12.28', '20270104')).toMatchObject({ value: { from: '2026-12-28', to: '2027-01-04' } })
  })

  test('the line is one line of at most 200 characters, trimmed', () => {
    expect(asked('2026-12-28', '2026-12-29', ' 冬休み ')).toMatchObject({ value: { message: '冬休み' } })
    expect(asked('2026-12-28', '2026-12-29', 'あ'.repeat(200))).toMatchObject({ ok: true })
    for (const message of ['あ'.repeat(201), '一\n二'])
      expect(asked('2026-12-28', '2026-12-29', message)).toEqual({ ok: false, error: 'message' })
  })

  test('whatever is typed gets an answer', () => {
    const text = fc.oneof(fc.string(), fc.constantFrom('2026-12-28', '9999-12-31', '2026-12-31'))
    fc.assert(
      fc.property(text, text, fc.string(), (from, to, message) => {
        const read = readHoliday({ from, to, message }, now)
        if (read.ok) expect(holidayLine(read.value)).toContain('から、ご購入いただけます。')
      }),
    )
  })

  test('are told with when the shop sells again', () => {
    expect(holidayDays(yearEnd)).toBe('12月28日(月)〜1月4日(月)')
    expect(holidayDays({ ...yearEnd, to: yearEnd.from })).toBe('12月28日(月)')
    expect(holidayLine(yearEnd)).toBe('冬休みです。 1月5日(火)から、ご購入いただけます。')
    expect(holidayLine({ ...yearEnd, message: '' })).toBe('1月5日(火)から、ご購入いただけます。')
  })
})

onBothEngines('N60: a holiday', (open) => {
  const start = async () => {
    const ctx = contextForTests((await open()).db)
    ctx.setNow(tokyo('2026-12-01T09:00'))
    return { ctx, owner: deskPersonForTests(ctx) }
  }

  test('closes and opens the shop at midnight in Tokyo, by itself', async () => {
    const { ctx, owner } = await start()
    await planHoliday(ctx, owner, { requestId: 'a', version: 'none', ...yearEnd })
    const closed = async (at: string) => (await shopClosure(ctx.db, tokyo(at))) !== null
    expect(await closed('2026-12-27T23:59:59.999')).toBe(false)
    expect(await shopClosure(ctx.db, tokyo('2026-12-28T00:00'))).toEqual({
      since: tokyo('2026-12-28T00:00'),
      message: '冬休みです。 1月5日(火)から、ご購入いただけます。',
      holiday: '12月28日(月)〜1月4日(月)',
    })
    expect(await closed('2027-01-04T23:59:59.999')).toBe(true)
    expect(await closed('2027-01-05T00:00')).toBe(false)
    ctx.setNow(tokyo('2027-01-05T00:00'))
    expect(await comingHoliday(ctx.db, ctx.now())).toBeNull()
    expect(await plannedHoliday(ctx.db)).toEqual(yearEnd)
  })

  test('N1: is changed and cancelled, each an act with what was before and after', async () => {
    const { ctx, owner } = await start()
    const later = { ...yearEnd, to: '2027-01-05' }
    await planHoliday(ctx, owner, { requestId: 'a', version: 'none', ...yearEnd })
    await planHoliday(ctx, owner, { requestId: 'b', version: holidayMark(yearEnd), ...later })
    await cancelHoliday(ctx, owner, { requestId: 'c', version: holidayMark(later) })
    expect(await plannedHoliday(ctx.db)).toBeNull()
    expect(await auditOf(ctx.db, 'shop')).toMatchObject([
      { act: 'shop.holiday', before: null, after: yearEnd },
      { act: 'shop.holiday', before: yearEnd, after: later },
      { act: 'shop.no-holiday', before: later, after: null },
    ])
  })

  test('a form that shows another plan changes nothing, the command line asks for none', async () => {
    const { ctx, owner } = await start()
    await planHoliday(ctx, machine, { requestId: 'a', version: null, ...yearEnd })
    const stale = { ok: false, error: 'stale' }
    expect(await planHoliday(ctx, owner, { requestId: 'b', version: 'none', ...yearEnd })).toEqual(stale)
    expect(await cancelHoliday(ctx, owner, { requestId: 'c', version: 'none' })).toEqual(stale)
    expect(await plannedHoliday(ctx.db)).toEqual(yearEnd)
  })

  test('is the owner’s alone', async () => {
    const { ctx } = await start()
    const packer = deskPersonForTests(ctx, { role: 'packer' })
    const refused = { ok: false, error: 'not-found' }
    expect(await planHoliday(ctx, packer, { requestId: 'a', version: 'none', ...yearEnd })).toEqual(refused)
    expect(await cancelHoliday(ctx, packer, { requestId: 'b', version: 'none' })).toEqual(refused)
  })

  test('is over when the owner opens the shop in it, and stays planned when she opens it before', async () => {
    const { ctx, owner } = await start()
    await planHoliday(ctx, owner, { requestId: 'a', version: 'none', ...yearEnd })
    await openShop(ctx, owner, { requestId: 'b', version: 'open' })
    expect(await plannedHoliday(ctx.db)).toEqual(yearEnd)
    ctx.setNow(tokyo('2026-12-30T12:00'))
    const version = closureMark(await shopClosure(ctx.db, ctx.now()))
    expect(await openShop(ctx, owner, { requestId: 'c', version })).toMatchObject({ ok: true })
    expect(await shopClosure(ctx.db, ctx.now())).toBeNull()
    expect(await plannedHoliday(ctx.db)).toBeNull()
  })
})
