import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readPatternScale } from './pattern-scale.ts'

const none = { motif: null, repeat: null, picture: null }

test.each([
  ['柄の大きさ：約3cm', { ...none, motif: 3 }],
  ['【藍】綿100%、巾110cm。柄の大きさは約３．５ｃｍです。', { ...none, motif: 3.5 }],
  ['柄のサイズ 25mm', { ...none, motif: 2.5 }],
  ['柄の大きさ 約2〜3cm', { ...none, motif: 3 }],
  ['柄の大きさ 2cm〜3cm', { ...none, motif: 3 }],
  ['柄の大きさ：縦3×横4cm', { ...none, motif: 3 }],
  ['モチーフの大きさ 直径1.2センチ', { ...none, motif: 1.2 }],
  ['柄リピート 12cm', { ...none, repeat: 12 }],
  ['２枚目の写真の幅：24cm', { ...none, picture: 24, photograph: 2 }],
  ['1枚目の写真の幅 24cm', { ...none, picture: 24 }],
  ['柄の大きさ 3cm、2枚目の写真は裏です', { ...none, motif: 3 }],
  ['柄の大きさ：3cm、柄のリピート：12cm、写真の幅 30cm', { motif: 3, repeat: 12, picture: 30 }],
] as const)('W40: %s tells the scale', (text, scale) => {
  expect(readPatternScale(text)).toEqual(scale)
})

test.each([
  '',
  '綿100%、巾110cm、厚さ0.3mm。',
  '柄の大きさ：大',
  '柄の大きさ 3',
  '柄の大きさ 0cm',
  '柄の大きさ 900cm',
  '生地幅 110cm',
])('W40: %j tells no scale', (text) => {
  expect(readPatternScale(text)).toBeNull()
})

test('W40: no text breaks it, and what it reads is between 1 mm and 200 cm', () => {
  const pieces = fc.constantFrom(
    '柄の大きさ',
    '柄リピート',
    '写真の幅',
    '：',
    '約',
    '3',
    '0.01',
    '9999',
    'cm',
    'mm',
    '〜',
    '×',
    ' ',
  )
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.array(pieces, { maxLength: 20 }).map((all) => all.join('')),
      ),
      (text) => {
        for (const length of Object.values(readPatternScale(text) ?? {}))
          if (length !== null) expect(length >= 0.1 && length <= 200).toBe(true)
      },
    ),
  )
})
