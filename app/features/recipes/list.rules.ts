import type { Difficulty } from './types.ts'

/** The levels as addresses name them, with their colours' classes and shapes (R34). */
export const levels = [
  { id: 'beginner', name: '初級', dots: '●○○', stored: ['初級', 'easy'] },
  { id: 'intermediate', name: '中級', dots: '●●○', stored: ['中級', 'medium'] },
  { id: 'advanced', name: '上級', dots: '●●●', stored: ['上級', 'hard'] },
] as const satisfies ReadonlyArray<{ name: Difficulty; [field: string]: unknown }>

export type Level = (typeof levels)[number]

/** Of a stored difficulty, old words included (R23); whatever is unknown counts as the default, 初級. */
export const levelOf = (difficulty: string): Level =>
  levels.find(({ stored }) => stored.some((word) => word === difficulty)) ?? levels[0]

/** Path and query of a search: of words, or of a level or a situation, whose `category` is the heading alone (R22). */
export const searchPath = (search: Readonly<Record<string, string>>): string =>
  `/gallery/search?${new URLSearchParams(search)}`

export const recipePath = (id: string): string => `/gallery/detail/${encodeURIComponent(id)}`

export const memberPath = (id: string): string => `/gallery/user/${encodeURIComponent(id)}`
