import { expect, test } from 'vitest'
import { fallbackPage, movedText, movingText, openingText, upgradingText } from './fallback-page.ts'

const headingOf = (status: number, text?: Parameters<typeof fallbackPage>[2]) =>
  /<h1>(.*?)<\/h1>/.exec(fallbackPage(status, null, text))?.[1]

test('of all statuses these have a text of their own', () => {
  const headings = new Map(
    Array.from({ length: 300 }, (_, at) => [300 + at, headingOf(300 + at)] as const).filter(
      ([, heading]) => heading !== 'エラーが発生しました',
    ),
  )
  expect(Object.fromEntries(headings)).toEqual({
    308: 'お店のアドレスはこちらです',
    400: 'このアドレスは開けません',
    401: 'ログインが必要です',
    403: 'この操作は受け付けられませんでした',
    404: 'ページが見つかりません',
    405: 'この操作には対応していません',
    408: '時間内に届きませんでした',
    411: '送られた内容の大きさがわかりません',
    413: '送られた内容が大きすぎます',
    429: '同時に送受信できる数を超えています',
    500: '申し訳ありません。エラーが発生しました',
    503: 'ただいま混み合っています',
  })
})

test.each([
  ['D30', 'ただいまお店の引っ越し中です', movingText(null)],
  ['D30', 'ただいまお店の引っ越し中です', movingText(3)],
  ['D30', 'お店の引っ越しが終わりました', movedText],
  ['D75', 'ただいまお店を新しくしています', upgradingText],
  ['D3', 'ただいまお店を開いています', openingText],
])('%s: the page of a shop that moves, opens or is updated is headed %s', (_, heading, text) => {
  expect(headingOf(503, text)).toBe(heading)
  expect(fallbackPage(503, null, text)).toContain(text.help)
})

test('D30: the rest of a move is told where it is known', () => {
  expect(movingText(3).help).toContain('（あと3分ほど）')
  expect(movingText(null).help).not.toContain('あと')
})
