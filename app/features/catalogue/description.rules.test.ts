import { expect, test } from 'vitest'
import { descriptionWithoutColour, nameWithColour, readColour } from './description.rules.ts'

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
  const goods = { name: '麻の葉', type: 'fabric', description } as const
  expect(nameWithColour(goods)).toBe('麻の葉')
  expect(descriptionWithoutColour(goods)).toBe(description)
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
