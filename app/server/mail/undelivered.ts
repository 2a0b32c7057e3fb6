import { type Kysely, sql } from 'kysely'
import type { Schema } from '#db/schema.ts'
import { deadMailDays } from '~/kernel/mail.ts'
import { engineOf } from '../database/engine.ts'

const minute = 60_000
const day = 1_440 * minute
export const lateMailMinutes = 30
const lookBackMs = 3 * day

/** Mails to buyers, owner and desk people; all others go to addresses that anybody may have typed. */
const ofTheShop = sql<boolean>`(mail.kind like 'order%' or mail.kind like 'owner%' or mail.kind like 'desk%')`

// As in the index mail_by_subject of migration 0062: otherwise every copy costs a scan of all mails.
const firstWord = (db: Kysely<Schema>, table: 'copy' | 'mail') => {
  const key = sql.ref(`${table}.subjectKey`)
  return engineOf(db) === 'postgres'
    ? sql`split_part(${key}, ' ', 1)`
    : sql`substr(${key}, 1, instr(${key} || ' ', ' ') - 1)`
}

/** Mails given up lately without a delivered copy and not put aside (N106), or waiting 30 min. Members' only while no mail at all is delivered. */
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
        eb('mail.createdAt', '<=', now - lateMailMinutes * minute),
        eb.or([ofTheShop, eb(lastSent, '<', eb.ref('mail.createdAt'))]),
      ]),
      eb.and([
        eb('mail.state', '=', 'dead'),
        eb('mail.putAsideAt', 'is', null),
        eb('mail.nextAttemptAt', '>=', now - deadMailDays * day),
        ofTheShop,
        eb.not(eb.exists(copy)),
      ]),
    ])
  })
