import { CompiledQuery, type Kysely, type RootOperationNode, type Selectable } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import type { MailTable, Schema } from '#db/schema.ts'
import type { NewMail } from '~/kernel/mail.ts'
import {
  type ContextForTests,
  contextForTests,
  onBothEngines,
} from '../../../tests/support/database-for-tests.ts'
import { engineOf } from '../database/engine.ts'
import { inTransaction } from '../database/transaction.ts'
import { enqueueMail, mailboxMails } from './outbox.ts'
import { forgetMailTexts, forgetOldMailsJob } from './worker.ts'

const day = 86_400_000
const never = new AbortController().signal
const mail = (subjectKey: string, parts: Partial<NewMail> = {}): NewMail => ({
  kind: 'order_confirmation',
  subjectKey,
  recipient: 'hanako@example.com',
  subject: '【ぬのスクエア】ご注文',
  holdsToken: false,
  preview: '合計 3,000円',
  heading: 'ご注文を承りました',
  opening: ['ありがとうございます。'],
  link: null,
  blocks: [],
  closing: [],
  ...parts,
})
const withLink = { holdsToken: true, link: { text: 'ご注文', href: 'https://shop.example/order/token' } }

onBothEngines('what the outbox forgets', (open) => {
  let ctx: ContextForTests
  const queue = (subjectKey: string, parts: Partial<NewMail> = {}) =>
    inTransaction(ctx, (trx) => enqueueMail(ctx, trx, mail(subjectKey, parts)))
  const set = (subjectKey: string, values: Partial<Selectable<MailTable>>) =>
    ctx.db.updateTable('mail').set(values).where('subjectKey', '=', subjectKey).execute()
  const rows = () => ctx.db.selectFrom('mail').selectAll().orderBy('subjectKey').execute()
  const texts = async () => (await rows()).map(({ text, html }) => text !== '' && html !== '')
  const forgetOldMails = (delivers: boolean) =>
    forgetOldMailsJob({ ...ctx, mail: { ...ctx.mail, delivers } }).run(never)
  beforeEach(async () => {
    ctx = contextForTests((await open()).db)
  })

  test('P14: 90 days after it was sent or given up a mail is empty; its row still stops a second one', async () => {
    for (const subjectKey of ['1 sent', '2 dead', '3 queued', '4 sent later']) await queue(subjectKey)
    const [start, later] = [ctx.now(), ctx.now() + day]
    await set('1 sent', { state: 'sent', sentAt: start, nextAttemptAt: later })
    await set('2 dead', { state: 'dead', nextAttemptAt: start, lastError: 'no such hanako@example.com' })
    await set('4 sent later', { state: 'sent', sentAt: later })
    ctx.setNow(start + 90 * day)
    await forgetMailTexts(ctx.db, ctx.now(), never)
    expect(await texts()).toEqual([true, true, true, true])
    ctx.advance(1)
    await forgetMailTexts(ctx.db, ctx.now(), never)
    expect(await texts()).toEqual([false, false, true, true])
    expect(JSON.stringify((await rows()).slice(0, 2))).not.toMatch(/hanako|ご注文|ありがとう/)
    expect(await mailboxMails(ctx)).toHaveLength(2)
    expect(await queue('1 sent')).toBe(false)
  })

  test('P14: whom a mail went to is forgotten after 90 days, also when its words were before', async () => {
    await queue('order-1', withLink)
    await set('order-1', { state: 'sent', sentAt: ctx.now(), text: '', html: '' })
    ctx.advance(90 * day + 1)
    await forgetOldMails(true)
    expect(await rows()).toMatchObject([{ recipient: '', subject: '', text: '' }])
  })

  test('S23: what an earlier version has delivered loses its words soon, in a shop that delivers', async () => {
    await queue('1 delivered', withLink)
    await queue('2 to be sent', withLink)
    await queue('3 without a link')
    for (const key of ['1 delivered', '3 without a link'])
      await set(key, { state: 'sent', sentAt: ctx.now() })
    await forgetOldMails(false)
    expect(await texts()).toEqual([true, true, true])
    await forgetOldMails(true)
    expect(await texts()).toEqual([false, true, true])
  })

  /** 250 mails that were sent, and 250 that were given up. */
  const manyOldMails = async () => {
    await queue('0')
    const [first] = await rows()
    if (first === undefined) throw new Error('no mail')
    const copies = Array.from({ length: 500 }, (_, at) => ({
      ...first,
      id: `copy ${at}`,
      messageId: `copy ${at}`,
      subjectKey: `copy ${at}`,
      ...(at < 250 ? { state: 'sent' as const, sentAt: ctx.now() } : { state: 'dead' as const }),
    }))
    for (let at = 0; at < 500; at += 50)
      await ctx.db
        .insertInto('mail')
        .values(copies.slice(at, at + 50))
        .execute()
    ctx.advance(90 * day + 1)
  }
  const kept = async () => (await rows()).filter(({ recipient }) => recipient !== '').length

  test('P14: many are forgotten in portions of 25, all of them, or until the shop closes', async () => {
    await manyOldMails()
    const stop = new AbortController()
    stop.abort()
    await forgetMailTexts(ctx.db, ctx.now(), stop.signal)
    expect(await kept()).toBe(501)
    const { db, seen } = watched(ctx.db)
    await forgetMailTexts(db, ctx.now(), never)
    expect(await kept()).toBe(1)
    expect(seen).toHaveLength(21)
  })

  test('each portion is found by an index that knows no forgotten mail', async () => {
    await manyOldMails()
    const { db, seen } = watched(ctx.db)
    await forgetOldMailsJob({
      ...ctx,
      db,
      mail: { ...ctx.mail, delivers: true },
    }).run(never)
    const plans = new Set<string>()
    for (const node of seen)
      plans.add(/mail_(?:kept_since|delivered_link)/.exec(await planOf(ctx.db, node))?.[0] ?? 'none')
    expect([...plans]).toEqual(['mail_kept_since', 'mail_delivered_link'])
  })
})

const watched = (db: Kysely<Schema>) => {
  const seen: RootOperationNode[] = []
  const watching = db.withPlugin({
    transformQuery: ({ node }) => {
      if (node.kind === 'UpdateQueryNode') seen.push(node)
      return node
    },
    transformResult: async ({ result }) => result,
  })
  return { db: watching, seen }
}

/** With so few rows PostgreSQL would rather read them all. */
const planOf = async (db: Kysely<Schema>, node: RootOperationNode): Promise<string> => {
  const executor = db.getExecutor()
  const id = { queryId: 'plan' }
  const { sql, parameters } = executor.compileQuery(executor.transformQuery(node, id), id)
  const isPostgres = engineOf(db) === 'postgres'
  return db.transaction().execute(async (trx) => {
    if (isPostgres) await trx.executeQuery(CompiledQuery.raw('set local enable_seqscan = off'))
    if (isPostgres) await trx.executeQuery(CompiledQuery.raw('set local enable_bitmapscan = off'))
    const explain = isPostgres ? 'explain' : 'explain query plan'
    const { rows } = await trx.executeQuery(CompiledQuery.raw(`${explain} ${sql}`, [...parameters]))
    return JSON.stringify(rows)
  })
}
