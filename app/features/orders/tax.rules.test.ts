import fc from 'fast-check'
import { expect, test } from 'vitest'
import { taxInside, yen } from '../../kernel/money.ts'
import { type PartGivenBack, taxesOfParts } from './tax.rules.ts'

const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0)
const untold = (...amounts: number[]): PartGivenBack[] => amounts.map((amount) => ({ amount, tax: null }))

test('M18: a part has floor(amount × 10 / 110), and the one that completes the total the rest of its tax', () => {
  // 5,000 yen hold 454 yen: three parts of their own would hold 90 + 181 + 181.
  expect(taxesOfParts(5000, untold(1000, 2000, 2000))).toEqual([90, 181, 183])
  expect(taxesOfParts(5000, untold(1000, 2000))).toEqual([90, 181])
  expect(taxesOfParts(5000, untold(5000))).toEqual([454])
  expect(taxesOfParts(5000, [])).toEqual([])
})

test('M18: what the buyer was told stays, and the others make up for it', () => {
  expect(taxesOfParts(5000, [{ amount: 1000, tax: 91 }, ...untold(4000)])).toEqual([91, 363])
  expect(taxesOfParts(5000, [...untold(1000), { amount: 4000, tax: 364 }])).toEqual([90, 364])
})

test('M18: what a bank takes beyond the total takes no more tax than there is', () => {
  expect(taxesOfParts(1100, untold(550, 1100))).toEqual([50, 50])
  expect(taxesOfParts(1100, untold(1100, 1100))).toEqual([100, 0])
  expect(() => taxesOfParts(1100, untold(0.5))).toThrow(RangeError)
})

test('M18: however a total goes back, the taxes of the parts come to its own, and none is below zero', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 9_999_999 }),
      fc.array(fc.integer({ min: 1, max: 999_999 }), { maxLength: 12 }),
      (total, wanted) => {
        const amounts: number[] = []
        for (const amount of wanted) if (sum(amounts) + amount < total) amounts.push(amount)
        const before = taxesOfParts(total, untold(...amounts))
        expect(before).toEqual(amounts.map((amount) => taxInside(yen(amount))))
        const taxes = taxesOfParts(total, untold(...amounts, total - sum(amounts)))
        expect(sum(taxes)).toBe(taxInside(yen(total)))
        expect(Math.min(...taxes)).toBeGreaterThanOrEqual(0)
        // A later part changes no earlier one.
        expect(taxes.slice(0, -1)).toEqual(before)
      },
    ),
  )
})
