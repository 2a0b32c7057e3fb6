import { expect, test } from 'vitest'
import { listingOf } from '~/features/recipes/list.rules.ts'
import { onBothEngines } from '../../../tests/support/database-for-tests.ts'
import { askedByVisitor, putWholeDemo } from '../../../tests/support/whole-demo.ts'
import { findRecipes } from './recipes.queries.server.ts'

/** What a person who knows the demo's recipes would want first; fewer than three where no others answer. */
const wanted: Readonly<Record<string, string>> = {
  // Occasions: what is tagged with them, not what mentions them.
  入園: 'lesson-bag lunch-bag garland',
  入園グッズ: 'lesson-bag lunch-bag garland',
  入学: 'pencil-case shoe-bag pocket-pouch',
  '入園 バッグ': 'lesson-bag shoe-bag',
  'コップ袋 入園': 'lunch-bag lesson-bag garland',
  母の日: 'apron tote',
  父の日: 'book-cover pot-mat',
  敬老の日: 'otedama gamaguchi',
  誕生日: 'garland baby-shoes pincushion',
  プレゼント: 'bib gamaguchi scrunchies',
  赤ちゃん: 'bib baby-shoes',
  小学校: 'pocket-pouch pencil-case shoe-bag',
  夏: 'bucket-hat noren yukata-pouch',
  大人: 'bucket-hat granny-bag hankies',
  // Kinds of things: what is one, then what is like it.
  通園バッグ: 'lesson-bag granny-bag tote',
  上履き袋: 'shoe-bag lesson-bag pencil-case',
  巾着: 'yukata-pouch lunch-bag',
  バッグ: 'granny-bag tote lesson-bag',
  お弁当: 'bento lunch-bag placemat',
  クッション: 'cushion patchwork',
  座布団: 'cushion patchwork',
  ポーチ: 'gamaguchi pocket-pouch pencil-case',
  かばん: 'sacoche granny-bag tote',
  絵本袋: 'lesson-bag granny-bag tote',
  てさげ: 'granny-bag tote lesson-bag',
  キッチン: 'tea-cozy placemat apron',
  'はぎれ コースター': 'coasters',
  // Colours and patterns: what is made of them.
  青: 'noren placemat lunch-bag',
  ネイビー: 'granny-bag scrunchies shoe-bag',
  '青 クッション': 'patchwork',
  '青い 巾着': 'yukata-pouch lunch-bag',
  麻の葉: 'coasters patchwork otedama',
  // Cloth and notions; ファスナーなし is none.
  リネン: 'apron patchwork placemat',
  帆布: 'pencil-case',
  ダブルガーゼ: 'hankies bib baby-shoes',
  はぎれ: 'garland patchwork coasters',
  刺し子: 'pot-mat patchwork coasters',
  ファスナー: 'sacoche pencil-case cushion',
  // For whom, how long, and by number.
  初心者: 'lesson-bag cushion otedama',
  f1041: 'lesson-bag',
}

onBothEngines('関連の高い順', (open) => {
  test(`W47: the first three of ${Object.keys(wanted).length} searches are those that a person would want`, async () => {
    const ctx = askedByVisitor((await open()).db)
    await putWholeDemo(ctx)
    const found: Record<string, string> = {}
    for (const q of Object.keys(wanted)) {
      const { cards } = await findRecipes(ctx, listingOf(new URLSearchParams({ q }), []), [])
      const first = cards.slice(0, 3).map(({ id }) => String(id).slice('demo-'.length))
      found[q] = first.join(' ')
    }
    expect(found).toEqual(wanted)
    expect(Object.keys(wanted)).toHaveLength(40)
  })
})
