import { expect, test } from 'vitest'
import { onBothEngines } from '../../../tests/support/database-for-tests.ts'
import { fabricForTests } from '../../../tests/support/sample-products.ts'
import { putProducts } from './commands.server.ts'
import { fabricsFound } from './fabric-search.queries.server.ts'
import { parseListing } from './form.server.ts'
import { listedFabrics } from './listed-fabrics.queries.server.ts'
import { narrowedFabrics } from './narrowing.rules.ts'

/** By number, in the owner's order. */
const fabrics: Readonly<Record<string, readonly [name: string, description: string, reading?: string]>> = {
  'F-10010': ['ﾏﾙﾁｽﾄﾗｲﾌﾟ ﾌﾞﾛｰﾄﾞ', '【空】綿100％。シャツやパジャマに。'],
  'F-1001': [
    '麻の葉 シーチング 50cm',
    '【藍】綿100％、生地巾110cm。巾着やお弁当包みに。',
    'あさのは シーチング',
  ],
  'F-1002': [
    '麻の葉 シーチング 50cm',
    '【桜】綿100％、生地巾110cm。赤ちゃんのスタイやおくるみに。',
    'あさのは シーチング',
  ],
  'F-1010': ['青海波 オックス', '【生成】綿100％、生地巾112cm。のれんに。', 'せいがいは オックス'],
  'A/12': ['水玉ブロード（8mm）', '【墨】綿100％。墨に白の定番の水玉。', 'みずたまブロード'],
  'B-7a': ['よろけ縞 綿麻シーチング', '【柿×桜】綿55％麻45％。サコッシュに。', 'よろけじま'],
  'W-1': ['ＬＩＢＥＲＴＹ プリント', '【ネイビー】コットン100％。ブラウスに。'],
  'W-2': ['無地リネン', '【深緑】麻100％。キッチンクロスに。', 'むじリネン'],
  'W-3': ['デニム 8オンス', '【紺】綿100％。かばんとハッグの木の飾りに。'],
  'W-4': ['11号帆布', '【からし】綿100％。トートバッグに。', '11ごうはんぷ'],
  'W-5': ['花ふぶき ダブルガーゼ', '【夜桜】綿100％。浴衣に合わせる巾着に。', 'はなふぶき'],
  'W-6': ['コーデュロイ', '【茶】綿100％。ビルの形の小物入れに。'],
  'W-7': ['タータンチェック', '【赤】毛100％。マフラーに。ビール柄ではありません。'],
  'W-8': ['か\u3099ま口のための布', '【抹茶】綿100％。口金は別売りです。'],
  'W-9': ['ちりめん風', 'ポリエステル100％、色の記載はありません。'],
}

/** Each search with all numbers that it finds, the best first. */
const searches: ReadonlyArray<readonly [q: string, found: readonly string[]]> = [
  // Kanji: names before descriptions, also in the middle of a word.
  ['麻の葉', ['F-1001', 'F-1002']],
  ['葉の麻', []],
  ['海波', ['F-1010']],
  ['帆布', ['W-4']],
  ['巾着', ['F-1001', 'W-5']],
  ['着巾', []],
  ['浴衣', ['W-5']],
  ['口金', ['W-8']],
  // One character.
  ['麻', ['F-1001', 'F-1002', 'B-7a', 'W-2']],
  ['縞', ['B-7a', 'F-10010']],
  ['絹', []],
  ['ぬ', []],
  // Readings in kana find kanji, hiragana and katakana alike.
  ['あさのは', ['F-1001', 'F-1002']],
  ['アサノハ', ['F-1001', 'F-1002']],
  ['ｱｻﾉﾊ', ['F-1001', 'F-1002']],
  ['せいがい', ['F-1010']],
  ['みずたま', ['A/12']],
  ['みすたま', []],
  // Half-width and full-width, in the shop's texts and in what is typed.
  ['ストライプ', ['F-10010', 'B-7a']],
  ['ｽﾄﾗｲﾌﾟ', ['F-10010', 'B-7a']],
  ['すとらいぷ', ['F-10010', 'B-7a']],
  ['ストライブ', []],
  ['ブロード', ['F-10010', 'A/12']],
  ['シーチング', ['F-1001', 'F-1002', 'B-7a']],
  ['シ―チング', ['F-1001', 'F-1002', 'B-7a']],
  ['しちんぐ', []],
  ['liberty', ['W-1']],
  ['Ｌｉｂｅｒ', ['W-1']],
  ['８ｍｍ', ['A/12']],
  ['11号', ['W-4']],
  ['１１号', ['W-4']],
  ['110㎝', ['F-1001', 'F-1002']],
  // Voiced marks, small kana and the long mark tell words apart.
  ['バッグ', ['W-4']],
  ['ハッグ', ['W-3']],
  ['バック', []],
  ['がま口', ['W-8']],
  ['かま口', []],
  ['ビル', ['W-6']],
  ['ビール', ['W-7']],
  // Colour, pattern and material, also by words that occur in no text.
  ['藍', ['F-1001']],
  ['青', ['F-1010', 'F-10010', 'F-1001', 'W-1', 'W-3', 'W-5']],
  ['紺 デニム', ['W-3']],
  ['緑', ['W-2', 'W-8']],
  ['ピンク', ['F-1002', 'B-7a']],
  ['赤', ['W-7', 'F-1002']],
  ['赤ちゃん', ['F-1002']],
  ['レッド', ['W-7']],
  ['あお', ['F-10010', 'F-1001', 'W-1', 'W-3', 'W-5']],
  ['ドット', ['A/12']],
  // As people type them, whatever the shop calls them.
  ['ネイビー', ['W-1', 'W-3']],
  ['紺色', ['W-1', 'W-3']],
  ['藍色', ['F-1001']],
  ['インディゴ', ['F-1001']],
  ['赤色', ['W-7']],
  ['みどり色', ['W-2', 'W-8']],
  ['きなり', ['F-1010']],
  ['生成り', ['F-1010']],
  ['ベージュ', ['F-1010']],
  ['空色', ['F-10010']],
  ['桜色', ['F-1002', 'B-7a', 'W-5']],
  ['チェック柄', ['W-7']],
  ['ボーダー', ['F-10010', 'B-7a']],
  ['和風', ['F-1001', 'F-1002', 'F-1010']],
  ['Ｗガーゼ', ['W-5']],
  ['二重ガーゼ', ['W-5']],
  ['キャンバス', ['W-4']],
  ['コットン 水玉', ['A/12']],
  ['麻 綿', ['B-7a', 'F-1001', 'F-1002']],
  ['和柄', ['F-1001', 'F-1002', 'F-1010']],
  ['ポリエステル', ['W-9']],
  ['無地', ['W-2']],
  // Numbers, regardless of case, width and symbols; an exact match comes first.
  ['F-1001', ['F-1001', 'F-10010']],
  ['f-1001', ['F-1001', 'F-10010']],
  ['Ｆ－１００１', ['F-1001', 'F-10010']],
  ['f1001', ['F-1001', 'F-10010']],
  ['1001', ['F-10010', 'F-1001']],
  ['F-1010', ['F-1010']],
  ['A/12', ['A/12']],
  ['ａ／１２', ['A/12']],
  ['a12', ['A/12']],
  ['A/21', []],
  ['b-7A', ['B-7a']],
  ['W-11', ['W-4']],
  ['W-99', []],
  // Several words: all of them, in any order and place.
  ['麻の葉 桜', ['F-1002']],
  ['桜　麻の葉', ['F-1002']],
  ['シーチング 麻', ['F-1001', 'F-1002', 'B-7a']],
  ['麻の葉 リネン', []],
  // Symbols, and text that only looks like query syntax.
  ['「麻の葉」', ['F-1001', 'F-1002']],
  ['麻の葉*', ['F-1001', 'F-1002']],
  ['NOT 麻の葉', []],
  ['%', []],
  ['！？', []],
]

onBothEngines('searches for fabrics', (open) => {
  test(`each of ${searches.length} finds what it must, in order, and nothing else`, async () => {
    const { db } = await open()
    const products = Object.entries(fabrics).map(([number, [name, description, reading]], position) =>
      fabricForTests({ number, name, description, position, ...(reading && { reading }) }),
    )
    await db.transaction().execute((trx) => putProducts(trx, 1, products))
    const list = await listedFabrics(db)
    const found: Record<string, readonly string[]> = {}
    for (const [q] of searches) {
      const listing = parseListing(new URLSearchParams({ q, count: '60' }), 6)
      const page = narrowedFabrics(list, listing, await fabricsFound(db, list, listing.q), 6)
      expect(page.total).toBe(page.shown.length)
      found[q] = page.shown.map(({ number }) => number)
    }
    expect(found).toEqual(Object.fromEntries(searches))
  })
})
