import { expect, test } from 'vitest'
import { stockDoneOf } from './texts.ts'

test('what an address says was done is one of our words, and no name that every object has', () => {
  expect(stockDoneOf('received')).toBe('received')
  for (const word of ['__proto__', 'constructor', 'toString', '', null]) expect(stockDoneOf(word)).toBeNull()
})
