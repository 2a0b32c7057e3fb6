import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { mostUnits, unitsInLine } from './rules.ts'

const squares = { joined: false, oneWay: true }
const lengthwise = { joined: true, oneWay: true }

describe('W1: the squares that a cut size takes', () => {
  test.each([
    ['F-1041 42×22cmを2枚', 1],
    ['F-1041 20×20cmを6枚', 2],
    ['Ｆ－１０４１　２０ｃｍ×２０ｃｍ　６枚', 2],
    ['F-1041 20x20 6枚', 2],
    ['F-1041 200mm*200mmで六枚', 2],
    ['F-1041 20cm角を6枚', 2],
    ['F-1041 20センチ四方 6枚', 2],
    ['F-1041 直径20cmの円を6枚', 2],
    ['F-1041 20×20cm×6枚', 2],
    ['F-1041 20×20cm6枚', 2],
    ['F-1041 ３０×４０センチ２枚', 2],
    ['F-1041 42×22cm2枚と20×20cm6枚', 3],
    ['F-1041 20×20cm（縫い代込み）を6枚', 2],
    ['F-1041 6枚（20×20cm）', 2],
    ['F-1041 と F-1029 20×20cmを各6枚', 2],
    ['F-1041 46×46cm', 1],
    ['F-1041 本体19×24cmを1枚、前ポケット19×24cmを1枚', 1],
    ['F-1041 口30×14cmを2枚、持ち手14×50cmを1枚', 1],
    ['F-1041 26×26cmと24×24cmを2枚ずつ', 2],
    ['F-1041 26×26cmと24×24cmを2枚', 1],
    ['F-1041 表42×34cmを2枚、持ち手10×40cmを2枚', 3],
    ['F-1041 30×10cm 2枚、接着芯 50×40cmを9枚', 1],
    ['F-1041 30.5×25.5cmを4枚', 4],
    ['F-1041 25×25cmを4枚', 1],
    ['F-1041 本体26×26cm、底24×24cmを2枚ずつ', 2],
    ['F-1041 30×30cmを1枚、接着芯24×24cmと26×26cmを2枚ずつ', 3],
    ['F-1041 26×26cmを1枚、26×26cmを2枚ずつ', 3],
    ['F-1041 200×200mmを6枚', 2],
    ['F-1041 200mm×200を6枚', 2],
    ['F-1041 26×26cmを2枚 26×26cm', 3],
    ['F-1041 接着芯 20×20cmを6枚、表布 42×22cmを2枚', 1],
    ['F-1041 42×22cmを2枚、タグ 3枚', 1],
    ['F-1041 25.1×25cmを4枚', 2],
    ['F-1041 横40×縦10cmを5枚、縦40×横10cmを1枚', 1],
    ['F-1041 W40×H10cmを5枚、タテ40×10cmを1枚', 1],
    ['F-1041 横40×縦10cmを5枚、10×縦40cmを1枚', 1],
    ['F-1041 40×10cmを6枚', 2],
  ])('%s: %i', (line, units) => {
    expect(unitsInLine(line, squares)).toBe(units)
  })

  test.each([
    ['the number of squares is told first', 'F-1041 50cm角 3枚 … 38×37cmを2枚', 3],
    ['and so without their size', 'F-1041 3枚 … 42×22cmを2枚', 3],
    ['and in brackets', 'F-1041 3枚（42×22cmを2枚）', 3],
    ['squares of 50 cm are what is sold', 'F-1041 50×50cmを2枚', 2],
    ['and their place is before the cuts', 'F-1041 50cm角1枚、42×22cmを4枚', 1],
    ['and before what they are', 'F-1041 3枚（50cm角）、42×22cmを2枚', 3],
    ['a management number is no side', 'F-10×10cm 3枚', 3],
    ['a length is no size', 'F-1041 50cm × 4枚', 4],
    ['nor is cloth of a width', 'F-1041 50×110cm幅 2枚', 2],
    ['what is finished has no seams yet', 'F-1041 できあがり20×20cmを6枚', 6],
    ['interfacing is no fabric', 'F-1041 接着芯20×20cmを6枚', 6],
    ['none holds it', 'F-1041 60×60cmを2枚', 2],
    ['nothing is cut', 'F-1041 0×20cmを2枚', 2],
    ['more than the planner lays out', 'F-1041 5×5cmを121枚', mostUnits],
    ['no amount at all', 'F-1041', 1],
  ])('as before where %s', (_, line, units) => {
    expect(unitsInLine(line, squares)).toBe(units)
  })

  test('the last of 120 pieces is laid out', () => {
    expect(unitsInLine('F-1041 5×5cmを120枚', squares)).toBe(2)
  })

  test('one piece of the length of several squares holds what no square does', () => {
    const line = 'F-1041 50×150cm'
    expect([unitsInLine(line, squares), unitsInLine(line, lengthwise)]).toEqual([1, 3])
    // Cloth of a width.
    expect(unitsInLine('F-1041 50×110cm幅 2枚', lengthwise)).toBe(2)
  })

  test('a pattern without a top is turned where that saves a square, one with a top only where nothing else holds it', () => {
    expect(unitsInLine('F-1041 30×20cmを4枚', squares)).toBe(2)
    expect(unitsInLine('F-1041 30×20cmを4枚', { joined: false, oneWay: false })).toBe(1)
    expect(unitsInLine('F-1041 60×40cmを1枚', lengthwise)).toBe(2)
  })

  test('whatever is typed, the units are 1 to 99, and soon', () => {
    const piece = fc.constantFrom(
      '42×22cm',
      '20cm角',
      '2枚',
      'を',
      'と',
      '（',
      '）',
      '、',
      '縦',
      ' ',
      '×',
      '12',
      '芯',
      'ずつ',
    )
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 60 }),
        fc.boolean(),
        fc.boolean(),
        (pieces, joined, oneWay) => {
          const units = unitsInLine(pieces.join(''), { joined, oneWay })
          expect(units).toBeGreaterThanOrEqual(1)
          expect(units).toBeLessThanOrEqual(mostUnits)
        },
      ),
    )
    for (const text of ['1×', '縦', '1 ×1 ', '20cm', '（', '1枚', '1.1'])
      unitsInLine(text.repeat(20_000 / text.length), squares)
  })
})
