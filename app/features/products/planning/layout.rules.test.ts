import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Cutting, type Layout, layOut, type Part, partsTooLarge } from './layout.rules.ts'

const part = (width: number, height: number, count = 1, name = `${width}×${height}`): Part => ({
  name,
  width,
  height,
  count,
})
const lengthwise: Cutting = { joined: true, oneWay: false }
const squares: Cutting = { joined: false, oneWay: false }

/** What is wrong with a layout, independently of how it was found. */
const faultsOf = (parts: readonly Part[], cutting: Cutting, { units, placed }: Layout): string[] => {
  const faults: string[] = []
  for (const [at, { width, height, count }] of parts.entries()) {
    const own = placed.filter((one) => one.part === at)
    if (own.length !== count) faults.push(`${own.length} of ${count}`)
    for (const one of own) {
      const isAsIs = one.width === width && one.height === height
      const isTurned = one.width === height && one.height === width
      if (!(isAsIs || (isTurned && !cutting.oneWay))) faults.push('has another size or is turned')
    }
  }
  for (const [at, a] of placed.entries()) {
    const end = cutting.joined ? units * 50 : 50
    if (a.x < 0 || a.y < 0 || a.x + a.width > 50 || a.y + a.height > end + 1e-9) faults.push('lies beyond')
    if (a.piece < 0 || a.piece >= (cutting.joined ? 1 : units)) faults.push('lies on no piece')
    for (const b of placed.slice(at + 1)) {
      const isApart =
        a.piece !== b.piece ||
        a.x + a.width <= b.x + 1e-9 ||
        b.x + b.width <= a.x + 1e-9 ||
        a.y + a.height <= b.y + 1e-9 ||
        b.y + b.height <= a.y + 1e-9
      if (!isApart) faults.push('lies on another')
    }
  }
  return faults
}

interface Rectangle {
  readonly width: number
  readonly height: number
}

/**
 * Every way to lay these on so many units, by brute force: each box in turn at every sum of widths, as far up as it goes. Any
 * layout can be pushed together like that, and its boxes be taken in the order of their upper edges. In steps of 5 cm.
 */
const canLie = (boxes: readonly Rectangle[], cutting: Cutting, units: number): boolean => {
  const sums = new Set([0])
  for (const { width, height } of boxes)
    for (const side of cutting.oneWay ? [width] : [width, height])
      for (const sum of [...sums]) if (sum + side < 10) sums.add(sum + side)
  const lefts = [...sums].sort((a, b) => a - b)
  const [pieces, end] = cutting.joined ? [1, units * 10] : [units, 10]
  const tops = Array.from({ length: pieces }, () => Array.from({ length: 10 }, () => 0))
  const highest = tops.map(() => 0)
  const used = boxes.map(() => false)
  const search = (left: number): boolean => {
    if (left === 0) return true
    const free = tops.reduce((sum, top) => sum + top.reduce((all, y) => all + end - y, 0), 0)
    const needed = boxes.reduce((sum, { width, height }, at) => sum + (used[at] ? 0 : width * height), 0)
    if (needed > free) return false
    const tried = new Set<string>()
    for (const [at, box] of boxes.entries()) {
      if (used[at]) continue
      for (const { width, height } of cutting.oneWay
        ? [box]
        : [box, { width: box.height, height: box.width }]) {
        if (tried.has(`${width} ${height}`)) continue
        tried.add(`${width} ${height}`)
        let hasEmpty = false
        for (const [piece, top] of tops.entries()) {
          const isEmpty = top.every((y) => y === 0)
          // Empty pieces are alike.
          if (isEmpty && hasEmpty) continue
          hasEmpty ||= isEmpty
          for (const x of lefts) {
            if (x + width > 10) break
            const under = top.slice(x, x + width)
            const y = Math.max(...under)
            const before = highest[piece] ?? 0
            if (y + height > end || y < before) continue
            top.fill(y + height, x, x + width)
            highest[piece] = y
            used[at] = true
            const isFound = search(left - 1)
            used[at] = false
            highest[piece] = before
            top.splice(x, width, ...under)
            if (isFound) return true
          }
        }
      }
    }
    return false
  }
  return search(boxes.length)
}

/** Whether any layout of at most six parts takes so few units. */
const isPossible = (parts: readonly Part[], cutting: Cutting, units: number): boolean =>
  units > 0 &&
  canLie(
    parts.map(({ width, height }) => ({ width: width / 5, height: height / 5 })),
    cutting,
    units,
  )

/** Multiples of 5 cm, which meet edges often; up to six parts in all. */
const someParts = (longest: number) =>
  fc
    .array(
      fc.record({ width: fc.integer({ min: 1, max: 10 }), height: fc.integer({ min: 1, max: longest }) }),
      {
        minLength: 1,
        maxLength: 6,
      },
    )
    .map((sizes) => sizes.map(({ width, height }) => part(width * 5, height * 5)))

describe('W43: how many units', () => {
  test.each([
    ['two panels of a school bag and its handles', [part(42, 34, 2), part(10, 40, 2)], lengthwise, 2],
    ['the same in squares', [part(42, 34, 2), part(10, 40, 2)], squares, 2],
    ['four that fill a square', [part(25, 25, 4)], squares, 1],
    ['five that do not', [part(25, 25, 5)], squares, 2],
    ['one millimetre too much', [part(25.1, 25, 2), part(25, 25, 2)], { joined: true, oneWay: true }, 2],
    ['a long strip', [part(10, 200)], lengthwise, 4],
    ['a long strip that may be turned', [part(200, 10)], lengthwise, 4],
    ['a pinwheel', [part(30, 20, 2), part(20, 30, 2), part(10, 10)], squares, 1],
    ['nothing', [], lengthwise, 0],
  ] as const)('%s', (_name, parts, cutting, units) => {
    const layout = layOut(parts, cutting)
    expect(faultsOf(parts, cutting, layout)).toEqual([])
    expect(layout.units).toBe(units)
  })

  test.each([
    ['lengthwise', lengthwise, 30],
    ['lengthwise, one way', { joined: true, oneWay: true }, 30],
    ['squares', squares, 10],
    ['squares, one way', { joined: false, oneWay: true }, 10],
  ] as const)(
    '%s: never too few, and at most one more than the best of all layouts of up to six parts',
    (_name, cutting, longest) => {
      fc.assert(
        fc.property(someParts(longest), (parts) => {
          const layout = layOut(parts, cutting)
          expect(faultsOf(parts, cutting, layout)).toEqual([])
          expect(isPossible(parts, cutting, layout.units - 2)).toBe(false)
        }),
        { numRuns: 80 },
      )
    },
  )

  test('parts of any size, also of tenths of a cm, lie apart and within', () => {
    const size = fc.integer({ min: 10, max: 2_000 }).map((tenths) => tenths / 10)
    const kinds = fc.array(
      fc
        .tuple(size, size, fc.integer({ min: 1, max: 20 }))
        .map(([width, height, count]) => part(width, height, count)),
      { minLength: 1, maxLength: 6 },
    )
    fc.assert(
      fc.property(kinds, fc.boolean(), fc.boolean(), (all, joined, oneWay) => {
        const cutting = { joined, oneWay }
        const parts = all.filter((one) => partsTooLarge([one], cutting).length === 0)
        const layout = layOut(parts, cutting)
        expect(faultsOf(parts, cutting, layout)).toEqual([])
        expect(layOut(parts, cutting)).toEqual(layout)
      }),
      { numRuns: 60 },
    )
  })

  test('W41: of a pattern with a top no part is turned, though that takes more', () => {
    const parts = [part(10, 50, 3), part(50, 10, 2)]
    const withTop = { joined: false, oneWay: true }
    expect(layOut(parts, squares).units).toBe(1)
    const layout = layOut(parts, withTop)
    expect(faultsOf(parts, withTop, layout)).toEqual([])
    expect(layout.units).toBe(2)
  })

  test('W44: what no piece holds is named', () => {
    const wide = part(60, 20, 1, 'すそ')
    const named = (cutting: Cutting) => partsTooLarge([part(20, 20), wide], cutting)
    expect(named(lengthwise)).toEqual([])
    expect(named({ joined: true, oneWay: true })).toEqual(['すそ'])
    expect(named(squares)).toEqual(['すそ'])
    expect(partsTooLarge([part(51, 51, 1, '四角')], lengthwise)).toEqual(['四角'])
    expect(partsTooLarge([part(50, 50)], squares)).toEqual([])
    expect(layOut([part(60, 60)], squares)).toEqual({ units: 0, placed: [] })
  })

  test('the worst input takes less than 50 ms of the processor', () => {
    const sizes = [7.3, 11.9, 17.1, 21.7, 26.1, 33.3]
    const inputs = [
      sizes.map((size, at) => part(size, sizes[5 - at] ?? 1, 20)),
      sizes.map((size) => part(size, size + 13.1, 20)),
      sizes.map((_, at) => part(26 - at, 26 + at, 20)),
      sizes.map((_, at) => part(1 + at / 10, 1.5 + at / 10, 20)),
      sizes.map((_, at) => part(49 - at, 200, 20)),
    ]
    const times = inputs.flatMap((parts) =>
      [lengthwise, squares, { joined: false, oneWay: true }].map((cutting) => {
        const fitting = parts.filter((one) => partsTooLarge([one], cutting).length === 0)
        const runs = [1, 2, 3].map(() => {
          const before = process.cpuUsage()
          layOut(fitting, cutting)
          return process.cpuUsage(before).user / 1_000
        })
        return Math.min(...runs)
      }),
    )
    expect(Math.max(...times)).toBeLessThan(50)
  })
})
