import { type Kysely, sql } from 'kysely'
import type { Schema } from '#db/schema.ts'
import { engineOf } from '../database/engine.ts'

const minute = 60_000
const day = 1_440 * minute
/** A mail that waits longer than this is a trouble. */
const patienceMs = 30 * minute
/** A mail that was given up is told of so long. */
const deadForMs = 7 * day
/** A mail server that took nothing younger than this is looked at no further back. */
const lookBackMs = 3 * day

/** To buyers, to the owner and to people of the desk; all others go to addresses that anybody may have typed. */
const ofTheShop = sql<boolean>`(mail.kind like 'order%' or mail.kind like 'owner%' or mail.kind like 'desk%')`

// As in the index mail_by_subject of migration 0062: only then is a copy found without a look at all mails.
const firstWord = (db: Kysely<Schema>, table: 'copy' | 'mail') => {
  const key = sql.ref(`${table}.subjectKey`)
  return engineOf(db) === 'postgres'
    ? sql`split_part(${key}, ' ', 1)`
    : sql`substr(${key}, 1, instr(${key} || ' ', ' ') - 1)`
}

/**
 * The mails that nobody has: given up in the last seven days and not delivered by a later copy (subject key `… again n`), or
 * waiting for more than 30 minutes. Those of members only while no mail at all is delivered: an address that was mistyped is no
 * trouble of the shop's. `now` in epoch ms.
 */
export const undelivered = (db: Kysely<Schema>, now: number) =>
  db.selectFrom('mail').where((eb) => {
    const lastSent = eb
      .selectFrom('mail as sent')
      .select(({ fn }) => fn.coalesce(fn.max('sent.sentAt'), sql<number>`0`).as('at'))
      .where('sent.createdAt', '>', now - lookBackMs)
    const copy = eb
      .selectFrom('mail as copy')
      .select('copy.id')
      .whereRef('copy.kind', '=', 'mail.kind')
      .where('copy.state', '=', 'sent')
      .whereRef('copy.createdAt', '>', 'mail.createdAt')
      .where(sql<boolean>`${firstWord(db, 'copy')} = ${firstWord(db, 'mail')}`)
      .where('copy.subjectKey', 'like', sql<string>`mail.subject_key || ' again %'`)
    return eb.or([
      eb.and([
        eb('mail.state', '=', 'queued'),
        eb('mail.createdAt', '<=', now - patienceMs),
        eb.or([ofTheShop, eb(lastSent, '<', eb.ref('mail.createdAt'))]),
      ]),
      eb.and([
        eb('mail.state', '=', 'dead'),
        eb('mail.nextAttemptAt', '>=', now - deadForMs),
        ofTheShop,
        eb.not(eb.exists(copy)),
      ]),
    ])
  })
