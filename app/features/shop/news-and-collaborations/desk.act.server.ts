import type { DeskPerson } from '~/kernel/actor.ts'
import { fieldOf, requestIdOf, versionOf } from '~/kernel/form.ts'
import { asFormAnswer } from '~/kernel/refusal.ts'
import { ok, type Result, refused } from '~/kernel/result.ts'
import type { AppContext } from '~/server/app-context.ts'
import { removeEntry, saveEntry, undoEntry } from './desk.commands.server.ts'
import { readEntry } from './desk.form.server.ts'
import { deskEntry } from './desk.queries.server.ts'
import {
  type EntryDone,
  type EntryFailure,
  entryDifferences,
  entryRefusals,
  type ListName,
  type TypedEntry,
  typedEntry,
} from './desk.rules.ts'
import { moveCollaboration } from './desk-order.commands.server.ts'
import type { EntryActAnswer, EntryAnswer } from './ui/entry-form.tsx'

interface RefusedEntry {
  readonly status: number
  readonly answer: EntryAnswer
}

interface RefusedAct {
  readonly status: number
  readonly answer: EntryActAnswer
}

const longestWord = 200
const removedText =
  'ほかの画面で先に消されました。「保存する」をもう一度押すと、この画面の内容で、また出します。'

interface Sent {
  readonly requestId: string
  readonly list: ListName
  readonly id: string
  readonly version: number | null
}

const sentIn = (list: ListName, id: string, form: FormData): Sent => {
  const version = versionOf(form)
  return {
    requestId: requestIdOf(form),
    list,
    id,
    version: version === -1 ? null : version,
  }
}

export const actOnEntry = async (
  ctx: AppContext,
  actor: DeskPerson,
  { list, id }: { readonly list: ListName; readonly id: string },
  form: FormData,
): Promise<Result<EntryDone, RefusedEntry | RefusedAct>> => {
  const sent = sentIn(list, id, form)
  const typed = typedEntry(list, form)
  const answerTo = (failure: EntryFailure) => refusedEntry(ctx, sent, typed, failure)
  const act = form.get('act')
  if (act === 'remove' || act === 'undo') {
    const done = await (act === 'remove' ? removeEntry : undoEntry)(ctx, actor, sent)
    if (done.ok) return ok(act === 'remove' ? 'removed' : 'undone')
    const { status, text } = entryRefusals[done.error]
    return refused({ status, answer: { act, failure: text } })
  }
  const read = readEntry(list, typed)
  if (!read.ok)
    return refused({ status: 422, answer: { typed, requestId: sent.requestId, errors: read.error } })
  const saved = await saveEntry(ctx, actor, { ...sent, entry: read.value })
  return saved.ok ? ok('saved') : refused(await answerTo(saved.error))
}

const refusedEntry = async (
  ctx: AppContext,
  { list, id, requestId }: Sent,
  typed: TypedEntry,
  failure: EntryFailure,
): Promise<RefusedEntry> => {
  const refusal = entryRefusals[failure]
  // With a new id: the act of the old one would refuse it forever.
  const next = refusal.status === 409 ? ctx.newId() : requestId
  const answer = { typed, requestId: next, ...asFormAnswer(refusal) }
  const now = failure === 'stale' ? await deskEntry(ctx, list, id) : undefined
  if (now === undefined) return { status: refusal.status, answer }
  const { version } = now
  if (version === null)
    return { status: refusal.status, answer: { ...answer, failure: removedText, version } }
  const stale = entryDifferences(list, typed, now.typed)
  return { status: refusal.status, answer: { ...answer, stale, version } }
}

export const actOnList = async (
  ctx: AppContext,
  actor: DeskPerson,
  list: ListName,
  form: FormData,
): Promise<Result<EntryDone, { readonly status: number; readonly text: string }>> => {
  const id = fieldOf(form, 'id', longestWord)
  const { requestId } = sentIn(list, id, form)
  const to = form.get('act')
  if (to === 'undo') {
    const undone = await undoEntry(ctx, actor, { requestId, list, id, version: null })
    return undone.ok ? ok('undone') : refused(entryRefusals[undone.error])
  }
  if (list !== 'collaborations' || (to !== 'up' && to !== 'down')) return refused(entryRefusals['not-found'])
  const shown = fieldOf(form, 'shown')
  const moved = await moveCollaboration(ctx, actor, { requestId, id, to, shown })
  return moved.ok ? ok('moved') : refused(entryRefusals[moved.error])
}
