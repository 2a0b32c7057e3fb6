import { expect, test } from 'vitest'
import { typedCount } from './typed-count.ts'

test.each([
  ['0', 0],
  ['７日', 7],
  [' 20 枚 ', 20],
  ['3点', 3],
  ['12個', 12],
  ['999999999', 999_999_999],
  ['1000000000', null],
  ['', null],
  ['枚', null],
  ['-1', null],
  ['1.5', null],
  ['1,000', null],
  ['7円', null],
  ['￥7', null],
  ['66O', null],
  ['1e3', null],
] as const)('N74, W44: a count of %j is %s', (typed, count) => {
  expect(typedCount(typed)).toBe(count)
})
