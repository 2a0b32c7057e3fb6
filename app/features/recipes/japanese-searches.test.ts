import { expect, test } from 'vitest'
import type { Actor } from '~/kernel/actor.ts'
import { onBothEngines } from '../../../tests/support/database-for-tests.ts'
import { addMember } from '../../../tests/support/member-for-tests.ts'
import { addRecipe } from '../../../tests/support/recipe-for-tests.ts'
import { listingOf } from './list.rules.ts'
import { listedRecipes } from './search.queries.server.ts'

const recipes: Readonly<
  Record<string, { title: string; description?: string; ingredients?: string[]; tags?: string[] }>
> = {
  drawstring: { title: '裏地つき巾着', ingredients: ['木綿布　50cm角', '丸ひも'], tags: ['入園'] },
  clasp: { title: 'がま口巾着ポーチ', description: '口金のはめ方をていねいに。' },
  kimono: { title: '着物の端切れで頭巾', tags: ['和布'] },
  tote: { title: '帆布のトートバッグ', ingredients: ['１１号帆布', 'ﾃｰﾌﾟ'] },
  halfTote: { title: 'ﾄｰﾄ･ﾊﾞｯｸﾞ（小）' },
  hug: { title: 'ハッグの木のアップリケ' },
  kit: { title: 'ｷｯﾄで作るコースター', description: 'キットの中身だけで作れます。' },
  cat: { title: 'きっとかわいい猫のブローチ' },
  pouch: { title: 'ペンポーチ', tags: ['ﾌﾟﾚｾﾞﾝﾄ'] },
  dashPouch: { title: 'まるポ―チ' },
  beer: { title: 'ビールのコースター' },
  building: { title: 'ビルの刺しゅう' },
  needle: { title: '針山とはりさし' },
  paper: { title: 'ばりばり紙のかご' },
  salon: { title: '美容院ごっこのエプロン', description: 'びよういんで着るような。' },
  hospital: { title: '病院ごっこの帽子', description: 'びょういんのぼうし' },
  liberty: { title: 'ＬＩＢＥＲＴＹのスカート' },
  size: { title: 'Ａ４が入るレッスンバッグ', tags: ['小学校', '入学'] },
  quilt: { title: 'パッチワークキルト' },
  hatch: { title: 'ハッチの壁かけ' },
  vintage: { title: 'ヴィンテージの布でヴェール' },
  garden: { title: 'ガーデンエプロン' },
  curtain: { title: 'カーテンの作り方' },
  squares: { title: '㍍尺とｶﾞｰｾﾞのﾊﾝｶﾁ' },
  emoji: { title: '🧵と✂️のワッペン' },
  variant: { title: '葛\u{e0100}城の藍染め' },
  temple: { title: '佐々木さんの〆縄' },
  cushion: { title: 'クッション', description: '40×40cmの中綿用です' },
  cash: { title: 'クッシヨン屋の看板' },
  combining: { title: 'か\u3099ま口の小銭入れ' },
  marks: { title: 'ハ゛ッグインハ゛ッグ' },
  rare: { title: '𠮷野の杉と布' },
  english: { title: "Mother's Day の花束" },
  percent: { title: '綿100%のガーゼ' },
  skirt: { title: 'ｽｶｰﾄ', description: 'ウエストはゴム。子ども用。' },
  order: { title: '布の裁ち方', description: '地の目にそって裁つ' },
  empty: { title: '試作' },
}

/** Each search with all that it finds. */
const searches: ReadonlyArray<readonly [search: string, found: readonly string[]]> = [
  // Words of two characters, also in the middle of a longer one.
  ['巾着', ['drawstring', 'clasp']],
  ['着巾', []],
  ['頭巾', ['kimono']],
  ['着物', ['kimono']],
  ['木綿', ['drawstring']],
  ['綿布', ['drawstring']],
  ['口金', ['clasp']],
  ['金口', []],
  ['帆布', ['tote']],
  // One character, anywhere.
  ['布', ['drawstring', 'kimono', 'tote', 'vintage', 'rare', 'order']],
  ['口', ['clasp', 'combining']],
  ['猫', ['cat']],
  ['犬', []],
  ['ち', ['clasp', 'cat', 'pouch', 'dashPouch', 'quilt', 'hatch', 'squares', 'order']],
  ['ぢ', []],
  // Kana: hiragana and katakana are the same.
  ['キット', ['kit', 'cat']],
  ['きっと', ['kit', 'cat']],
  ['ｷｯﾄ', ['kit', 'cat']],
  ['キツト', []],
  ['ぽーち', ['clasp', 'pouch', 'dashPouch']],
  ['ポーチ', ['clasp', 'pouch', 'dashPouch']],
  ['ﾎﾟｰﾁ', ['clasp', 'pouch', 'dashPouch']],
  ['ポチ', []],
  ['えぷろん', ['salon', 'garden']],
  // Voiced marks tell words apart, however they are written.
  ['バッグ', ['tote', 'halfTote', 'size', 'marks']],
  ['ばっぐ', ['tote', 'halfTote', 'size', 'marks']],
  ['ﾊﾞｯｸﾞ', ['tote', 'halfTote', 'size', 'marks']],
  ['ハ゛ック゛', ['tote', 'halfTote', 'size', 'marks']],
  ['ハッグ', ['hug']],
  ['バック', []],
  ['パッチ', ['quilt']],
  ['ハッチ', ['hatch']],
  ['バッチ', []],
  ['がま口', ['clasp', 'combining']],
  ['ガマ口', ['clasp', 'combining']],
  ['か\u3099ま口', ['clasp', 'combining']],
  ['かま口', []],
  ['はり', ['needle']],
  ['ばり', ['paper']],
  ['ガーデン', ['garden']],
  ['カーテン', ['curtain']],
  ['ヴィンテージ', ['vintage']],
  ['ゔぇーる', ['vintage']],
  ['ベール', ['vintage']],
  // Small kana and the long mark tell words apart too.
  ['クッション', ['cushion']],
  ['クッシヨン', ['cash']],
  ['びよういん', ['salon']],
  ['びょういん', ['hospital']],
  ['ビル', ['building']],
  ['ビール', ['beer']],
  // A dash typed for a long vowel mark counts as one.
  ['ポ―チ', ['clasp', 'pouch', 'dashPouch']],
  ['コ－スタ－', ['kit', 'beer']],
  ['スカ〜ト', ['liberty', 'skirt']],
  // Width and case.
  ['liberty', ['liberty']],
  ['ＬＩＢＥＲＴＹ', ['liberty']],
  ['Ｌｉｂｅｒ', ['liberty']],
  ['a4', ['size']],
  ['Ａ４', ['size']],
  ['A5', []],
  ['11号', ['tote']],
  ['１１号', ['tote']],
  ['50㎝', ['drawstring']],
  ['50cm', ['drawstring']],
  ['40x40', []],
  ['メートル', ['squares']],
  ['ガーゼ', ['squares', 'percent']],
  ['100', ['percent']],
  // Several words: all of them, in any order, in any field.
  ['巾着 裏地', ['drawstring']],
  ['裏地　巾着', ['drawstring']],
  ['巾着 入園', ['drawstring']],
  ['巾着 口金', ['clasp']],
  ['巾着 帆布', []],
  ['トート バッグ', ['tote', 'halfTote']],
  ['トートバッグ', ['tote', 'halfTote']],
  ['トート・バッグ', ['tote', 'halfTote']],
  ['バッグトート', []],
  // Parts of two adjacent words do not make one word.
  ['角丸', []],
  ['園巾着', []],
  // Tags, ingredients and the author.
  ['プレゼント', ['pouch']],
  ['丸ひも', ['drawstring']],
  ['テープ', ['tote']],
  ['入学', ['size']],
  ['ゴム', ['skirt']],
  // Symbols, rare characters, and text that only looks like query syntax.
  ['🧵', ['emoji']],
  ['✂', ['emoji']],
  ['葛城', ['variant']],
  ['佐々木', ['temple']],
  ['〆', ['temple']],
  ['𠮷野', ['rare']],
  ['吉野', ['rare']],
  ["mother's", ['english']],
  ['「巾着」', ['drawstring', 'clasp']],
  ['"巾着" OR 猫', []],
  ['巾着*', ['drawstring', 'clasp']],
  ['NOT 巾着', []],
  ['title:巾着', []],
  ["巾着' & '猫", []],
  ['巾着\\', ['drawstring', 'clasp']],
  ['%', []],
  ['_', []],
  ['糸子', Object.keys(recipes)],
]

onBothEngines('Japanese searches', (open) => {
  test(`each of ${searches.length} finds what it must, and nothing else`, async () => {
    const { db } = await open()
    await addMember(db, { id: 'itoko', name: '糸子' })
    for (const [id, recipe] of Object.entries(recipes)) await addRecipe(db, 'itoko', { id, ...recipe })
    const visitor: Actor = { kind: 'visitor', address: '203.0.113.7' }
    const found: Record<string, readonly string[]> = {}
    for (const [q] of searches) {
      const listing = listingOf(new URLSearchParams({ q, count: '60' }), [])
      const { cards, total } = await listedRecipes(db, visitor, listing)
      expect(total).toBe(cards.length)
      found[q] = cards.map(({ id }) => String(id)).toSorted()
    }
    expect(found).toEqual(Object.fromEntries(searches.map(([q, ids]) => [q, ids.toSorted()])))
  })
})
