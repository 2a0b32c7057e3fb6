import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { inPhrases } from './phrases.tsx'

const parts = (name: string) => renderToStaticMarkup(inPhrases(name)).split('<wbr/>').slice(0, -1)

test.each([
  '45cm|クッションカバー|キット',
  'ギャザーたっぷり|グラニーバッグ|キット',
  '額縁仕立ての|ランチョンマット|キット',
  '椿の|トートバッグ|（内ポケット・|まちつき）',
  'おじいちゃん・|おばあちゃん',
  '・|布、|糸。|針',
  '藍のはぎれの|パッチワーククッション',
  'キットのふくろ',
  '花の|クッションカバー|（ファスナーなし）',
  '布|（|（大|（',
  'あずま袋',
])('a name may break where no word is: %s', (name) => {
  expect(parts(name.replaceAll('|', ''))).toEqual(name.split('|'))
})

test('nothing to break', () => {
  expect(parts('')).toEqual([])
})
