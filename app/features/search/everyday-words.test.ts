import { expect, test } from 'vitest'
import type { SearchArea } from '~/features/search/words/areas.rules.ts'
import { searchedForEach } from '~/features/search/words/queries.server.ts'
import { onBothEngines } from '../../../tests/support/database-for-tests.ts'
import { askedByVisitor, putWholeDemo } from '../../../tests/support/whole-demo.ts'
import { countIn } from './elsewhere.queries.server.ts'

/** Where the demo has something for these words: r in the gallery, f among fabrics, k among kits. */
const everyday: ReadonlyArray<readonly [kind: string, where: string, words: string]> = [
  [
    'bags',
    'r',
    `バッグ バック ばっぐ ﾊﾞｯｸﾞ かばん カバン 鞄 トートバッグ トートバック トート ﾄｰﾄ 手提げ 手さげ てさげ 手提げ袋 手提げバッグ
    レッスンバッグ レッスンバック おけいこバッグ お稽古バッグ 習い事バッグ ピアノバッグ 通園バッグ 通園バック 通園かばん 通学バッグ
    スクールバッグ スクールバック 園バッグ 絵本バッグ 絵本袋 図書バッグ 図書袋 本入れ エコバッグ エコバック マイバッグ 買い物袋 レジ袋
    あづま袋 あずま袋 吾妻袋 グラニーバッグ グラニーバック サコッシュ ショルダーバッグ ポシェット 斜めがけ マザーズバッグ リュック`,
  ],
  [
    'pouches and sacks',
    'r',
    `巾着 きんちゃく 巾着袋 きんちゃくぶくろ キンチャク 上履き袋 上履き入れ 上履き うわばき うわばきいれ うわばき入れ うわばき袋 上靴入れ 上靴 上ばき
    シューズバッグ シューズケース 靴入れ 靴袋 体操着袋 体操服袋 体操着入れ お着替え袋 着替え袋 きがえぶくろ コップ袋 こっぷぶくろ
    コップ入れ 給食袋 給食セット お弁当袋 弁当袋 べんとうぶくろ おべんとう お弁当包み ランチクロス ランチバッグ お弁当箱 水筒カバー
    歯ブラシ入れ 移動ポケット いどうポケット ポケットポーチ ティッシュケース ティッシュ入れ ポーチ ﾎﾟｰﾁ ポ―チ 小物入れ 化粧ポーチ
    コスメポーチ メイクポーチ がま口 がまぐち ガマ口 財布 小銭入れ コインケース ペンケース 筆箱 ふでばこ 筆入れ 鉛筆入れ 母子手帳ケース
    通帳ケース 袋物 袋もの 収納`,
  ],
  [
    'to wear and for the house',
    'r',
    `ハンカチ はんかち ガーゼハンカチ スタイ すたい よだれかけ ビブ ベビーシューズ ファーストシューズ 赤ちゃんの靴 帽子 ぼうし ハット
    バケットハット シュシュ しゅしゅ ヘアゴム 髪ゴム ヘアアクセサリー ヘアアクセ エプロン えぷろん ｴﾌﾟﾛﾝ 三角巾 クッション くっしょん
    クッションカバー 座布団 ざぶとん コースター コ－スタ－ ランチョンマット ランチマット ランチョマット ナフキン 鍋つかみ なべつかみ ミトン
    鍋敷き なべしき のれん 暖簾 カーテン ティーコゼー ティーコージー ポットカバー ガーランド 旗 フラッグ お手玉 おてだま おもちゃ 針山
    針刺し ピンクッション ブックカバー 文庫カバー 手帳カバー 本カバー パッチワーク キルト 刺し子 さしこ インテリア キッチン雑貨 布小物 小物`,
  ],
  [
    'occasions and people',
    'r',
    `入園 入園準備 入園グッズ 入園式 入学 入学準備 入学グッズ 入学祝い 入園入学 通園 通学 通勤 幼稚園 保育園 保育所 こども園 園児 小学校
    小学生 新一年生 1年生 お弁当 誕生日 たんじょうび バースデー お誕生日 母の日 父の日 敬老の日 ギフト プレゼント 贈り物 贈りもの
    おくりもの 出産祝い 出産準備 夏 夏祭り お祭り 浴衣 ゆかた 冬 旅行 旅 お出かけ 子ども 子供 こども キッズ kids ベビー 赤ちゃん
    あかちゃん 男の子 女の子 ママ お母さん お父さん パパ おばあちゃん おじいちゃん 祖母 大人 双子 読書`,
  ],
  [
    'colours',
    'rf',
    `青 ブルー あお 青色 紺 ネイビー 紺色 藍 藍色 水色 みずいろ 空色 赤 レッド あか 赤色 白 ホワイト しろ 生成り きなり ベージュ 緑 グリーン
    みどり 黄色 イエロー きいろ からし マスタード 茶色 ブラウン ちゃいろ ピンク ぴんく 桃色 オレンジ 紫 パープル むらさき 藤色 黒 ブラック くろ
    グレー 灰色 柿色`,
  ],
  [
    'patterns',
    'rf',
    `花柄 はながら 花がら 花 フラワー 小花柄 水玉 みずたま ドット 水玉模様 ストライプ 縞 しましま しま模様 ボーダー チェック チェック柄
    ギンガムチェック ギンガム タータンチェック タータン 無地 和柄 わがら 和風 麻の葉 青海波 七宝 市松 矢絣 亀甲 うろこ 鳥 小鳥 鳥柄 レモン 椿 桜
    さくら`,
  ],
  [
    'cloth and notions',
    'r',
    `綿 コットン 木綿 麻 リネン りねん 綿麻 ガーゼ ダブルガーゼ Wガーゼ 二重ガーゼ 帆布 はんぷ キャンバス デニム でにむ ジーンズ オックス
    シーチング ブロード ローン ちりめん コーデュロイ 端切れ はぎれ ハギレ 余り布 あまり布 裏地 裏布 接着芯 ファスナー チャック ジッパー 紐 ひも ゴム
    スナップ プラスナップ バイアステープ 型紙 ミシン糸 持ち手 綿テープ 50cm 50センチ`,
  ],
  [
    'cloth of the shop',
    'f',
    'シーチング オックス ブロード ローン デニム 帆布 ツイル 綿麻 ダブルガーゼ 生地 布 ぬの',
  ],
  [
    'levels',
    'r',
    `初級 初心者 初心者向け 簡単 かんたん カンタン やさしい はじめて 初めて ビギナー 入門 直線縫い まっすぐ 中級 中級者 ふつう 上級 上級者 難しい
    むずかしい 手縫い ミシン 30分 すぐできる 短時間`,
  ],
  ['levels of kits', 'k', '初級 初心者 簡単 中級 上級 はじめて'],
  ['numbers', 'r', 'f1041 F-1041 Ｆ１０４１ f-1041 k2001 K-2001'],
  [
    'kits',
    'k',
    '巾着 きんちゃく エプロン クッション スタイ ポーチ がまぐち 帽子 バケハ シュシュ サコッシュ ペンケース コースター あずま袋 手作りキット',
  ],
]

const asked = everyday.flatMap(([, where, words]) =>
  words.split(/\s+/).flatMap((word) => [...where].map((area) => [word, area] as const)),
)

const areaOf: Readonly<Record<string, SearchArea>> = { r: 'recipe', f: 'fabric', k: 'kit' }

onBothEngines('words that people use', (open) => {
  test(`W30: each of ${new Set(asked.map(([word]) => word)).size} finds what the demo has for it`, async () => {
    const ctx = askedByVisitor((await open()).db)
    await putWholeDemo(ctx)
    const nothing: string[] = []
    const terms = await searchedForEach(
      ctx.db,
      asked.map(([word]) => word),
    )
    for (const [word, where] of asked) {
      const area = areaOf[where] ?? 'recipe'
      if ((await countIn[area](ctx, word, (each) => terms(word, each))) === 0) nothing.push(`${area} ${word}`)
    }
    expect(nothing).toEqual([])
    expect(new Set(asked.map(([word]) => word)).size).toBeGreaterThanOrEqual(300)
  })
})
