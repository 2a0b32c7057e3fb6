import type { Kysely } from 'kysely'
import type { Schema } from '#db/schema.ts'
import { againKinds } from '~/features/orders/desk/rules.ts'
import { href } from '~/href.ts'
import { agoText, isJustNow } from '~/kernel/days.ts'
import { mostCounted } from '~/kernel/desk-card.ts'
import { type ListAsked, pageOf, sortedBy } from '~/kernel/desk-list.ts'
import type { DeskCardSource } from '~/server/desk-cards.ts'
import { undelivered } from '~/server/mail/undelivered.ts'
import { orderNumbers } from './log.queries.server.ts'
import { type MailFilterKey, type MailSort, mailTrouble, type UndeliveredMail } from './mails.rules.ts'

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

/** As many are counted and sorted. */
const mostListed = 1_000

const sortKeys: Readonly<Record<MailSort, (mail: UndeliveredRow) => string | number>> = {
  at: ({ createdAt }) => createdAt,
  subject: ({ subject }) => subject,
  recipient: ({ recipient }) => recipient,
}

type UndeliveredRow = Awaited<ReturnType<typeof undeliveredRows>>[number]

const undeliveredRows = (db: Kysely<Schema>, now: number) =>
  undelivered(db, now)
    .select([
      'id',
      'kind',
      'subjectKey',
      'subject',
      'recipient',
      'state',
      'attempts',
      'lastError',
      'createdAt',
    ])
    .orderBy('createdAt', 'desc')
    .orderBy('id')
    .limit(mostListed + 1)
    .execute()

/** A page of them, newest first unless asked otherwise; looked for among the newest 1,000. */
export const undeliveredList = async (
  db: Kysely<Schema>,
  now: number,
  { sort, direction, filters, ...asked }: Omit<ListAsked<MailSort, MailFilterKey>, 'unknown'>,
) => {
  const all = await undeliveredRows(db, now)
  const { state } = filters
  const found = all
    .slice(0, mostListed)
    .filter((mail) => state === undefined || (mail.state === 'dead') === (state === 'dead'))
  const sorted = sort === null ? found : sortedBy(found, sortKeys[sort], direction)
  const { rows, page, pages } = pageOf(sorted, asked)
  const idOf = (subjectKey: string) => subjectKey.split(' ')[0] ?? ''
  const numbers = await orderNumbers(
    db,
    rows.map(({ subjectKey }) => idOf(subjectKey)),
  )
  const mails = rows.map(({ state, lastError, subjectKey, kind, ...mail }): UndeliveredMail => {
    const orderNumber = numbers.get(idOf(subjectKey)) ?? null
    const isDead = state === 'dead'
    return {
      ...{ ...mail, orderNumber, isDead, why: mailTrouble(lastError) },
      isSentAgain: isDead && orderNumber !== null && againKinds.some((each) => each === kind),
    }
  })
  return { mails, page, pages, found: { count: found.length, isMore: all.length > mostListed } }
}
