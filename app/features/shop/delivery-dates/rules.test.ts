import knownHolidays from '@holiday-jp/holiday_jp'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { shopSettings } from '#settings'
import { calendarOf } from './queries.server.ts'
import {
  arrivalAt,
  arrivalDays,
  arrivalsFrom,
  arrivalText,
  countsWorkingDays,
  type DeliveryCalendar,
  weekdaysOff,
} from './rules.ts'

const item = shopSettings.terms.delivery
const tokyo = (text: string) => Date.parse(`${text}+09:00`)
const holidays = new Set(['2026-11-03', '2026-11-23', '2027-01-01', '2027-01-11'])
const calendar: DeliveryCalendar = {
  terms: { delivery: item, deliveryDays: { from: 3, to: 5 } },
  closedDays: [],
  cutOff: null,
  lastYear: 2050,
  isHoliday: (day) => holidays.has(day),
}

describe('P21: arrival in days', () => {
  test.each([
    ['2026-11-24T10:00', '11月27日(金)〜11月30日(月)ごろお届け'],
    ['2026-11-20T10:00', '11月25日(水)〜11月27日(金)ごろお届け'],
    ['2026-11-22T10:00', '11月26日(木)〜11月28日(土)ごろお届け'],
    ['2026-12-28T10:00', '12月31日(木)〜1月4日(月)ごろお届け'],
    ['2026-10-29T10:00', '11月2日(月)〜11月5日(木)ごろお届け'],
    ['2026-10-28T23:59:59.999', '10月31日(土)〜11月4日(水)ごろお届け'],
    ['2026-10-29T00:00', '11月2日(月)〜11月5日(木)ごろお届け'],
  ])('an order of %s: %s', (at, text) => {
    expect(arrivalText(calendar, tokyo(at))).toBe(text)
  })

  test('days of the owner’s own are not counted, alone and from one to another', () => {
    const closedDays = ['2026-11-25', { from: '2026-11-27', to: '2026-12-01' }]
    expect(arrivalDays({ ...calendar, closedDays }, tokyo('2026-11-24T10:00'))).toEqual({
      from: '2026-12-03',
      to: '2026-12-05',
    })
  })

  test('the cut-off of a day that is not counted makes nothing later', () => {
    const late = { ...calendar, cutOff: '12:00' }
    for (const closed of ['2026-11-22', '2026-11-23'])
      expect(arrivalDays(late, tokyo(`${closed}T13:00`))).toEqual({ from: '2026-11-26', to: '2026-11-28' })
    expect(arrivalDays(late, tokyo('2026-11-21T13:00'))).toEqual({ from: '2026-11-26', to: '2026-11-28' })
  })

  test('on one day it is told once', () => {
    const terms = { delivery: '2営業日でお届けします。', deliveryDays: { from: 2, to: 2 } }
    expect(arrivalText({ ...calendar, terms }, tokyo('2026-11-24T10:00'))).toBe('11月26日(木)ごろお届け')
  })

  test('of the day itself, where the item counts from 0', () => {
    const terms = { delivery: '0〜1営業日でお届けします。', deliveryDays: { from: 0, to: 1 } }
    expect(arrivalDays({ ...calendar, terms }, tokyo('2026-11-24T10:00'))).toEqual({
      from: '2026-11-24',
      to: '2026-11-25',
    })
    expect(arrivalDays({ ...calendar, terms }, tokyo('2026-11-22T10:00'))).toEqual({
      from: '2026-11-24',
      to: '2026-11-24',
    })
  })

  test('after the cut-off of a working day it counts from the next day; a Sunday has none', () => {
    const late = { ...calendar, cutOff: '14:00' }
    const from = (at: string) => arrivalDays(late, tokyo(at))?.from
    expect(from('2026-11-24T13:59:59.999')).toBe('2026-11-27')
    expect(from('2026-11-24T14:00')).toBe('2026-11-28')
    expect(from('2026-11-22T14:00')).toBe('2026-11-26')
  })

  test('nothing is told beyond the years whose holidays are known, and where the owner is closed for ever', () => {
    const known = { ...calendar, lastYear: 2026 }
    expect(arrivalText(known, tokyo('2026-12-25T10:00'))).not.toBeNull()
    expect(arrivalText(known, tokyo('2026-12-28T10:00'))).toBeNull()
    const closedDays = [{ from: '2026-01-01', to: '2036-01-01' }]
    expect(arrivalText({ ...calendar, closedDays }, tokyo('2026-11-24T10:00'))).toBeNull()
  })

  test.each([
    [item, 3, 5, true],
    ['ご注文の確定後、３～５営業日でお届けします。', 3, 5, true],
    ['3営業日〜5営業日でお届けします。', 3, 5, true],
    ['3〜5営業日以内に到着します。', 3, 5, true],
    ['5営業日以内にお届けします。', 5, 5, true],
    ['10営業日以内に発送します。', 3, 5, false],
    ['3〜5営業日で発送し、お届けします。', 3, 5, false],
    ['13〜5営業日でお届けします。', 3, 5, false],
    ['2〜4営業日でお届けします。', 3, 5, false],
    ['3〜5日でお届けします。', 3, 5, false],
    ['3〜5営業日。お届けは玄関先です。', 3, 5, false],
    ['15営業日でお届けします。', 5, 5, false],
  ] as const)('%s counts %i to %i working days until arrival: %s', (delivery, from, to, is) => {
    const terms = { delivery, deliveryDays: { from, to } }
    expect(countsWorkingDays(terms)).toBe(is)
    expect(arrivalText({ ...calendar, terms }, tokyo('2026-11-24T10:00')) !== null).toBe(is)
  })

  test.each([
    [item, [0]],
    ['3〜5営業日でお届けします。', [0]],
    ['3〜5営業日でお届けします（土日祝は営業日に含みません）。', [0, 6]],
    ['3〜5営業日でお届けします（土曜・日曜・祝日を除きます）。', [0, 6]],
    ['3〜5営業日でお届けします。水曜日、日曜日と祝日は休業です。', [0, 3]],
    ['土曜もお届けします。日曜・祝日は営業日に含まれません。', [0]],
  ])('%s excludes the weekdays %j', (delivery, off) => {
    expect([...weekdaysOff(delivery)].sort()).toEqual(off)
  })

  test('no counted day is a Sunday, a holiday or closed, and exactly so many lie before it', () => {
    const moments = fc.integer({ min: tokyo('2020-01-01T00:00'), max: tokyo('2049-10-01T00:00') })
    const from = fc.integer({ min: 1, max: 20 })
    fc.assert(
      fc.property(moments, from, fc.nat(20), fc.nat(60), (moment, from, more, closedAfter) => {
        const to = from + more
        const closed = new Date(moment + closedAfter * 86_400_000).toISOString().slice(0, 10)
        const settings = {
          ...shopSettings,
          closedDays: [closed],
          terms: {
            ...shopSettings.terms,
            delivery: from === to ? `${to}営業日でお届け` : `${from}〜${to}営業日でお届け`,
            deliveryDays: { from, to },
          },
        }
        const [arrival] = arrivalsFrom(calendarOf(settings, null), moment)
        const isOff = (day: string) =>
          new Date(`${day}T00:00:00Z`).getUTCDay() === 0 || knownHolidays.isHoliday(new Date(`${day}T12:00`))
        const days = arrivalDays(
          {
            ...calendar,
            ...settings,
            isHoliday: (day) => knownHolidays.isHoliday(new Date(`${day}T12:00`)),
          },
          moment,
        )
        if (days === null) throw new Error('nothing is told')
        for (const day of [days.from, days.to]) expect(isOff(day) || day === closed, day).toBe(false)
        const until = (last: string) => {
          let open = 0
          const next = new Date(moment + 9 * 3_600_000)
          while (next.toISOString().slice(0, 10) < last) {
            next.setUTCDate(next.getUTCDate() + 1)
            const day = next.toISOString().slice(0, 10)
            if (!isOff(day) && day !== closed) open += 1
          }
          return open
        }
        expect([until(days.from), until(days.to)]).toEqual([from, to])
        expect(arrivalText(calendarOf(settings, null), moment)).toBe(arrival?.text)
      }),
    )
  })
})

describe('P21: an open page moves on', () => {
  test('at midnight of Tokyo, and at the cut-off, and knows nothing after two days', () => {
    const now = tokyo('2026-11-24T10:00')
    const arrivals = arrivalsFrom({ ...calendar, cutOff: '14:00' }, now)
    expect(arrivals.map(({ until }) => until)).toEqual(
      ['2026-11-24T14:00', '2026-11-25T14:00', '2026-11-26T00:00'].map(tokyo),
    )
    expect(arrivalAt(arrivals, now)).toBe('11月27日(金)〜11月30日(月)ごろお届け')
    expect(arrivalAt(arrivals, tokyo('2026-11-24T14:00'))).toBe('11月28日(土)〜12月1日(火)ごろお届け')
    expect(arrivalAt(arrivals, tokyo('2026-11-26T00:00'))).toBeNull()
    const plain = arrivalsFrom(calendar, now)
    expect(plain.map(({ until }) => until)).toEqual(['2026-11-25T00:00', '2026-11-26T00:00'].map(tokyo))
  })

  test('what it says for any moment is what the calendar says', () => {
    const now = tokyo('2026-12-28T09:00')
    const late = { ...calendar, cutOff: '12:30' }
    const arrivals = arrivalsFrom(late, now)
    fc.assert(
      fc.property(fc.nat(86_400_000), (after) => {
        expect(arrivalAt(arrivals, now + after)).toBe(arrivalText(late, now + after))
      }),
    )
  })
})
