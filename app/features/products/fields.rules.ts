import { type FabricFacts, type FactName, longestColour } from './fabric-facts.rules.ts'

/** Whatever the shop tells of a product. */
interface Field {
  /** In forms, files and the log. */
  readonly name: string
  /** Further headings that files may have. */
  readonly headings: readonly string[]
  /** Files of before do not have this column (N45). */
  readonly isLater?: true
}

interface Fact extends Field {
  /** On the fabric's page. */
  readonly shown: string
  /** In characters. */
  readonly most: number
  readonly hint: string
}

/** What is told of a fabric beside its text; a new fact is a line here, its name in `fabric-facts.rules.ts` and a column of `product` with that name. */
export const facts = {
  colour: { name: '色', shown: '色', headings: [], most: longestColour, hint: '例：藍' },
  material: { name: '素材', shown: '素材', headings: [], most: 200, hint: '例：綿100%' },
  width: { name: '巾', shown: '生地巾', headings: ['幅', '生地巾'], most: 50, hint: '例：110cm' },
  thickness: { name: '厚さ', shown: '厚さ', headings: [], most: 50, hint: '例：普通' },
  washing: {
    name: '洗い方',
    shown: '洗い方',
    headings: ['洗濯'],
    most: 200,
    hint: '例：手洗い',
    isLater: true,
  },
} as const satisfies Readonly<Record<FactName, Fact>>

/** All fields, in the order of a file: the same list is asked for, compared, put back and told in the log. */
export const fields = {
  number: { name: '管理番号', headings: ['番号'] },
  type: { name: '種類', headings: [] },
  name: { name: '名前', headings: ['商品名'] },
  reading: { name: 'よみ', headings: ['読み', 'よみがな'] },
  ...facts,
  level: { name: 'レベル', headings: [] },
  fabricSize: { name: '使う布のサイズ', headings: [] },
  fabricNumbers: { name: '使う布の番号', headings: [] },
  text: { name: '説明', headings: ['コメント'] },
  price: { name: '価格', headings: [] },
  status: { name: '公開', headings: [] },
  position: { name: '順番', headings: [] },
  pictures: { name: '写真', headings: ['画像'] },
} as const satisfies Readonly<Record<string, Field>>

export type FieldName = keyof typeof fields

const isField = (name: string): name is FieldName => Object.hasOwn(fields, name)

export const fieldNames: readonly FieldName[] = Object.keys(fields).filter(isField)

/** Those that files of before do not have. */
export const laterFields: readonly FieldName[] = fieldNames.filter((name) => 'isLater' in fields[name])

/** Which of these say something else before and after. */
export const changedFields = <Name extends string>(
  names: readonly Name[],
  before: Readonly<Record<Name, string>>,
  after: Readonly<Record<Name, string>>,
): Name[] => names.filter((name) => before[name] !== after[name])

const isFact = (name: string): name is FactName => Object.hasOwn(facts, name)

export const factNames: readonly FactName[] = Object.keys(facts).filter(isFact)

/** Those that are told, as shoppers read them. */
export const shownFacts = (told: FabricFacts): { readonly name: string; readonly value: string }[] =>
  factNames.flatMap((name) => (told[name] === '' ? [] : [{ name: facts[name].shown, value: told[name] }]))
