import fc from 'fast-check'
import { expect, test } from 'vitest'
import { yen } from '~/kernel/money.ts'
import { facetsOf } from './facets.rules.ts'
import type { ListedFabric } from './narrowing.rules.ts'
import { listForKit, nearFabrics } from './near-fabrics.rules.ts'

const listed = (number: string, name: string, colour = '', price: number | null = 330): ListedFabric => ({
  number,
  name,
  reading: '',
  price: price === null ? null : yen(price),
  createdAt: 0,
  plainName: name,
  facetWords: '',
  ...facetsOf({ name, description: colour === '' ? '' : `【${colour}】綿100%` }),
})

const checks = listed('F-1', 'ギンガムチェック', '紺')
const all = [
  checks,
  listed('F-2', 'ギンガムチェック', '赤'),
  listed('F-3', '小さなチェック', '赤'),
  listed('F-4', '大きなチェック', '藍'),
  listed('F-5', '水玉', '紺'),
  listed('F-6', '無地シーチング', '赤'),
  listed('F-7', '無地リネン', '生成'),
  listed('F-8', '無地ツイル', 'ネイビー'),
  listed('F-9', 'タータンチェック', '紺', null),
]

test('W14: its pattern first, its colour before others; not its own name, nor what has no price', () => {
  expect(nearFabrics(checks, all, 4)).toEqual({ alike: ['F-4', 'F-3'], plain: ['F-8', 'F-7'] })
  expect(nearFabrics(checks, all, 1)).toEqual({ alike: ['F-4'], plain: ['F-8'] })
})

test('W14: beside a plain fabric stand plain ones of its colour alone', () => {
  const plain = listed('F-10', '無地ローン', '紺')
  expect(nearFabrics(plain, all, 4)).toEqual({ alike: ['F-8'], plain: [] })
})

test('W14: one of each name is enough', () => {
  const colours = ['赤', '緑', '茶'].map((colour, at) => listed(`G-${at}`, '小さなチェック', colour))
  expect(nearFabrics(checks, [checks, ...colours], 4).alike).toEqual(['G-0'])
})

test('W14: never more than asked for, never itself, never without a price', () => {
  const fabric = fc
    .tuple(
      fc.constantFrom('チェック', '水玉', '無地', '花'),
      fc.constantFrom('赤', '紺', '生成', ''),
      fc.boolean(),
    )
    .map(([name, colour, isPriced]) => ({ name, colour, isPriced }))
  fc.assert(
    fc.property(
      fc.array(fabric, { minLength: 1, maxLength: 30 }),
      fc.integer({ min: 1, max: 5 }),
      (rows, most) => {
        const fabrics = rows.map(({ name, colour, isPriced }, at) =>
          listed(`${at}`, `${name}${at % 7}`, colour, isPriced ? 1 : null),
        )
        for (const numbers of Object.values(nearFabrics(fabrics[0] ?? checks, fabrics, most))) {
          expect(numbers.length).toBeLessThanOrEqual(most)
          expect(new Set(numbers).size).toBe(numbers.length)
          for (const number of numbers) {
            expect(number).not.toBe('0')
            expect(fabrics.find((each) => each.number === number)?.price).not.toBeNull()
          }
        }
      },
    ),
  )
})

const pouch = { name: '巾着', description: '', level: 'advanced' } as const
const cotton = { material: 'cotton', order: 'usual' }
const everything = { material: null, order: 'usual' }

test('W15: a kit leads to the material that it names, beginners to cotton, else to all fabrics', () => {
  const linen = { ...listed('F-20', 'リネン'), price: yen(500) }
  const ofLinen = { ...pouch, description: 'リネンで作ります' }
  expect(listForKit(ofLinen, [...all, linen])).toEqual({ material: 'linen', order: 'usual' })
  expect(listForKit({ ...pouch, description: 'シルクで作ります' }, all)).toEqual(everything)
  expect(listForKit(pouch, all)).toEqual(everything)
  expect(listForKit({ ...pouch, level: 'beginner' }, all)).toEqual(cotton)
})

test('W15: 布を選ぶ never leads to an empty list, nor to one that begins with what cannot be bought', () => {
  const beginner = { ...pouch, level: 'beginner' } as const
  const stopped: ListedFabric = { ...checks, suspended: true }
  const unpriced: ListedFabric = { ...checks, price: null }
  const dear = { ...listed('F-21', '水玉', '紺', 990), createdAt: 1 }
  const silk = { ...listed('F-22', 'シルク'), price: yen(900) }
  for (const none of [stopped, unpriced]) {
    expect(listForKit(beginner, [none])).toBeNull()
    expect(listForKit(beginner, [silk, none])).toEqual(everything)
    expect(listForKit(beginner, [none, silk, dear])?.material).toBe('cotton')
  }
  expect(listForKit(beginner, [])).toBeNull()
  expect(listForKit(beginner, [unpriced, dear])).toEqual({ material: 'cotton', order: 'cheap' })
  expect(listForKit(beginner, [stopped, dear])).toEqual({ material: 'cotton', order: 'new' })
  // Every order of the cotton list begins with a suspended fabric.
  const newest = { ...stopped, createdAt: 2 }
  expect(listForKit(beginner, [silk, newest, dear])).toEqual(everything)
  expect(listForKit(beginner, [newest, dear, { ...silk, createdAt: 3 }])).toEqual({
    material: null,
    order: 'new',
  })
})
