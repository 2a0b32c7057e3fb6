import { expect, test } from 'vitest'
import { allFabrics, allKits } from '~/features/products/listing.rules.ts'
import { listingOf } from '~/features/recipes/list.rules.ts'
import { onBothEngines } from '../../../tests/support/database-for-tests.ts'
import { askedByVisitor, putWholeDemo } from '../../../tests/support/whole-demo.ts'
import { findFabrics, findKits } from './lists.queries.server.ts'
import { findRecipes } from './recipes.queries.server.ts'

/** What a person would call right: the demo's recipes that come first, a fabric and a kit that are found; null where the demo has none. */
const items: ReadonlyArray<
  readonly [q: string, recipes: readonly string[], fabric: string | null, kit: string | null]
> = [
  ['通園バッグ', ['lesson-bag'], 'F-1006', 'K-2015'],
  ['通園バック', ['lesson-bag'], 'F-1006', 'K-2015'],
  ['通学バッグ', ['shoe-bag'], 'F-1006', 'K-2015'],
  ['レッスンバッグ', ['lesson-bag'], 'F-1031', 'K-2015'],
  ['レッスンバック', ['lesson-bag'], 'F-1031', 'K-2015'],
  ['スクールバッグ', ['lesson-bag'], 'F-1031', 'K-2015'],
  ['絵本袋', ['lesson-bag', 'granny-bag', 'tote'], 'F-1006', 'K-2015'],
  ['上履き袋', ['shoe-bag'], 'F-1041', null],
  ['うわばき袋', ['shoe-bag'], 'F-1041', null],
  ['シューズケース', ['shoe-bag'], 'F-1041', null],
  ['きんちゃく', ['yukata-pouch'], 'F-1001', 'K-2001'],
  ['巾着袋', ['yukata-pouch'], 'F-1001', 'K-2001'],
  ['給食袋', ['lunch-bag'], 'F-1026', null],
  ['コップ袋', ['lunch-bag'], 'F-1027', 'K-2001'],
  ['体操着袋', ['yukata-pouch'], 'F-1001', 'K-2001'],
  ['お弁当袋', ['lunch-bag'], 'F-1017', 'K-2001'],
  ['ランチクロス', ['bento'], 'F-1001', 'K-2003'],
  ['スタイ', ['bib'], 'F-1002', 'K-2007'],
  ['よだれかけ', ['bib'], 'F-1041', 'K-2007'],
  ['ランチョンマット', ['placemat'], 'F-1005', 'K-2003'],
  ['ポーチ', ['gamaguchi'], 'F-1003', 'K-2008'],
  ['エプロン', ['apron'], 'F-1013', 'K-2012'],
  ['クッション', ['cushion', 'patchwork'], 'F-1007', 'K-2005'],
  ['座布団', ['cushion', 'patchwork'], 'F-1016', 'K-2005'],
  ['てさげ', ['granny-bag', 'tote', 'lesson-bag'], 'F-1006', 'K-2015'],
  ['かばん', ['sacoche'], 'F-1028', 'K-2015'],
  ['エコバッグ', ['azuma-bag'], 'F-1010', 'K-2006'],
  ['買い物袋', ['azuma-bag'], 'F-1010', 'K-2006'],
  ['マスク', ['hankies'], 'F-1030', null],
  ['布団カバー', ['cushion'], 'F-1030', 'K-2005'],
  ['移動ポケット', ['pocket-pouch'], 'F-1003', 'K-2016'],
  ['ティッシュケース', ['pocket-pouch'], 'F-1003', 'K-2008'],
  ['筆箱', ['pencil-case'], 'F-1023', 'K-2009'],
  ['ブックカバー', ['book-cover'], 'F-1003', 'K-2010'],
  ['カーテン', ['noren'], 'F-1019', null],
  ['のれん', ['noren'], 'F-1005', null],
  ['なべつかみ', ['pot-mat'], 'F-1011', null],
  ['三角巾', ['apron'], 'F-1013', 'K-2012'],
  ['おくるみ', ['bib'], 'F-1002', 'K-2014'],
  ['ヘアゴム', ['scrunchies'], 'F-1033', 'K-2004'],
  ['帽子', ['bucket-hat'], 'F-1010', 'K-2013'],
  ['がまぐち', ['gamaguchi'], 'F-1008', 'K-2008'],
  ['母子手帳ケース', ['gamaguchi'], 'F-1036', 'K-2016'],
  ['針刺し', ['pincushion'], 'F-1012', null],
  ['出産祝い', ['bib', 'baby-shoes'], 'F-1002', 'K-2014'],
  ['入園グッズ', ['lesson-bag', 'lunch-bag', 'garland', 'shoe-bag'], 'F-1041', null],
  ['ネイビー', ['granny-bag'], 'F-1024', null],
  ['青い 巾着', ['yukata-pouch'], 'F-1027', 'K-2001'],
]

onBothEngines('item words of everyday Japanese', (open) => {
  test(`W30: each of ${items.length} finds what a person would call right, in every area`, async () => {
    const ctx = askedByVisitor((await open()).db)
    await putWholeDemo(ctx)
    const found: unknown[] = []
    for (const [q, recipes, fabric, kit] of items) {
      const inGallery = await findRecipes(ctx, listingOf(new URLSearchParams({ q }), []), [])
      const first = inGallery.cards.slice(0, recipes.length).map(({ id }) => String(id).slice('demo-'.length))
      const fabrics = (await findFabrics(ctx, { ...allFabrics(60), q })).page.shown
      const kits = (await findKits(ctx, { ...allKits(60), q })).page.kits
      const oneOf = (products: readonly { readonly number: string }[], wanted: string | null) =>
        wanted === null
          ? (products[0]?.number ?? null)
          : (products.find(({ number }) => number === wanted)?.number ?? `none of ${products.length}`)
      found.push([q, first, oneOf(fabrics, fabric), oneOf(kits, kit)])
    }
    expect(found).toEqual(items)
  })
})
