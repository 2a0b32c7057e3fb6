import fc from 'fast-check'
import { expect, test } from 'vitest'
import { byRank, type RankedText, rankedText, rankOf } from './ranking.rules.ts'

const recipe = (texts: Partial<Parameters<typeof rankedText>[0]>): RankedText =>
  rankedText({
    title: '',
    description: '',
    ingredients: [],
    tags: [],
    difficulty: '上級',
    ties: [],
    ...texts,
  })

const rank = (words: readonly string[], texts: Parameters<typeof recipe>[0]) =>
  rankOf(
    words.map((word) => word.split('|')),
    recipe(texts),
  )

test('W47: title, then tags, materials, first sentence, text, and last what only its author has', () => {
  const texts = [
    { title: '入園の袋' },
    { tags: ['入園準備'] },
    { ingredients: ['入園の布'] },
    { description: '入園です。ほかの文。' },
    { description: 'はじめに。入園です。' },
    {},
  ]
  expect(texts.map((each) => rank(['入園'], each).field)).toEqual([0, 1, 2, 3, 4, 5])
  // The first sentence ends with its line, too.
  expect(rank(['入園'], { description: 'はじめに\n入園です。' }).field).toBe(4)
})

test('W47: of several words the one that stands in the least field counts, then all together', () => {
  const both = { title: '巾着', tags: ['入園'] }
  expect(rank(['巾着', '入園'], both)).toMatchObject({ field: 1, fields: 1 })
  expect(rank(['巾着', '入園'], { tags: ['巾着', '入園'] })).toMatchObject({ field: 1, fields: 2 })
  expect(rank(['巾着', '入園'], { title: '巾着', description: '入園です。' })).toMatchObject({
    field: 3,
    fields: 3,
  })
})

test('W47: how often a word stands counts, to five times in a field, and whether it stands alone', () => {
  const often = (times: number) => rank(['巾着'], { description: `袋。${'巾着と'.repeat(times)}` }).often
  expect(often(2)).toBe(often(1) + 1)
  expect(often(5)).toBe(often(1) + 4)
  expect(often(50)).toBe(often(5))
  expect(rank(['入園'], { tags: ['入園'] }).often).toBe(rank(['入園'], { tags: ['入園準備'] }).often + 2)
  // Every other word of it that is there counts too.
  expect(rank(['巾着|ひも'], { title: '巾着のひも' }).often).toBe(
    rank(['巾着'], { title: '巾着のひも' }).often + 2,
  )
})

test('W47: words that stand near to each other count more', () => {
  const apart = (between: string) => rank(['巾着', '入園'], { title: `巾着${between}入園` }).often
  expect(apart('の')).toBe(apart('と'.repeat(4)) + 1)
  expect(apart('と'.repeat(20))).toBe(apart('と'.repeat(21)) + 1)
  expect(rank(['入園', '巾着'], { title: '巾着の入園' }).often).toBe(apart('の'))
  // Two tags are not beside each other.
  const [one, other] = [
    rank(['赤い', '袋'], { tags: ['赤い', '袋'] }),
    rank(['赤い', '袋'], { tags: ['赤い袋'] }),
  ]
  expect(one.often - 4).toBe(other.often - 2)
})

test('W47: how near two words are is found in one walk, whatever a text repeats', () => {
  const of = (sign: string, other: string) =>
    recipe({
      ingredients: Array.from({ length: 100 }, (_, at) => (at % 2 === 0 ? sign : other).repeat(100)),
    })
  const text = of('あ', 'い')
  // Two by two this would be 25 million places, three hundred times.
  for (let count = 0; count < 300; count += 1)
    expect(rankOf([['あ'], ['い']], text)).toEqual(rankOf([['い'], ['あ']], text))
  const oftenAt = (signs: number) =>
    rank(['長い', '紐'], {
      title: `長い${'ん'.repeat(30)}紐${'ん'.repeat(30)}長い${'ん'.repeat(signs)}紐`,
    }).often
  expect([3, 20, 21].map((signs) => oftenAt(signs) - oftenAt(30))).toEqual([2, 1, 0])
})

test('W47: the nearest two places count, wherever they stand among others', () => {
  const nearest = (text: string) => {
    const places = (sign: string) => [...text].flatMap((each, at) => (each === sign ? [at] : []))
    const gaps = places('甲').flatMap((one) => places('乙').map((other) => Math.abs(one - other) - 1))
    const least = Math.min(...gaps)
    return least <= 3 ? 2 : least <= 20 ? 1 : 0
  }
  const gap = fc.nat({ max: 30 }).map((length) => '丙'.repeat(length))
  fc.assert(
    fc.property(fc.array(fc.oneof(gap, fc.constantFrom('甲', '乙')), { maxLength: 30 }), (parts) => {
      const title = `${parts.join('')}丁`
      if (!title.includes('甲') || !title.includes('乙')) return
      const alone = rank(['甲'], { title }).often + rank(['乙'], { title }).often
      expect(rank(['甲', '乙'], { title }).often - alone).toBe(nearest(title))
    }),
  )
})

test('W47: a word of several parts has all of them, and what is said not to be there is none', () => {
  expect(rank(['通園 ばっぐ'], { title: '通園' }).field).toBe(5)
  expect(rankOf([['通園 ばっぐ']], recipe({ title: '通園', tags: ['バッグ'] })).field).toBe(1)
  expect(
    rankOf([['ふぁすなー']], recipe({ title: 'ファスナーなしのカバー', tags: ['ファスナー'] })).field,
  ).toBe(1)
})

test('W48: the level counts as a tag, a product’s number is read without its signs, a cloth’s colour by its other names', () => {
  const text = recipe({ difficulty: 'easy', ingredients: ['表布 F-1041【紺】1枚'] })
  expect(text.tags).toBe('初級')
  expect(text.materials.split('\n')).toContain('f1041')
  expect(rankOf([['ぶるー']], text).field).toBe(2)
  // A tie that its author refused is none.
  const none = recipe({ ingredients: ['表布 F-1041'], ties: [{ line: 0, product: null }] })
  expect(none.materials).toBe('表布 f 1041')
})

test('W47: of those that answer alike the popular one is first, then the newest, then by id', () => {
  const at = { rank: { field: 0, fields: 0, often: 1 }, likes: 1, createdAt: 1 }
  const all = [
    { ...at, id: 'a' },
    { ...at, id: 'b' },
    { ...at, id: '0', createdAt: 2 },
    { ...at, id: 'liked', likes: 2 },
    { ...at, id: 'often', rank: { ...at.rank, often: 2 } },
    { ...at, id: 'worse', rank: { ...at.rank, fields: 1, often: 9 }, likes: 9 },
    { ...at, id: 'worst', rank: { field: 1, fields: 1, often: 9 }, likes: 9 },
  ]
  expect(all.sort(byRank).map(({ id }) => id)).toEqual(['often', 'liked', '0', 'b', 'a', 'worse', 'worst'])
})
