import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  codePointLength,
  compareCodeUnits,
  cutText,
  firstCharacters,
  isVisible,
  nfkc,
  oneLine,
  sortByKana,
} from './japanese-text.ts'

test.each([
  ['５０㎝', '50cm'],
  ['ｷｯﾄ', 'キット'],
  ['１，２００円', '1,200円'],
])('%s is the same text as %s', (given, plain) => {
  expect(nfkc(given)).toBe(plain)
})

test.each([
  ['', 0],
  ['布', 1],
  ['🧵', 1],
  ['𠮟る', 2],
])('%j counts %i', (text, length) => {
  expect(codePointLength(text)).toBe(length)
})

test.each([
  ...['', ' 　\u00a0\n\t', '\u3164', '\uffa0', '\u115f\u1160', '\u2800', '\u{1d159}', '\u0000'],
  ...[
    '\u200b\u200c\u200d\u2060\ufeff',
    '\u00ad\u034f\u061c\u180e',
    '\ufe0f',
    '\u0301',
    '\u{e0041}',
    '\u202e',
  ],
])('R43: nobody sees anything of %j', (text) => {
  expect(isVisible(text)).toBe(false)
  expect(isVisible(`${text}布`)).toBe(true)
})

test.each(['。', '1', '😊', '👩‍🌾', 'が', 'ｶﾞ', '한', 'é'])('R43: %s is seen', (text) => {
  expect(isVisible(text)).toBe(true)
})

describe('P6: dictionary order', () => {
  const sorted = (...names: string[]) => sortByKana(names, (name) => name)

  test('kana go by sound, hiragana and katakana and half-width together', () => {
    expect(sorted('リネン', 'あさ', 'ｶﾞｰｾﾞ', 'ウール', 'きぬ')).toEqual([
      'あさ',
      'ウール',
      'ｶﾞｰｾﾞ',
      'きぬ',
      'リネン',
    ])
  })

  test('half-width kana stand where full-width ones do, and full-width first where all else is equal', () => {
    expect(sorted('ｶﾞｰｾﾞB', 'ガーゼA')).toEqual(['ガーゼA', 'ｶﾞｰｾﾞB'])
    expect(sorted('ｷｯﾄ', 'キット')).toEqual(['キット', 'ｷｯﾄ'])
    expect(sorted('キット', 'ｷｯﾄ')).toEqual(['キット', 'ｷｯﾄ'])
  })

  test('numbers go by size, also full-width ones', () => {
    expect(sorted('柄10', '柄２', '柄1')).toEqual(['柄1', '柄２', '柄10'])
  })

  test('the order does not depend on the order given', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme' })), (names) => {
        expect(sorted(...names.toReversed())).toEqual(sorted(...names))
      }),
    )
  })

  test('the list given is left alone', () => {
    const names = ['い', 'あ']
    sortByKana(names, (name) => name)
    expect(names).toEqual(['い', 'あ'])
  })
})

test('compareCodeUnits orders ids', () => {
  expect(['b', 'a', 'B', 'a'].sort(compareCodeUnits)).toEqual(['B', 'a', 'a', 'b'])
})

describe('R37: cutting', () => {
  test.each([
    ['巾着', 2, '巾着'],
    ['巾着袋', 2, '巾着…'],
    ['👩‍👩‍👧布', 1, '👩‍👩‍👧…'],
    ['👩‍👩‍👧布', 2, '👩‍👩‍👧布'],
    ['か\u3099ま口', 1, 'か\u3099…'],
    ['', 0, ''],
    ['布', 0, '…'],
  ])('%j to %i is %j', (text, limit, cut) => {
    expect(cutText(text, limit)).toBe(cut)
  })

  test('whatever stands beside a plain character: the beginning that a segmenter finds', () => {
    const units = fc.constantFrom(
      ...'布あ゙アｶﾞー、Ａz1 \n',
      '\r\n',
      '\u0301',
      '\u3099',
      '\ufe0f',
      '\u200d',
      '🧵',
      '👩',
      '가',
      '１',
    )
    fc.assert(
      fc.property(fc.string({ unit: units, maxLength: 12 }), fc.nat(12), (text, limit) => {
        const segments = [...new Intl.Segmenter('ja', { granularity: 'grapheme' }).segment(text)]
        const start = segments.slice(0, limit).map(({ segment }) => segment)
        expect(firstCharacters(text, limit)).toBe(start.join(''))
      }),
      { numRuns: 2_000 },
    )
  })

  test('what is left is always a beginning of the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 24 }), fc.nat(20), (text, limit) => {
        const cut = cutText(text, limit)
        expect(cut === text || (cut.endsWith('…') && text.startsWith(cut.slice(0, -1)))).toBe(true)
      }),
    )
  })
})
test.each([
  ['山田 花子', '山田 花子'],
  ['悪い\r\nBcc: evil@example.com', '悪い Bcc: evil@example.com'],
  ['一\u0085二\u2028三\u2029四', '一 二 三 四'],
  ['\u001b[31m赤\u0007\u0000', '[31m赤'],
  ['山田\u202e子花\u2066', '山田 子花'],
  ['壊れ\ud800', '壊れ\ufffd'],
  ['👩‍👧 花', '👩‍👧 花'],
  ['\n', ''],
])('%j is one line of plain signs', (text, line) => {
  expect(oneLine(text)).toBe(line)
})
