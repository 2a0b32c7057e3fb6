import { codePointLength } from '~/kernel/japanese-text.ts'
import type { SocialLinks } from './social-links.rules.ts'

/** Longest texts of a profile, in characters as code points. */
export const profileLimits = {
  bio: 500,
  hometown: 50,
  favoriteFood: 50,
  cookingStyle: 100,
  personalStory: 2_000,
} as const

export type ProfileText = keyof typeof profileLimits

export const profileTexts: readonly ProfileText[] = [
  'bio',
  'hometown',
  'favoriteFood',
  'cookingStyle',
  'personalStory',
]

export const mostInterests = 10
export const longestInterest = 20

/** What a member writes of herself: all that she may write (A4). */
export interface ProfileContent extends Readonly<Record<ProfileText, string>> {
  readonly displayName: string
  readonly authorSNS: SocialLinks
  readonly interests: readonly string[]
}

/** The fields of its form, as typed. */
export type TypedProfile = Readonly<Record<ProfileField, string>>

export type ProfileField = 'displayName' | ProfileText | keyof SocialLinks | 'interests'

export const profileFields: readonly ProfileField[] = [
  'displayName',
  'bio',
  'instagram',
  'twitter',
  'youtube',
  'tiktok',
  'website',
  'hometown',
  'favoriteFood',
  'cookingStyle',
  'interests',
  'personalStory',
]

export type ProfileErrors = Readonly<Partial<Record<ProfileField, string>>>

/** A profile as its member sees it. */
export interface OwnProfile extends ProfileContent {
  /** '' without one. */
  readonly photoURL: string
  /** Such as 2026年11月. */
  readonly joinDate: string
  /** Shown when there are any; no screen writes them. */
  readonly achievements: readonly string[]
  /** Epoch ms; 0 before anything was saved. What a later save has to know (R18). */
  readonly updatedAt: number
}

/** Derived from the works of a member. */
export interface ProfileStats {
  readonly totalRecipes: number
  readonly totalLikes: number
}

/** Several lines, without marks that are not seen or turn the direction; no blanks at the ends. */
export const plainLines = (text: string): string =>
  text
    .toWellFormed()
    .replace(/\r\n?|[\p{Zl}\p{Zp}]/gu, '\n')
    .replace(/(?!\n)[\p{Cc}\p{Bidi_Control}]/gu, '')
    .trim()

/** The tags in a text in which 、, commas, blanks and line ends separate them; each once. */
export const interestsIn = (text: string): string[] => [
  ...new Set(
    plainLines(text)
      .normalize('NFKC')
      .split(/[\s、,]+/)
      .map((tag) => tag.replace(/^#+/, ''))
      .filter((tag) => tag !== ''),
  ),
]

export const interestsText = (interests: readonly string[]): string => interests.join('、')

export const typedProfile = ({ authorSNS, interests, ...texts }: ProfileContent): TypedProfile => ({
  displayName: texts.displayName,
  bio: texts.bio,
  ...authorSNS,
  hometown: texts.hometown,
  favoriteFood: texts.favoriteFood,
  cookingStyle: texts.cookingStyle,
  interests: interestsText(interests),
  personalStory: texts.personalStory,
})

/** Beside a field with a limit, while it is typed: 120／500文字. */
export const lengthText = (text: string, limit: number): string => {
  const length = codePointLength(text)
  const over = length > limit ? `（${length - limit}文字多すぎます）` : ''
  return `${length}／${limit}文字${over}`
}

/** Instead of a photograph: the first character of the name. */
export const initialOf = (name: string): string =>
  new Intl.Segmenter('ja').segment(name)[Symbol.iterator]().next().value?.segment ?? '・'
