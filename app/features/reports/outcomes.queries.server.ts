import type { Kysely } from 'kysely'
import type { Schema } from '#db/schema.ts'
import { publicName } from '~/features/accounts/profile/rules.ts'
import type { UploadsInUse } from '~/features/pictures/collection.commands.server.ts'
import { href } from '~/href.ts'
import type { Actor } from '~/kernel/actor.ts'
import { mostCounted } from '~/kernel/desk-card.ts'
import { summaryLine } from '~/kernel/text.ts'
import type { AlarmSource } from '~/server/alarms.ts'
import type { DeskCardSource } from '~/server/desk-cards.ts'
import type { ToldAuthor } from './mails.rules.ts'
import {
  type ReportsOfAuthor,
  type ShownCase,
  type ShownOutcome,
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

const waitingRows = (db: Kysely<Schema>) =>
  db
    .selectFrom('reportCase')
    .leftJoin('member', 'member.id', 'reportCase.authorId')
    .where('waitingSince', 'is not', null)
    .select(['reportCase.id', 'kind', 'authorId', 'name', 'seen', 'waitingSince', 'waiting'])
    .select((eb) =>
      eb
        .selectFrom('reportCase as other')
        .whereRef('other.authorId', '=', 'reportCase.authorId')
        .whereRef('other.id', '!=', 'reportCase.id')
        .where('other.waitingSince', 'is not', null)
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .as('others'),
    )
    .orderBy('waitingSince')
    .orderBy('reportCase.id')

type WaitingRow = Awaited<ReturnType<ReturnType<typeof waitingRows>['execute']>>[number]

const asWaiting = ({ id, kind, name, seen, waitingSince, waiting, others }: WaitingRow): WaitingCase => ({
  id,
  what: whatOf(kind, name),
  text: beginningOf(kind, seenIn(seen)),
  since: waitingSince ?? 0,
  waiting,
  others: Number(others ?? 0),
})

/** What waits, oldest first (R25), at most a hundred; `total` counts those left out too. */
export const waitingCases = async (
  db: Kysely<Schema>,
  most = longestQueue,
): Promise<{ readonly cases: readonly WaitingCase[]; readonly total: number }> => {
  const rows = await waitingRows(db).limit(most).execute()
  return { cases: rows.map(asWaiting), total: await waitingTotal(db) }
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
    .select(['reportOutcome.id', 'caseId', 'version', 'way', 'reason', 'happenedAt', 'actorName', 'undoneAt'])
    .select(['kind', 'authorId', 'name', 'seen'])
    .orderBy('happenedAt', 'desc')
    .orderBy('reportOutcome.id', 'desc')
    .limit(longestHistory)

type OutcomeRow = Awaited<ReturnType<ReturnType<typeof outcomeRows>['execute']>>[number]

/** Rows newest first; of each case the newest that stands may be undone. */
const asOutcomes = (rows: readonly OutcomeRow[]): ShownOutcome[] => {
  const undoable = new Set<string>()
  return rows.map(
    ({ id, caseId, version, way, reason, happenedAt, actorName, undoneAt, kind, name, seen }) => {
      const mayUndo = undoneAt === null && !undoable.has(caseId)
      if (undoneAt === null) undoable.add(caseId)
      return {
        id,
        caseId,
        version,
        what: `${whatOf(kind, name)}：${wayTexts[way].done}`,
        text: beginningOf(kind, seenIn(seen)),
        reason,
        happenedAt,
        actorName,
        isUndone: undoneAt !== null,
        mayUndo,
      }
    },
  )
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
    waiting: waiting.map(asWaiting),
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
    author: found.is === null || authorId === null ? null : { id: authorId, name: publicName(name ?? '') },
    now,
    path: now === 'gone' || now === 'hidden' ? null : pathOfThing(kind, thingId, recipe),
    earlier: asOutcomes(await outcomeRows(db).where('caseId', '=', id).execute()),
    ofAuthor: ofAuthor.waiting,
    outcomesOfAuthor: ofAuthor.outcomes,
  }
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
    .select(['reportOutcome.id', 'way', 'reason', 'kind', 'thingId', 'seen', 'member.name', 'member.email'])
    .executeTakeFirst()
  if (row === undefined) return undefined
  const { kind, thingId, seen, ...told } = row
  const recipe = await recipeOfComment(db, kind, thingId)
  return { ...told, kind, text: beginningOf(kind, seenIn(seen)), path: pathOfThing(kind, thingId, recipe) }
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
