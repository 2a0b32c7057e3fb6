import { readColour, readFacts } from '~/features/products/description.rules.ts'
import {
  type KitLevel,
  type ProductSource,
  type ProductType,
  publishedStatus,
} from '~/features/products/rules.ts'
import { withLineEnds } from '~/kernel/text.ts'

export const mostPictures = 8

/** On sale, draft, discontinued; stored and shown in these words (N42). */
export const productStates = [publishedStatus, '下書き', '掲載終了'] as const
export type ProductState = (typeof productStates)[number]

export const draftState: ProductState = '下書き'

/** Addresses of a product's photographs, beginning with that of lists. */
export const picturesOf = ({
  imageUrl,
  moreImages,
}: {
  readonly imageUrl: string
  readonly moreImages: string
}): string[] => [imageUrl, ...moreImages.split('\n')].filter((url) => url !== '')

/** Position in the shop's list after saving. */
export const places = ['kept', 'first', 'last'] as const
export type Place = (typeof places)[number]

/** The parts of a description 【色】素材、巾、厚さ。, and the text after them; '' for missing parts. */
export interface FabricFacts {
  readonly colour: string
  readonly material: string
  /** Such as '110cm'. */
  readonly width: string
  readonly thickness: string
  readonly text: string
}

export const descriptionOf = ({ colour, material, width, thickness, text }: FabricFacts): string => {
  const facts = [material, width && `巾${width}`, thickness && `厚さ${thickness}`].filter(
    (fact) => fact !== '',
  )
  return `${colour && `【${colour}】`}${facts.length === 0 ? '' : `${facts.join('、')}。`}${text}`
}

/** Inverse of `descriptionOf`; a description of another form is all `text`. */
export const factsIn = (description: string): FabricFacts => {
  const { facts, text } = readFacts(description)
  const named = (name: string) => facts.find((fact) => fact.name === name)?.value ?? ''
  return {
    colour: readColour(description).colour ?? '',
    material: named('素材'),
    width: named('生地巾'),
    thickness: named('厚さ'),
    text,
  }
}

/** The description as a form gives it back that shows this one, and in which nothing is touched. */
export const descriptionAnew = (type: ProductType, description: string): string => {
  const clean = (text: string) => withLineEnds(text).trim()
  if (type === 'kit') return clean(description)
  const { colour, material, width, thickness, text } = factsIn(description)
  return descriptionOf({
    colour: clean(colour),
    material: clean(material),
    width: clean(width),
    thickness: clean(thickness),
    text: clean(text),
  })
}

const factNames = ['colour', 'width', 'material', 'thickness'] as const

/** The first field that the product's page would not show as typed; null when it shows all. */
export const unreadableFact = (facts: FabricFacts): (typeof factNames)[number] | null => {
  const shown = factsIn(descriptionOf(facts))
  return (
    factNames.find(
      (name) => facts[name] !== '' && facts[name] !== shown[name] && !isWithoutWidth(name, facts),
    ) ?? (facts.width === '' && (facts.material !== '' || facts.thickness !== '') ? 'width' : null)
  )
}

const isWithoutWidth = (name: string, { width }: FabricFacts) => name !== 'colour' && width === ''

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

export interface DeskProduct extends Omit<DeskProductRow, 'held'> {
  readonly reading: string
  readonly priceText: string
  readonly pictures: readonly string[]
  /** Raised by every change. */
  readonly version: number
  readonly heldPrice: { readonly price: number; readonly formerPrice: number } | null
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
