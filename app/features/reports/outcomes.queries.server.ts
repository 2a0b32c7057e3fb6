import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { Schema } from '#db/schema.ts'
import { publicName } from '~/features/accounts/profile/rules.ts'
import { stopsOf } from '~/features/accounts/standing/queries.server.ts'
import { stopChanges } from '~/features/accounts/standing/rules.ts'
import type { UploadsInUse } from '~/features/pictures/collection.commands.server.ts'
import { href } from '~/href.ts'
import { type Actor, memberId } from '~/kernel/actor.ts'
import { mostCounted } from '~/kernel/desk-card.ts'
import { parsedJson } from '~/kernel/json.ts'
import { summaryLine } from '~/kernel/text.ts'
import type { AlarmSource } from '~/server/alarms.ts'
import { inChunks } from '~/server/database/engine.ts'
import type { DeskCardSource } from '~/server/desk-cards.ts'
import type { ToldAuthor } from './mails.rules.ts'
import {
  type ReportsOfAuthor,
  type ShownCase,
  type ShownOutcome,
  stopsOfWay,
  type WaitingCase,
  wayTexts,
} from './outcomes.rules.ts'
import {
  kindNames,
  type ReportKind,
  type ReportReason,
  reasonNames,
  reportReasons,
  type SeenThing,
} from './rules.ts'
import { pathOfThing, reportableThing, seenIn } from './seen.queries.server.ts'

const shownCharacters = 60
const longestQueue = 100
const longestHistory = 20

/** Sees what visitors see; what is hidden is told apart by the row itself. */
const anybody: Actor = { kind: 'visitor', address: '' }

const whatOf = (kind: ReportKind, author: string | null): string =>
  `${author === null ? '退会した方' : `${publicName(author)}さん`}の${kindNames[kind]}`

const beginningOf = (kind: ReportKind, seen: SeenThing | null): string =>
  summaryLine((kind === 'recipe' ? seen?.title : seen?.text || seen?.title) ?? '', shownCharacters)

/** Whose thing it is and which, for the log (N149); `seen` as stored. */
export const thingInWords = (kind: ReportKind, author: string | null, seen: string): string => {
  const what = whatOf(kind, author)
  const title = summaryLine(seenIn(seen)?.title ?? '', shownCharacters)
  if (kind === 'profile' || title === '') return what
  return kind === 'recipe' ? `${what}「${title}」` : `作品「${title}」への${what}`
}

const changedShape = z.object({
  waiting: z.number(),
  waitingSince: z.number(),
  /** How the thing stood before; null where it was not touched. */
  hidden: z.object({ was: z.boolean(), reason: z.string() }).nullable(),
  /** The stops that it holds, each named by the outcome that began it (N148). */
  stops: z.partialRecord(z.enum(stopChanges), z.string()).default({}),
})

/** What an outcome changed, for its undo. */
export type Changed = z.infer<typeof changedShape>

/** Reads `reportOutcome.changed`. */
export const changedIn = (json: string): Changed => changedShape.parse(parsedJson(json))

const waitingRows = (db: Kysely<Schema>) =>
  db
    .selectFrom('reportCase')
    .leftJoin('member', 'member.id', 'reportCase.authorId')
    .where('waitingSince', 'is not', null)
    .select(['reportCase.id', 'kind', 'authorId', 'name', 'seen', 'waitingSince', 'waiting'])
    .orderBy('waitingSince')
    .orderBy('reportCase.id')

type WaitingRow = Awaited<ReturnType<ReturnType<typeof waitingRows>['execute']>>[number]

/** With how many others of the same author wait, which is counted in an index alone. */
const asWaiting = async (db: Kysely<Schema>, rows: readonly WaitingRow[]): Promise<WaitingCase[]> => {
  const authors = [...new Set(rows.flatMap(({ authorId }) => authorId ?? []))]
  const counts = new Map<string | null, number>()
  for (const some of inChunks(authors))
    for (const { authorId, count } of await db
      .selectFrom('reportCase')
      .where('authorId', 'in', some)
      .where('waitingSince', 'is not', null)
      .groupBy('authorId')
      .select(['authorId', ({ fn }) => fn.countAll().as('count')])
      .execute())
      counts.set(authorId, Number(count))
  return rows.map(({ id, kind, authorId, name, seen, waitingSince, waiting }) => ({
    id,
    what: whatOf(kind, name),
    text: beginningOf(kind, seenIn(seen)),
    since: waitingSince ?? 0,
    waiting,
    others: Math.max(0, (counts.get(authorId) ?? 1) - 1),
  }))
}

/** What waits, oldest first (R25), at most a hundred; `total` counts those left out too. */
export const waitingCases = async (
  db: Kysely<Schema>,
  most = longestQueue,
): Promise<{ readonly cases: readonly WaitingCase[]; readonly total: number }> => {
  const rows = await waitingRows(db).limit(most).execute()
  return { cases: await asWaiting(db, rows), total: await waitingTotal(db) }
}

const waitingTotal = async (db: Kysely<Schema>): Promise<number> => {
  const { total } = await db
    .selectFrom(
      db
        .selectFrom('reportCase')
        .where('waitingSince', 'is not', null)
        .select('id')
        .limit(mostCounted)
        .as('found'),
    )
    .select(({ fn }) => fn.countAll().as('total'))
    .executeTakeFirstOrThrow()
  return Number(total)
}

const outcomeRows = (db: Kysely<Schema>) =>
  db
    .selectFrom('reportOutcome')
    .innerJoin('reportCase', 'reportCase.id', 'reportOutcome.caseId')
    .leftJoin('member', 'member.id', 'reportCase.authorId')
    .leftJoin('memberStanding as standing', 'standing.memberId', 'reportCase.authorId')
    .leftJoin('suspendedMember as suspended', 'suspended.memberId', 'reportCase.authorId')
    .select([
      'reportOutcome.id',
      'caseId',
      'way',
      'reportOutcome.reason',
      'happenedAt',
      'actorName',
      'undoneAt',
    ])
    .select(['reportCase.version', 'kind', 'authorId', 'name', 'seen', 'changed'])
    .select(['uploadStop', 'commentStop', 'suspended.stop'])
    .orderBy('happenedAt', 'desc')
    .orderBy('reportOutcome.id', 'desc')
    .limit(longestHistory)

type OutcomeRow = Awaited<ReturnType<ReturnType<typeof outcomeRows>['execute']>>[number]

/** Rows newest first; of each case the newest that stands may be undone. */
const asOutcomes = (rows: readonly OutcomeRow[]): ShownOutcome[] => {
  const undoable = new Set<string>()
  return rows.map((row) => {
    const { id, caseId, version, way, reason, happenedAt, actorName, undoneAt, kind, name, seen } = row
    const mayUndo = undoneAt === null && !undoable.has(caseId)
    if (undoneAt === null) undoable.add(caseId)
    return {
      ...{ id, caseId, version, reason, happenedAt, actorName, mayUndo },
      what: `${whatOf(kind, name)}：${wayTexts[way].done}`,
      text: beginningOf(kind, seenIn(seen)),
      isUndone: undoneAt !== null,
      ...(undoneAt === null ? stopsOfOutcome(row) : { held: [], ended: [] }),
    }
  })
}

const stopsOfOutcome = ({ changed, uploadStop, commentStop, stop: suspension }: OutcomeRow) => {
  const { stops } = changedIn(changed)
  const now = { 'stop-posting': uploadStop, 'stop-commenting': commentStop, suspend: suspension }
  const own = stopChanges.filter((stop) => stops[stop] !== undefined)
  return {
    held: own.filter((stop) => stops[stop] === now[stop]),
    ended: own.filter((stop) => stops[stop] !== now[stop]),
  }
}

/** What was decided last, newest first. */
export const lastOutcomes = async (db: Kysely<Schema>): Promise<ShownOutcome[]> =>
  asOutcomes(await outcomeRows(db).execute())

/** Text and pictures of what stands at its place now, and whether it is what was seen. */
const standsNow = async (
  db: Kysely<Schema>,
  kind: ReportKind,
  id: string,
  seen: SeenThing | null,
): Promise<ShownCase['now']> => {
  const thing = await reportableThing(db, anybody, kind, id)
  if (thing !== undefined) return JSON.stringify(thing.seen) === JSON.stringify(seen) ? 'shown' : 'changed'
  const row =
    kind === 'profile'
      ? await db.selectFrom('member').where('id', '=', id).select('id').executeTakeFirst()
      : await db.selectFrom(kind).where('id', '=', id).select('id').executeTakeFirst()
  return row === undefined ? 'gone' : 'hidden'
}

const recipeOfComment = async (db: Kysely<Schema>, kind: ReportKind, id: string): Promise<string | null> => {
  if (kind !== 'comment') return null
  const row = await db.selectFrom('comment').where('id', '=', id).select('recipeId').executeTakeFirst()
  return row?.recipeId ?? null
}

const reasonMostGiven = (reasons: readonly ReportReason[]): ReportReason => {
  const countOf = (reason: ReportReason) => reasons.filter((each) => each === reason).length
  return reportReasons.toSorted((a, b) => countOf(b) - countOf(a))[0] ?? 'other'
}

/** What was reported of a member's and waits, and what was decided about it, but for the case `except`; at most twenty of each (N147). */
export const reportsOfAuthor = async (
  db: Kysely<Schema>,
  author: string,
  except = '',
): Promise<ReportsOfAuthor> => {
  const waiting = await waitingRows(db)
    .where('authorId', '=', author)
    .where('reportCase.id', '!=', except)
    .limit(longestHistory)
    .execute()
  const outcomes = await outcomeRows(db)
    .where('authorId', '=', author)
    .where('caseId', '!=', except)
    .execute()
  return {
    waiting: await asWaiting(db, waiting),
    outcomes: asOutcomes(outcomes).map((each) => ({ ...each, mayUndo: false })),
  }
}

/** All that the owner reads before she decides (N144); undefined without such a case. */
export const caseOfDesk = async (db: Kysely<Schema>, id: string): Promise<ShownCase | undefined> => {
  const found = await db
    .selectFrom('reportCase')
    .leftJoin('member', 'member.id', 'reportCase.authorId')
    .where('reportCase.id', '=', id)
    .select([
      'reportCase.id',
      'kind',
      'thingId',
      'authorId',
      'seen',
      'waiting',
      'version',
      'name',
      'member.id as is',
    ])
    .executeTakeFirst()
  if (found === undefined) return undefined
  const { kind, thingId, authorId, waiting, version, name } = found
  const rows = await db
    .selectFrom('report')
    .where('caseId', '=', id)
    .where('outcomeId', 'is', null)
    .select(['id', 'reporter', 'reason', 'words', 'email', 'seen', 'createdAt'])
    .orderBy('createdAt')
    .orderBy('id')
    .execute()
  const seen = seenIn(found.seen)
  const now = await standsNow(db, kind, thingId, seen)
  const ofAuthor = authorId === null ? { waiting: [], outcomes: [] } : await reportsOfAuthor(db, authorId, id)
  const recipe = await recipeOfComment(db, kind, thingId)
  return {
    id,
    version,
    what: whatOf(kind, name),
    waiting,
    counted: Math.max(0, waiting - rows.length),
    reports: rows.map(({ id: report, reporter, reason, words, email, seen: own, createdAt }) => ({
      id: report,
      reason: reasonNames[reason],
      words,
      createdAt,
      byMember: !reporter.startsWith('v:'),
      wantsOutcome: email !== null,
      sawOther: seenIn(own),
    })),
    seen,
    isComment: kind === 'comment',
    mayHide: kind !== 'profile' && now !== 'gone',
    template: reasonMostGiven(rows.map(({ reason }) => reason)),
    author: found.is === null || authorId === null ? null : await authorNow(db, authorId, name ?? ''),
    now,
    path: now === 'gone' || now === 'hidden' ? null : pathOfThing(kind, thingId, recipe),
    earlier: asOutcomes(await outcomeRows(db).where('caseId', '=', id).execute()),
    ofAuthor: ofAuthor.waiting,
    outcomesOfAuthor: ofAuthor.outcomes,
  }
}

const authorNow = async (db: Kysely<Schema>, id: string, name: string) => {
  const stops = await stopsOf(db, memberId(id))
  return {
    ...{ id, name: publicName(name) },
    stops: stopChanges.flatMap((stop) => {
      const reason = stops[stop]?.reason
      return reason === undefined ? [] : [{ stop, reason }]
    }),
  }
}

/** Whether an outcome that hid a thing still does, with its reason. */
const stillHides = async (
  db: Kysely<Schema>,
  { kind, thingId, reason }: { readonly kind: ReportKind; readonly thingId: string; readonly reason: string },
): Promise<boolean> => {
  if (kind === 'profile') return false
  const row = await db
    .selectFrom(kind)
    .where('id', '=', thingId)
    .select(['hidden', 'hiddenReason'])
    .executeTakeFirst()
  return row?.hidden === 1 && row.hiddenReason === reason
}

/** Whom an outcome concerns, for a mail to her; undefined where she is gone. */
export const authorOfOutcome = async (
  db: Kysely<Schema>,
  outcome: string,
): Promise<ToldAuthor | undefined> => {
  const row = await db
    .selectFrom('reportOutcome')
    .innerJoin('reportCase', 'reportCase.id', 'reportOutcome.caseId')
    .innerJoin('member', 'member.id', 'reportCase.authorId')
    .where('reportOutcome.id', '=', outcome)
    .select(['reportOutcome.id', 'way', 'reason', 'changed', 'kind', 'thingId', 'seen'])
    .select(['member.id as member', 'member.name', 'member.email'])
    .executeTakeFirst()
  if (row === undefined) return undefined
  const { id, name, email, way, reason, kind, thingId, seen, member } = row
  const recipe = await recipeOfComment(db, kind, thingId)
  const stops = await stopsOf(db, memberId(member))
  return {
    ...{ id, name, email, way, reason, kind },
    text: beginningOf(kind, seenIn(seen)),
    path: pathOfThing(kind, thingId, recipe),
    isHidden: changedIn(row.changed).hidden !== null && (await stillHides(db, { kind, thingId, reason })),
    stopped: stopsOfWay[way].filter((stop) => stops[stop] !== undefined),
  }
}

export const reportCard: DeskCardSource = {
  kind: 'report',
  text: '通報',
  unit: '件',
  tone: 'plain',
  place: 'more',
  waits: false,
  ownerOnly: true,
  to: href('/admin/reports'),
  read: async ({ db }) => ({ count: await waitingTotal(db) }),
  rows: async (db, most) =>
    (await waitingCases(db, most)).cases.map(({ id, what, text }) => ({
      key: id,
      text: what,
      note: text,
      to: href('/admin/reports/:id', { id }),
    })),
}

/** In the digest of the day (N23), by the number alone. */
export const reportAlarms: AlarmSource = {
  name: 'reports',
  read: async ({ db }) => {
    const total = await waitingTotal(db)
    return total === 0 ? [] : [{ key: 'reports:waiting', text: '作品・コメントなどへの通報が届いています' }]
  },
}

/** Uploads of what was reported stay until its reports go (R51). */
export const uploadsReported: UploadsInUse = async (db, names) => {
  const rows = await db
    .selectFrom('reportUpload')
    .select('name')
    .distinct()
    .where('name', 'in', names)
    .execute()
  return rows.map(({ name }) => name)
}
