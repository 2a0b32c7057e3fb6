import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { mostCompared, readCompared, withCompared } from './rules.ts'

const product = (at: number) => ({ number: `F-${at}`, name: `布${at}` })
const products = (count: number) => Array.from({ length: count }, (_, at) => product(at))

describe('W22: what is compared', () => {
  test('a new one is the last column, and stands there once', () => {
    expect(withCompared(products(2), product(5))).toEqual([...products(2), product(5)])
    expect(withCompared(products(4), product(0))?.map(({ number }) => number)).toEqual([
      'F-1',
      'F-2',
      'F-3',
      'F-0',
    ])
  })

  test('a full table takes no fifth one', () => {
    expect(withCompared(products(3), product(3))).toHaveLength(mostCompared)
    expect(withCompared(products(4), product(4))).toBeNull()
  })

  test('storage of any kind is read as at most four products', () => {
    expect(readCompared(JSON.stringify(products(9)))).toEqual(products(4))
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        expect(readCompared(text).length).toBeLessThanOrEqual(mostCompared)
      }),
    )
  })
})
