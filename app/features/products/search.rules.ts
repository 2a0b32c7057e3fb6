import { hasNoWord, nearWords, searchText } from '~/kernel/search-text.ts'

/** One index for each list, so that a list finds only its own. */
export const productIndexes = ['fabric', 'kit'] as const
export type ProductIndex = (typeof productIndexes)[number]

/** What goods are found by; `more` is what the screen says of them beside their texts, such as a colour. */
export interface SearchedProduct {
  readonly number: string
  readonly name: string
  readonly reading?: string
  readonly description: string
  readonly more: string
}

const closedUp = (text: string): string => searchText(text).replaceAll(' ', '')

/** Name, reading and number first, then the rest. A number is found with its signs and without: F-10/2 is f102 too. */
export const productDocument = ({ number, name, reading = '', description, more }: SearchedProduct) => ({
  key: number,
  title: [name, reading, number, closedUp(number)].join('\n'),
  body: [description, more].join('\n'),
})

/** Whether `q` is just this number, however it is written. */
export const isNumberItself = (number: string, q: string): boolean => closedUp(number) === closedUp(q)

/** What to look for instead of `q`, which found nothing; `hasWord` is false for signs alone, by which nothing can be found. */
export interface SearchHints {
  readonly near: readonly string[]
  readonly hasWord: boolean
}

export const searchHints = (q: string): SearchHints => ({ near: nearWords(q), hasWord: !hasNoWord(q) })
