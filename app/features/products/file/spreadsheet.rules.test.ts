import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  asExcelSaves,
  isWithoutSigns,
  numberProblem,
  numbersWithZeros,
  plainCell,
  protectedCell,
} from './spreadsheet.rules.ts'

describe('N45: what Excel would change', () => {
  test.each([
    '0012',
    '12',
    '1-2',
    '1/2',
    '1E5',
    '1.5e-3',
    '12345678901234567890',
    '１２３',
    '2026/11/24',
    '1月2日',
    '12:30',
    '5%',
    '1,200',
    '-1',
    '(12)',
    '¥500',
    'TRUE',
    'Mar-1',
    '2-Jan',
    'JAN 2026',
    'R8.1.2',
    '令和8年1月2日',
    '3 pm',
  ])('%s goes out as a formula that gives it', (text) => {
    expect(protectedCell(text)).toBe(`="${text}"`)
    expect(plainCell(protectedCell(text))).toBe(text)
  })

  test.each(['F-1001', '帆布 11号', '綿100%', '110cm', 'A1', '1枚', 'e5', '約125g/㎡'])(
    '%s goes out as it is',
    (text) => {
      expect(protectedCell(text)).toBe(text)
    },
  )

  test.each(['=1+1', '+布', '-3割', '@here', '\tx', '＝1', '\u22121+1', "'=x"])(
    'P23: %s begins no formula',
    (text) => {
      expect(protectedCell(text)).toBe(`'${text}`)
      expect(plainCell(`'${text}`)).toBe(text)
    },
  )

  test('every text comes back as it went out, whether Excel has saved it or not', () => {
    const text = fc.oneof(
      fc.string(),
      fc.string({ unit: fc.constantFrom(...'0123456789-/:.,%eE=+@\'"() 月日年\n') }),
    )
    fc.assert(
      fc.property(text, (any) => {
        expect(plainCell(protectedCell(any))).toBe(any)
      }),
    )
    // A text too long for an Excel formula is not escaped.
    expect(protectedCell('1'.repeat(256))).toBe('1'.repeat(256))
  })
})

describe('N45: what Shift_JIS makes of a text', () => {
  const lacks = (sign: string) => '𠮷〜é'.includes(sign)
  test.each([
    ['𠮷野', '??野', true],
    ['𠮷野', '?野', true],
    ['é〜', '??', true],
    ['é〜', '?～', true],
    ['〜', '～', false],
    ['𠮷野', '野', false],
    ['野', '?', false],
    ['é', '??', false],
    ['é?', '?', false],
  ])('%s saved as %s is the same: %s', (text, cell, is) => {
    expect(isWithoutSigns(text, cell, lacks)).toBe(is)
  })

  test('signs that Windows writes alike are one', () => {
    expect(asExcelSaves('〜−—¥\u00a0')).toBe('～－―\\ ')
  })
})

describe('N45: a number that Excel has changed already', () => {
  const known = numbersWithZeros(['0012', '012', 'F-1', '00'])
  test.each([
    ['1.23E+15', '長い数字'],
    ['1E+05', '長い数字'],
    ['2026/11/24', '日付'],
    ['1月2日', '日付'],
    ['2-Jan', '日付'],
    ['Jan-26', '日付'],
    ['１２', '「0012」「012」'],
    ['0', '「00」'],
    ['1234567890123450', '16けた目'],
  ])('%s is told', (text, said) => {
    expect(numberProblem(text, known)).toContain(said)
  })

  test.each(['13', '1-2', 'F-1001', '123456789012345', '1234567890123456', 'E5'])(
    '%s may be a number',
    (text) => {
      expect(numberProblem(text, known)).toBeNull()
    },
  )
})
