import { nfkc } from '~/kernel/text.ts'
import { readColour } from './description.rules.ts'

/** A choice of a filter: id in addresses, label, and the words in texts that mean it. */
export interface Kind<Id extends string = string> {
  readonly id: Id
  readonly name: string
  readonly words: readonly string[]
}

const kind = <Id extends string>(id: Id, name: string, ...words: readonly string[]): Kind<Id> => ({
  id,
  name,
  words: [name, ...words],
})

export const colours = [
  kind('red', '赤', '紅', '朱', '茜', 'えんじ', 'ワイン', 'レッド', 'ボルドー'),
  kind('pink', 'ピンク', '桃', '桜', 'さくら', '牡丹', 'ローズ', '珊瑚', 'サーモン'),
  kind('orange', 'オレンジ', '柿', '橙', 'みかん', 'テラコッタ', '杏'),
  kind('yellow', '黄', 'からし', '山吹', 'レモン', 'イエロー', 'マスタード', 'クリーム', 'たんぽぽ'),
  kind(
    'green',
    '緑',
    '抹茶',
    '松葉',
    '若草',
    '若葉',
    'もえぎ',
    '萌黄',
    'グリーン',
    'カーキ',
    'ミント',
    'うぐいす',
    'オリーブ',
  ),
  kind(
    'blue',
    '青',
    '藍',
    '紺',
    '空',
    '水',
    'あさぎ',
    '浅葱',
    '夜桜',
    '瑠璃',
    'ブルー',
    'ネイビー',
    'サックス',
    'インディゴ',
  ),
  kind('purple', '紫', '藤', 'すみれ', '菫', 'ラベンダー', 'パープル', '桔梗'),
  kind('brown', '茶', 'キャメル', 'ブラウン', 'ココア', 'モカ', '栗', '赤茶', 'こげ茶', 'チョコ'),
  kind('white', '白', '生成', 'きなり', 'ホワイト', 'アイボリー', 'オフ白', 'ベージュ'),
  kind('grey', 'グレー', '灰', '白ねず', 'ねず', '鼠', 'シルバー', '銀'),
  kind('black', '黒', '墨', 'ブラック', 'チャコール'),
] as const

export const patterns = [
  kind(
    'japanese',
    '和柄',
    ...['麻の葉', '青海波', '七宝', '亀甲', '花菱', '亀甲花菱', 'うろこ', '鱗', '矢絣', '矢羽', '市松'],
    ...['刺し子', '唐草', '紗綾形', '立涌', '千鳥格子', '籠目', '井桁', '鹿の子', '菊菱'],
  ),
  kind(
    'flowers',
    '花・葉',
    '花',
    '椿',
    '桜',
    'バラ',
    'ばら',
    '薔薇',
    'フラワー',
    'つる草',
    '草花',
    'ボタニカル',
    'リーフ',
    'リバティ',
  ),
  kind('checks', 'チェック', '格子', 'ギンガム', 'タータン'),
  kind('stripes', 'ストライプ', '縞', 'しま模様', 'ボーダー'),
  kind('dots', '水玉', 'ドット'),
  kind(
    'motifs',
    '生きもの・食べもの',
    '小鳥',
    '鳥',
    '猫',
    'ねこ',
    'ネコ',
    '犬',
    'いぬ',
    'うさぎ',
    'くま',
    '動物',
    'レモン',
    'いちご',
    'りんご',
    '果物',
    'フルーツ',
  ),
  kind('plain', '無地'),
] as const

export const materials = [
  kind('cotton', '綿', 'コットン', '木綿'),
  kind('linen', '麻', 'リネン', 'ヘンプ', 'ラミー'),
  kind('silk', '絹', 'シルク'),
  kind('wool', '毛', 'ウール'),
  kind('polyester', 'ポリエステル'),
  kind('rayon', 'レーヨン'),
] as const

/** Patterns whose names contain a material's word. */
const notMaterials = ['麻の葉', '綿毛', '毛糸', '起毛']

export type ColourId = (typeof colours)[number]['id']
export type PatternId = (typeof patterns)[number]['id']
export type MaterialId = (typeof materials)[number]['id']

/** Read from texts, so several may apply: 柿×桜 has two colours, 綿麻 two materials. */
export interface Facets {
  readonly colour: readonly ColourId[]
  readonly pattern: readonly PatternId[]
  readonly material: readonly MaterialId[]
  /** Synonyms that its texts do not contain: ネイビー for 紺. */
  readonly also: readonly string[]
}

const escaped = (words: readonly string[]): string => [...words].sort((a, b) => b.length - a.length).join('|')

/** The longest word at a place wins: 抹茶 is not 茶. */
const readerOf = <Id extends string>(kinds: readonly Kind<Id>[], skipped: readonly string[] = []) => {
  const words = kinds.flatMap((each) => each.words)
  const any = new RegExp(escaped([...words, ...skipped]), 'gu')
  const idOf = (word: string) => kinds.find((each) => each.words.includes(word))?.id
  return (text: string): Id[] => [...new Set((text.match(any) ?? []).flatMap((word) => idOf(word) ?? []))]
}

export const sameColours: readonly (readonly string[])[] = [
  ['紺', '紺色', 'ネイビー'],
  ['藍', '藍色', 'インディゴ'],
  ['空', '水', 'サックス', '水色'],
  ['生成', 'きなり', '生成り', 'ベージュ', 'アイボリー', 'オフ白'],
  ['からし', 'マスタード'],
  ['紅', '紅色', 'ワイン', 'えんじ'],
  ['墨', 'チャコール'],
]
const sameFabrics = [
  ['ダブルガーゼ', 'Wガーゼ', '二重ガーゼ'],
  ['帆布', 'キャンバス'],
]

const otherWords = (groups: readonly (readonly string[])[], text: string): string[] =>
  groups.flatMap((words) =>
    words.some((word) => text.includes(word)) ? words.filter((word) => !text.includes(word)) : [],
  )

const coloursIn = readerOf(colours)
const patternsIn = readerOf(patterns)
const materialsIn = readerOf(materials, notMaterials)

/** A share such as 綿55％麻45％ tells the fabric itself from one that the text compares it with. */
const shares = new RegExp(
  `(?:${escaped(materials.flatMap(({ words }) => words))})\\s*\\d+(?:\\.\\d+)?\\s*%`,
  'gu',
)

export const facetsOf = ({
  name,
  description,
}: {
  readonly name: string
  readonly description: string
}): Facets => {
  const [title, text] = [nfkc(name), nfkc(description)]
  const composition = materialsIn((text.match(shares) ?? []).join(' '))
  const colour = nfkc(readColour(description).colour ?? '')
  const shades = colour.split(/[^\p{L}\p{M}]+|×/u).filter((shade) => coloursIn(shade).length > 0)
  return {
    colour: coloursIn(colour),
    pattern: patternsIn(title),
    material: composition.length > 0 ? composition : materialsIn(title),
    also: [
      ...shades.map((shade) => `${shade}色`),
      ...otherWords(sameColours, colour),
      ...otherWords(sameFabrics, title),
    ],
  }
}

/** Further words that people type for a kind; search treats hiragana and katakana alike. */
const alsoTyped: Partial<Record<ColourId | PatternId | MaterialId, readonly string[]>> = {
  red: ['赤色', 'レッド', 'あか色'],
  pink: ['ももいろ'],
  orange: ['だいだい'],
  yellow: ['黄色', 'イエロー', 'きいろ'],
  green: ['緑色', 'グリーン', 'みどり色'],
  blue: ['青色', 'ブルー', 'あお色'],
  purple: ['紫色', 'パープル', 'むらさき色'],
  brown: ['茶色', 'ブラウン', 'ちゃいろ'],
  white: ['白色', 'ホワイト', 'しろ'],
  grey: ['灰色', 'グレイ'],
  black: ['黒色', 'ブラック', 'くろ'],
  japanese: ['和風'],
  flowers: ['花柄', 'フラワー'],
  checks: ['チェック柄', '格子'],
  stripes: ['ストライプ柄', '縞', 'しま', 'ボーダー'],
  dots: ['水玉模様', 'ドット柄'],
  plain: ['むじ'],
  cotton: ['コットン'],
  linen: ['リネン'],
  silk: ['シルク'],
  wool: ['ウール'],
}

/** What a colour is called: by its name, by the shades of its family, and as people type it. */
export const coloursTyped = colours.map(({ id, name, words }) => ({
  name,
  shades: words,
  typed: alsoTyped[id] ?? [],
}))

/** Japanese words that find a fabric beside those in its texts: 青, コットン, 花. */
export const facetWords = ({ colour, pattern, material, also }: Facets): string => {
  const named = <Id extends keyof typeof alsoTyped>(kinds: readonly Kind<Id>[], ids: readonly Id[]) =>
    kinds.filter(({ id }) => ids.includes(id)).flatMap(({ id, name }) => [name, ...(alsoTyped[id] ?? [])])
  const words = [...named(colours, colour), ...named(patterns, pattern), ...named(materials, material)]
  return [...words, ...also].join(' ')
}
