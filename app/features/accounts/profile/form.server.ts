import { z } from 'zod'
import { basedOnOf, fieldOf } from '~/kernel/form.ts'
import { ok, type Result, refused } from '~/kernel/result.ts'
import { codePointLength, oneLine, plainLines, tagsIn } from '~/kernel/text.ts'
import { readDisplayName } from './display-name.rules.ts'
import {
  longestInterest,
  mostInterests,
  type ProfileErrors,
  type ProfileInput,
  type ProfileText,
  profileFields,
  profileLimits,
  type TypedProfile,
  typedProfileIn,
} from './form.rules.ts'
import { normalizedSocialLink, type SocialNetwork } from './social-links.rules.ts'
import { nameTexts, profileLabels, socialLinkFault } from './texts.ts'

export interface ReadProfile {
  readonly typed: TypedProfile
  readonly profile: Result<ProfileInput, ProfileErrors>
  /** The `updatedAt` that she saw, or chose to overwrite (R18); -1 when invalid. */
  readonly basedOn: number
  /** Whose profile the form showed; '' for a form of before. */
  readonly member: string
  /** Fields that a member may not write (A4). */
  readonly ignored: readonly string[]
}

/** `shopNames` from `shopNamesOf` (A18). */
export const readProfileForm = (form: FormData, shopNames: readonly string[]): ReadProfile => {
  const typed = typedProfileIn(form)
  const read = profileSchema(shopNames).safeParse(typed)
  const known = new Set<string>([...profileFields, 'basedOn', 'overwrite', 'member'])
  return {
    typed,
    profile: read.success ? ok(inputOf(read.data)) : refused(firstErrors(read.error)),
    basedOn: basedOnOf(form),
    member: fieldOf(form, 'member', 100),
    ignored: [...new Set(form.keys())].filter((name) => !known.has(name)),
  }
}

const firstErrors = ({ issues }: z.ZodError): ProfileErrors =>
  Object.fromEntries(issues.toReversed().map(({ path, message }) => [String(path[0]), message]))

const limited = (name: ProfileText, clean: (text: string) => string) =>
  z
    .string()
    .transform(clean)
    .refine((text) => codePointLength(text) <= profileLimits[name], {
      error: `${profileLabels[name]}は${profileLimits[name]}文字以内で入力してください。`,
    })

const socialLink = (network: SocialNetwork) =>
  z.string().transform((text, { addIssue }) => {
    const link = normalizedSocialLink(network, text)
    if (link.ok) return link.value
    addIssue(socialLinkFault(network, link.error))
    return z.NEVER
  })

const interests = z
  .string()
  .transform(tagsIn)
  .refine((tags) => tags.length <= mostInterests, {
    error: `${profileLabels.interests}は${mostInterests}個までにしてください。`,
  })
  .refine((tags) => tags.every((tag) => codePointLength(tag) <= longestInterest), {
    error: `${profileLabels.interests}は、1つを${longestInterest}文字以内にしてください。「、」や空白で区切れます。`,
  })

const profileSchema = (shopNames: readonly string[]) =>
  z.object({
    displayName: z.string().transform((text, { addIssue }) => {
      const name = readDisplayName(text, shopNames)
      if (name.ok) return name.value
      addIssue(nameTexts[name.error])
      return z.NEVER
    }),
    // The command checks whether she uploaded it: it may be her present one.
    photoURL: z.string(),
    bio: limited('bio', plainLines),
    instagram: socialLink('instagram'),
    twitter: socialLink('twitter'),
    youtube: socialLink('youtube'),
    tiktok: socialLink('tiktok'),
    website: socialLink('website'),
    hometown: limited('hometown', oneLine),
    favoriteFood: limited('favoriteFood', oneLine),
    cookingStyle: limited('cookingStyle', oneLine),
    interests,
    personalStory: limited('personalStory', plainLines),
  })

const inputOf = ({
  instagram,
  twitter,
  youtube,
  tiktok,
  website,
  ...texts
}: z.infer<ReturnType<typeof profileSchema>>): ProfileInput => ({
  ...texts,
  authorSNS: { instagram, twitter, youtube, tiktok, website },
})
