import { codePointLength, cutText, nfkc } from '~/kernel/text.ts'
import { eachFact, type FabricFacts, longestColour, noFacts } from './fabric-facts.rules.ts'
import type { ProductType } from './rules.ts'

/** Shops put headings and announcements in brackets as well. */
const noColour =
  /^(?:素材|材質|混率|組成|生地|商品|商品名|商品説明|説明|特徴|用途|色|カラー|柄|巾|幅|生地巾|サイズ|寸法|長さ|厚さ|厚み|重さ|数量|単位|価格|送料|原産国|生産国|生産地|産地|洗濯|ご?注意.*|備考|ご案内|お知らせ|.*無料|新.*商品|新着|新作|再入荷|入荷.*|予約.*|限定.*|.*限定|.*セール|SALE.*|.*OFF)$/i

const leading = /^\s*【([^【】\n]*)】\s*/

interface Coloured {
  readonly colour: string | null
  /** The whole description when it names no colour. */
  readonly rest: string
}

/** Reads the leading 【…】 of a fabric's description as its colour (P27). */
export const readColour = (description: string): Coloured => {
  const [bracket, inside = ''] = leading.exec(description) ?? []
  const colour = nfkc(inside).trim().replace(/\s+/g, ' ')
  const isColour = colour !== '' && codePointLength(colour) <= longestColour && !noColour.test(colour)
  if (bracket === undefined || !isColour) return { colour: null, rest: description }
  return { colour, rest: description.slice(bracket.length) }
}

/** Of a card, in characters: more than the widest column shows. */
export const longestLine = 40

export interface Described {
  readonly name: string
  readonly type: ProductType
  readonly description: string
}

/** Null for kits and for fabrics whose description names no colour. */
export const colourOf = ({ type, description }: Pick<Described, 'type' | 'description'>): string | null =>
  type === 'fabric' ? readColour(description).colour : null

/** Adds the colour (P27) unless the name ends with it already. */
export const nameWithColour = (product: Described): string => {
  const colour = colourOf(product)
  const { name } = product
  const ending = nfkc(name).replace(/[)\]】〕」\s]+$/, '')
  return colour === null || ending.endsWith(colour) ? name : `${name}【${colour}】`
}

export const descriptionWithoutColour = ({ type, description }: Omit<Described, 'name'>): string =>
  type === 'fabric' ? readColour(description).rest : description

/** `facts` come from the form 【色】素材、巾、厚さ。, else there are none. */
export interface ReadDescription {
  readonly facts: ReadonlyArray<{ readonly name: '素材' | '生地巾' | '厚さ'; readonly value: string }>
  readonly text: string
}

const width = /^(?:生地)?[巾幅]\s*[:：]?\s*(\S.*)$/
const thickness = /厚|g\s*\/\s*(?:㎡|m2|m²|平米)|オンス|oz|mm|匁|番手/i

/** Reads the first sentence as material, width and maybe thickness. */
export const readFacts = (description: string): ReadDescription => {
  const { rest } = readColour(description)
  const [first = ''] = rest.split(/[。\n]/, 1)
  const [material = '', wide = '', thick, ...more] = first.split(/[、，]/).map((part) => part.trim())
  const broad = width.exec(wide)?.[1]
  const isForm = /\d/.test(nfkc(broad ?? '')) && more.length === 0 && material !== ''
  if (broad === undefined || !isForm || (thick !== undefined && !thickness.test(thick)))
    return { facts: [], text: rest.trim() }
  return {
    facts: [
      { name: '素材', value: material },
      { name: '生地巾', value: broad },
      ...(thick === undefined
        ? []
        : [{ name: '厚さ' as const, value: thick.replace(/^(?:生地の)?厚(?:さ|み)\s*[:：]?\s*/, '') }]),
    ],
    text: rest
      .slice(first.length)
      .replace(/^[。\s]+/, '')
      .trim(),
  }
}

/** Facts and the text beside them. */
export type ToldFacts = FabricFacts & { readonly text: string }

/** The facts that a description tells, by its form, and the text after them; of another form it is all `text`. */
export const factsIn = (description: string) => {
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

/** The same for both types: a kit's description is its text. */
export const factsToldIn = ({
  type,
  description,
}: Omit<Described, 'name'>): Partial<ReturnType<typeof factsIn>> =>
  type === 'kit' ? { text: description } : factsIn(description)

/** The facts of a product that is shown; a process of the former release sends none, and then its description tells them (D51). */
export const factsOfProduct = (
  product: Omit<Described, 'name'> & { readonly facts?: FabricFacts },
): FabricFacts => product.facts ?? { ...noFacts, ...factsToldIn(product) }

/** For a card without a button that buys: a fabric's colour and facts, or the beginning of its text where the card shows that (W23, W76). */
export const inBrief = <P extends Omit<Described, 'name'> & { readonly facts?: FabricFacts }>(
  product: P,
): P => {
  const { type, description } = product
  if (type === 'kit') return { ...product, description: '' }
  const { text } = readFacts(description)
  const facts = factsOfProduct(product)
  const shown = facts.material === '' && facts.thickness === '' ? cutText(text, longestLine + 1) : ''
  return { ...product, description: `${description.trimEnd().slice(0, -text.length || undefined)}${shown}` }
}

interface StoredFacts extends Omit<Described, 'name'>, ToldFacts {
  readonly factsOf: string | null
}

/** Of a row: its columns, or what its description tells where the former release wrote one without them (D51). */
export const factsOfRow = (row: StoredFacts): ToldFacts => ({
  ...eachFact((name) => row[name]),
  text: row.text,
  ...(row.factsOf === row.description ? {} : factsToldIn(row)),
})
