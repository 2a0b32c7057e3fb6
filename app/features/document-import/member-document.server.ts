import { joinDateOf } from '~/features/profiles/rules.ts'
import { fieldsOf } from '~/kernel/json.ts'
import { cutText, isVisible, oneLine } from '~/kernel/text.ts'
import {
  emailIn,
  listOfTexts,
  pictureIn,
  type ReadDocument,
  type Reading,
  refuse,
  take,
  textIn,
} from './form.server.ts'
import { isPossibleMemberId, timeOf } from './rules.ts'
import { type FormerDocument, type FormerMember, type ProfileColumn, profileColumns } from './types.ts'

/** For a missing or forbidden name (A18); members cannot choose it either. */
const defaultName = 'ユーザー'
const acceptedName = '名前なし'
const networks = ['instagram', 'twitter', 'youtube', 'tiktok', 'website'] as const

/** Omits and reports texts that today's form refuses. Moderators' rights are not imported, a withdrawn right to post stays so (A2, A8). */
export const readMemberDocument = (
  { data }: FormerDocument,
  { id, now, ...reading }: Reading,
): ReadDocument => {
  const email = emailIn(data)
  if (!isPossibleMemberId(id)) return refuse('番号に使えない文字があります')
  if (email === null) return refuse('メールアドレスがないか、正しくありません')
  const texts = readTexts(data, reading)
  if (texts === null) return refuse('プロフィールを読めません')
  const { profile, name, interests, notes } = texts
  const createdAt = timeOf(data.createdAt) ?? timeOf(data.updatedAt) ?? now
  const joinDate = oneLine(textIn(data, 'joinDate'))
  const row: FormerMember = {
    id,
    email,
    name,
    createdAt,
    joinDate: isVisible(joinDate) ? cutText(joinDate, 30) : joinDateOf(createdAt),
    canUpload: fieldsOf(data.permissions).canUpload !== false,
    profile,
    achievements: listOfTexts.parse(data.achievements).slice(0, 50),
    interests,
  }
  const { canModerate, canManageUsers, canDeleteContent } = fieldsOf(data.permissions)
  const wasMore =
    data.role === 'admin' ||
    [data.isAdmin, canModerate, canManageUsers, canDeleteContent].some((right) => right === true)
  const rights = '管理の権限は写しません。要るなら npm run member -- make-admin で決めてください'
  return take({ kind: 'member', row }, wasMore ? [...notes, rights] : notes)
}

/** Empties only refused fields, which the form accepts, so that a second reading suffices. */
const readTexts = (data: FormerDocument['data'], reading: FormOfProfile) => {
  const typed = typedOf(data)
  const first = readTyped(typed, reading)
  const faults = first.ok ? [] : Object.entries(first.error)
  for (const [field] of faults) typed[field] = field === 'displayName' ? acceptedName : ''
  const read = faults.length === 0 ? first : readTyped(typed, reading)
  if (!read.ok) return null
  const { authorSNS, interests, displayName, photoURL, ...texts } = read.value
  const { facebook = '', line = '' } = formerLinks(data)
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

const typedOf = (data: FormerDocument['data']): Record<string, string> => {
  const links = fieldsOf(data.authorSNS)
  const name = textIn(data, 'displayName')
  return {
    displayName: isVisible(name) ? name : acceptedName,
    photoURL: pictureIn(textIn(data, 'photoURL')),
    interests: listOfTexts.parse(data.interests).join('、'),
    ...Object.fromEntries(networks.map((network) => [network, textIn(links, network)])),
    ...Object.fromEntries(
      ['bio', 'hometown', 'favoriteFood', 'cookingStyle', 'personalStory'].map((field) => [
        field,
        textIn(data, field),
      ]),
    ),
  }
}

const formerLinks = (data: FormerDocument['data']): Partial<Record<'facebook' | 'line', string>> => {
  const links = fieldsOf(data.authorSNS)
  return { facebook: cutText(textIn(links, 'facebook'), 500), line: cutText(textIn(links, 'line'), 500) }
}

const picked = (texts: Readonly<Record<ProfileColumn, string>>): Readonly<Record<ProfileColumn, string>> => {
  const rows = profileColumns.map((column) => [column, texts[column]] as const)
  return Object.assign({}, texts, Object.fromEntries(rows))
}
