import { factsIn, readColour, type ToldFacts } from '~/features/products/description.rules.ts'
import { eachFact } from '~/features/products/fabric-facts.rules.ts'
import {
  draftState,
  type KitLevel,
  type ProductSource,
  type ProductType,
  publishedStatus,
} from '~/features/products/rules.ts'
import { inOneField, nfkc, withLineEnds } from '~/kernel/text.ts'

/** What a description tells in its form; what else is told of a fabric stands beside it alone. */
export const describedFacts = ['colour', 'material', 'width', 'thickness'] as const

/** One text of all: 【色】素材、巾、厚さ。 and the text. */
export const descriptionOf = ({
  colour,
  material,
  width,
  thickness,
  text,
}: ReturnType<typeof factsIn>): string => {
  const told = [material, width && `巾${width}`, thickness && `厚さ${thickness}`].filter(
    (fact) => fact !== '',
  )
  return `${colour && `【${colour}】`}${told.length === 0 ? '' : `${told.join('、')}。`}${text}`
}

export const mostPictures = 8

/** On sale, draft, discontinued; stored and shown in these words (N42). */
export const productStates = [publishedStatus, draftState, '掲載終了'] as const
/** As a choice of the list: what has to be done about products, by reason (N93). */
export const toDoState = 'todo'
export type ProductState = (typeof productStates)[number]

/** Position in the shop's list after saving. */
export const places = ['kept', 'first', 'last'] as const
export type Place = (typeof places)[number]

/** The facts as they are stored: those that the text begins with, in the form of a description, are told once (N41). */
export const factsToStore = (typed: ToldFacts): ToldFacts => {
  const read = factsIn(descriptionOf(typed))
  const isForm = describedFacts.every((name) => typed[name] === '' || typed[name] === read[name])
  return isForm ? { ...typed, ...read } : typed
}

/** The first field that carts and orders, which know the description alone, would read otherwise (P27), or whose width is no number. */
export const unusableFact = (typed: ToldFacts): 'colour' | 'material' | 'width' | null => {
  const colour = readColour(descriptionOf(typed)).colour ?? ''
  if (typed.colour !== '' && typed.colour !== colour) return 'colour'
  if (typed.colour === '' && typed.material !== '' && colour !== '') return 'material'
  return typed.width !== '' && !/\d/.test(nfkc(typed.width)) ? 'width' : null
}

/** As a form gives them back that shows these, and in which nothing is touched. */
export const factsTyped = (told: ToldFacts): ToldFacts => ({
  ...eachFact((name) => inOneField(told[name]).trim()),
  text: withLineEnds(told.text).trim(),
})

/** The number after the highest one of the most common pattern, as F-0012 after F-0011; `first` when none ends in digits. */
export const nextNumber = (numbers: readonly string[], first: string): string => {
  const kinds = new Map<string, { count: number; highest: string }>()
  for (const number of numbers) {
    const [, begin, digits] = /^(.*?)(\d{1,9})$/u.exec(number) ?? []
    if (begin === undefined || digits === undefined) continue
    const kind = kinds.get(begin) ?? { count: 0, highest: '0' }
    const highest = Number(digits) >= Number(kind.highest) ? digits : kind.highest
    kinds.set(begin, { count: kind.count + 1, highest })
  }
  const [usual] = [...kinds].sort(([a, one], [b, other]) => other.count - one.count || (a < b ? -1 : 1))
  if (usual === undefined) return first
  const [begin, { highest }] = usual
  return `${begin}${String(Number(highest) + 1).padStart(highest.length, '0')}`
}

/** The number after this one, for when it is taken. */
export const numberAfter = (number: string): string => nextNumber([number], `${number}-2`)

/** One line of the desk's list; `price` in yen. */
export interface DeskProductRow {
  readonly number: string
  readonly type: ProductType
  readonly name: string
  readonly description: string
  readonly price: number | null
  readonly picture: string
  readonly status: string
  readonly source: ProductSource
  readonly suspended: boolean
  /** Counted, and nothing of it can be ordered (K11). */
  readonly soldOut: boolean
  readonly held: boolean
}

/** What tells a product from others in a list. */
export const badgesOf = ({ type, source, status, suspended, soldOut, held }: DeskProductRow): string[] => [
  ...(type === 'kit' ? ['キット'] : []),
  ...(source === 'feed' ? ['表'] : []),
  ...(status === publishedStatus ? [] : [status]),
  ...(suspended ? ['休止中'] : []),
  ...(soldOut ? ['売り切れ'] : []),
  ...(held ? ['価格の確認'] : []),
]

/** A product that can be chosen, its name with the colour (N104). */
export interface ProductChoice {
  readonly number: string
  readonly name: string
  readonly picture: string
  /** Such as キット・下書き; '' for a fabric that is on sale. */
  readonly note: string
}

/** Offered at once. */
export const mostChoices = 8

/** Names of a kit's fabrics that a page may need, and what a text that was sent finds, to choose from. */
export interface ChosenFabrics {
  readonly known: readonly ProductChoice[]
  readonly found: readonly ProductChoice[]
}

/** Beside the field of a search that was sent: what was found is shown to choose from, without script too. */
export const whatWasFound = (typed: string, count: number): string =>
  count === 0
    ? `「${typed}」の商品は見つかりません。管理番号か名前の一部でさがしてください。`
    : `「${typed}」で見つかった商品です。選んで、もう一度押してください。`

export interface DeskProduct extends Omit<DeskProductRow, 'held'> {
  readonly reading: string
  readonly told: ToldFacts
  readonly priceText: string
  readonly pictures: readonly string[]
  /** Raised by every change. */
  readonly version: number
  /** Of its count; 0 before the first one. */
  readonly stockVersion: number
  /** In yen; without a former price it is the first one, and the product has none meanwhile (N75). */
  readonly heldPrice: { readonly price: number; readonly formerPrice: number | null } | null
  /** The desk's additions to a feed fabric (N48). */
  readonly added: { readonly pictures: readonly string[]; readonly hasPlace: boolean }
  /** Row in the feed's sheet; null for the shop's own products, and when the desk set the position. */
  readonly feedRow: number | null
  readonly kit: {
    readonly level: KitLevel
    readonly fabricSize: string
    readonly fabricNumbers: string
  } | null
}
