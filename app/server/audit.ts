import { createHash } from 'node:crypto'
import type { DeskActor } from '../kernel/actor.ts'
import { requestIds } from '../kernel/form.ts'
import { ok, type Result, refused } from '../kernel/result.ts'
import type { AppContext } from './app-context.ts'
import { inChunks } from './database/engine.ts'
import { type AppTransaction, inTransaction } from './database/transaction.ts'

export interface SentForm {
  /** Made when the form was drawn (N2). */
  readonly requestId: string
  /** Everything that the form asks for; a repetition under this id must ask for the same. */
  readonly content: unknown
}

/** An act's result as JSON: `answer` is repeated for a form sent twice, the rest goes into the log (N1). */
export interface ActResult<Answer> {
  readonly answer: Answer
  /** Told once and not stored, such as a secret: a form sent again gets what is read out of null. */
  readonly isToldOnce?: boolean
  readonly subject: string
  readonly before?: unknown
  readonly after?: unknown
}

/** Rolls back an act that was refused, so that its form can be sent again. */
class Refused<E> extends Error {
  readonly reason: E
  constructor(reason: E) {
    super('refused')
    this.reason = reason
  }
}

const hashOf = (actor: DeskActor, act: string, content: unknown): string => {
  const who = actor.kind === 'desk' ? actor.id : ''
  return createHash('sha256')
    .update(JSON.stringify([who, act, content]))
    .digest('hex')
}

const writer = (actor: DeskActor) =>
  actor.kind === 'desk'
    ? { actorId: actor.id, actorName: actor.name, actorRole: actor.role }
    : { actorId: null, actorName: '', actorRole: 'machine' as const }

const json = (value: unknown): string | null => (value === undefined ? null : JSON.stringify(value))

/** Told of every act of the desk and of what payments change for it, with its time and nothing else (N92). */
export const deskTopic = 'desk'

/** Once `trx` is committed, open pages of the desk hear that something has changed. */
export const tellDesk = (
  ctx: Pick<AppContext, 'now'> & Partial<Pick<AppContext, 'notices'>>,
  trx: AppTransaction,
): void => trx.onCommit(() => ctx.notices?.publish(deskTopic, ctx.now()))

/** When anything was done at the desk last, in epoch ms; 0 for never. */
export const lastActAt = async (db: AppContext['db']): Promise<number> => {
  const { last } = await db
    .selectFrom('audit')
    .select(({ fn }) => fn.max('happenedAt').as('last'))
    .executeTakeFirstOrThrow()
  return Number(last ?? 0)
}

/**
 * Runs `step` and writes its audit row in one transaction (N1), which may be repeated. A form sent again gets the stored
 * answer through `parse` (N2); other content or another person under its id gets `other-content`. A refusal uses no id.
 */
export const actOnce = async <Answer, E>(
  ctx: Pick<AppContext, 'db' | 'log' | 'now' | 'newId'> & Partial<Pick<AppContext, 'notices' | 'press'>>,
  actor: DeskActor,
  act: string,
  form: SentForm,
  parse: (answer: unknown) => Answer,
  step: (trx: AppTransaction) => Promise<Result<ActResult<Answer>, E>>,
): Promise<Result<Answer, E | 'other-content'>> => {
  if (!requestIds.test(form.requestId)) return refused('other-content')
  const contentHash = hashOf(actor, act, form.content)
  try {
    return await inTransaction(ctx, async (trx) => {
      // First, so that another process with the same form waits here.
      const taken = await trx
        .insertInto('audit')
        .values({
          ...writer(actor),
          id: ctx.newId(),
          requestId: form.requestId,
          contentHash,
          happenedAt: ctx.now(),
          act,
          subject: '',
          press: ctx.press ?? null,
          before: null,
          after: null,
          answer: 'null',
        })
        .onConflict((conflict) => conflict.column('requestId').doNothing())
        .returning('id')
        .executeTakeFirst()
      if (taken === undefined) return answeredBefore(trx, form.requestId, contentHash, parse)
      const done = await step(Object.assign(trx, { auditId: taken.id }))
      if (!done.ok) throw new Refused(done.error)
      const { answer, isToldOnce = false, subject, before, after } = done.value
      tellDesk(ctx, trx)
      await trx
        .updateTable('audit')
        .set({
          subject,
          before: json(before),
          after: json(after),
          answer: JSON.stringify(isToldOnce ? null : answer),
        })
        .where('id', '=', taken.id)
        .execute()
      return ok(answer)
    })
  } catch (error) {
    if (error instanceof Refused) return refused<E>(error.reason)
    throw error
  }
}

const answeredBefore = async <Answer>(
  trx: AppTransaction,
  requestId: string,
  contentHash: string,
  parse: (answer: unknown) => Answer,
): Promise<Result<Answer, 'other-content'>> => {
  const first = await trx
    .selectFrom('audit')
    .select(['contentHash', 'answer'])
    .where('requestId', '=', requestId)
    .executeTakeFirstOrThrow()
  return first.contentHash === contentHash ? ok(parse(JSON.parse(first.answer))) : refused('other-content')
}

/** Whether `actOnce` would begin the act of this form: for what has to be done before its transaction. */
export const isFirstSent = async ({ db }: Pick<AppContext, 'db'>, requestId: string): Promise<boolean> =>
  requestIds.test(requestId) &&
  (await db.selectFrom('audit').select('id').where('requestId', '=', requestId).executeTakeFirst()) ===
    undefined

/** Removes the values of what was done to these subjects; who, when and what stay (N1). */
export const forgetValues = async (trx: AppTransaction, subjects: readonly string[]): Promise<void> => {
  for (const some of inChunks(subjects))
    await trx.updateTable('audit').set({ before: null, after: null }).where('subject', 'in', some).execute()
}

export interface AuditEntry {
  readonly id: string
  readonly happenedAt: number
  readonly actorName: string
  readonly actorRole: 'owner' | 'packer' | 'machine'
  readonly act: string
  readonly subject: string
  readonly before: unknown
  readonly after: unknown
}

const entryColumns = [
  'id',
  'happenedAt',
  'actorName',
  'actorRole',
  'act',
  'subject',
  'before',
  'after',
] as const

type StoredEntry = Omit<AuditEntry, 'before' | 'after'> & {
  readonly before: string | null
  readonly after: string | null
}

const entryOf = (row: StoredEntry): AuditEntry => ({
  ...row,
  before: row.before === null ? undefined : JSON.parse(row.before),
  after: row.after === null ? undefined : JSON.parse(row.after),
})

export const auditOf = async (db: AppContext['db'], subject: string): Promise<AuditEntry[]> => {
  const rows = await db
    .selectFrom('audit')
    .select(entryColumns)
    .where('subject', '=', subject)
    .orderBy('happenedAt')
    .orderBy('id')
    .execute()
  return rows.map(entryOf)
}

/** By id. */
export const auditEntries = async (
  db: AppContext['db'],
  ids: readonly string[],
): Promise<ReadonlyMap<string, AuditEntry>> => {
  const entries = new Map<string, AuditEntry>()
  for (const some of inChunks(ids))
    for (const row of await db.selectFrom('audit').select(entryColumns).where('id', 'in', some).execute())
      entries.set(row.id, entryOf(row))
  return entries
}

/** What the press with this id did; undefined where it did nothing, or something else. */
export const auditOfPress = async (
  db: AppContext['db'],
  act: string,
  requestId: string,
): Promise<AuditEntry | undefined> => {
  const row = await db
    .selectFrom('audit')
    .select(entryColumns)
    .where('requestId', '=', requestId)
    .where('act', '=', act)
    .executeTakeFirst()
  return row === undefined ? undefined : entryOf(row)
}

const pageLength = 30

/** 30 entries, newest first; '' means no filter. `before` is the `next` of the page before; the last page's is null. */
export const auditPage = async (
  db: AppContext['db'],
  {
    act,
    subject,
    before,
    without = [],
  }: {
    readonly act: string
    readonly subject: string
    readonly before: string
    readonly without?: readonly string[]
  },
): Promise<{ readonly entries: readonly AuditEntry[]; readonly next: string | null }> => {
  let found = db.selectFrom('audit').select(entryColumns)
  if (act !== '') found = found.where('act', '=', act)
  if (without.length > 0) found = found.where('act', 'not in', without)
  if (subject !== '') found = found.where('subject', '=', subject)
  const [, at, id = ''] = /^(\d{1,15})-(.{1,100})$/.exec(before) ?? []
  if (at !== undefined)
    found = found.where((eb) =>
      eb.or([
        eb('happenedAt', '<', Number(at)),
        eb.and([eb('happenedAt', '=', Number(at)), eb('id', '<', id)]),
      ]),
    )
  const rows = await found
    .orderBy('happenedAt', 'desc')
    .orderBy('id', 'desc')
    .limit(pageLength + 1)
    .execute()
  const entries = rows.slice(0, pageLength).map(entryOf)
  const last = entries.at(-1)
  return {
    entries,
    next: rows.length > pageLength && last !== undefined ? `${last.happenedAt}-${last.id}` : null,
  }
}
