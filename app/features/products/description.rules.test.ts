import { expect, test } from 'vitest'
import { cutText } from '~/kernel/text.ts'
import {
  descriptionWithoutColour,
  factsOfProduct,
  inBrief,
  longestLine,
  nameWithColour,
  readColour,
  readFacts,
} from './description.rules.ts'
import { noFacts } from './fabric-facts.rules.ts'

test.each([
  ['【藍】綿100％、生地巾110cm', '藍', '綿100％、生地巾110cm'],
  ['【藍】', '藍', ''],
  ['  【 藍 】 綿', '藍', '綿'],
  ['　【藍】\n綿100％', '藍', '綿100％'],
  ['【柿×桜】綿', '柿×桜', '綿'],
  ['【Ｎａｖｙ　Ｂｌｕｅ】綿', 'Navy Blue', '綿'],
  ['【ﾈｲﾋﾞｰ】綿', 'ネイビー', '綿'],
  ['【藍】【綿100％】巾110cm', '藍', '【綿100％】巾110cm'],
  ['【藍】のこり【わずか】', '藍', 'のこり【わずか】'],
  [`【${'藍'.repeat(16)}】綿`, '藍'.repeat(16), '綿'],
])('P27: the colour of %j is %j, followed by %j', (description, colour, rest) => {
  expect(readColour(description)).toEqual({ colour, rest })
})

test.each([
  '',
  '綿100％、生地巾110cm',
  '綿100％【藍】',
  '【】綿100％',
  '【　】綿100％',
  '【藍 綿100％',
  '藍】綿100％',
  '【藍【濃】】綿100％',
  '【藍\n】綿100％',
  '［藍］綿100％',
  '[藍]綿100％',
  '「藍」綿100％',
  '【素材】綿100％【巾】110cm',
  '【生地巾】110cm',
  '【送料無料】綿100％',
  '【再入荷】綿100％',
  '【ご注意ください】色落ちします',
  `【${'藍'.repeat(17)}】綿`,
  `【${'とても長い説明が括弧の中に続きます'.repeat(100)}`,
])('P27: %j names no colour, and nothing of it is lost', (description) => {
  expect(readColour(description)).toEqual({ colour: null, rest: description })
  const product = { name: '麻の葉', type: 'fabric', description } as const
  expect(nameWithColour(product)).toBe('麻の葉')
  expect(descriptionWithoutColour(product)).toBe(description)
})

test.each([
  ['fabric', '麻の葉', '麻の葉【藍】'],
  ['fabric', '麻の葉 藍', '麻の葉 藍'],
  ['fabric', '麻の葉（藍）', '麻の葉（藍）'],
  ['fabric', '麻の葉【藍】', '麻の葉【藍】'],
  ['fabric', '藍の麻の葉', '藍の麻の葉【藍】'],
  ['kit', '巾着', '巾着'],
] as const)('P27: %s called %s is shown as %s', (type, name, shown) => {
  expect(nameWithColour({ name, type, description: '【藍】綿100％' })).toBe(shown)
})

test('P27: a kit’s description keeps its bracket', () => {
  expect(descriptionWithoutColour({ type: 'kit', description: '【初心者】向け' })).toBe('【初心者】向け')
})

test.each([
  [
    '【藍】綿100％、生地巾110cm、約125g/㎡。すくすく育つ麻の葉。',
    { 素材: '綿100％', 生地巾: '110cm', 厚さ: '約125g/㎡' },
    'すくすく育つ麻の葉。',
  ],
  ['綿100％、巾110cm、厚さ0.3mm', { 素材: '綿100％', 生地巾: '110cm', 厚さ: '0.3mm' }, ''],
  [
    '麻55％綿45％、幅：約１１０㎝\nやわらかです。',
    { 素材: '麻55％綿45％', 生地巾: '約１１０㎝' },
    'やわらかです。',
  ],
  [
    '【白】綿100％（80番手）、生地巾110cm、約75g/㎡。',
    { 素材: '綿100％（80番手）', 生地巾: '110cm', 厚さ: '約75g/㎡' },
    '',
  ],
])('P28: the facts of %j stand in a table', (description, facts, text) => {
  const read = readFacts(description)
  expect(Object.fromEntries(read.facts.map(({ name, value }) => [name, value]))).toEqual(facts)
  expect(read.text).toBe(text)
})

test.each([
  '',
  '綿100％',
  'やわらかな、赤ちゃんにも安心の布です。',
  '綿100％、110cm、約125g/㎡',
  '綿100％、巾広め。',
  '綿100％、生地巾110cm、薄手。',
  '綿100％、生地巾110cm、約125g/㎡、日本製。',
  '、生地巾110cm',
])('P28: %j has another form and stays a text', (description) => {
  expect(readFacts(description)).toEqual({ facts: [], text: description })
})

const longText = 'すくすく育つ麻の葉に願いをかけた柄です。'.repeat(5)

test.each([
  ['that tells its facts', `【藍】綿100％、生地巾110cm、約125g/㎡。${longText}`, undefined],
  ['that tells its facts alone', '【藍】綿100％、生地巾110cm', undefined],
  ['with facts of its own', `【藍】${longText}`, { ...noFacts, colour: '藍', material: '綿100％' }],
  ['that tells none', `【藍】${longText}`, undefined],
  ['that tells none, with little text', 'やわらかな布です。', noFacts],
] as const)('W76: a fabric %s looks in brief as it does whole, with less text', (_, description, facts) => {
  const product = { name: '麻の葉', type: 'fabric', description, ...(facts && { facts }) } as const
  const brief = inBrief(product)
  const shown = (one: typeof product) => {
    const { material, thickness } = factsOfProduct(one)
    const told = `${material}${thickness}`
    return [nameWithColour(one), told === '' ? cutText(descriptionWithoutColour(one), longestLine) : told]
  }
  expect(shown({ ...product, ...brief })).toEqual(shown(product))
  expect(brief.description.length).toBeLessThan(60)
})

test('W76: of a kit in brief nothing is told', () => {
  expect(inBrief({ name: '巾着', type: 'kit', description: longText }).description).toBe('')
})
