import { expect, test } from 'vitest'
import { interestsIn, lengthText, plainLines } from './profile-text.rules.ts'

test.each<[string, string[]]>([
  ['', []],
  [' 　\n', []],
  ['刺し子', ['刺し子']],
  ['刺し子、バッグ,リネン　和柄 ギンガム\n水玉', ['刺し子', 'バッグ', 'リネン', '和柄', 'ギンガム', '水玉']],
  ['、、刺し子，バッグ､､', ['刺し子', 'バッグ']],
  ['#刺し子 ＃バッグ', ['刺し子', 'バッグ']],
  ['バッグ ﾊﾞｯｸﾞ ＷＥＢ WEB', ['バッグ', 'WEB']],
  ['ソーイング・ビー', ['ソーイング・ビー']],
  ['刺\u202eし\u0000子', ['刺し子']],
])('tags in %j', (typed, tags) => {
  expect(interestsIn(typed)).toEqual(tags)
})

test('a text of several lines keeps its lines, and no mark that is not seen', () => {
  expect(plainLines(' 一行目\r\n二行目\r三\u2028四\u0000\u0007\u202e\u2066五\t六\ud800 \n')).toBe(
    '一行目\n二行目\n三\n四五六\ufffd',
  )
})

test('the counter counts characters, and says how many are too many', () => {
  expect(lengthText('𠮷🧵布', 3)).toBe('3／3文字')
  expect(lengthText('𠮷🧵布x', 3)).toBe('4／3文字（1文字多すぎます）')
})
