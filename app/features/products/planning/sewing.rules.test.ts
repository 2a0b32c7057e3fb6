import { describe, expect, test } from 'vitest'
import {
  answerFor,
  countTyped,
  lengthTyped,
  linings,
  partsOf,
  sewnItems,
  usualAnswers,
} from './sewing.rules.ts'

const named = (name: string) => {
  const item = sewnItems.find((one) => one.name === name)
  if (item === undefined) throw new Error(name)
  return item
}
const measures = (name: string, lining: (typeof linings)[number]) =>
  partsOf(named(name), named(name).usual, lining).map(
    (part) => `${part.name} ${part.width}×${part.height} ${part.count}`,
  )

describe('W42: parts with their seams', () => {
  test.each([
    ['レッスンバッグ', 'none', ['本体 42×34 2', '持ち手 10×40 2']],
    ['レッスンバッグ', 'outside', ['本体 42×32 2', '持ち手 10×40 2']],
    ['レッスンバッグ', 'inside', ['本体 42×32 2']],
    ['レッスンバッグ', 'both', ['本体 42×32 2', '持ち手 10×40 2', '裏の本体 42×32 2']],
    ['上履き袋', 'none', ['本体 22×32 2', '持ち手 8×32 1', 'タブ 8×8 1']],
    ['体操着袋', 'none', ['本体 32×41 2']],
    ['体操着袋', 'outside', ['本体 32×40 2']],
    ['巾着', 'none', ['本体 22×28 2']],
    ['クッション', 'none', ['前 47×47 1', '後ろ 47×31.5 2']],
    ['スタイ', 'both', ['本体 24×30 1', '裏の本体 24×30 1']],
    ['ランチョンマット', 'none', ['本体 44×34 1']],
    ['ランチョンマット', 'outside', ['本体 42×32 1']],
  ] as const)('%s, %s: %j', (name, lining, parts) => {
    expect(measures(name, lining)).toEqual(parts)
  })

  test('the seven that are named, each within a piece in its usual size', () => {
    expect(sewnItems.map(({ name }) => name)).toEqual([
      'レッスンバッグ',
      '上履き袋',
      '体操着袋',
      '巾着',
      'クッション',
      'スタイ',
      'ランチョンマット',
    ])
    for (const item of sewnItems)
      for (const lining of linings)
        expect(answerFor(partsOf(item, item.usual, lining), { joined: false, oneWay: true }).kind).toBe(
          'layout',
        )
  })
})

test('W45: the table of the usual answers', () => {
  const row = ({ name, unlined, outside, inside }: ReturnType<typeof usualAnswers>[number]) =>
    `${name} ${unlined} ${outside} ${inside}`
  expect(usualAnswers(true).map(row)).toEqual([
    'レッスンバッグ 3 3 2',
    '上履き袋 2 2 1',
    '体操着袋 2 2 2',
    '巾着 1 1 1',
    'クッション 3 3 3',
    'スタイ 1 1 1',
    'ランチョンマット 1 1 1',
  ])
  expect(usualAnswers(false).map(row)).toEqual([
    'レッスンバッグ 3 3 2',
    '上履き袋 2 2 1',
    '体操着袋 2 2 2',
    '巾着 1 1 1',
    'クッション 3 3 3',
    'スタイ 1 1 1',
    'ランチョンマット 1 1 1',
  ])
})

test('W44: parts that no piece holds are named', () => {
  expect(
    answerFor(partsOf(named('クッション'), { width: 60, height: 45 }, 'none'), {
      joined: true,
      oneWay: true,
    }),
  ).toEqual({
    kind: 'too-large',
    names: ['前', '後ろ'],
  })
})

test.each([
  ['30', 30],
  ['３０．５', 30.5],
  [' 30 cm ', 30],
  ['30.01', 30.1],
  ['200', 200],
  ['1', 1],
  ['0.9', null],
  ['200.1', null],
  ['-3', null],
  ['1e2', null],
  ['', null],
  ['三十', null],
] as const)('W44: a length of %j is %s', (typed, cm) => {
  expect(lengthTyped(typed)).toBe(cm)
})

test.each([
  ['1', 1],
  ['２０枚', 20],
  ['21', null],
  ['0', null],
  ['1.5', null],
  ['', null],
] as const)('W44: a count of %j is %s', (typed, count) => {
  expect(countTyped(typed)).toBe(count)
})
