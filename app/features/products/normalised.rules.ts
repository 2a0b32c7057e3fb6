import { closedUp, foldedAs, searchText } from '~/kernel/search-text.ts'
import { colours, type Facets, facetsOf, facetWords, materials, patterns } from './facets.rules.ts'
import type { ProductType } from './rules.ts'

/** Counted up whenever what is read below changes: stored rows are then read again. */
const readAs = '1'

/** In characters; colour and material stand at the beginning of a description. */
export const readOfDescription = 200

/** What a row's other normalised texts were read from. SQL builds the same text of the row itself (W35). */
export const readFromStart = `${readAs} ${foldedAs}\n`
const readFromOf = (name: string, start: string): string => `${readFromStart}${name}\n${start}`

export interface NormalisedProduct {
  readonly plainNumber: string
  readonly plainName: string
  readonly facets: string
  readonly facetWords: string
  readonly readFrom: string
}

/** What lists and searches compare of a product, so that no query has to work it out (W35). Kits have no facets. */
export const normalisedProduct = ({
  number,
  type,
  name,
  description,
}: {
  readonly number: string
  readonly type: ProductType
  readonly name: string
  readonly description: string
}): NormalisedProduct => {
  const start = [...description.slice(0, 2 * readOfDescription)].slice(0, readOfDescription).join('')
  const facets = type === 'fabric' ? facetsOf({ name, description: start }) : undefined
  return {
    plainNumber: closedUp(number),
    plainName: searchText(name),
    facets: facets === undefined ? '' : facetLines(facets),
    facetWords: facets === undefined ? '' : searchText(facetWords(facets)),
    readFrom: readFromOf(name, start),
  }
}

const facetLines = ({ colour, pattern, material, also }: Facets): string =>
  [colour, pattern, material, also].map((ids) => ids.join(' ')).join('\n')

const known = <Id extends string>(kinds: ReadonlyArray<{ readonly id: Id }>, line = ''): Id[] =>
  line.split(' ').flatMap((written) => kinds.find(({ id }) => id === written)?.id ?? [])

/** Of a stored row's `facets`. */
export const facetsIn = (lines: string): Facets => {
  const [colour, pattern, material, also = ''] = lines.split('\n')
  return {
    colour: known(colours, colour),
    pattern: known(patterns, pattern),
    material: known(materials, material),
    also: also === '' ? [] : also.split(' '),
  }
}
