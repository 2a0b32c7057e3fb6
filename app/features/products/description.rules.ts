import { codePointLength, nfkc } from '~/kernel/text.ts'
import type { ProductType } from './rules.ts'

/** In characters: what is longer is a sentence in brackets. */
const longestColour = 16

/** Headings and announcements that shops put in brackets as well. */
const noColour =
  /^(?:素材|材質|混率|組成|生地|商品|商品名|商品説明|説明|特徴|用途|色|カラー|柄|巾|幅|生地巾|サイズ|寸法|長さ|厚さ|厚み|重さ|数量|単位|価格|送料|原産国|生産国|生産地|産地|洗濯|ご?注意.*|備考|ご案内|お知らせ|.*無料|新.*商品|新着|新作|再入荷|入荷.*|予約.*|限定.*|.*限定|.*セール|SALE.*|.*OFF)$/i

const leading = /^\s*【([^【】\n]*)】\s*/

interface Coloured {
  readonly colour: string | null
  /** What follows; the whole description where it begins with no colour. */
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

/** What shows a name: products and the lines of carts and orders. */
export interface Described {
  readonly name: string
  readonly type: ProductType
  readonly description: string
}

/** The colour of fabric as people read it, null where its description names none; a kit has none. */
export const colourOf = ({ type, description }: Pick<Described, 'type' | 'description'>): string | null =>
  type === 'fabric' ? readColour(description).colour : null

/** The name as people read it, with the colour (P27); a name that ends with its colour stays as it is. */
export const nameWithColour = (product: Described): string => {
  const colour = colourOf(product)
  const { name } = product
  const ending = nfkc(name).replace(/[)\]】〕」\s]+$/, '')
  return colour === null || ending.endsWith(colour) ? name : `${name}【${colour}】`
}

/** The description without the colour that stands beside the name already. */
export const descriptionWithoutColour = ({ type, description }: Omit<Described, 'name'>): string =>
  type === 'fabric' ? readColour(description).rest : description

/** What a description says in the form 【色】素材、巾、厚さ。 and the text after it; no facts where it has another form. */
export interface ReadDescription {
  readonly facts: ReadonlyArray<{ readonly name: '素材' | '生地巾' | '厚さ'; readonly value: string }>
  readonly text: string
}

const width = /^(?:生地)?[巾幅]\s*[:：]?\s*(\S.*)$/
const thickness = /厚|g\s*\/\s*(?:㎡|m2|m²|平米)|オンス|oz|mm|匁|番手/i

/** Reads the first sentence as facts where it has their order: material, width and, if it is there, thickness. */
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
