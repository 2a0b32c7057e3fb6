import { cookingTimeNames, levelOf } from '~/features/recipes/list.rules.ts'
import { type CookingTime, cookingTimes, type Difficulty } from '~/features/recipes/types.ts'
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

const kinds: Readonly<Record<string, DocumentKind>> = {
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
}

/** What a path leads to, with the id of the document and of the one that it hangs on ('' of none); null for other collections. */
export const readPath = (
  path: string,
): { readonly kind: DocumentKind; readonly id: string; readonly parent: string } | null => {
  const parts = path.replace(/^\//, '').split('/')
  if (parts.length === 2) {
    const [collection = '', id = ''] = parts
    const kind = kinds[collection]
    return kind === undefined || id === '' ? null : { kind, id, parent: '' }
  }
  if (parts.length !== 4) return null
  const [collection = '', parent = '', below = '', id = ''] = parts
  const kind = kinds[`${collection}/${below}`]
  return kind === undefined || id === '' || parent === '' ? null : { kind, id, parent }
}

/** Epoch ms of a time as exports write it: seconds and nanoseconds, ISO text, or a number; null for what is none. */
export const timeOf = (value: unknown): number | null => {
  if (typeof value === 'number') return Number.isSafeInteger(value) && value > 0 ? value : null
  if (typeof value === 'string') {
    const time = Date.parse(value)
    return Number.isNaN(time) ? null : time
  }
  const fields = fieldsOf(value)
  if ('value' in fields) return timeOf(fields.value)
  const seconds = Number(fields._seconds ?? fields.seconds ?? Number.NaN)
  return Number.isSafeInteger(seconds)
    ? seconds * 1_000 + Math.floor(Number(fields._nanoseconds ?? fields.nanoseconds ?? 0) / 1_000_000)
    : null
}

/** Of the stored word or of its name on the screen. */
export const cookingTimeOf = (text: string): CookingTime | null =>
  cookingTimes.find((time) => time === text || cookingTimeNames[time] === text) ?? null

/** R23: old words too; null for an unknown one. */
export const difficultyOf = (text: string): Difficulty | null => {
  const level = levelOf(text)
  const isKnown = [level.id, ...level.stored].some((word) => word === text)
  return isKnown ? level.name : null
}

const standInStart = 'https://inline.invalid/'

/** Stands for a picture or PDF that lay inside of a document, by the hash of its text, until it is kept. */
export const standIn = (hash: string): string => `${standInStart}${hash}`

/** `text` with each stand-in as `kept` knows it; '' for one that it does not know. */
export const withKept = (text: string, kept: ReadonlyMap<string, string>): string =>
  text.replaceAll(
    /https:\/\/inline\.invalid\/([0-9a-f]{64})/g,
    (_whole, hash) => kept.get(String(hash)) ?? '',
  )

/** The hashes of the stand-ins in a text. */
export const standInsIn = (text: string): readonly string[] =>
  [...text.matchAll(/https:\/\/inline\.invalid\/([0-9a-f]{64})/g)].map(([, hash = '']) => hash)

/** A member's id as the shop can bear it. */
export const isPossibleMemberId = (id: string): boolean => /^[\w-]{1,128}$/.test(id)
