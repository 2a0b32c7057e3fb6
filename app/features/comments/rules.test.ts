import { expect, test } from 'vitest'
import { arrivals, type CommentList, commentLength, longestComment, readComment } from './rules.ts'

const family = '👨‍👩‍👧'

test.each([
  ['one letter', 'あ', 'あ'],
  ['spaces around it', ' \n　縫いました\t\n', '縫いました'],
  ['500 letters', 'あ'.repeat(500), 'あ'.repeat(500)],
  ['500 letters and spaces around them', `  ${'あ'.repeat(500)}\n`, 'あ'.repeat(500)],
  ['500 letters beyond the first plane', '𠮷'.repeat(500), '𠮷'.repeat(500)],
  ['100 families of five code points each', family.repeat(100), family.repeat(100)],
  ['the line breaks of a form', 'a\r\nb\rc', 'a\nb\nc'],
  ['a page of empty lines', `a${'\n'.repeat(90)}b`, 'a\n\nb'],
  ['what nobody can see or store', 'a\u0000\u0007b\u009fc', 'abc'],
  ['a tab, line ends of other systems and what turns the line', 'a\tb\u2028c\u0085d\u202ee', 'a\tb\nc\nde'],
  ['half of an emoji', 'a\ud83d', 'a\ufffd'],
  ['markup', '<b>太字</b>', '<b>太字</b>'],
])('R14: of %s the comment is what was meant', (_, typed, kept) => {
  expect(readComment(typed)).toEqual({ ok: true, value: kept })
  expect(commentLength(typed)).toBe([...kept].length)
})

test.each([
  ['nothing', '', 'empty'],
  ['spaces alone', ' 　\n\t\u00a0', 'empty'],
  ['invisible marks alone', '\u200b\u2060\u00ad\u3164\u2800\u200d', 'empty'],
  ['501 letters', 'あ'.repeat(501), 'too_long'],
  ['501 letters beyond the first plane', '𠮷'.repeat(501), 'too_long'],
  ['an emoji across the border', 'あ'.repeat(498) + family, 'too_long'],
])('R14: %s is refused', (_, typed, error) => {
  expect(readComment(typed)).toEqual({ ok: false, error })
})

test('ASVS 2.2.1, 2.2.2, R14: the counter of the browser knows the border of the server', () => {
  for (const length of [longestComment, longestComment + 1]) {
    const typed = `${'😊'.repeat(length)}\n`
    expect(commentLength(typed)).toBe(length)
    expect(readComment(typed).ok).toBe(length === longestComment)
  }
})

const listOf = (...comments: readonly (readonly [id: string, createdAt: number])[]): CommentList => ({
  version: 1,
  total: comments.length,
  count: 30,
  comments: comments.map(([id, createdAt]) => ({
    id,
    createdAt,
    text: id,
    author: { id: null, name: '', photoUrl: '' },
  })),
})

test('R16: new are those that came, not those that were further down', () => {
  const before = listOf(['c', 3], ['b', 2])
  const after = listOf(['e', 4], ['d', 3], ['c', 3], ['b', 2], ['a', 1])
  expect(arrivals(before, after).map(({ id }) => id)).toEqual(['e', 'd'])
  expect(arrivals(listOf(), after)).toHaveLength(5)
  expect(arrivals(after, before)).toEqual([])
})
