import { describe, expect, test } from 'vitest'
import { feedFailureText, isTooOldToSell, productListStateOf } from '~/features/products/feed-state.rules.ts'
import { type FeedCount, failureCode, isFeedDue, refusalOfList, whatCame } from './feed.rules.ts'
import { troubleText } from './texts.ts'

const minute = 60_000

test('P4: each failure has its named text', () => {
  expect(feedFailureText(failureCode({ kind: 'status', status: 500 }))).toBe(
    'データの取得に失敗しました (500)',
  )
  expect(feedFailureText(failureCode({ kind: 'unreachable', why: 'x' }))).toBe(
    'データの取得に失敗しました (通信エラー)',
  )
  expect(feedFailureText(failureCode({ kind: 'format', why: 'x' }))).toBe('データの形式が不正です')
  expect(feedFailureText(failureCode({ kind: 'format', why: 'x', came: 'CSV' }))).toBe(
    'データの形式が不正です',
  )
})

const signIn = `<!doctype html><html><script>${'x'.repeat(50_000)}</script><form action="https://accounts.google.com/x">`

test.each([
  [signIn, 'ログインの画面が届きました'],
  ['<html><title>ログイン</title>', 'ログインの画面が届きました'],
  [
    '\n<!DOCTYPE html><title>Error</title><div>Script function not found: doGet</div>',
    '「doGet がありません」',
  ],
  [
    '<html><p>スクリプト関数が見つかりません: doGet</p><a href="https://accounts.google.com/">',
    '「doGet がありません」',
  ],
  ['<html><h1>It works!</h1>', 'ウェブページ（HTML）が届きました'],
  ['/*O_o*/\ngoogle.visualization.Query.setResponse({"version":"0.6"});', '「setResponse(」で始まる'],
  [")]}'\n[{}]", "「)]}'」で始まる"],
  ['managementNumber,name,price\n1,布,330', '表そのもの（CSV）が届きました'],
  ['"管理番号"\t"商品名"\r\n1\t布', '表そのもの（CSV）が届きました'],
])('P4: what came instead of a list is said: %.40j', (text, said) => {
  const code = failureCode({ kind: 'format', why: 'x', came: whatCame(text) })
  expect(troubleText(code)).toContain(`データの形式が不正です。`)
  expect(troubleText(code)).toContain(said)
})

test.each(['', '{"items":[]}', '[{"managementNumber":', 'Sorry, the name is unknown', 'name'])(
  'P4: of %j nothing more than its form is said',
  (text) => {
    expect(whatCame(text)).toBeNull()
    expect(troubleText(failureCode({ kind: 'format', why: 'x', came: null }))).toContain('1つもありません')
  },
)

test('P2: the page loads only while there is no copy, and fails only when the attempt for it failed', () => {
  const before = { lastSuccessAt: null, lastError: null }
  expect(productListStateOf(null)).toEqual({ kind: 'ready' })
  expect(productListStateOf(before)).toEqual({ kind: 'loading' })
  const failed = { ...before, lastError: 'format' }
  expect(productListStateOf(failed)).toEqual({ kind: 'failed', message: 'データの形式が不正です' })
  expect(productListStateOf({ ...failed, lastSuccessAt: 1 })).toEqual({ kind: 'ready' })
})

test('the feed is asked every 5 minutes, and after failures with growing pauses', () => {
  const at = (failures: number, passed: number) =>
    isFeedDue({ lastAttemptAt: 1_000, failures }, 1_000 + passed)
  expect(isFeedDue({ lastAttemptAt: null, failures: 3 }, 0)).toBe(true)
  const pauses = [5 * minute, 15_000, 30_000, minute, 2 * minute, 4 * minute, 5 * minute, 5 * minute]
  for (const [failures, pause] of pauses.entries()) {
    expect(at(failures, pause - 1)).toBe(false)
    expect(at(failures, pause)).toBe(true)
  }
})

test('a clock set back does not keep the feed from being asked', () => {
  const at = (now: number) => isFeedDue({ lastAttemptAt: 60 * minute, failures: 0 }, now)
  expect([at(0), at(55 * minute), at(56 * minute)]).toEqual([true, true, false])
})

test('D2: a copy is sold from for 24 hours, and a clock set back makes none too old', () => {
  const day = 24 * 60 * minute
  const at = (now: number) => isTooOldToSell({ lastSuccessAt: day }, now)
  expect([at(2 * day), at(2 * day + 1), at(0)]).toEqual([false, true, false])
  expect(isTooOldToSell({ lastSuccessAt: null }, 9 * day)).toBe(false)
})

describe('P2, P26: the shop is not emptied by a slip', () => {
  const shown = { published: 30, shortSince: null, nothingSince: null }
  const count = (parts: Partial<FeedCount>): FeedCount => ({
    rows: 30,
    bad: 0,
    almost: 0,
    products: 0,
    ...parts,
  })
  test.each([
    [{ rows: 0 }, 'empty'],
    [{ rows: 40 }, 'nothing published'],
    [{ rows: 40, almost: 1 }, 'only almost published'],
    [{ rows: 40, bad: 40 }, 'format'],
    [{ rows: 40, bad: 21 }, 'mostly broken'],
    [{ rows: 40, bad: 1 }, 'unreadable and nothing published'],
    [{ rows: 40, bad: 1, almost: 1 }, 'only almost published'],
    [{ bad: 16, products: 14 }, 'mostly broken'],
    [{ bad: 15, products: 15 }, null],
    [{ almost: 20, products: 10 }, null],
    [{ rows: 9, products: 9 }, 'far fewer products'],
    [{ rows: 10, products: 10 }, null],
  ] as const)('a list of %j is judged: %s', (parts, refusal) => {
    expect(refusalOfList(count(parts), shown, 0)).toBe(refusal)
  })

  test('where nothing is shown every list is taken of which a row can be read', () => {
    const nothing = { ...shown, published: 0 }
    expect(refusalOfList(count({ rows: 3, bad: 2, products: 1 }), nothing, 0)).toBe(null)
    expect(refusalOfList(count({ rows: 3, bad: 2 }), nothing, 0)).toBe(null)
    expect(refusalOfList(count({ rows: 0 }), nothing, 0)).toBe(null)
    expect(refusalOfList(count({ rows: 3, bad: 3 }), nothing, 0)).toBe('format')
  })

  test('P26: a list with nothing published is taken when it comes again a minute later', () => {
    const said = { ...shown, nothingSince: 0 }
    expect(refusalOfList(count({}), said, minute - 1)).toBe('nothing published')
    expect(refusalOfList(count({}), said, minute)).toBe(null)
    expect(refusalOfList(count({}), { ...shown, shortSince: 0 }, 99 * minute)).toBe('nothing published')
    for (const parts of [{ rows: 0 }, { bad: 1 }, { almost: 1 }])
      expect(refusalOfList(count(parts), said, 99 * minute)).not.toBe(null)
  })

  test('a short list is taken when it has lasted for an hour, and at once in a small shop', () => {
    const few = count({ rows: 2, products: 2 })
    const since = { ...shown, shortSince: 0 }
    expect(refusalOfList(few, since, 60 * minute - 1)).toBe('far fewer products')
    expect(refusalOfList(few, since, 60 * minute)).toBe(null)
    expect(refusalOfList(few, { ...shown, published: 9 }, 0)).toBe(null)
    expect(refusalOfList(few, { ...shown, nothingSince: 0 }, 99 * minute)).toBe('far fewer products')
  })
})
