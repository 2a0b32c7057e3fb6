import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { anyCharacter } from '../../tests/support/any-character.ts'
import {
  codePointLength,
  cutText,
  firstCharacters,
  isVisible,
  lengthText,
  nfkc,
  oneLine,
  plainLines,
  summaryLine,
  tagsIn,
} from './text.ts'

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

describe('R37: cutting', () => {
  test.each([
    ['巾着', 2, '巾着'],
    ['巾着袋', 2, '巾着…'],
    ['👩‍👩‍👧布', 1, '👩‍👩‍👧…'],
    ['👩‍👩‍👧布', 2, '👩‍👩‍👧布'],
    ['👍🏽布', 1, '👍🏽…'],
    ['🇯🇵🇫🇷', 1, '🇯🇵…'],
    ['ｶﾞ布', 1, 'ｶﾞ…'],
    ['\r\n布', 1, '\r\n…'],
    ['か\u3099ま口', 1, 'か\u3099…'],
    ['', 0, ''],
    ['布', 0, '…'],
  ])('%j to %i is %j, also in a browser without a segmenter', (text, limit, cut) => {
    expect(cutText(text, limit)).toBe(cut)
    vi.stubGlobal('Intl', {})
    try {
      expect(cutText(text, limit)).toBe(cut)
    } finally {
      vi.unstubAllGlobals()
    }
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
  ['バッグ\tリネン\u2028和柄\v水玉', ['バッグ', 'リネン', '和柄', '水玉']],
  ['\u3164、布、#\u2060、\u0301', ['布']],
])('tags in %j', (typed, tags) => {
  expect(tagsIn(typed)).toEqual(tags)
})

test('a text of several lines keeps its lines, and no mark that is not seen', () => {
  expect(plainLines(' 一行目\r\n二行目\r三\u2028四\u0000\u0007\u202e\u2066五\t六\v七\u0085八\ud800 \n')).toBe(
    '一行目\n二行目\n三\n四五\t六\n七\n八\ufffd',
  )
})

test('the counter counts characters, and says how many are too many', () => {
  expect(lengthText('𠮷🧵布', 3)).toBe('3／3文字')
  expect(lengthText('𠮷🧵布x', 3)).toBe('4／3文字（1文字多すぎます）')
})

test('R37: a beginning on one line is cut as people see it', () => {
  expect(summaryLine(' 一行目\r\n二\u202e行目', 5)).toBe('一行目 二…')
  expect(summaryLine('一\n二', 3)).toBe('一 二')
})

describe('R43: a text that was cleaned', () => {
  const units = fc.oneof(
    fc.constantFrom(
      '\r',
      '\n',
      '\t',
      '\v',
      '\u0000',
      '\u0085',
      '\u2028',
      '\u202e',
      '\u3164',
      '\ud800',
      '#',
      '、',
      ' ',
    ),
    fc.string({ unit: anyCharacter, minLength: 1, maxLength: 1 }),
  )
  const texts = fc.string({ unit: units, maxLength: 30 })

  test('stays as it is when it is cleaned again', () => {
    fc.assert(
      fc.property(texts, (text) => {
        for (const clean of [oneLine, plainLines]) expect(clean(clean(text))).toBe(clean(text))
        expect(tagsIn(tagsIn(text).join('、'))).toEqual(tagsIn(text))
      }),
    )
  })

  test('can be stored anywhere, turns nothing, and has lost nothing that is seen', () => {
    const seenIn = (text: string) => [...text.toWellFormed()].filter(isVisible)
    fc.assert(
      fc.property(texts, (text) => {
        const [line, lines] = [oneLine(text), plainLines(text)]
        expect(line).not.toMatch(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}]/u)
        expect(lines).not.toMatch(/(?![\n\t])[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}]/u)
        for (const cleaned of [line, lines]) {
          expect(seenIn(cleaned)).toEqual(seenIn(text))
          expect(isVisible(cleaned)).toBe(isVisible(text))
        }
        expect(tagsIn(text).every(isVisible)).toBe(true)
      }),
    )
  })

  test('a summary is a beginning of the one line, and … when there was more', () => {
    fc.assert(
      fc.property(texts, fc.integer({ min: 1, max: 20 }), (text, limit) => {
        const line = oneLine(text)
        const start = firstCharacters(line, limit)
        expect(summaryLine(text, limit)).toBe(start === line ? line : `${start}…`)
      }),
    )
  })
})
