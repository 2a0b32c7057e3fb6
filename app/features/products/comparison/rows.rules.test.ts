import { describe, expect, test } from 'vitest'
import type { Kit, SellableProduct } from '~/features/products/rules.ts'
import { yen } from '~/kernel/money.ts'
import { comparedRows } from './rows.rules.ts'

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
      { name: '生地巾', values: ['約110cm', '—'] },
      { name: '厚さ', values: ['ふつう', '—'] },
      { name: '素材', values: ['綿100%', '—'] },
      { name: '色', values: ['藍（青）', '—'] },
    ])
  })

  test('say all colours of a fabric, once where its own word is that of the list, and a material that only its name tells', () => {
    const described = (description: string, name = '麻の葉') => ({ ...fabric, name, description })
    const rows = comparedRows([
      described('【柿×桜】綿100%'),
      described('【青】'),
      described('【玉虫】', '綿麻キャンバス'),
      described('やさしい布', '麻の葉'),
    ])
    expect(rows.find(({ name }) => name === '色')?.values).toEqual([
      '柿×桜（ピンク・オレンジ）',
      '青',
      '玉虫',
      '—',
    ])
    expect(rows.find(({ name }) => name === '素材')?.values).toEqual(['綿', '—', '綿・麻', '—'])
  })

  test('of kits alone are no rows of dashes', () => {
    expect(comparedRows([kit])).toEqual([{ name: '使う布', values: ['50cm角 2枚'] }])
  })

  test('say the fabric that a kit needs, and nothing that is read of fabrics alone', () => {
    expect(comparedRows([fabric, kit, { ...kit, fabricSize: '' }])).toEqual([
      { name: '生地巾', values: ['約110cm', '—', '—'] },
      { name: '厚さ', values: ['ふつう', '—', '—'] },
      { name: '素材', values: ['綿100%', '—', '—'] },
      { name: '色', values: ['藍（青）', '—', '—'] },
      { name: '使う布', values: ['—', '50cm角 2枚', '—'] },
    ])
  })
})
