import { expect, test } from 'vitest'
import { requestedNumbers } from './form.server.ts'

const asked = (...numbers: readonly string[]) =>
  requestedNumbers(new URLSearchParams(numbers.map((number) => ['number', number])))
const many = (count: number) => Array.from({ length: count }, (_, at) => `F-${at}`)

test('S3: as many numbers as a cart can hold are asked for at once, each once', () => {
  expect(asked(...many(99))).toEqual({ ok: true, value: many(99) })
  expect(asked('F-1', 'F-1')).toEqual({ ok: true, value: ['F-1'] })
  expect(asked(...many(100))).toEqual({ ok: false, error: 'too-many' })
  for (const numbers of [[], [''], ['a'.repeat(65)]])
    expect(asked(...numbers), `${numbers.length} numbers`).toEqual({ ok: false, error: 'bad-numbers' })
})

test('P24: what cannot be the number of a product is left out', () => {
  expect(asked('F-1', '\0', 'a\nb', 'F-2')).toEqual({ ok: true, value: ['F-1', 'F-2'] })
  expect(asked('\0')).toEqual({ ok: true, value: [] })
})

test('S13: a number is asked for in the shop’s spelling, however it is written', () => {
  expect(asked('Ｆ－１', ' F-1 ', 'F-1')).toEqual({ ok: true, value: ['F-1'] })
})
