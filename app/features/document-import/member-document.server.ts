import { joinDateOf } from '~/features/accounts/profile/rules.ts'
import { cutText, isVisible, oneLine } from '~/kernel/text.ts'
import type { Fields } from './fields.rules.ts'
import { emailIn, type ReadDocument, type Reading, refuse, take } from './form.server.ts'
import { isPossibleMemberId } from './rules.ts'
import { type FormerMember, type ProfileColumn, profileColumns } from './types.ts'

/** For a missing or forbidden name (A18); members cannot choose it either. */
const defaultName = 'ユーザー'
const acceptedName = '名前なし'
const networks = ['instagram', 'twitter', 'youtube', 'tiktok', 'website'] as const

/** Omits and reports texts that today's form refuses. Moderators' rights are not imported, a withdrawn right to post stays so (A2, A8). */
export const readMemberDocument = ({ id, now, fields, ...reading }: Reading): ReadDocument => {
  const email = emailIn(fields)
  const permissions = fields.below('permissions')
  const canUpload = !permissions.denies('canUpload')
  const rights = ['canModerate', 'canManageUsers', 'canDeleteContent'].map((name) => permissions.flag(name))
  const wasMore = fields.text('role') === 'admin' || fields.flag('isAdmin') || rights.includes(true)
  const [created, updated] = [fields.time('createdAt'), fields.time('updatedAt')]
  const joinDate = oneLine(fields.text('joinDate'))
  const achievements = fields.texts('achievements', /[\n、,]+/)
  fields.skip('uid', 'id', 'emailVerified')
  const links = fields.below('authorSNS')
  const shown = { facebook: cutText(links.text('facebook'), 500), line: cutText(links.text('line'), 500) }
  const texts = readTexts(typedOf(fields, links), shown, reading)
  if (!isPossibleMemberId(id)) return refuse('番号に使えない文字があります')
  if (email === null) return refuse('メールアドレスがないか、正しくありません')
  if (texts === null) return refuse('プロフィールを読めません')
  const { profile, name, interests, notes } = texts
  const createdAt = created ?? updated ?? now
  const row: FormerMember = {
    id,
    email,
    name,
    createdAt,
    joinDate: isVisible(joinDate) ? cutText(joinDate, 30) : joinDateOf(createdAt),
    canUpload,
    profile,
    achievements: achievements.slice(0, mostAchievements),
    interests,
  }
  const more = [
    ...(wasMore ? ['管理の権限は写しません。要るなら npm run member -- make-admin で決めてください'] : []),
    ...(achievements.length > mostAchievements
      ? [`achievements は${mostAchievements}件までなので、残りは写しません`]
      : []),
  ]
  return take({ kind: 'member', row }, [...notes, ...more])
}

const mostAchievements = 50
/** Empties only refused fields, which the form accepts, so that a second reading suffices. */
const readTexts = (
  typed: Record<string, string>,
  { facebook, line }: Readonly<Record<'facebook' | 'line', string>>,
  reading: FormOfProfile,
) => {
  const first = readTyped(typed, reading)
  const faults = first.ok ? [] : Object.entries(first.error)
  for (const [field] of faults) typed[field] = field === 'displayName' ? acceptedName : ''
  const read = faults.length === 0 ? first : readTyped(typed, reading)
  if (!read.ok) return null
  const { authorSNS, interests, displayName, photoURL, ...texts } = read.value
  return {
    profile: picked({ ...texts, ...authorSNS, photoUrl: photoURL, facebook, line }),
    name: displayName === acceptedName ? defaultName : displayName,
    interests,
    notes: faults.map(([field, why]) => `${field}：${why}この欄は空にしました`),
  }
}

type FormOfProfile = Pick<Reading, 'forms' | 'shopNames'>

const readTyped = (typed: Readonly<Record<string, string>>, { forms, shopNames }: FormOfProfile) => {
  const form = new FormData()
  for (const [field, text] of Object.entries(typed)) form.set(field, text)
  return forms.profile(form, shopNames)
}

const typedOf = (fields: Fields, links: Fields): Record<string, string> => {
  const name = fields.text('displayName')
  const plain = ['bio', 'hometown', 'favoriteFood', 'cookingStyle', 'personalStory']
  return {
    displayName: isVisible(name) ? name : acceptedName,
    photoURL: fields.picture('photoURL'),
    interests: fields.texts('interests', /[\n、,]+/).join('、'),
    ...Object.fromEntries(networks.map((network) => [network, links.text(network)])),
    ...Object.fromEntries(plain.map((field) => [field, fields.text(field)])),
  }
}

const picked = (texts: Readonly<Record<ProfileColumn, string>>): Readonly<Record<ProfileColumn, string>> => {
  const rows = profileColumns.map((column) => [column, texts[column]] as const)
  return Object.assign({}, texts, Object.fromEntries(rows))
}
