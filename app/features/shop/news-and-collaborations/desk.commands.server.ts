import { z } from 'zod'
import { claimUploads, keepUploads } from '~/features/pictures/commands.server.ts'
import { sharedOwners } from '~/features/pictures/rules.ts'
import { type DeskActor, isShopOwner } from '~/kernel/actor.ts'
import { ok, type Result, refused } from '~/kernel/result.ts'
import type { AppContext } from '~/server/app-context.ts'
import { type Act, actOnce, auditOf } from '~/server/audit.ts'
import { lockTable } from '~/server/database/engine.ts'
import type { AppTransaction } from '~/server/database/transaction.ts'
import {
  type EntryFailure,
  type ListName,
  mostEntries,
  namesOfEntry,
  subjectOfEntry,
  type TypedEntry,
} from './desk.rules.ts'
import { lockedEntry, removeEntryRow, type StoredEntry, tableOf, writeEntry } from './desk.store.server.ts'

interface EntryForm {
  readonly requestId: string
  readonly list: ListName
  readonly id: string
  /** The version shown; null for a missing entry and for commands without one. */
  readonly version: number | null
}

type Outcome = Result<null, EntryFailure>

const noAnswer = () => null

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
): Promise<Result<Act<null>, EntryFailure>> => {
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

/** Stores an entry accepted by `readEntry`. Undone by `undoEntry` (N51). */
export const saveEntry = async (
  ctx: AppContext,
  actor: DeskActor,
  form: EntryForm & { readonly entry: TypedEntry },
): Promise<Outcome> => {
  if (!isShopOwner(actor)) return refused('not-found')
  const { requestId, list, id, version, entry } = form
  const sent = { requestId, content: [list, id, version, entry] }
  return actOnce<null, EntryFailure>(ctx, actor, 'list.save', sent, noAnswer, async (trx) => {
    await lockTable(trx, tableOf(list))
    const before = await lockedEntry(trx, list, id)
    if ((before?.version ?? null) !== version) return refused('stale')
    if (before === undefined && (await countOf(trx, list)) >= mostEntries) return refused('full')
    return changeTo(ctx, trx, form, before, entry)
  })
}

const countOf = async (trx: AppTransaction, list: ListName): Promise<number> => {
  const { count } = await trx
    .selectFrom(tableOf(list))
    .select(({ fn }) => fn.countAll().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Undone by `undoEntry` (N51). */
export const removeEntry = async (ctx: AppContext, actor: DeskActor, form: EntryForm): Promise<Outcome> => {
  if (!isShopOwner(actor)) return refused('not-found')
  const { requestId, list, id, version } = form
  const sent = { requestId, content: [list, id, version] }
  return actOnce<null, EntryFailure>(ctx, actor, 'list.remove', sent, noAnswer, async (trx) => {
    const before = await lockedEntry(trx, list, id)
    if (before === undefined || before.version !== version) return refused('stale')
    return changeTo(ctx, trx, form, before, null)
  })
}

const former = z.record(z.string(), z.string()).nullable()

/** Puts an entry back to what it was before its last change, if nothing has changed it since; a picture that is gone is left out (N51). */
export const undoEntry = async (ctx: AppContext, actor: DeskActor, form: EntryForm): Promise<Outcome> => {
  if (!isShopOwner(actor)) return refused('not-found')
  const { requestId, list, id, version } = form
  const sent = { requestId, content: [list, id, version] }
  return actOnce<null, EntryFailure>(ctx, actor, 'list.undo', sent, noAnswer, async (trx) => {
    const now = await lockedEntry(trx, list, id)
    if ((now?.version ?? null) !== version) return refused('stale')
    const last = (await auditOf(trx, subjectOfEntry(list, id))).at(-1)
    if (last === undefined) return refused('nothing-to-undo')
    // A file may have overwritten it.
    if (!isSame(list, former.parse(last.after ?? null), now?.typed ?? null)) return refused('nothing-to-undo')
    const before = former.parse(last.before ?? null)
    const undone = await changeTo(ctx, trx, form, now, before)
    if (undone.ok || undone.error !== 'picture-gone') return undone
    return changeTo(ctx, trx, form, now, { ...before, imageUrl: '' })
  })
}

const isSame = (list: ListName, one: TypedEntry | null, other: TypedEntry | null): boolean =>
  one === null || other === null
    ? one === other
    : namesOfEntry(list).every((name) => (one[name] ?? '') === (other[name] ?? ''))
