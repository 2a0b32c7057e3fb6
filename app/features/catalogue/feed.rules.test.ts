import { describe, expect, test } from 'vitest'
import { catalogueStateOf, failureText, failureWord, isFeedDue, refusalOfList } from './feed.rules.ts'

const minute = 60_000

test('S:L170, S:L171, P4: each failure has its named text', () => {
  expect(failureText(failureWord({ kind: 'status', status: 500 }))).toBe('データの取得に失敗しました (500)')
  expect(failureText(failureWord({ kind: 'unreachable', why: 'x' }))).toBe(
    'データの取得に失敗しました (通信エラー)',
  )
  expect(failureText(failureWord({ kind: 'format', why: 'x' }))).toBe('データの形式が不正です')
})

test('P2: the page loads only while there is no copy, and fails only when the attempt for it failed', () => {
  const before = { lastAttemptAt: null, lastSuccessAt: null, lastError: null, failures: 0 }
  expect(catalogueStateOf(null)).toEqual({ kind: 'ready' })
  expect(catalogueStateOf(before)).toEqual({ kind: 'loading' })
  const failed = { ...before, lastAttemptAt: 1, lastError: 'format', failures: 1 }
  expect(catalogueStateOf(failed)).toEqual({ kind: 'failed', message: 'データの形式が不正です' })
  expect(catalogueStateOf({ ...failed, lastSuccessAt: 1 })).toEqual({ kind: 'ready' })
})

test('the feed is asked every 5 minutes, and after failures with growing pauses', () => {
  const at = (failures: number, passed: number) =>
    isFeedDue({ lastAttemptAt: 1_000, lastSuccessAt: null, lastError: null, failures }, 1_000 + passed)
  expect(isFeedDue({ lastAttemptAt: null, lastSuccessAt: null, lastError: null, failures: 3 }, 0)).toBe(true)
  const pauses = [5 * minute, 15_000, 30_000, minute, 2 * minute, 4 * minute, 5 * minute, 5 * minute]
  for (const [failures, pause] of pauses.entries()) {
    expect(at(failures, pause - 1)).toBe(false)
    expect(at(failures, pause)).toBe(true)
  }
})

describe('P2: the shop is never emptied', () => {
  const shown = { published: 30, shortSince: null }
  test.each([
    [{ rows: 0, bad: 0, products: 0 }, 'empty'],
    [{ rows: 40, bad: 0, products: 0 }, 'empty'],
    [{ rows: 30, bad: 16, products: 14 }, 'mostly broken'],
    [{ rows: 30, bad: 15, products: 15 }, null],
    [{ rows: 9, bad: 0, products: 9 }, 'far fewer products'],
    [{ rows: 10, bad: 0, products: 10 }, null],
  ])('a list of %j is judged: %s', (count, refusal) => {
    expect(refusalOfList(count, shown, 0)).toBe(refusal)
  })

  test('where nothing is shown every list is welcome', () => {
    expect(refusalOfList({ rows: 3, bad: 2, products: 1 }, { published: 0, shortSince: null }, 0)).toBe(null)
  })

  test('a short list is believed when it has stood for an hour, and at once in a small shop', () => {
    const few = { rows: 2, bad: 0, products: 2 }
    expect(refusalOfList(few, { published: 30, shortSince: 0 }, 60 * minute - 1)).toBe('far fewer products')
    expect(refusalOfList(few, { published: 30, shortSince: 0 }, 60 * minute)).toBe(null)
    expect(refusalOfList(few, { published: 9, shortSince: null }, 0)).toBe(null)
    expect(
      refusalOfList({ rows: 0, bad: 0, products: 0 }, { published: 9, shortSince: 0 }, 99 * minute),
    ).toBe('empty')
  })
})
