import { describe, expect, test } from 'vitest'
import { demoFabrics } from '#demo/fabrics.ts'
import { facetsOf, facetWords } from './facets.rules.ts'

const of = (name: string, description = '') => facetsOf({ name, description })

describe('what a fabric is', () => {
  test.each([
    ['【藍】綿100％', ['blue']],
    ['【抹茶】', ['green']],
    ['【茶】', ['brown']],
    ['【白ねず】', ['grey']],
    ['【夜桜】', ['blue']],
    ['【桜】', ['pink']],
    ['【柿×桜】', ['orange', 'pink']],
    ['【うす緑】', ['green']],
    ['【ﾈｲﾋﾞｰ】', ['blue']],
    ['【新柄】', []],
    ['藍色の布。【紅】もあります', []],
    ['', []],
  ])('its colours by %j are %j', (description, colour) => {
    expect(of('布', description).colour).toEqual(colour)
  })

  test.each([
    ['麻の葉 シーチング', ['japanese']],
    ['亀甲花菱 ちりめん風', ['japanese']],
    ['先染めギンガムチェック（25mm）', ['checks']],
    ['千鳥格子', ['japanese']],
    ['よろけ縞', ['stripes']],
    ['ｽﾄﾗｲﾌﾟ', ['stripes']],
    ['刺し子 柿の花', ['japanese', 'flowers']],
    ['リネン無地', ['plain']],
    ['デニム 8オンス', []],
  ])('its patterns by the name %j are %j', (name, pattern) => {
    expect(of(name, '花柄に合います').pattern).toEqual(pattern)
  })

  test.each([
    ['シーチング', '【藍】綿100％', ['cotton']],
    ['シーチング', '綿５５％麻４５％', ['cotton', 'linen']],
    ['麻の葉 シーチング', '綿100%。麻のような肌ざわり', ['cotton']],
    ['麻の葉 シーチング', '', []],
    ['綿麻シーチング', '', ['cotton', 'linen']],
    ['起毛 フランネル', '', []],
    ['ウール混', '毛 12.5 %', ['wool']],
  ])('its materials by %j and %j are %j', (name, description, material) => {
    expect(of(name, description).material).toEqual(material)
  })

  test('is in words of the screen what a search finds besides', () => {
    expect(facetWords(of('花柄', '【柿×桜】綿100％'))).toBe(
      'ピンク ももいろ オレンジ だいだい 花・葉 花柄 フラワー 綿 コットン 柿色 桜色',
    )
    expect(facetWords(of('布'))).toBe('')
  })

  test('is known of every fabric of the demo: a colour and a material', () => {
    const facets = demoFabrics.map(facetsOf)
    expect(demoFabrics.filter((_, at) => facets[at]?.colour.length === 0)).toEqual([])
    expect(demoFabrics.filter((_, at) => facets[at]?.material.length === 0)).toEqual([])
    expect(facets.filter(({ pattern }) => pattern.length > 0).length).toBeGreaterThan(30)
  })
})
