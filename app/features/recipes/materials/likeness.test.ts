import fc from 'fast-check'
import { expect, test } from 'vitest'
import { colours, materials, patterns } from '~/features/products/facets.rules.ts'
import { nearestFabrics } from './likeness.rules.ts'

const fabric = (colour: string, pattern: string, material: string) => ({
  name: [colour, pattern, material].join(' '),
  colour: colours.filter(({ id }) => colour.split('+').includes(id)).map(({ id }) => id),
  pattern: patterns.filter(({ id }) => id === pattern).map(({ id }) => id),
  material: materials.filter(({ id }) => id === material).map(({ id }) => id),
})

test('W3: colour counts before pattern, pattern before material, and a material alone for nothing', () => {
  const shop = [
    fabric('red', 'plain', 'cotton'),
    fabric('red', 'dots', 'cotton'),
    fabric('red', 'dots', 'linen'),
    fabric('blue', 'plain', 'linen'),
    fabric('blue+red', 'dots', 'wool'),
    fabric('blue', 'dots', 'wool'),
  ]
  const near = nearestFabrics(fabric('blue', 'dots', 'cotton'), shop, 6).map(({ name }) => name)
  expect(near).toEqual([
    'blue+red dots wool',
    'blue dots wool',
    'blue plain linen',
    'red dots cotton',
    'red dots linen',
  ])
})

test('W3: of what is unknown nothing is like, and the order of the shop decides between equals', () => {
  const ids = fc.record({
    colour: fc.subarray(colours.map(({ id }) => id)),
    pattern: fc.subarray(patterns.map(({ id }) => id)),
    material: fc.subarray(materials.map(({ id }) => id)),
  })
  const nothing = { colour: [], pattern: [], material: [] }
  fc.assert(
    fc.property(fc.array(ids), ids, fc.nat(5), (shop, wanted, most) => {
      expect(nearestFabrics(nothing, shop, most)).toEqual([])
      const near = nearestFabrics(wanted, [...shop, ...shop], most)
      expect(near.length).toBeLessThanOrEqual(most)
      for (const each of near) expect(shop).toContain(each)
    }),
  )
})
