import { href } from '~/href.ts'

/** Where words are searched for. */
export const searchAreas = ['recipe', 'fabric', 'kit'] as const
export type SearchArea = (typeof searchAreas)[number]

export const areaTexts: Readonly<Record<SearchArea, { readonly name: string; readonly unit: string }>> = {
  recipe: { name: '作品', unit: '件' },
  fabric: { name: '生地', unit: '点' },
  kit: { name: 'キット', unit: '点' },
}

/** What another area has of what is searched for. */
export interface Elsewhere {
  readonly area: SearchArea
  /** More than `mostCountedElsewhere` is told as such. */
  readonly count: number
  readonly q: string
  /** As the link there says it, and where it leads. */
  readonly text: string
  readonly to: string
}

export const mostCountedElsewhere = 100

/** 生地 5点; 作品 100件以上. */
export const elsewhereText = ({ area, count }: Pick<Elsewhere, 'area' | 'count'>): string => {
  const { name, unit } = areaTexts[area]
  return count > mostCountedElsewhere
    ? `${name} ${mostCountedElsewhere}${unit}以上`
    : `${name} ${count}${unit}`
}

/** What the page of a search that found nothing shows instead: the list of a part of what was typed. */
export interface Part {
  readonly typed: string
  readonly q: string
}

const addresses: Readonly<Record<SearchArea, (q: string) => string>> = {
  recipe: (q) => href('/gallery/search', { q }),
  fabric: (q) => href('/all-products', { q }),
  kit: (q) => href('/kits', { q }),
}

/** Where an area is searched for `q`. */
export const searchAddress = (area: SearchArea, q: string): string => addresses[area](q)
