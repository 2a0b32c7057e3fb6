import { nfkc } from './text.ts'

/** A new list in dictionary order (P6): kana by sound, ｷｯﾄ with キット; equal readings by code units. */
export const sortByKana = <T>(items: readonly T[], textOf: (item: T) => string): T[] => {
  const { compare } = new Intl.Collator('ja', { numeric: true })
  return items
    .map((item) => ({ item, text: textOf(item), reading: nfkc(textOf(item)).trim() }))
    .sort((a, b) => compare(a.reading, b.reading) || compareCodeUnits(a.text, b.text))
    .map(({ item }) => item)
}

export const compareCodeUnits = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
