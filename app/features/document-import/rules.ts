import { cookingTimeNames, difficultyLevelOf } from '~/features/recipes/list.rules.ts'
import { type CookingTime, cookingTimes, type Difficulty } from '~/features/recipes/types.ts'
import { parseDate } from '~/kernel/dates.ts'
import { fieldsOf } from '~/kernel/json.ts'

export type DocumentKind =
  | 'member'
  | 'recipe'
  | 'like'
  | 'favourite'
  | 'comment'
  | 'keyword'
  | 'situation'
  | 'kit'
  | 'link'
  | 'news'
  | 'admin'

const kinds: ReadonlyMap<string, DocumentKind> = new Map(
  Object.entries({
    users: 'member',
    recipes: 'recipe',
    'recipes/likes': 'like',
    'recipes/comments': 'comment',
    'users/favorites': 'favourite',
    popularKeywords: 'keyword',
    situationCategories: 'situation',
    kits: 'kit',
    links: 'link',
    news: 'news',
    admins: 'admin',
  } as const),
)

/** At the top of an export. */
export const knownCollections: ReadonlySet<string> = new Set(
  [...kinds.keys()].filter((name) => !name.includes('/')),
)

/** Kind, id and parent's id ('' for none) of a path; null for other collections. */
export const readPath = (
  path: string,
): { readonly kind: DocumentKind; readonly id: string; readonly parent: string } | null => {
  const parts = path.replace(/^\//, '').split('/')
  if (parts.length === 2) {
    const [collection = '', id = ''] = parts
    const kind = kinds.get(collection)
    return kind === undefined || id === '' ? null : { kind, id, parent: '' }
  }
  if (parts.length !== 4) return null
  const [collection = '', parent = '', below = '', id = ''] = parts
  const kind = kinds.get(`${collection}/${below}`)
  return kind === undefined || id === '' || parent === '' ? null : { kind, id, parent }
}

/** Firestore itself nests at most 20 deep. */
const deepest = 100

/** Whether records and lists lie within each other so deep that no exporter wrote them. */
export const isTooDeep = (value: unknown): boolean => {
  let level: readonly unknown[] = [value]
  for (let depth = 0; depth <= deepest; depth += 1) {
    level = level.flatMap((each) => (typeof each === 'object' && each !== null ? Object.values(each) : []))
    if (level.length === 0) return false
  }
  return true
}

/** Year 9999: beyond it no moment can be written as a date. */
const latest = 253_402_300_799_999

/** Epoch ms from seconds and nanoseconds, a date in any form (P15) or a number; null if invalid. */
export const timeOf = (value: unknown): number | null => {
  const time = momentIn(value)
  return Number.isSafeInteger(time) && Math.abs(time) <= latest ? time : null
}

/** NaN for what is none. */
const momentIn = (value: unknown): number => {
  if (typeof value === 'number') return parseDate(value) ?? (value > 0 ? value : Number.NaN)
  if (typeof value === 'string') return parseDate(value) ?? Date.parse(value)
  const fields = fieldsOf(value)
  if (typeof fields.value === 'string' || typeof fields.value === 'number') return momentIn(fields.value)
  const {
    _seconds,
    seconds = _seconds,
    _nanoseconds,
    nanoseconds = _nanoseconds,
  } = fieldsOf(fields.value ?? fields)
  if (!Number.isSafeInteger(Number(seconds ?? Number.NaN))) return Number.NaN
  return Number(seconds) * 1_000 + Math.floor(Number(nanoseconds ?? 0) / 1_000_000)
}

/** From the stored word or the shown name. */
export const cookingTimeOf = (text: string): CookingTime | null =>
  cookingTimes.find((time) => time === text || cookingTimeNames[time] === text) ?? null

/** R23: old words too; null for an unknown one. */
export const difficultyOf = (text: string): Difficulty | null => {
  const level = difficultyLevelOf(text)
  const isKnown = [level.id, ...level.stored].some((word) => word === text)
  return isKnown ? level.name : null
}

const placeholderStart = 'https://inline.invalid/'

/** Replaces a picture or PDF inside a document until it is stored; by the hash of its text. */
export const placeholder = (hash: string): string => `${placeholderStart}${hash}`

/** Replaces each stand-in by its address in `kept`, or ''. */
export const withKept = (text: string, kept: ReadonlyMap<string, string>): string =>
  text.replaceAll(
    /https:\/\/inline\.invalid\/([0-9a-f]{64})/g,
    (_whole, hash) => kept.get(String(hash)) ?? '',
  )

export const placeholdersIn = (text: string): readonly string[] =>
  [...text.matchAll(/https:\/\/inline\.invalid\/([0-9a-f]{64})/g)].map(([, hash = '']) => hash)

export const isPossibleMemberId = (id: string): boolean => /^[\w-]{1,128}$/.test(id)
