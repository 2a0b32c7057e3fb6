import { expect, test } from 'vitest'
import { contextForTests, onBothEngines } from '../../../../tests/support/database-for-tests.ts'
import { deskPersonForTests } from '../../../../tests/support/desk-person-for-tests.ts'
import { orderRowForTests } from '../../../../tests/support/order-row.ts'
import { ok, refused } from '../../../kernel/result.ts'
import { auditOf } from '../../../server/audit.ts'
import { messageOf } from '../../../server/mail/smtp.ts'
import { evidenceOf } from '../../desk/evidence.queries.server.ts'
import { correctEmail } from './mails.commands.server.ts'
import { saveTemplates, writeMessage } from './messages.commands.server.ts'
import { messageTemplates, presentTemplates } from './messages.queries.server.ts'
import { longestMessage, messagesPerDay } from './messages.rules.ts'

const number = 'K7P4-9WXD'
const day = 86_400_000

onBothEngines('messages to a buyer', (open) => {
  const put = async (
    ctx: ReturnType<typeof contextForTests>,
    id: string,
    parts: Partial<ReturnType<typeof orderRowForTests>> = {},
  ) => {
    const row = orderRowForTests(id, {
      orderNumber: number,
      customerName: '山田 花子',
      customerEmail: 'hanako@example.com',
      accessToken: `a-token-of-${id}`,
      paidAt: 1,
      ...parts,
    })
    await ctx.db.insertInto('orders').values(row).execute()
  }
  const start = async (parts: Partial<ReturnType<typeof orderRowForTests>> = {}) => {
    const ctx = { ...contextForTests((await open()).db), ownerEmail: 'owner@shop.example' }
    await put(ctx, 'order-1', parts)
    return { ctx, owner: deskPersonForTests(ctx) }
  }
  type Started = Awaited<ReturnType<typeof start>>
  const write = (
    { ctx, owner }: Started,
    requestId: string,
    text = '色は、どちらになさいますか。',
    to = number,
  ) => writeMessage(ctx, owner, { requestId, number: to, text })
  const read = (form: Record<string, string>, ctx: Started['ctx']) => {
    const data = new FormData()
    for (const [name, text] of Object.entries(form)) data.set(name, text)
    return writeMessage.act.form?.({ form: data, at: { number }, ctx })
  }
  const mails = ({ ctx }: Started) => ctx.db.selectFrom('mail').selectAll().orderBy('id').execute()

  test('N115: the text goes to the buyer through the queue, is answered to the owner, and stays with the order', async () => {
    const shop = await start()
    expect(await write(shop, 'r', '一行目です。\n\n二行目です。')).toEqual(ok(null))
    const [mail, ...others] = await mails(shop)
    expect(others).toEqual([])
    expect(mail).toMatchObject({
      kind: 'order_message',
      recipient: 'hanako@example.com',
      state: 'queued',
      replyTo: 'owner@shop.example',
      holdsToken: 1,
    })
    expect(mail?.subject).toContain(number)
    for (const part of ['山田 花子', '一行目です。\n\n二行目です。', number, 'そのままご返信'])
      expect(mail?.text).toContain(part)
    const kept = await shop.ctx.db.selectFrom('orderMessage').selectAll().execute()
    expect(kept).toMatchObject([{ orderId: 'order-1', text: '一行目です。\n\n二行目です。' }])
    const [row] = await auditOf(shop.ctx.db, 'order:order-1')
    expect(row).toMatchObject({ act: 'order.message', after: { text: '一行目です。\n\n二行目です。' } })
  })

  test('N115: one form is one mail, another one of the same words a second', async () => {
    const shop = await start()
    await write(shop, 'r')
    await write(shop, 'r')
    expect(await mails(shop)).toHaveLength(1)
    await write(shop, 'r2')
    expect(await mails(shop)).toHaveLength(2)
  })

  test.each([
    ['practice', { practice: 1 }],
    ['unpaid', { state: 'expired', paidAt: null }],
    ['no-email', { customerEmail: null }],
  ] as const)('N115: refused, and nothing is kept: %s', async (why, parts) => {
    const shop = await start(parts)
    expect(await write(shop, 'r')).toEqual(refused(why))
    expect(await mails(shop)).toEqual([])
    expect(await shop.ctx.db.selectFrom('orderMessage').selectAll().execute()).toEqual([])
  })

  test('N115: an order that waits for its money, and one to review, are written to', async () => {
    const shop = await start({ state: 'awaiting_payment', paidAt: null })
    await put(shop.ctx, 'order-2', { orderNumber: 'N6RD-9YXC', state: 'needs_review' })
    expect(await write(shop, 'r')).toEqual(ok(null))
    expect(await write(shop, 'r2', 'x', 'N6RD-9YXC')).toEqual(ok(null))
  })

  test('N115: ten a day to one order, counted anew the next day; another order is written to', async () => {
    const shop = await start()
    await put(shop.ctx, 'order-2', { orderNumber: 'N6RD-9YXC' })
    for (let at = 0; at < messagesPerDay.order; at += 1) expect(await write(shop, `r${at}`)).toEqual(ok(null))
    expect(await write(shop, 'one more')).toEqual(refused('too-many'))
    expect(await mails(shop)).toHaveLength(messagesPerDay.order)
    expect(await write(shop, 'other', 'x', 'N6RD-9YXC')).toEqual(ok(null))
    shop.ctx.advance(day)
    expect(await write(shop, 'next day')).toEqual(ok(null))
  })

  test('N115: thirty a day from the shop', async () => {
    const shop = await start()
    for (let at = 0; at < messagesPerDay.shop; at += 1) {
      const to = `N6RD-9${at + 222}`
      await put(shop.ctx, `many-${at}`, { orderNumber: to })
      expect(await write(shop, `r${at}`, 'x', to)).toEqual(ok(null))
    }
    expect(await write(shop, 'one more')).toEqual(refused('too-many'))
    expect(await mails(shop)).toHaveLength(messagesPerDay.shop)
  })

  test('N115: an empty text, and one too long, are told beside the field', async () => {
    const { ctx } = await start()
    expect(await read({ text: ' \n　' }, ctx)).toEqual({
      ok: false,
      error: { text: '文面を入力してください。' },
    })
    expect(await read({ text: '😀'.repeat(longestMessage + 1) }, ctx)).toEqual({
      ok: false,
      error: { text: '1,000文字までにしてください。' },
    })
    expect(await read({ text: '😀'.repeat(longestMessage) }, ctx)).toMatchObject({ ok: true })
  })

  test('N105, N115: a corrected address gets the text that the former one did not', async () => {
    const shop = await start()
    await write(shop, 'r', '色は、どちらに？')
    await shop.ctx.db.updateTable('mail').set({ state: 'dead', attempts: 16 }).execute()
    const form = { requestId: 'c', version: 0, number, email: 'new@example.com' }
    expect(await correctEmail(shop.ctx, shop.owner, form)).toEqual(ok(null))
    const again = (await mails(shop)).filter(
      ({ kind, recipient }) => kind === 'order_message' && recipient === 'new@example.com',
    )
    expect(again).toMatchObject([{ state: 'queued', replyTo: 'owner@shop.example' }])
    expect(again[0]?.text).toContain('色は、どちらに？')
  })

  test('N115: the evidence for a bank has her words also when the mail is delivered and emptied', async () => {
    const shop = await start()
    await write(shop, 'r', '色は、どちらに？')
    await write(shop, 'r2', '別の話です。')
    await shop.ctx.db.updateTable('mail').set({ state: 'sent', sentAt: 7, text: '', html: '' }).execute()
    const { mails: sent = [] } = (await evidenceOf(shop.ctx.db, number)) ?? {}
    expect(sent.map(({ text, sentAt }) => [text, sentAt])).toEqual([
      ['色は、どちらに？', 7],
      ['別の話です。', 7],
    ])
  })

  test('N116: templates are kept as they were typed, an invisible one is none, and a stale form changes nothing', async () => {
    const { ctx, owner } = await start()
    const version = String(presentTemplates(await messageTemplates(ctx.db)).version)
    const save = (requestId: string, texts: readonly string[], of = version) =>
      saveTemplates(ctx, owner, { requestId, texts, version: of })
    expect(await save('r', ['お待たせしています。', '', '三つめ'])).toEqual(ok(null))
    expect(await messageTemplates(ctx.db)).toEqual(['お待たせしています。', '', '三つめ'])
    expect(await save('r2', ['', '', ''])).toEqual(refused('stale'))
    const now = String(presentTemplates(await messageTemplates(ctx.db)).version)
    expect(await save('r3', ['', '', ''], now)).toEqual(ok(null))
    expect(await messageTemplates(ctx.db)).toEqual(['', '', ''])
  })

  test('N116: a template too long is told beside its field, and one of blanks is none', async () => {
    const { ctx } = await start()
    const form = new FormData()
    form.set('template2', 'あ'.repeat(longestMessage + 1))
    expect(await saveTemplates.act.form?.({ form, at: {}, ctx })).toEqual({
      ok: false,
      error: { template2: '1,000文字までにしてください。' },
    })
    form.set('template2', ' 　')
    expect(await saveTemplates.act.form?.({ form, at: {}, ctx })).toMatchObject({
      ok: true,
      value: { texts: ['', '', ''] },
    })
  })
})

test('N115: a mail that a person wrote names whom it is answered to, and no other mail does; those are automatic', () => {
  const mail = { recipient: 'h@example.com', subject: 's', text: 't', html: '', messageId: '<1@s>' }
  expect(messageOf({ ...mail, replyTo: 'owner@shop.example' }, 'shop@shop.example')).toMatchObject({
    replyTo: { name: '', address: 'owner@shop.example' },
  })
  expect(messageOf({ ...mail, replyTo: 'owner@shop.example' }, 'x@x.example').headers).toBeUndefined()
  const automatic = messageOf({ ...mail, replyTo: null }, 'shop@shop.example')
  expect(automatic.headers).toEqual({ 'Auto-Submitted': 'auto-generated' })
  expect(automatic.replyTo).toBeUndefined()
})
