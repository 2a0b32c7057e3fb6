import type { ProfileInput } from '~/features/accounts/profile/form.rules.ts'
import { joinDateOf } from '~/features/accounts/profile/rules.ts'
import { longestComment, readComment } from '~/features/comments/rules.ts'
import type { KitToStore } from '~/features/products/rules.ts'
import { readItemName } from '~/features/recipes/curation/rules.ts'
import { isPossibleRecipeId } from '~/features/recipes/list.rules.ts'
import type { RecipeInput } from '~/features/recipes/types.ts'
import type { LinkItem, NewsItem } from '~/features/shop/news-and-collaborations/rules.ts'
import { displayDate } from '~/kernel/dates.ts'
import { readEmail } from '~/kernel/email.ts'
import type { Result } from '~/kernel/result.ts'
import { cutText, isVisible, oneLine } from '~/kernel/text.ts'
import type { Fields } from './fields.rules.ts'
import { cookingTimeOf, type DocumentKind, difficultyOf, isPossibleMemberId } from './rules.ts'
import {
  type FormerCurated,
  type FormerMember,
  type FormerRow,
  type ProfileColumn,
  profileColumns,
} from './types.ts'

/** By field, in Japanese. */
type Faults = Readonly<Record<string, string>>

/** Today's form rules; the caller provides them. */
export interface CurrentForms {
  readonly recipe: (form: FormData) => Result<RecipeInput, Faults>
  /** `shopNames` are forbidden (A18). */
  readonly profile: (form: FormData, shopNames: readonly string[]) => Result<ProfileInput, Faults>
  readonly kit: (cells: Faults) => Result<KitToStore, string>
  readonly link: (cells: Faults) => Result<LinkItem, string>
  readonly news: (cells: Faults) => Result<NewsItem, string>
}

/** A row or why it is refused; `notes` tell what changes in the import, beside what its fields tell. */
export interface ReadDocument {
  readonly row?: FormerRow
  readonly refused?: string
  readonly notes: readonly string[]
}

export interface Reading {
  readonly id: string
  readonly fields: Fields
  readonly now: number
  readonly forms: CurrentForms
  /** Forbidden names (A18). */
  readonly shopNames: readonly string[]
}

const refuse = (why: string): ReadDocument => ({ refused: why, notes: [] })
const take = (row: FormerRow, notes: readonly string[] = []): ReadDocument => ({ row, notes })

/** For all but members and recipes; `parent` is the id of the document above. */
export const readSmallDocument = (
  kind: DocumentKind | undefined,
  { id, parent, now, forms, fields }: Reading & { readonly parent: string },
): ReadDocument => {
  switch (kind) {
    case 'like': {
      const row = {
        recipeId: parent,
        memberId: fields.id('users', 'userId', 'uid') || id,
        createdAt: fields.time('createdAt') ?? now,
      }
      return ids(row.recipeId, row.memberId) ?? take({ kind, row })
    }
    case 'favourite': {
      const row = {
        memberId: parent,
        recipeId: fields.id('recipes', 'recipeId') || id,
        title: fields.text('title'),
        author: fields.text('author'),
        mainImageUrl: fields.picture('mainImageUrl'),
        createdAt: fields.time('createdAt') ?? now,
      }
      return ids(row.recipeId, row.memberId) ?? take({ kind, row })
    }
    case 'comment':
      return readFormerComment(fields, { id, parent, now })
    case 'keyword':
    case 'situation':
      return readCurated(fields, id, kind === 'keyword' ? 'keywords' : 'situations')
    case 'kit':
      return readRow(forms.kit(kitCells(id, fields)), (row) => ({ kind, row }))
    case 'link':
      return readRow(forms.link(cellsOf(fields, id, linkFields)), (row) => ({ kind, row }))
    case 'news':
      return readRow(forms.news({ ...cellsOf(fields, id, newsFields), date: dayOf(fields) }), (row) => ({
        kind,
        row,
      }))
    case 'admin':
      fields.skip('email', 'role', 'uid', 'createdAt')
      return { notes: ['管理者は写しません。npm run member -- make-admin メールアドレス で決めてください。'] }
    default:
      return { notes: ['お店にない種類の文書なので、写しません。'] }
  }
}

const ids = (recipe: string, member: string): ReadDocument | undefined =>
  isPossibleRecipeId(recipe) && isPossibleMemberId(member)
    ? undefined
    : refuse('番号に使えない文字があります')

const readFormerComment = (
  fields: Fields,
  { id, parent, now }: { readonly id: string; readonly parent: string; readonly now: number },
): ReadDocument => {
  const row = {
    id,
    recipeId: parent,
    authorId: fields.id('users', 'authorId', 'authorRef', 'userId'),
    authorName: fields.text('authorName'),
    hidden: fields.flag('hidden'),
    createdAt: fields.time('createdAt') ?? now,
  }
  fields.skip('id', 'recipeId', 'authorEmail', 'updatedAt')
  const text = readComment(fields.text('text'))
  if (!text.ok)
    return refuse(
      text.error === 'empty' ? 'コメントが空です' : `コメントが${longestComment}文字を超えています`,
    )
  if (!/^[\w-]{1,100}$/.test(id) || !isPossibleRecipeId(parent)) return refuse('番号に使えない文字があります')
  return take({ kind: 'comment', row: { ...row, text: text.value } })
}

const readCurated = (fields: Fields, id: string, list: FormerCurated['list']): ReadDocument => {
  const order = fields.text('order')
  const image = fields.picture('image')
  fields.skip('id', 'createdAt', 'updatedAt')
  const name = readItemName(fields.text('name'))
  if (!name.ok) return refuse('名前がないか、長すぎるか、検索できる文字がありません')
  const place = order.trim() === '' || Number.isNaN(Number(order)) ? Number.MAX_SAFE_INTEGER : Number(order)
  return take({ kind: 'curated', row: { list, id, name: name.value, image, order: place } })
}

const kitFields = [
  'name',
  'reading',
  'price',
  'level',
  'fabricSize',
  'fabricNumbers',
  'comment',
  'imageUrl',
  'moreImages',
]
const linkFields = ['title', 'price', 'imageUrl', 'applyUrl', 'influencerUrl']
const newsFields = ['title', 'content']

/** As cells of the owner's lists, which have the same rules. */
const cellsOf = (fields: Fields, id: string, names: readonly string[]): Record<string, string> => {
  fields.skip('id', 'createdAt', 'updatedAt')
  return { id, ...Object.fromEntries(names.map((name) => [name, fields.text(name)])) }
}

/** A day as it is written, or that of a moment. */
const dayOf = (fields: Fields): string => {
  const time = fields.moment('date')
  return time === null ? fields.text('date') : displayDate(time)
}

const kitCells = (id: string, fields: Fields): Record<string, string> => {
  const createdAt = fields.time('createdAt')
  return {
    ...cellsOf(fields, id, kitFields),
    createdAt: createdAt === null ? '' : new Date(createdAt).toISOString(),
  }
}

const readRow = <Row>(read: Result<Row, string>, rowOf: (row: Row) => FormerRow): ReadDocument =>
  read.ok ? take(rowOf(read.value)) : refuse(read.error)

/** Null if no member could have it. */
const emailIn = (fields: Fields): string | null => {
  const email = readEmail(fields.text('email'))
  return email.ok ? email.value : null
}

/** Checks a recipe by the form's rules, with old levels and fields (R23, R31). Refused links and explanations are omitted and reported. */
export const readRecipeDocument = ({ id, now, forms, fields }: Reading): ReadDocument => {
  const authorId = fields.id('users', 'authorId', 'authorRef')
  const [storedTime, storedLevel] = [fields.text('cookingTime'), fields.text('difficulty')]
  const [cookingTime, difficulty] = [cookingTimeOf(storedTime), difficultyOf(storedLevel || '初級')]
  const [createdAt, updatedAt] = [fields.time('createdAt'), fields.time('updatedAt')]
  const form = formOf(fields)
  const row = {
    id,
    authorId,
    authorName: fields.text('authorName'),
    authorSns: JSON.stringify(authorLinks(fields)),
    views: Math.min(fields.count('views'), 2_000_000_000),
    hidden: fields.flag('hidden'),
    createdAt: createdAt ?? now,
    updatedAt: updatedAt ?? createdAt ?? now,
  }
  fields.skip('id', 'authorEmail', 'likes', 'image')
  if (!isPossibleRecipeId(id)) return refuse('番号に使えない文字があります')
  if (!isPossibleMemberId(authorId)) return refuse('投稿した会員（authorId）がありません')
  if (cookingTime === null) return refuse(`制作時間「${storedTime}」がわかりません`)
  if (difficulty === null) return refuse(`難易度「${storedLevel}」がわかりません`)
  form.set('cookingTime', cookingTime)
  form.set('difficulty', difficulty)
  const { content, notes, why } = readLeniently(form, forms)
  if (content === null) return refuse(why)
  return take(
    { kind: 'recipe', row: { ...row, content } },
    createdAt === null ? [...notes, '投稿日がないので、いまの日付にしました'] : notes,
  )
}

/** As they stood; a page shows those of the profile (R13). */
const authorLinks = (fields: Fields): Readonly<Record<string, string>> => {
  const links = fields.below('authorSNS')
  const networks = ['instagram', 'twitter', 'youtube', 'tiktok', 'website', 'facebook', 'line']
  return Object.fromEntries(
    networks.map((network) => [network, links.text(network)]).filter(([, address]) => address !== ''),
  )
}

const formOf = (fields: Fields): FormData => {
  const form = new FormData()
  for (const name of ['title', 'description']) form.set(name, fields.text(name))
  form.set('mainImageUrl', fields.picture('mainImageUrl', 'image'))
  const explanation = explanationOf(fields)
  form.set('explanationType', explanation)
  const chosen = explanationFields[explanation]
  if (chosen !== undefined) form.set(chosen, fields.text(chosen))
  form.set('tags', fields.texts('tags', /[\n、,]+/).join('、'))
  for (const text of fields.texts('ingredients', /\n+/)) form.append('ingredient[]', text)
  for (const step of fields.items('steps', 'description')) {
    form.append('stepId[]', step.text('id'))
    form.append('step[]', step.text('description', 'text', 'title'))
    form.append('stepImage[]', step.picture('imageUrl', 'image'))
    step.skip('order', 'stepNumber')
  }
  for (const product of fields.items('affiliateProducts', 'name')) {
    form.append('productId[]', product.text('id'))
    form.append('productName[]', product.text('name'))
    form.append('productDescription[]', product.text('description'))
    form.append('productUrl[]', product.text('productUrl'))
    form.append('productPrice[]', product.text('price'))
    form.append('productImage[]', product.picture('imageUrl'))
  }
  return form
}

const explanationFields: Readonly<Record<string, string>> = {
  video: 'youtubeUrl',
  website: 'websiteExplanation',
  pdf: 'pdfUrl',
}

/** Old documents have no type, and one of the three explanations. */
const explanationOf = (fields: Fields): string =>
  fields.text('explanationType') ||
  (Object.entries(explanationFields).find(([, field]) => fields.has(field))?.[0] ?? 'none')

const explanationErrors = Object.values(explanationFields)

const readLeniently = (form: FormData, forms: Reading['forms']) => {
  const notes: string[] = []
  // Each round omits something, and there are two things to omit.
  for (const _round of [1, 2, 3]) {
    const read = forms.recipe(form)
    if (read.ok) return { content: read.value, notes, why: '' }
    const faults = Object.entries(read.error)
    const hard = faults.filter(([name]) => !name.startsWith('products') && !explanationErrors.includes(name))
    if (hard.length > 0 || faults.length === 0)
      return { content: null, notes, why: hard.map(([, text]) => text).join('') || '長すぎる作品です' }
    for (const [name, text] of faults) {
      notes.push(
        name.startsWith('products')
          ? `おすすめ商品は写しません：${text}`
          : `作り方の説明は写しません：${text}`,
      )
      if (name.startsWith('products')) withoutProducts(form)
      else form.set('explanationType', 'none')
    }
  }
  return { content: null, notes, why: '読めない作品です' }
}

const withoutProducts = (form: FormData): void => {
  for (const name of [...form.keys()]) if (name.startsWith('product')) form.delete(name)
}

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
