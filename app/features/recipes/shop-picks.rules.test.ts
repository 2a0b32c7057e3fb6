import { expect, test } from 'vitest'
import { drawnProducts } from './shop-picks.rules.ts'

const prints = (prints: number, colours: number) =>
  Array.from({ length: prints * colours }, (_, at) => ({
    number: `F-${at}`,
    name: `柄${Math.floor(at / colours)}`,
  }))

test('R33: a work has the same two products all day, and others the next', () => {
  const products = prints(40, 3)
  expect(drawnProducts(products, 'work 2026-04-01')).toEqual(drawnProducts(products, 'work 2026-04-01'))
  const days = Array.from({ length: 20 }, (_, day) => JSON.stringify(drawnProducts(products, `work ${day}`)))
  expect(new Set(days).size).toBeGreaterThan(15)
})

test('R33: every product comes up on some day', () => {
  const products = prints(6, 2)
  const days = Array.from({ length: 200 }, (_, day) => drawnProducts(products, `work ${day}`))
  expect(new Set(days.flat().map(({ number }) => number)).size).toBe(12)
})

test('two products of different names, each with its own picture first and those of its colours, four at most', () => {
  const products = prints(2, 6)
  for (let day = 0; day < 20; day += 1) {
    const drawn = drawnProducts(products, `work ${day}`)
    expect(drawn).toHaveLength(2)
    const nameOf = (number: string) => products.find((product) => product.number === number)?.name
    expect(new Set(drawn.map(({ number }) => nameOf(number))).size).toBe(2)
    for (const { number, pictured } of drawn) {
      expect(pictured[0]).toBe(number)
      expect(pictured).toHaveLength(4)
      expect(new Set(pictured).size).toBe(4)
      expect(new Set(pictured.map(nameOf)).size).toBe(1)
    }
  }
})

test('a shop with one product, or none, has one, or none', () => {
  expect(drawnProducts([], 'work')).toEqual([])
  expect(drawnProducts(prints(1, 1), 'work')).toEqual([{ number: 'F-0', pictured: ['F-0'] }])
})
