import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Kit, SellableProduct } from '~/features/products/rules.ts'
import { yen } from '~/kernel/money.ts'
import { comparedRows, mostCompared, readCompared, withCompared } from './rules.ts'

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

const fabric: SellableProduct = {
  number: 'F-1',
  type: 'fabric',
  name: '麻の葉',
  description: '【藍】綿100%、生地巾 約110cm、厚さ：ふつう。はりのある生地です。',
  imageUrl: '',
  price: yen(500),
}
const kit: Kit = {
  ...fabric,
  number: 'K-1',
  type: 'kit',
  description: '綿100%、巾 110cm',
  level: 'beginner',
  fabricSize: '50cm角 2枚',
  createdAt: 0,
}

describe('W22: the rows', () => {
  test('say width, weight, material and colour of fabrics', () => {
    expect(comparedRows([fabric, { ...fabric, description: 'やさしい布' }])).toEqual([
      { name: '幅', values: ['約110cm', '—'] },
      { name: '厚さ', values: ['ふつう', '—'] },
      { name: '素材', values: ['綿100%', '—'] },
      { name: '色', values: ['藍', '—'] },
    ])
  })

  test('say the fabric that a kit needs, and nothing that is read of fabrics alone', () => {
    expect(comparedRows([fabric, kit, { ...kit, fabricSize: '' }])).toEqual([
      { name: '幅', values: ['約110cm', '—', '—'] },
      { name: '厚さ', values: ['ふつう', '—', '—'] },
      { name: '素材', values: ['綿100%', '—', '—'] },
      { name: '色', values: ['藍', '—', '—'] },
      { name: '使う布', values: ['—', '50cm角 2枚', '—'] },
    ])
  })
})
