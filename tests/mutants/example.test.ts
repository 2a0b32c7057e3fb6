import { expect, test } from 'vitest'
import { smallerHalf } from './example.ts'

test('of nine pieces four are the smaller half', () => {
  expect(smallerHalf(9)).toBe(4)
})
