import { z } from 'zod'
import { claimUploads, keepUploads } from '~/features/pictures/commands.server.ts'
import { sharedOwners } from '~/features/pictures/rules.ts'
import { machineDate, parseDate } from '~/kernel/dates.ts'
import { fieldOf, versionOf } from '~/kernel/form.ts'
import { listOrderMark, movedItem, readWay, type Way } from '~/kernel/list-order.ts'
import { ok, type Result, refused } from '~/kernel/result.ts'
import type { AppContext } from '~/server/app-context.ts'
import { auditOf } from '~/server/audit.ts'
import { lockTable } from '~/server/database/engine.ts'
import type { AppTransaction } from '~/server/database/transaction.ts'
import { type DoneAct, defineAct, noAnswer, type Opened, type Read } from '~/server/desk-act.ts'
import { deskEntry } from './desk.queries.server.ts'
import {
  type EntryFailure,
  entryFacts,
  entryRefusals,
  entrySubjects,
  isCalendarDay,
  type ListName,
  listName,
  mostEntries,
  namesOfEntry,
  presentEntry,
  subjectOfEntry,
  type TypedEntry,
  typedEntry,
} from './desk.rules.ts'
import {
  lockedEntry,
  putInOrder,
  removeEntryRow,
  type StoredEntry,
  tableOf,
  writeEntry,
} from './desk.store.server.ts'
import { linkRow, newsRow } from './form.server.ts'

const aDay = '日付を選び直してください。'

/** As a browser without a calendar sends it, in any form (P15). */
const dayTyped = (text = ''): string => machineDate(text) ?? text

const faultsOfDays = ({
  fromDay,
  toDay,
}: Readonly<Record<'fromDay' | 'toDay', string>>): Record<string, string> => ({
  ...(fromDay === '' || isCalendarDay(fromDay) ? {} : { fromDay: aDay }),
  ...(toDay === '' || isCalendarDay(toDay) ? {} : { toDay: aDay }),
  ...(fromDay !== '' && toDay !== '' && toDay < fromDay
    ? { toDay: '出しはじめる日より後の日を選んでください。' }
    : {}),
})

/** Without a day of its own a news entry would stand below all others (P15). */
const faultsOfDate = (list: ListName, { date = '' }: TypedEntry): Record<string, string> =>
  list === 'news' && date !== '' && parseDate(date) === null
    ? { date: '日付を「2026年11月24日」のように入力してください。' }
    : {}

/** Checks an entry by the rules of the owner's files; refuses with texts by field. */
export const readEntry = (
  list: ListName,
  typed: TypedEntry,
): Result<TypedEntry, Readonly<Record<string, string>>> => {
  const row = list === 'news' ? newsRow : linkRow
  const read = row.safeParse({ ...typed, id: 'an id' })
  const days = { fromDay: dayTyped(typed.fromDay), toDay: dayTyped(typed.toDay) }
  const errors = { ...faultsOfDate(list, typed), ...faultsOfDays(days) }
  if (!read.success) for (const { path, message } of read.error.issues) errors[String(path[0])] ??= message
  if (!read.success || Object.keys(errors).length > 0) return refused(errors)
  const { id: _, ...texts } = read.data
  return ok({ ...texts, ...days })
}

/** What the page's address names: a list, and an entry of it where the page is about one; 'new' for one that the form names. */
interface EntryPage {
  readonly list: string
  readonly id?: string
}

interface EntryForm {
  readonly list: ListName
  readonly id: string
  /** The version shown; null for a missing entry and for commands without one. */
  readonly version: number | null
}

const longestId = 200

const readEntryForm = ({ form, at }: Opened<EntryPage>): Read<EntryForm, 'not-found'> => {
  const list = listName(at.list)
  const isNamed = at.id === undefined || at.id === 'new'
  const id = isNamed ? fieldOf(form, 'id', longestId + 1) : (at.id ?? '')
  const isPossible = at.id === 'new' ? /^[\w-]{1,64}$/ : /^.{1,200}$/s
  if (list === undefined || !isPossible.test(id)) return refused('not-found')
  const version = versionOf(form)
  return ok({ list, id, version: version === -1 ? null : version })
}

const ofEntries = {
  subject: Object.values(entrySubjects),
  facts: entryFacts,
  who: 'owner',
  refusals: entryRefusals,
  answer: noAnswer,
} as const

/** Two changes within one millisecond need different versions. */
const nextVersion = (ctx: AppContext, before: StoredEntry | undefined) =>
  Math.max(ctx.now(), (before?.version ?? 0) + 1)

/** An uploaded picture is kept while an entry refers to it, and for a week after, so that undo finds it. */
const takePicture = async (
  ctx: AppContext,
  trx: AppTransaction,
  before: string,
  after: string,
): Promise<boolean> => {
  if (before === after) return true
  const owner = { now: ctx.now(), owner: sharedOwners.shop }
  // A former external address from a file stays as it is; a new one must be an upload of the shop.
  if (after !== '' && (await claimUploads(trx, owner, [after])).length > 0) return false
  if (before !== '') await keepUploads(trx, ctx.now(), [before])
  return true
}

const changeTo = async (
  ctx: AppContext,
  trx: AppTransaction,
  { list, id }: Pick<EntryForm, 'list' | 'id'>,
  before: StoredEntry | undefined,
  after: TypedEntry | null,
): Promise<Result<DoneAct<null, string>, EntryFailure>> => {
  const picture = before?.typed.imageUrl ?? ''
  if (!(await takePicture(ctx, trx, picture, after?.imageUrl ?? ''))) return refused('picture-gone')
  if (after === null) await removeEntryRow(trx, list, id)
  else {
    const stored = { source: ctx.demo ? 'demo' : 'own', updatedAt: nextVersion(ctx, before) } as const
    await writeEntry(trx, list, id, after, stored)
  }
  // A removed entry returns to its position.
  const place: TypedEntry = before === undefined || after !== null ? {} : before.place
  const former = before === undefined ? null : { ...before.typed, ...place }
  return ok({ answer: null, subject: subjectOfEntry(list, id), before: former, after })
}

const removedText =
  'ほかの画面で先に消されました。「保存する」をもう一度押すと、この画面の内容で、また出します。'

/** Stores an entry. Undone by `undoEntry` (N51). */
export const saveEntry = defineAct({
  ...ofEntries,
  name: 'list.save',
  words: 'お知らせ・コラボを保存しました',
  form: (opened: Opened<EntryPage>): Read<EntryForm & { readonly entry: TypedEntry }, 'not-found'> => {
    const of = readEntryForm(opened)
    if (!of.ok) return of
    const read = readEntry(of.value.list, typedEntry(of.value.list, opened.form))
    return read.ok ? ok({ ...of.value, entry: read.value }) : read
  },
  present: async (opened) => {
    const of = readEntryForm(opened)
    const stored = of.ok ? await deskEntry(opened.ctx, of.value.list, of.value.id) : undefined
    if (!of.ok || stored === undefined) return undefined
    const { version, typed } = stored
    if (version === null) return { version: '', values: {}, labels: {}, failure: removedText }
    return presentEntry(of.value.list, version, typed)
  },
  run: async (trx, { ctx, form: { list, id, version, entry } }) => {
    await lockTable(trx, tableOf(list))
    const before = await lockedEntry(trx, list, id)
    if ((before?.version ?? null) !== version) return refused('stale')
    if (before === undefined && (await countOf(trx, list)) >= mostEntries) return refused('full')
    return changeTo(ctx, trx, { list, id }, before, entry)
  },
})

const countOf = async (trx: AppTransaction, list: ListName): Promise<number> => {
  const { count } = await trx
    .selectFrom(tableOf(list))
    .select(({ fn }) => fn.countAll().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Undone by `undoEntry` (N51). */
export const removeEntry = defineAct({
  ...ofEntries,
  name: 'list.remove',
  words: 'お知らせ・コラボを消しました',
  form: readEntryForm,
  run: async (trx, { ctx, form: { list, id, version } }) => {
    const before = await lockedEntry(trx, list, id)
    if (before === undefined || before.version !== version) return refused('stale')
    return changeTo(ctx, trx, { list, id }, before, null)
  },
})

const former = z.record(z.string(), z.string()).nullable()

/** Puts an entry back to what it was before its last change, if nothing has changed it since; a picture that is gone is left out (N51). */
export const undoEntry = defineAct({
  ...ofEntries,
  name: 'list.undo',
  words: 'お知らせ・コラボの変更を元に戻しました',
  form: readEntryForm,
  run: async (trx, { ctx, form: { list, id, version } }) => {
    const now = await lockedEntry(trx, list, id)
    if ((now?.version ?? null) !== version) return refused('stale')
    const last = (await auditOf(trx, subjectOfEntry(list, id))).at(-1)
    if (last === undefined) return refused('nothing-to-undo')
    // A file may have overwritten it.
    if (!isSame(list, former.parse(last.after ?? null), now?.typed ?? null)) return refused('nothing-to-undo')
    const before = former.parse(last.before ?? null)
    const undone = await changeTo(ctx, trx, { list, id }, now, before)
    if (undone.ok || undone.error !== 'picture-gone') return undone
    return changeTo(ctx, trx, { list, id }, now, { ...before, imageUrl: '' })
  },
})

const isSame = (list: ListName, one: TypedEntry | null, other: TypedEntry | null): boolean =>
  one === null || other === null
    ? one === other
    : namesOfEntry(list).every((name) => (one[name] ?? '') === (other[name] ?? ''))

interface MoveForm {
  readonly id: string
  readonly to: Way | number
  /** Of the order that the page showed. */
  readonly version: string
}

/** A collaboration to another place of its list. Undone by moving it back (N51). */
export const moveCollaboration = defineAct({
  ...ofEntries,
  name: 'list.move',
  words: 'コラボの順番を変えました',
  subject: entrySubjects.collaborations,
  facts: { place: '順番' },
  form: ({ form, at }: Opened<EntryPage>): Read<MoveForm, 'not-found'> => {
    const to = readWay(fieldOf(form, 'way'))
    if (at.list !== 'collaborations' || to === undefined) return refused('not-found')
    return ok({ id: fieldOf(form, 'id', longestId), to, version: fieldOf(form, 'version') })
  },
  run: async (trx, { form: { id, to, version } }) => {
    await lockTable(trx, 'linkItem')
    const rows = await trx.selectFrom('linkItem').select('id').orderBy('position').orderBy('id').execute()
    const ids = rows.map((row) => row.id)
    const at = ids.indexOf(id)
    if (at < 0 || listOrderMark(ids) !== version) return refused('stale')
    const moved = movedItem(ids, id, to)
    await putInOrder(trx, moved)
    const subject = subjectOfEntry('collaborations', 'order')
    return ok({ answer: null, subject, before: { place: at + 1 }, after: { place: moved.indexOf(id) + 1 } })
  },
})
