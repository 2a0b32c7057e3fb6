import { href } from '~/href.ts'

export const searchAreas = ['recipe', 'fabric', 'kit'] as const
export type SearchArea = (typeof searchAreas)[number]

export const areaTexts: Readonly<Record<SearchArea, { readonly name: string; readonly unit: string }>> = {
  recipe: { name: '作品', unit: '件' },
  fabric: { name: '生地', unit: '点' },
  kit: { name: 'キット', unit: '点' },
}

/** Matches of a search in another area. */
export interface FoundElsewhere {
  readonly area: SearchArea
  /** Capped at `mostCountedElsewhere`. */
  readonly count: number
  readonly q: string
  /** Label and address of the link there. */
  readonly text: string
  readonly to: string
}

export const mostCountedElsewhere = 100

/** Such as 生地 5点, or 作品 100件以上 for a capped count. */
export const elsewhereText = ({ area, count }: Pick<FoundElsewhere, 'area' | 'count'>): string => {
  const { name, unit } = areaTexts[area]
  return count > mostCountedElsewhere
    ? `${name} ${mostCountedElsewhere}${unit}以上`
    : `${name} ${count}${unit}`
}

/** The part of a search whose results are shown when the whole has none. */
export interface SearchPart {
  readonly typed: string
  readonly q: string
}

const addresses: Readonly<Record<SearchArea, (q: string) => string>> = {
  recipe: (q) => href('/gallery/search', { q }),
  fabric: (q) => href('/all-products', { q }),
  kit: (q) => href('/kits', { q }),
}

/** Address of an area's search for `q`. */
export const searchAddress = (area: SearchArea, q: string): string => addresses[area](q)
