import type { Kysely } from 'kysely'
import type { Schema } from '#db/schema.ts'
import { href } from '~/href.ts'
import { agoText, isJustNow } from '~/kernel/days.ts'
import { mostCounted } from '~/kernel/desk-card.ts'
import type { DeskCardSource } from '~/server/desk-cards.ts'
import { undelivered } from '~/server/mail/undelivered.ts'
import { orderNumbers } from './log.queries.server.ts'
import { mailTrouble, type UndeliveredMail } from './mails.rules.ts'

export const mailCard: DeskCardSource = {
  kind: 'mail',
  text: 'メールが届いていません',
  unit: '通',
  tone: 'red',
  place: 'more',
  waits: false,
  ownerOnly: true,
  to: href('/admin/mails'),
  read: async ({ db, now }) => {
    const { count, oldest } = await undeliveredCount(db, now())
    const isOld = oldest !== null && !isJustNow(oldest, now())
    return { count, note: isOld ? `${agoText(oldest, now())}から` : '' }
  },
}

/** `oldest` in epoch ms. */
const undeliveredCount = async (
  db: Kysely<Schema>,
  now: number,
): Promise<{ readonly count: number; readonly oldest: number | null }> => {
  const row = await db
    .selectFrom(undelivered(db, now).select('createdAt').limit(mostCounted).as('found'))
    .select((eb) => [eb.fn.countAll().as('all'), eb.fn.min('createdAt').as('oldest')])
    .executeTakeFirst()
  const count = Number(row?.all ?? 0)
  return { count, oldest: count === 0 ? null : Number(row?.oldest) }
}

const longestList = 100

/** Newest first, at most 100. */
export const undeliveredList = async (db: Kysely<Schema>, now: number): Promise<UndeliveredMail[]> => {
  const rows = await undelivered(db, now)
    .select(['id', 'subjectKey', 'subject', 'recipient', 'state', 'attempts', 'lastError', 'createdAt'])
    .orderBy('createdAt', 'desc')
    .orderBy('id')
    .limit(longestList)
    .execute()
  const idOf = (subjectKey: string) => subjectKey.split(' ')[0] ?? ''
  const numbers = await orderNumbers(
    db,
    rows.map(({ subjectKey }) => idOf(subjectKey)),
  )
  return rows.map(({ state, lastError, subjectKey, ...mail }) => ({
    ...mail,
    orderNumber: numbers.get(idOf(subjectKey)) ?? null,
    isDead: state === 'dead',
    why: mailTrouble(lastError),
  }))
}
