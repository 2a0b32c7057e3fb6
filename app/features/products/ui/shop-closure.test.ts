import { expect, test } from 'vitest'
import { whyStopped } from './shop-closure.tsx'

test.each([
  [{}, undefined],
  [{ most: 3 }, undefined],
  [{ most: 3, waits: true }, undefined],
  [{ most: 0 }, '売り切れ'],
  [{ most: 0, waits: true }, 'お支払い中'],
  [{ most: 0, waits: true, suspended: true }, '販売休止中'],
  [{ suspended: true }, '販売休止中'],
] as const)('K10: %j is not sold for the reason %s', (product, why) => {
  expect(whyStopped(product)).toBe(why)
})
