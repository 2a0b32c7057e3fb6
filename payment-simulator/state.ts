import type { Stripe } from 'stripe'
import type { z } from 'zod'
import type { LineItem, ListParameters } from './requests.ts'
import { openStateFile, type Row, type SimulatorLog, type StateFile } from './state-file.ts'
import {
  dispute,
  type EventEntry,
  eventEntry,
  type KeptAnswer,
  keptAnswer,
  refund,
  session,
  sessionLines,
} from './state-shape.ts'

type Session = Stripe.Checkout.Session
export type ApiObject = Session | Stripe.Refund | Stripe.Dispute

/** Sessions, refunds or disputes. What is given is a copy: who changes it keeps it again. */
export interface KeptObjects<T extends ApiObject> {
  find(id: string): T | undefined
  /** Oldest first. */
  ofPayment(paymentIntent: string): T[]
  /** Newest first, at most `most`; undefined when `starting_after` is not among them. */
  list(asked: ListParameters, most: number): T[] | undefined
  keep(object: T): void
}

export interface KeptSessions extends KeptObjects<Session> {
  add(session: Session, lines: readonly LineItem[]): void
  lines(id: string): LineItem[]
  /** At most `most` open ones that run out by `seconds` (epoch s), the first of them first. */
  due(seconds: number, most: number): Session[]
  /** At most `most` that ran out long before `seconds`. */
  forget(seconds: number, most: number): void
}

export interface KeptEvents {
  add(entry: EventEntry, seconds: number): void
  find(id: string): EventEntry | undefined
  /** Ids, oldest first. */
  inState(state: EventEntry['state']): string[]
  hasPending(sessionId: string): boolean
  keep(entry: EventEntry): void
  /** Oldest first. */
  all(): EventEntry[]
}

export interface KeptAnswers {
  find(key: string): KeptAnswer | undefined
  add(answer: KeptAnswer): void
  /** At most `most` that are not younger than `at` (epoch ms). */
  forget(at: number, most: number): void
}

export interface KeptState {
  readonly sessions: KeptSessions
  readonly refunds: KeptObjects<Stripe.Refund>
  readonly disputes: KeptObjects<Stripe.Dispute>
  readonly events: KeptEvents
  readonly answers: KeptAnswers
  clockAheadMs(): number
  moveClock(ms: number): void
  /** Resolves when every change so far is on disk (at once without a file); rejects when the disk refuses them, which undoes them. */
  saved(): Promise<void>
  close(): Promise<void>
}

/** A session that ran out unpaid: nobody asks for it any more. What was paid is never forgotten, for it may be given back. */
const keepExpiredSeconds = 30 * 86_400
const keepGivenUpSeconds = 30 * 86_400
/** Of those that the shop has accepted: for tests, and to look at. */
const keepDelivered = 2000

type Read = <T>(row: Row, shape: z.ZodType<T>, content: unknown, instead: string) => T[]

/** A row that cannot be read costs what it holds: it is told, and by `instead` no more looked for. */
const reading =
  (file: StateFile, log: SimulatorLog): Read =>
  (row, shape, content, instead) => {
    const parsed = shape.safeParse(content)
    if (parsed.success) return [parsed.data]
    log.warn('the payment simulator cannot read a row of its state file', { id: row.id })
    file.change(instead, Number(row.seq))
    return []
  }

const fromJson = (text: unknown): unknown => {
  try {
    return JSON.parse(String(text))
  } catch {
    return undefined
  }
}

const objectsOf = <T extends ApiObject>(file: StateFile, read: Read, kind: string, shape: z.ZodType<T>) => {
  const found = (where: string, ...values: (string | number)[]): T[] => {
    const rows = file.rows(`select seq, id, body from object where kind = '${kind}' and ${where}`, ...values)
    const instead = `update object set kind = 'damaged', due = null where seq = ?`
    return rows.flatMap((row) => read(row, shape, fromJson(row.body), instead))
  }
  const objects: KeptObjects<T> = {
    find: (id) => found('id = ?', id)[0],
    ofPayment: (paymentIntent) => found('payment_intent = ? order by seq', paymentIntent),
    list: ({ created, payment_intent: payment, starting_after: after }, most) => {
      const fits = `created >= ?${payment === undefined ? '' : ' and payment_intent = ?'}`
      const values = [created?.gte ?? 0, ...(payment === undefined ? [] : [payment])]
      const newest = 'order by created desc, seq desc limit ?'
      if (after === undefined) return found(`${fits} ${newest}`, ...values, most)
      const place = `select created, seq from object where kind = '${kind}' and ${fits} and id = ?`
      const [before] = file.rows(place, ...values, after)
      if (before === undefined) return undefined
      const { created: at, seq } = before
      return found(`${fits} and (created, seq) < (?, ?) ${newest}`, ...values, Number(at), Number(seq), most)
    },
    keep: (object) => {
      const { id, created, payment_intent: payment } = object
      const status = object.object === 'checkout.session' ? object.status : undefined
      const expires = object.object === 'checkout.session' ? object.expires_at : 0
      file.change(
        `insert into object (kind, id, created, payment_intent, due, over, body) values (?, ?, ?, ?, ?, ?, ?) on conflict (id) do update
          set payment_intent = excluded.payment_intent, due = excluded.due, over = excluded.over, body = excluded.body`,
        ...[kind, id, created, payment === null ? null : String(payment)],
        ...[status === 'open' ? expires : null, status === 'expired' ? expires + keepExpiredSeconds : null],
        JSON.stringify(object),
      )
    },
  }
  return { objects, found }
}

const sessionsOf = (file: StateFile, read: Read): KeptSessions => {
  const { objects, found } = objectsOf(file, read, 'session', session)
  return {
    ...objects,
    add: (made, lines) => {
      objects.keep(made)
      file.change('update object set lines = ? where id = ?', JSON.stringify(lines), made.id)
    },
    lines: (id) => {
      const instead = `update object set lines = '[]' where seq = ?`
      const rows = file.rows('select seq, id, lines from object where id = ?', id)
      return rows.flatMap((row) => read(row, sessionLines, fromJson(row.lines), instead).flat())
    },
    due: (seconds, most) => found('due <= ? order by due limit ?', seconds, most),
    forget: (seconds, most) => {
      const [rows, condition] = ['select seq from object where', 'over <= ? order by over limit']
      if (file.rows(`${rows} ${condition} 1`, seconds).length > 0)
        file.change(`delete from object where seq in (${rows} ${condition} ?)`, seconds, most)
    },
  }
}

const eventsOf = (file: StateFile, read: Read): KeptEvents => {
  const found = (more: string, ...values: string[]): EventEntry[] =>
    file
      .rows(
        `select seq, id, type, session_id as "sessionId", body, state, attempts from event ${more}`,
        ...values,
      )
      .flatMap((row) => read(row, eventEntry, row, `update event set state = 'damaged' where seq = ?`))
  const keep = ({ id, state, attempts }: EventEntry) =>
    file.change('update event set state = ?, attempts = ? where id = ?', state, attempts, id)
  return {
    add: ({ id, type, sessionId, body, state, attempts }, seconds) => {
      file.change(
        'insert or ignore into event (id, type, session_id, body, state, attempts, at) values (?, ?, ?, ?, ?, ?, ?)',
        ...[id, type, sessionId, body, state, attempts, seconds],
      )
      file.change(
        `delete from event where seq <= (select max(seq) from event) - ?
          and (state in ('delivered', 'lost') or (state = 'given_up' and at <= ?))`,
        ...[keepDelivered, seconds - keepGivenUpSeconds],
      )
    },
    find: (id) => found('where id = ?', id)[0],
    inState: (state) =>
      file.rows(`select id from event where state = '${state}' order by seq`).map(({ id }) => String(id)),
    hasPending: (sessionId) =>
      file.rows(`select 1 from event where state = 'pending' and session_id = ? limit 1`, sessionId).length >
      0,
    keep,
    all: () => found(`where state <> 'damaged' order by seq`),
  }
}

const answersOf = (file: StateFile, read: Read): KeptAnswers => ({
  find: (key) => {
    const rows = file.rows(
      'select seq, key as id, key, fingerprint, status, body, at from answer where key = ?',
      key,
    )
    return rows.flatMap((row) => read(row, keptAnswer, row, 'delete from answer where seq = ?'))[0]
  },
  add: ({ key, fingerprint, status, body, at }) =>
    file.change(
      'insert or replace into answer (key, fingerprint, status, body, at) values (?, ?, ?, ?, ?)',
      ...[key, fingerprint, status, body, at],
    ),
  forget: (at, most) => {
    const old = 'select seq from answer where at <= ? order by at limit'
    if (file.rows(`${old} 1`, at).length > 0)
      file.change(`delete from answer where seq in (${old} ?)`, at, most)
  },
})

/** In memory without a `path`. */
export const openState = async (path: string | undefined, log: SimulatorLog): Promise<KeptState> => {
  const file = await openStateFile(path, log)
  const read = reading(file, log)
  // What an earlier run was done with. Its attempts count no more.
  file.change(`delete from event where state in ('delivered', 'lost')`)
  file.change(`update event set attempts = 0 where state in ('pending', 'held')`)
  await file.saved()
  let aheadMs = Number(file.rows('select ahead_ms from clock')[0]?.ahead_ms ?? 0)
  return {
    sessions: sessionsOf(file, read),
    refunds: objectsOf(file, read, 'refund', refund).objects,
    disputes: objectsOf(file, read, 'dispute', dispute).objects,
    events: eventsOf(file, read),
    answers: answersOf(file, read),
    clockAheadMs: () => aheadMs,
    moveClock: (ms) => {
      aheadMs += ms
      file.change('insert or replace into clock (seq, ahead_ms) values (1, ?)', aheadMs)
    },
    saved: file.saved,
    close: file.close,
  }
}
