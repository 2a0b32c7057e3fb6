import { oneLine, plainLines, tagsIn } from '~/kernel/text.ts'
import {
  type FormerNetwork,
  normalizedSocialLink,
  type SocialLinks,
  type SocialNetwork,
} from './social-links.rules.ts'

/** In code points. */
export const profileLimits = {
  bio: 500,
  hometown: 50,
  favoriteFood: 50,
  cookingStyle: 100,
  personalStory: 2_000,
} as const

export type ProfileText = keyof typeof profileLimits

export const mostInterests = 10
export const longestInterest = 20

/** What its member may write (A4). */
export interface ProfileInput extends Readonly<Record<ProfileText, string>> {
  readonly displayName: string
  readonly photoURL: string
  readonly authorSNS: SocialLinks
  readonly interests: readonly string[]
}

export type TypedProfile = Readonly<Record<ProfileField, string>>

export type ProfileField = 'displayName' | 'photoURL' | ProfileText | keyof SocialLinks | 'interests'

export const profileFields: readonly ProfileField[] = [
  'displayName',
  'photoURL',
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

export type ProfileFailure = 'failed' | 'faults' | 'changed_meanwhile' | 'not_signed_in' | 'other_member'

export interface ProfileAnswer {
  readonly typed: TypedProfile
  readonly basedOn: number
  /** Whose form it was, as it says; '' for one of before. */
  readonly member: string
  readonly errors: ProfileErrors
  readonly failure: ProfileFailure
  /** The `updatedAt` that she may overwrite knowingly (R18). */
  readonly newer: number | null
}

export interface ShownProfile extends ProfileInput {
  /** From old profiles; shown if they are links. */
  readonly formerSNS: Readonly<Record<FormerNetwork, string>>
  /** Such as 2026年11月. */
  readonly joinDate: string
  /** From old profiles. */
  readonly achievements: readonly string[]
}

export interface OwnProfile extends ShownProfile {
  /** Epoch ms, 0 before the first save; a later save must know it (R18). */
  readonly updatedAt: number
}

export interface ProfileStats {
  readonly totalRecipes: number
  readonly totalLikes: number
}

const interestsText = (interests: readonly string[]): string => interests.join('、')

export const typedProfileIn = (form: FormData): TypedProfile => {
  const field = (name: ProfileField): string => {
    const value = form.get(name)
    return typeof value === 'string' ? value : ''
  }
  return {
    displayName: field('displayName'),
    photoURL: field('photoURL'),
    bio: field('bio'),
    instagram: field('instagram'),
    twitter: field('twitter'),
    youtube: field('youtube'),
    tiktok: field('tiktok'),
    website: field('website'),
    hometown: field('hometown'),
    favoriteFood: field('favoriteFood'),
    cookingStyle: field('cookingStyle'),
    interests: field('interests'),
    personalStory: field('personalStory'),
  }
}

export const typedProfile = ({ authorSNS, interests, ...texts }: ProfileInput): TypedProfile => ({
  displayName: texts.displayName,
  photoURL: texts.photoURL,
  bio: texts.bio,
  ...authorSNS,
  hometown: texts.hometown,
  favoriteFood: texts.favoriteFood,
  cookingStyle: texts.cookingStyle,
  interests: interestsText(interests),
  personalStory: texts.personalStory,
})

/** As far as a refused form tells it, where the stored profile cannot be read. */
export const profileOfAnswer = ({ typed, basedOn }: ProfileAnswer): OwnProfile => ({
  ...profilePreview(typed),
  formerSNS: { facebook: '', line: '' },
  joinDate: '',
  achievements: [],
  updatedAt: basedOn,
})

/** Shows links only where a save would accept them. */
export const profilePreview = (typed: TypedProfile): ProfileInput => {
  const link = (network: SocialNetwork) => {
    const address = normalizedSocialLink(network, typed[network])
    return address.ok ? address.value : ''
  }
  return {
    displayName: typed.displayName.trim(),
    photoURL: typed.photoURL,
    bio: plainLines(typed.bio),
    authorSNS: {
      instagram: link('instagram'),
      twitter: link('twitter'),
      youtube: link('youtube'),
      tiktok: link('tiktok'),
      website: link('website'),
    },
    hometown: oneLine(typed.hometown),
    favoriteFood: oneLine(typed.favoriteFood),
    cookingStyle: oneLine(typed.cookingStyle),
    interests: tagsIn(typed.interests),
    personalStory: plainLines(typed.personalStory),
  }
}
