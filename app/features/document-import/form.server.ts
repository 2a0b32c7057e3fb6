import { z } from 'zod'
import { readEmail } from '~/features/accounts/rules.ts'
import { readComment } from '~/features/comments/rules.ts'
import { readItemName } from '~/features/curation/curation.rules.ts'
import { isPossibleRecipeId } from '~/features/recipes/list.rules.ts'
import { displayDate } from '~/kernel/dates.ts'
import { defaultLogo, displayImageUrl } from '~/kernel/image-url.ts'
import type { Result } from '~/kernel/result.ts'
import type { CurrentForms } from './forms.rules.ts'
import { isPossibleMemberId, readPath, timeOf } from './rules.ts'
import type { FormerCurated, FormerDocument, FormerRow } from './types.ts'

/** A row or why it is refused; `notes` tell what changes in the import. */
export interface ReadDocument {
  readonly row?: FormerRow
  readonly refused?: string
  readonly notes: readonly string[]
}

export interface Reading {
  readonly id: string
  readonly now: number
  readonly forms: CurrentForms
  /** Forbidden names (A18). */
  readonly shopNames: readonly string[]
}

export const textIn = (data: FormerDocument['data'], name: string): string => {
  const value = data[name]
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''
}

/** '' for an address that the shop does not show (P18). */
export const pictureIn = (address: string): string => {
  const shown = displayImageUrl(address)
  return shown === defaultLogo ? '' : shown
}

export const refuse = (why: string): ReadDocument => ({ refused: why, notes: [] })
export const take = (row: FormerRow, notes: readonly string[] = []): ReadDocument => ({ row, notes })

/** For all but members and recipes; `parent` is the id of the document above. */
export const readSmallDocument = (
  { data, path }: FormerDocument,
  { id, parent, now, forms }: Reading & { readonly parent: string },
): ReadDocument => {
  const kind = readPath(path)?.kind
  const createdAt = timeOf(data.createdAt) ?? now
  switch (kind) {
    case 'like':
      return ids(parent, id) ?? take({ kind, row: { recipeId: parent, memberId: id, createdAt } })
    case 'favourite':
      return (
        ids(id, parent) ??
        take({
          kind,
          row: {
            memberId: parent,
            recipeId: id,
            title: textIn(data, 'title'),
            author: textIn(data, 'author'),
            mainImageUrl: pictureIn(textIn(data, 'mainImageUrl')),
            createdAt,
          },
        })
      )
    case 'comment':
      return readFormerComment(data, { id, parent, createdAt })
    case 'keyword':
    case 'situation':
      return readCurated(data, id, kind === 'keyword' ? 'keywords' : 'situations')
    case 'kit':
      return readRow(forms.kit(kitCells(id, data)), (row) => ({ kind, row }))
    case 'link':
      return readRow(forms.link({ ...textCells(data), id }), (row) => ({ kind, row }))
    case 'news':
      return readRow(forms.news({ ...textCells(data), id, date: dateCell(data.date) }), (row) => ({
        kind,
        row,
      }))
    case 'admin':
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
  data: FormerDocument['data'],
  { id, parent, createdAt }: { readonly id: string; readonly parent: string; readonly createdAt: number },
): ReadDocument => {
  const text = readComment(textIn(data, 'text'))
  if (!text.ok) return refuse(text.error === 'empty' ? 'コメントが空です' : 'コメントが500文字を超えています')
  const authorId = textIn(data, 'authorId')
  if (!/^[\w-]{1,100}$/.test(id)) return refuse('番号に使えない文字があります')
  const row = { id, recipeId: parent, authorId, authorName: textIn(data, 'authorName'), createdAt }
  return (
    ids(parent, authorId) ??
    take({ kind: 'comment', row: { ...row, text: text.value, hidden: data.hidden === true } })
  )
}

const readCurated = (data: FormerDocument['data'], id: string, list: FormerCurated['list']): ReadDocument => {
  const name = readItemName(textIn(data, 'name'))
  if (!name.ok) return refuse('名前がないか、長すぎるか、検索できる文字がありません')
  const order = typeof data.order === 'number' ? data.order : Number.MAX_SAFE_INTEGER
  const image = pictureIn(textIn(data, 'image'))
  return take({ kind: 'curated', row: { list, id, name: name.value, image, order } })
}

/** As cells of the owner's lists, which have the same rules. */
const textCells = (data: FormerDocument['data']): Record<string, string> =>
  Object.fromEntries(Object.keys(data).map((name) => [name, textIn(data, name)]))

const dateCell = (date: unknown): string => {
  if (typeof date === 'string') return date
  const time = timeOf(date)
  return time === null ? '' : displayDate(time)
}

const kitCells = (id: string, data: FormerDocument['data']): Record<string, string> => {
  const createdAt = timeOf(data.createdAt)
  return {
    ...textCells(data),
    id,
    createdAt: createdAt === null ? '' : new Date(createdAt).toISOString(),
  }
}

const readRow = <Row>(read: Result<Row, string>, rowOf: (row: Row) => FormerRow): ReadDocument =>
  read.ok ? take(rowOf(read.value)) : refuse(read.error)

/** Null if no member could have it. */
export const emailIn = (data: FormerDocument['data']): string | null => {
  const email = readEmail(textIn(data, 'email'))
  return email.ok ? email.value : null
}

export const listOfTexts = z
  .array(z.unknown())
  .catch([])
  .transform((list) => list.filter((each): each is string => typeof each === 'string'))
