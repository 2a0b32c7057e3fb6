import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { factsIn } from '~/features/products/description.rules.ts'
import { anyCharacter } from '../../../tests/support/any-character.ts'
import { layClaims } from './laying.rules.ts'
import { boltText, piecesOfBolt, piecesText, readPieces, widthCmIn } from './measures.rules.ts'
import { bestPiece, mostOf } from './rules.ts'

const pieces = (...lefts: number[]) => lefts.map((left, at) => ({ id: `p${at}`, left, receivedAt: at }))
const read = (text: string, widthCm: number | null = 110, joined: 'lengthwise' | null = 'lengthwise') => {
  const found = readPieces(text, { joined, widthCm })
  return found.ok ? found.value.map(({ units }) => units) : found.error
}

describe('K2: what a bolt is', () => {
  test('3.5 m × 110 cm is two strips of 7, and one piece of 14 where nothing is said of their shape', () => {
    expect(piecesOfBolt(350, 110, 'lengthwise').map(({ units }) => units)).toEqual([7, 7])
    expect(piecesOfBolt(350, 110, null).map(({ units }) => units)).toEqual([14])
    expect(piecesOfBolt(350, 110, 'lengthwise', 1).map(({ units }) => units)).toEqual([7])
    expect(piecesOfBolt(350, null, 'lengthwise').map(({ units }) => units)).toEqual([7])
    expect(piecesOfBolt(49, 110, 'lengthwise')).toEqual([])
    expect(boltText(piecesOfBolt(350, 110, 'lengthwise'), 'lengthwise')).toBe(
      '7枚つづき × 2本（ぜんぶで14枚）',
    )
    expect(boltText([], null)).toBe('50cm角は取れません')
  })
  test('the width is read from what is told of it', () => {
    const { width } = factsIn('【藍】コットン100%、巾約110cm、厚さ普通。')
    expect([width, '', 'ひろい'].map(widthCmIn)).toEqual([110, null, null])
    expect(widthCmIn(factsIn('かわいい布です。110cm').width)).toBe(null)
  })
})

describe('K3: the smallest piece that holds it, then the oldest', () => {
  test('C21, K3: 5 of 7, 4, 3 comes from the 7, and 3 from the 3', () => {
    expect(bestPiece(pieces(7, 4, 3), 5)?.left).toBe(7)
    expect(bestPiece(pieces(7, 4, 3), 3)?.left).toBe(3)
    expect(bestPiece(pieces(7, 4, 3), 8)).toBe(undefined)
    expect(bestPiece(pieces(4, 4), 4)?.id).toBe('p0')
    expect(bestPiece(pieces(4, 4).toReversed(), 4)?.id).toBe('p0')
  })
  test('of any pieces: one that holds it whenever there is one, and none leaves less over', () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat(30), { maxLength: 12 }),
        fc.integer({ min: 1, max: 30 }),
        (lefts, units) => {
          const best = bestPiece(pieces(...lefts), units)
          expect(best !== undefined).toBe(mostOf(pieces(...lefts)) >= units)
          if (best !== undefined)
            for (const left of lefts) expect(left < units || left >= best.left).toBe(true)
        },
      ),
    )
  })
})

describe('K9: claims are laid into what was counted', () => {
  const claim = (id: string, units: number, claimedAt = 0) => ({ id, units, claimedAt })
  test('the longest first, and what does not fit is told', () => {
    const laid = layClaims([claim('a', 3), claim('b', 7), claim('c', 4)], pieces(7, 4))
    expect([...laid]).toEqual([
      ['b', 'p0'],
      ['c', 'p1'],
      ['a', null],
    ])
  })
  test('what lay in some pieces finds room in them again', () => {
    const shelf = fc.array(fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 3 }), {
      minLength: 1,
      maxLength: 4,
    })
    fc.assert(
      fc.property(shelf, (cuts) => {
        const lefts = cuts.map((each) => each.reduce((sum, units) => sum + units, 0))
        const all = cuts.flat().map((units, at) => claim(`c${at}`, units))
        expect([...layClaims(all, pieces(...lefts)).values()]).not.toContain(null)
      }),
    )
  })
  test('what cannot be laid in takes no long time', () => {
    const claims = Array.from({ length: 37 }, (_, at) => claim(`c${at}`, 3))
    const laid = layClaims(claims, pieces(5, 8, 11, 14, 17, 20, 23, 26))
    expect([...laid.values()].filter((piece) => piece === null)).toHaveLength(1)
  })
  test('no piece is laid beyond what it is', () => {
    const units = fc.integer({ min: 1, max: 20 })
    fc.assert(
      fc.property(fc.array(units, { maxLength: 20 }), fc.array(units, { maxLength: 8 }), (claims, lefts) => {
        const all = claims.map((each, at) => claim(`c${at}`, each))
        const laid = layClaims(all, pieces(...lefts))
        expect(laid.size).toBe(all.length)
        for (const piece of pieces(...lefts)) {
          const sum = all.reduce(
            (total, { id, units: each }) => total + (laid.get(id) === piece.id ? each : 0),
            0,
          )
          expect(sum).toBeLessThanOrEqual(piece.left)
        }
      }),
    )
  })
})

describe('K12: what a cell tells', () => {
  test.each([
    ['7', [7]],
    ['7,4,3', [7, 4, 3]],
    ['７、４・３', [7, 4, 3]],
    ['7 4  3', [7, 4, 3]],
    ['7×2', [7, 7]],
    ['7 x 2、3', [7, 7, 3]],
    ['3.5m', [7, 7]],
    ['３．５ｍ', [7, 7]],
    ['3.5m×110cm', [7, 7]],
    ['3.5 m × 110 cm', [7, 7]],
    ['350cm×1.1m', [7, 7]],
    ['3.5m×90cm', [7]],
    ['0', []],
    ['なし', []],
    [' 売切 ', []],
  ])('%s', (text, units) => expect(read(text)).toEqual(units))

  test.each([
    '',
    ' ',
    '7,0',
    '-3',
    '七',
    '7×0',
    '0.4m',
    '3.5m×40cm',
    '1,000',
    '99999',
    '7×101',
    '600m',
    '3m×5m',
    '3.5',
    '=7',
  ])('cannot be read: %j', (text) => expect(read(text)).toBe('unreadable'))
  test('without a width a bolt is one strip, without a shape one piece', () => {
    expect(read('3.5m', null)).toEqual([7])
    expect(read('3.5m', 110, null)).toEqual([14])
    expect(read('3.5m×110cm', null, null)).toEqual([14])
  })
  test('what the shop writes it reads, and no text breaks it', () => {
    const units = fc.integer({ min: 1, max: 200 })
    fc.assert(
      fc.property(fc.array(units, { maxLength: 40 }), (all) => {
        expect(read(piecesText(all))).toEqual(all.toSorted((a, b) => b - a))
      }),
    )
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, maxLength: 200 }), (text) => {
        const found = readPieces(text, { joined: 'lengthwise', widthCm: 110 })
        if (found.ok) for (const piece of found.value) expect(piece.units).toBeGreaterThan(0)
      }),
    )
  })
})
