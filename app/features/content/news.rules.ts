import { newestFirst, parseDate } from '~/kernel/dates.ts'

/** A notice on the home page (S:L98). `date` is as its author wrote it, `content` plain text. */
export interface NewsItem {
  readonly id: string
  readonly date: string
  readonly title: string
  readonly content: string
}

/** The number that a date is ordered by in the database: its moment in epoch ms, or below all moments when it is unknown (P15). */
export const sortNumber = (date: string): number => parseDate(date) ?? Number.MIN_SAFE_INTEGER

/** The items, newest first (S:L163, P15). */
export const sortedNews = <T extends NewsItem>(items: readonly T[]): T[] => items.toSorted(newestFirst)
