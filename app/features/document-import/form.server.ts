import { longestComment, readComment } from '~/features/comments/rules.ts'
import { readItemName } from '~/features/recipes/curation/curation.rules.ts'
import { isPossibleRecipeId } from '~/features/recipes/list.rules.ts'
import { displayDate } from '~/kernel/dates.ts'
import { readEmail } from '~/kernel/email.ts'
import type { Result } from '~/kernel/result.ts'
import type { Fields } from './fields.rules.ts'
import type { CurrentForms } from './forms.rules.ts'
import { type DocumentKind, isPossibleMemberId } from './rules.ts'
import type { FormerCurated, FormerRow } from './types.ts'

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

export const refuse = (why: string): ReadDocument => ({ refused: why, notes: [] })
export const take = (row: FormerRow, notes: readonly string[] = []): ReadDocument => ({ row, notes })

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
export const emailIn = (fields: Fields): string | null => {
  const email = readEmail(fields.text('email'))
  return email.ok ? email.value : null
}
