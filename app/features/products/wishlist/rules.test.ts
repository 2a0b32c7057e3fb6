import { describe, expect, test } from 'vitest'
import { type KeptProduct, keptProducts, without, withSeen, withWish } from './rules.ts'

const product = (at: number): KeptProduct => ({ number: `F-${at}`, name: `布${at}` })
const products = (count: number) => Array.from({ length: count }, (_, at) => product(at))

describe('P32: what storage holds', () => {
  test('is read as it was written', () => {
    expect(keptProducts(JSON.stringify(products(3)))).toEqual(products(3))
  })

  test.each(['', 'null', '{"number":"F-1"}', '[', '"F-1"', '{"__proto__":[]}'])(
    '%j is an empty list',
    (text) => {
      expect(keptProducts(text)).toEqual([])
    },
  )

  test('bad items are left out, good ones stay, and each number counts once in the spelling of the shop', () => {
    const stored = [
      null,
      7,
      'F-1',
      { number: 1, name: '布' },
      { number: 'F-1' },
      { number: 'shipping', name: '送料' },
      { number: '', name: '布' },
      { number: 'Ｆ－２', name: '布2' },
      { number: 'F-2', name: '布2 もう一度' },
      { number: 'F-3', name: 'あ'.repeat(10_000), price: 1 },
      { number: 'F-4', name: '🧵'.repeat(201) },
    ]
    expect(keptProducts(JSON.stringify(stored))).toEqual([
      { number: 'F-2', name: '布2' },
      { number: 'F-3', name: 'あ'.repeat(200) },
      { number: 'F-4', name: '🧵'.repeat(200) },
    ])
  })

  test('is never more than one call may ask for', () => {
    expect(keptProducts(JSON.stringify(products(80)))).toHaveLength(50)
  })
})

describe('P32: the wishes', () => {
  test('the newest stands first, and once', () => {
    const wishes = withWish(products(3), product(2))
    expect(wishes?.map(({ number }) => number)).toEqual(['F-2', 'F-0', 'F-1'])
  })

  test('a full list takes no more and loses nothing, but knows one that it holds', () => {
    expect(withWish(products(50), product(99))).toBeNull()
    expect(withWish(products(50), product(0))).toHaveLength(50)
    expect(withWish(products(49), product(99))).toHaveLength(50)
  })

  test('what is taken off is gone, the others stay in their order', () => {
    expect(without(products(3), 'F-1')).toEqual([product(0), product(2)])
  })
})

test('P32: of what was seen the last twelve are known, the newest first, each once', () => {
  const numbersOf = (seen: readonly KeptProduct[]) => seen.map(({ number }) => number)
  const seen = withSeen(products(12), product(99))
  expect(numbersOf(seen)).toEqual(numbersOf([product(99), ...products(11)]))
  const again = withSeen(seen, product(3))
  expect(numbersOf(again).slice(0, 3)).toEqual(['F-3', 'F-99', 'F-0'])
  expect(numbersOf(again).toSorted()).toEqual(numbersOf(seen).toSorted())
})
