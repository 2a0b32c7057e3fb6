import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyCharacter } from '../../tests/support/any-character.ts'
import {
  deskDay,
  deskMoment,
  displayDate,
  displayMoment,
  machineDate,
  newestFirst,
  parseDate,
} from './dates.ts'

const tokyo = (year: number, month: number, day: number, hour = 0, minute = 0, second = 0, ms = 0) =>
  Date.UTC(year, month - 1, day, hour - 9, minute, second, ms)

describe('P15: known forms', () => {
  test.each<[string | number, number]>([
    ['2024/9/5', tokyo(2024, 9, 5)],
    ['2024/09/05', tokyo(2024, 9, 5)],
    ['2024-09-05', tokyo(2024, 9, 5)],
    ['2024.9.5', tokyo(2024, 9, 5)],
    ['2024年1月5日', tokyo(2024, 1, 5)],
    ['２０２４年１月５日', tokyo(2024, 1, 5)],
    ['２０２４／９／５', tokyo(2024, 9, 5)],
    ['2024年1月', tokyo(2024, 1, 1)],
    ['2024年9月5日（木）', tokyo(2024, 9, 5)],
    ['2024/9/5 (木曜日) 9:05', tokyo(2024, 9, 5, 9, 5)],
    ['2024/9/5 13:05:30', tokyo(2024, 9, 5, 13, 5, 30)],
    ['2024-09-05T00:00:00+09:00', tokyo(2024, 9, 5)],
    ['2024-09-05T00:00:00Z', tokyo(2024, 9, 5, 9)],
    ['2024-09-04T15:00:00.000Z', tokyo(2024, 9, 5)],
    ['2024-09-05T00:00:00.289Z', tokyo(2024, 9, 5, 9, 0, 0, 289)],
    ['2024-09-05T00:00:00-0530', tokyo(2024, 9, 5, 14, 30)],
    ['2024-09-05T13:05', tokyo(2024, 9, 5, 13, 5)],
    [' 2024/2/29 ', tokyo(2024, 2, 29)],
    ['20260408', tokyo(2026, 4, 8)],
    ['２０２６０４０８', tokyo(2026, 4, 8)],
    [20260408, tokyo(2026, 4, 8)],
    ['2026/4', tokyo(2026, 4, 1)],
    ['2026-04', tokyo(2026, 4, 1)],
    ['2026.4', tokyo(2026, 4, 1)],
    ['令和8年4月1日', tokyo(2026, 4, 1)],
    ['㋿８年４月１日（水）', tokyo(2026, 4, 1)],
    ['令和元年5月1日', tokyo(2019, 5, 1)],
    ['令和 8年4月', tokyo(2026, 4, 1)],
    ['令和 8 年 4 月 1 日', tokyo(2026, 4, 1)],
    ['2026 年 4 月 8 日', tokyo(2026, 4, 8)],
    ['2026　年　4　月　1　日', tokyo(2026, 4, 1)],
    ['R8.4.1', tokyo(2026, 4, 1)],
    ['r08.04.01', tokyo(2026, 4, 1)],
    ['R.8.4.1', tokyo(2026, 4, 1)],
    ['R8-4-1 13:05', tokyo(2026, 4, 1, 13, 5)],
    ['H20/4/1', tokyo(2008, 4, 1)],
    ['Ｈ２０／４／１', tokyo(2008, 4, 1)],
    ['平成31年4月30日', tokyo(2019, 4, 30)],
    ['昭和63年1月5日', tokyo(1988, 1, 5)],
    ['大正15年12月1日', tokyo(1926, 12, 1)],
    ['明治45年7月1日', tokyo(1912, 7, 1)],
    [1_725_494_400_000, 1_725_494_400_000],
    ['1725494400000', 1_725_494_400_000],
  ])('%j', (text, moment) => {
    expect(parseDate(text)).toBe(moment)
  })
})

describe('P15: unknown forms', () => {
  test.each<[string | number]>([
    [''],
    ['近日公開'],
    ['2024'],
    ['2024/13'],
    ['2024/9/'],
    ['20240931'],
    [20241301],
    [2024],
    ['202409'],
    ['令和0年1月1日'],
    ['令和8年'],
    ['R8'],
    ['X8.4.1'],
    ['R8.4-1'],
    ['R8.2.29'],
    ['2024/9-5'],
    ['2024/2/30'],
    ['2023-02-29'],
    ['2024年13月1日'],
    ['9/5/2024'],
    ['2024-09-05T25:00:00Z'],
    ['2024-09-05T00:00:00+99:00'],
    ['2024-09-05 evil'],
    [Number.NaN],
    [Number.POSITIVE_INFINITY],
    [1e18],
  ])('%j stays as it is', (text) => {
    expect(parseDate(text)).toBeNull()
    expect(displayDate(text)).toBe(String(text))
    expect(machineDate(text)).toBeNull()
  })
})

describe('P15: the calendar is that of Tokyo', () => {
  test('midnight in Tokyo is not the day before', () => {
    expect(displayDate('2024-09-04T15:00:00Z')).toBe('2024/9/5')
    expect(displayDate('2024-09-04T14:59:59Z')).toBe('2024/9/4')
    expect(displayDate('2024年1月5日')).toBe('2024/1/5')
    expect(machineDate('2024-09-04T15:00:00Z')).toBe('2024-09-05')
  })

  test('a moment shows its time of day in Tokyo', () => {
    expect(displayMoment(tokyo(2024, 9, 5, 13, 5))).toBe('2024/9/5 13:05')
    expect(displayMoment(tokyo(2024, 9, 5))).toBe('2024/9/5 00:00')
  })

  test.each(['America/Los_Angeles', 'UTC', 'Pacific/Kiritimati'])('also on a machine in %s', (zone) => {
    const before = process.env.TZ
    process.env.TZ = zone
    try {
      expect(parseDate('2024/9/5')).toBe(tokyo(2024, 9, 5))
      expect(displayDate('2024/9/5')).toBe('2024/9/5')
    } finally {
      if (before === undefined) delete process.env.TZ
      else process.env.TZ = before
    }
  })
})

describe('P15: order', () => {
  test('September comes before October, unknown last, equal by id', () => {
    const news = [
      { id: 'b', date: '2024/9/5' },
      { id: 'z', date: '近日' },
      { id: 'a', date: '2024年9月5日' },
      { id: 'c', date: '2024/10/1' },
    ]
    expect(news.sort(newestFirst).map(({ id }) => id)).toEqual(['c', 'a', 'b', 'z'])
  })

  test('any order given ends in the same order', () => {
    const item = fc.record({
      id: fc.uuid(),
      date: fc.oneof(
        fc.constantFrom('2024/9/5', '2024-09-05', '?', ''),
        fc.date({ noInvalidDate: true }).map((date) => date.getTime()),
      ),
    })
    fc.assert(
      fc.property(fc.uniqueArray(item, { selector: ({ id }) => id }), (items) => {
        expect(items.toReversed().sort(newestFirst)).toEqual(items.toSorted(newestFirst))
      }),
    )
  })
})

test('any text is read or kept, and never throws', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: anyCharacter }),
        fc.double(),
        fc.stringMatching(/^[0-9/年月日\-T:Z]{0,20}$/),
      ),
      (text) => {
        expect(typeof displayDate(text)).toBe('string')
      },
    ),
  )
})

test('the desk shows days with their weekday and times without the year, in Tokyo', () => {
  expect(deskDay(tokyo(2026, 11, 23, 0))).toBe('11/23（月）')
  expect(deskMoment(tokyo(2026, 11, 23, 3, 51))).toBe('11/23（月）3:51')
  expect(deskMoment(tokyo(2027, 1, 3, 23, 5))).toBe('1/3（日）23:05')
})
