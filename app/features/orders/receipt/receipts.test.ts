import { createHash } from 'node:crypto'
import { RouterContextProvider } from 'react-router'
import { expect, test } from 'vitest'
import { memberForTests, withPlainPasswords } from '../../../../tests/support/account-for-tests.ts'
import { checkoutOnBothEngines } from '../../../../tests/support/checkout-on-both-engines.ts'
import { deskPersonForTests } from '../../../../tests/support/desk-person-for-tests.ts'
import { placePaidOrder } from '../../../../tests/support/paid-order.ts'
import { addOrder } from '../../../../tests/support/paid-orders-for-tests.ts'
import type { DeskPerson, Requester } from '../../../kernel/actor.ts'
import { loader as deskReceipts } from '../../../routes/desk/order-receipt.tsx'
import { loader as deskDocument } from '../../../routes/desk/receipt-document.ts'
import { action as receiptAction } from '../../../routes/shop/receipt.tsx'
import { loader as document } from '../../../routes/shop/receipt-document.ts'
import { auditOf } from '../../../server/audit.ts'
import { appContext } from '../../../services.server.ts'
import { deleteAccount } from '../../accounts/commands.server.ts'
import { exchangeLine } from '../exchange/commands.server.ts'
import { moneyOfOrder } from '../money.queries.server.ts'
import { orderBy, orderHistory, ordersOfMember } from '../queries.server.ts'
import { requestRefund } from '../refund/requesting.commands.server.ts'
import { issueReceipt, printReceipt } from './commands.server.ts'
import { issueReceiptAtDesk, printReceiptAtDesk } from './desk.commands.server.ts'
import { documentHash, receiptSheet, storedDocument } from './queries.server.ts'
import { mostRevisions } from './rules.ts'

const invoiceNumber = 'T1234567890123'
const nothing = { lines: [], shipping: 0, other: 0, reason: '' }

checkoutOnBothEngines('receipts', (shop, engine) => {
  const db = () => shop().ctx.db
  const visitor = (at = 7): Requester => ({ kind: 'visitor', address: `203.0.113.${at}` })
  const owner = () => deskPersonForTests(shop().ctx)
  const rows = () => db().selectFrom('receipt').selectAll().orderBy('number').orderBy('revision').execute()
  const lastNumber = async () =>
    (await db().selectFrom('receiptCounter').select('lastNumber').executeTakeFirst())?.lastNumber ?? 0
  const orderById = async (id: string) => {
    const order = await orderBy(db(), 'id', id)
    if (order === undefined) throw new Error('an order of this test is gone')
    return order
  }
  let ids = 0
  const newId = () => {
    ids += 1
    return `request ${ids}`
  }
  /** A paid order of two fabrics, of which the issuer is registered. */
  const paid = async (wanted?: Parameters<typeof placePaidOrder>[1]) => {
    const placed = await placePaidOrder(shop(), wanted)
    const issuer = JSON.stringify({
      name: 'ぬのスクエア',
      legalName: '株式会社ぬのスクエア',
      postalCode: '150-0001',
      address: '東京都架空区糸町1-2',
      invoiceNumber,
    })
    await db().updateTable('orders').set({ issuer }).where('id', '=', placed.order.id).execute()
    return placed
  }
  const issue = (token: string, nameLine: string, refundId = '') =>
    issueReceipt(shop().ctx, visitor(), { token, nameLine, refundId })
  const refund = async (number: string, parts: Partial<Parameters<typeof requestRefund>[2]['wanted']>) => {
    const done = await requestRefund(shop().ctx, owner(), {
      number,
      version: null,
      requestId: newId(),
      mailsBuyer: false,
      wanted: { ...nothing, ...parts },
      insteadOf: null,
      note: null,
      returnId: null,
    })
    expect(done).toMatchObject({ ok: true })
    await shop().provider.settled()
  }
  const contextOf = (actor: Requester | DeskPerson, settings = shop().ctx.settings) => {
    const context = new RouterContextProvider()
    context.set(
      appContext,
      Object.assign(JSON.parse('{}'), { ...shop().ctx, settings, actor, requestId: 'r' }),
    )
    return context
  }
  const opened = async (token: string, named: string, search = '', settings = shop().ctx.settings) => {
    const url = new URL(`https://shop.example/order/${token}/receipt/${named}${search}`)
    const given = { params: { token, document: named }, url, context: contextOf(visitor(), settings) }
    const answer = await document({ ...given, request: new Request(url), pattern: '' })
    if (!(answer instanceof Response)) throw new Error('no document')
    return answer
  }
  const status = (asked: Promise<unknown>): Promise<unknown> =>
    asked.then(
      () => 200,
      (thrown) => thrown?.init?.status ?? thrown,
    )

  test('A28: one that fails on the server comes back with the name that was typed, without script as well', async () => {
    const { token } = await paid()
    const context = contextOf(visitor())
    const away = () => {
      throw new Error('away')
    }
    context.set(appContext, { ...context.get(appContext), db: new Proxy(db(), { get: away }) })
    const url = new URL(`https://shop.example/order/${token}/receipt`)
    const request = new Request(url, {
      method: 'POST',
      body: new URLSearchParams({ nameLine: '株式会社ぬの' }),
    })
    const answer = await receiptAction({
      request,
      url,
      params: { token },
      context,
      pattern: '/order/:token/receipt',
    })
    if (answer instanceof Response) throw new Error('it was issued')
    expect([answer.init?.status, answer.data]).toEqual([
      503,
      { of: '', typed: '株式会社ぬの', failure: expect.stringContaining('発行できませんでした。') },
    ])
    expect(await rows()).toEqual([])
  })

  test('M48: the owner of a demo sees how the receipt of a practice order would look: marked, without a number, stored nowhere, and nobody has one of it', async () => {
    const { order, token } = await paid()
    const { number } = await orderById(order.id)
    const sample = async (actor: Parameters<typeof contextOf>[0] = owner(), named = 'sample') => {
      const url = new URL(`https://shop.example/admin/orders/${number}/receipt/${named}`)
      const given = { params: { number, document: named }, url, context: contextOf(actor) }
      const answer = await deskDocument({ ...given, request: new Request(url), pattern: '' })
      return answer.text()
    }
    expect(await status(sample()), 'an order in earnest').toBe(404)
    await db().updateTable('orders').set({ practice: 1 }).where('id', '=', order.id).execute()
    const html = await sample()
    for (const part of [
      '領収書の見本',
      'この紙は領収書ではありません',
      '<dd>見本</dd>',
      '<p class="mark">練習の見本</p>',
    ])
      expect(html).toContain(part)
    expect(html).not.toContain('000000')
    expect([await rows(), await lastNumber()]).toEqual([[], 0])
    expect(await status(sample(visitor()))).toBe(404)
    expect(await status(sample(deskPersonForTests(shop().ctx, { role: 'packer' })))).toBe(404)
    expect(await status(sample(owner(), '000000'))).toBe(404)
    expect(await issue(token, '')).toEqual({ ok: false, error: 'practice' })
    await db().updateTable('orders').set({ state: 'needs_review' }).where('id', '=', order.id).execute()
    expect(await status(sample())).toBe(404)
  })

  test('M23: a receipt with her company stays to the byte whatever the owner changes, and a second print says 再発行', async () => {
    const { token, order } = await paid()
    expect(await issue(token, '株式会社ぬの')).toMatchObject({ ok: true, value: { number: 1, revision: 1 } })
    const [first] = await rows()
    expect(first).toMatchObject({
      orderId: order.id,
      nameLine: '株式会社ぬの',
      issuedBy: 'shopper',
      printedAt: null,
    })
    expect(first?.html).toContain('株式会社ぬの<span>御中</span>')
    expect(first?.html).toContain(`登録番号 ${invoiceNumber}`)
    expect(documentHash(first?.html ?? '')).toBe(first?.sha256)

    const settings = { ...shop().ctx.settings, name: 'べつのお店', invoiceNumber: 'T9999999999999' }
    await db().updateTable('orders').set({ issuer: null }).where('id', '=', order.id).execute()
    const print = () => printReceipt(shop().ctx, visitor(), { token, number: 1, revision: 1 })
    for (const search of ['', '?print=first']) {
      const looked = await (await opened(token, '000001', search, settings)).text()
      expect(looked, 'looked at').toContain('<p class="mark">確認用</p>')
      expect(looked).not.toContain('再発行')
    }
    expect(await rows(), 'to look counts nothing').toMatchObject([{ printedAt: null }])
    expect(await print()).toEqual({ ok: true, value: { isFirst: true } })
    const once = await (await opened(token, '000001', '?print=first', settings)).text()
    expect(once).not.toContain('class="mark"')
    expect(once.replace(/<header[\s\S]*?<\/script>\n/, '')).toBe(first?.html)
    expect(await print()).toEqual({ ok: true, value: { isFirst: false } })
    const twice = await (await opened(token, '000001', '', settings)).text()
    expect(twice).toMatch(/再発行 \d+年\d+月\d+日/)
    expect(twice.replace(/<header[\s\S]*?<\/script>\n/, '')).toBe(first?.html)
    await shop().advance(86_400_000)
    expect(await (await opened(token, '000001', '?print=first')).text()).toContain('再発行')
  })

  test('M23: a document is shown to whoever has its order’s link, under a policy that allows its own style alone', async () => {
    const { token } = await paid()
    const other = await paid([['F-4400', 1]])
    await issue(token, '')
    const answer = await opened(token, '000001')
    const policy = answer.headers.get('content-security-policy') ?? ''
    const style = /<style>([\s\S]*?)<\/style>/.exec(await answer.text())?.[1] ?? ''
    expect(policy).toContain(`style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`)
    expect(policy).toContain("default-src 'none'")
    expect(policy).not.toContain('unsafe')
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer')
    expect(answer.headers.get('x-robots-tag')).toBe('noindex')
    for (const [link, named] of [
      [other.token, '000001'],
      ['x'.repeat(32), '000001'],
      [token, '000002'],
      [token, '000001-2'],
      [token, '1'],
    ] as const)
      expect(await status(opened(link, named)), `${link} ${named}`).toBe(404)
    const missing = { token: other.token, number: 1, revision: 1 }
    expect(await printReceipt(shop().ctx, visitor(), missing)).toEqual({ ok: false, error: 'not-found' })
    expect(await rows()).toMatchObject([{ printedAt: null }])
  })

  test('M23: a document whose bytes are not those that were stored is shown to nobody', async () => {
    const { token, order } = await paid()
    await issue(token, '山田 花子')
    await db()
      .updateTable('receipt')
      .set((eb) => ({ html: eb.fn('replace', ['html', eb.val('山田'), eb.val('川田')]) }))
      .execute()
    await expect(storedDocument(shop().ctx, order.id, { number: 1, revision: 1 })).rejects.toThrow(
      'not what was stored',
    )
    await expect(opened(token, '000001')).rejects.toThrow('not what was stored')
  })

  test('M20: the same name line is the same receipt; another one is the next revision of its number, up to ten', async () => {
    const { token, order } = await paid()
    const presses = await Promise.all(Array.from({ length: 5 }, () => issue(token, '山田 花子')))
    expect(presses.map((each) => each.ok && each.value.revision)).toEqual([1, 1, 1, 1, 1])
    expect(await rows()).toHaveLength(1)
    expect(await issue(token, ' 株式会社ぬの ')).toMatchObject({ value: { number: 1, revision: 2 } })
    expect(await issue(token, '株式会社ぬの')).toMatchObject({ value: { number: 1, revision: 2 } })
    const [first, second] = await rows()
    expect(second?.html).toContain('000001 の宛名を変えて発行したものです')
    expect(first?.html).not.toContain('宛名を変えて')
    expect(await issue(token, '布'.repeat(41))).toEqual({ ok: false, error: 'name-too-long' })
    for (let at = 3; at <= mostRevisions; at += 1) await issue(token, `名前${at}`)
    expect(await issue(token, 'もう一つ')).toEqual({ ok: false, error: 'too-many' })
    expect(await rows()).toHaveLength(mostRevisions)
    expect(await lastNumber()).toBe(1)
    const told = (await orderHistory(db(), order.id)).filter(({ what }) => what === 'receipt issued')
    expect(told).toHaveLength(mostRevisions)
    expect(told[0]).toMatchObject({ actor: 'shopper', detail: '領収書 000001' })
    const sheet = await receiptSheet(db(), await orderById(order.id))
    expect(sheet).toMatchObject({ mayRevise: false, nameLine: `名前${mostRevisions}` })
  })

  test('M24: 50 receipts at once have 50 numbers without gap or double, and a refused one uses none', async () => {
    const orders = await Promise.all(Array.from({ length: 50 }, (_, at) => placeOrderRow(at)))
    const done = await Promise.all(
      orders.map(({ token }, at) =>
        untilConnected(() =>
          issueReceipt(shop().ctx, visitor(at), {
            token,
            refundId: at % 5 === 0 ? 'no such refund' : '',
            nameLine: `${at}`,
          }),
        ),
      ),
    )
    expect(done.filter(({ ok }) => !ok)).toHaveLength(10)
    const numbers = (await rows()).map(({ number }) => number)
    expect(numbers).toEqual(Array.from({ length: 40 }, (_, at) => at + 1))
    expect(await lastNumber()).toBe(40)
    const late = await Promise.all(
      orders.filter((_, at) => at % 5 === 0).map(({ token }) => issue(token, '')),
    )
    expect(late.map((each) => each.ok && each.value.number).toSorted()).toEqual(
      Array.from({ length: 10 }, (_, at) => at + 41).toSorted(),
    )
  })

  /** On a busy machine not every one of fifty has a connection in time: who has none presses again, and no number is missing. */
  const untilConnected = async <T>(task: () => Promise<T>): Promise<T> => {
    try {
      return await task()
    } catch (error) {
      if (error instanceof Error && error.message.includes('trying to connect')) return untilConnected(task)
      throw error
    }
  }

  /** A paid order that was placed through no payment page, so that fifty take no minute. */
  const placeOrderRow = async (at: number) => {
    const token = `a-token-of-the-order-${at}`
    await addOrder(db(), token, 'paid')
    await db().updateTable('orders').set({ paidAt: 1_000 }).where('id', '=', token).execute()
    return { token }
  }

  test('M24: the order’s row is locked first: one order’s receipt and its refund at once agree', async () => {
    if (engine !== 'postgres') return
    const { token, order } = await paid()
    const [issued] = await Promise.all([
      issue(token, '山田'),
      refund(order.orderNumber, { lines: [{ position: 0, units: 1 }] }),
    ])
    expect(issued).toMatchObject({ ok: true })
    expect(await rows()).toHaveLength(1)
  })

  test('M19: nothing is issued of an order that is unpaid, for practice, to be looked at, disputed or given back', async () => {
    const { token, order, sessionId } = await paid()
    const set = (values: {
      practice?: number
      state?: 'paid' | 'needs_review'
      reviewReason?: string | null
      cancelledAt?: number | null
    }) => db().updateTable('orders').set(values).where('id', '=', order.id).execute()
    await set({ practice: 1 })
    expect(await issue(token, '')).toEqual({ ok: false, error: 'practice' })
    await set({ practice: 0, state: 'needs_review' })
    expect(await issue(token, '')).toEqual({ ok: false, error: 'unpaid' })
    expect(await issue(token, '', 'refund')).toEqual({ ok: false, error: 'unpaid' })
    await set({ state: 'paid', reviewReason: 'paid-twice' })
    expect(await issue(token, '')).toEqual({ ok: false, error: 'review' })
    await set({ reviewReason: null, cancelledAt: 5 })
    expect(await issue(token, '')).toEqual({ ok: false, error: 'given-back' })
    await set({ cancelledAt: null })
    expect(await issue('x'.repeat(32), '')).toEqual({ ok: false, error: 'not-found' })
    await shop().provider.dispute(sessionId)
    await shop().provider.settled()
    expect((await moneyOfOrder(db(), order.id)).disputes).toHaveLength(1)
    expect(await issue(token, '')).toEqual({ ok: false, error: 'disputed' })
    expect(await rows()).toEqual([])
    expect(await lastNumber()).toBe(0)
  })

  test('M19: a receipt that was issued stays when nothing more may be issued', async () => {
    const { token, order } = await paid()
    await issue(token, '山田')
    await db().updateTable('orders').set({ cancelledAt: 5 }).where('id', '=', order.id).execute()
    expect(await issue(token, '山田')).toMatchObject({ ok: true, value: { number: 1, revision: 1 } })
    expect(await issue(token, '川田')).toEqual({ ok: false, error: 'given-back' })
    expect((await opened(token, '000001')).status).toBe(200)
  })

  test('M18, M21: a whole refund in three parts: receipts before and after, and statements whose taxes come to the order’s', async () => {
    const { token, order } = await paid([
      ['F-1100', 3],
      ['F-330', 1],
    ])
    await issue(token, '株式会社ぬの')
    const before = (await rows())[0]?.html
    await refund(order.orderNumber, { lines: [{ position: 0, units: 1 }] })
    expect((await rows())[0]?.html).toBe(before)
    expect(await issue(token, '株式会社ほか')).toMatchObject({ value: { number: 1, revision: 2 } })
    const after = (await rows())[1]?.html
    expect(after).toContain('この領収書の発行までのご返金')
    expect(after).toContain('麻の葉')
    expect(after).toContain('−1,100円')

    await refund(order.orderNumber, { other: 101, reason: 'ほつれ' })
    await refund(order.orderNumber, { other: order.total - 1100 - 101, reason: '残り' })
    const sheet = await receiptSheet(db(), await orderById(order.id))
    expect(sheet?.hindrance).toBe('given-back')
    expect(sheet?.refunds.map(({ amount }) => amount)).toEqual([1100, 101, order.total - 1201])
    for (const each of sheet?.refunds ?? []) {
      expect(await issue(token, '株式会社ほか', each.id)).toMatchObject({
        ok: true,
        value: { kind: 'refund_note' },
      })
      expect(await issue(token, '株式会社ほか', each.id)).toMatchObject({ ok: true })
    }
    const notes = (await rows()).filter(({ kind }) => kind === 'refund_note')
    expect(notes.map(({ number, revision }) => [number, revision])).toEqual([
      [2, 1],
      [3, 1],
      [4, 1],
    ])
    const taxes = notes.map(({ html }) => Number(/<dt>内消費税<\/dt><dd>(\d+)円/.exec(html)?.[1]))
    expect(taxes.reduce((sum, tax) => sum + tax, 0)).toBe(order.taxIncluded)
    expect(taxes.slice(0, 2)).toEqual([100, 9])
    expect(notes[1]?.html).toContain('ほつれ')
    expect(notes[0]?.html).toContain('適格返還請求書')
    expect(await issue(token, '', 'no such refund')).toEqual({ ok: false, error: 'no-refund' })
  })

  test('M21: a refund on its way is not stated, nor one of a second payment for the same order', async () => {
    const { token, order, paymentIntent } = await paid()
    await db()
      .insertInto('payment')
      .values({
        paymentIntent: 'pi_second',
        orderId: order.id,
        sessionId: 'cs_second',
        amount: order.total,
        currency: 'jpy',
        livemode: 0,
        receivedAt: Date.now() + 1,
        role: 'second',
      })
      .execute()
    const put = (id: string, of: string, state: 'pending' | 'succeeded', amount: number) =>
      db()
        .insertInto('refund')
        .values({
          id,
          requestId: id,
          paymentIntent: of,
          providerId: null,
          amount,
          state,
          via: 'outside',
          tax: null,
          reason: null,
          note: null,
          insteadOf: null,
          failureReason: null,
          pendingReason: null,
          askedBy: 'owner',
          askedAt: 5,
          settledAt: null,
          asOf: 5,
          mailsBuyer: 0,
        })
        .execute()
    await put('on-its-way', paymentIntent, 'pending', 100)
    await put('second', 'pi_second', 'succeeded', order.total)
    await put('outside', paymentIntent, 'succeeded', 200)
    const sheet = await receiptSheet(db(), await orderById(order.id))
    expect(sheet?.refunds.map(({ id }) => id)).toEqual(['outside'])
    expect(await issue(token, '', 'on-its-way')).toEqual({ ok: false, error: 'no-refund' })
    expect(await issue(token, '', 'outside')).toMatchObject({ ok: true })
    expect((await rows())[0]?.html).toContain('<dt>内消費税</dt><dd>18円</dd>')
    await db().updateTable('refund').set({ state: 'failed' }).where('id', '=', 'outside').execute()
    const failed = await receiptSheet(db(), await orderById(order.id))
    expect(failed?.refunds).toEqual([])
    expect(
      failed?.issued.map(({ refundId }) => refundId),
      'the owner still sees that it exists',
    ).toEqual(['outside'])
    await db().updateTable('refund').set({ state: 'succeeded' }).where('id', '=', 'outside').execute()
    await put('the-rest', paymentIntent, 'succeeded', order.total - 300)
    await db().updateTable('refund').set({ amount: 400 }).where('id', '=', 'second').execute()
    const kept = await receiptSheet(db(), await orderById(order.id))
    expect(
      kept?.refunds.map(({ id }) => id),
      'the shop keeps the second payment',
    ).toEqual(['second'])
  })

  test('M22: after an exchange the lines are those that were paid, each with what it is now, and the difference is a refund', async () => {
    const { token, order } = await paid([['F-1100', 2]])
    const exchanged = await exchangeLine(shop().ctx, owner(), {
      number: order.orderNumber,
      version: null,
      requestId: newId(),
      position: 0,
      units: 1,
      to: 'F-330',
      difference: 770,
      mailsBuyer: false,
    })
    expect(exchanged).toMatchObject({ ok: true })
    await shop().provider.settled()
    await issue(token, '')
    const html = (await rows())[0]?.html ?? ''
    expect(html).toContain('<td>2枚</td><td>2,200円</td>')
    expect(html).toMatch(/うち1枚は、[^<]*（F-330）に変更しました/)
    expect(html).toContain('−770円')
    expect(html).not.toContain('<td>1枚</td>')
  })

  test('M19, N1, N3: the owner issues one for a buyer who telephones, once a form, and the log names no buyer', async () => {
    const { order } = await paid()
    const form = {
      number: order.orderNumber,
      version: 0,
      refundId: '',
      nameLine: '株式会社ぬの',
      requestId: newId(),
    }
    const stale = deskPersonForTests(shop().ctx, { confirmedAt: shop().ctx.now() - 11 * 60_000 })
    expect(await issueReceiptAtDesk(shop().ctx, stale, form)).toEqual({ ok: false, error: 'confirm' })
    const packer = deskPersonForTests(shop().ctx, { role: 'packer' })
    expect(await issueReceiptAtDesk(shop().ctx, packer, form)).toEqual({ ok: false, error: 'not-found' })
    const done = { ok: true, value: { number: 1, revision: 1, kind: 'receipt' } }
    expect(await issueReceiptAtDesk(shop().ctx, owner(), form)).toEqual(done)
    expect(await issueReceiptAtDesk(shop().ctx, owner(), form)).toEqual(done)
    expect(await rows()).toMatchObject([{ issuedBy: '綿貫' }])
    const audit = await auditOf(db(), `order:${order.id}`)
    expect(audit.filter(({ act }) => act === 'order.receipt')).toHaveLength(1)
    expect(JSON.stringify(audit)).toContain('領収書 000001')
    expect(JSON.stringify(audit)).not.toContain('ぬの')
    await refund(order.orderNumber, { lines: [{ position: 0, units: 1 }] })
    const late = { ...form, requestId: newId(), nameLine: '川田' }
    expect(await issueReceiptAtDesk(shop().ctx, owner(), late)).toEqual({ ok: false, error: 'stale' })
  })

  test('M20, M24: the owner and the buyer at the same moment make one number, of which both have a revision', async () => {
    const { token, order } = await paid()
    const form = { number: order.orderNumber, version: 0, refundId: '', nameLine: '株式会社ぬの' }
    const both = await Promise.all([
      issueReceiptAtDesk(shop().ctx, owner(), { ...form, requestId: newId() }),
      issue(token, '山田 花子'),
    ])
    expect(both.map((each) => each.ok && each.value.number)).toEqual([1, 1])
    expect(both.map((each) => each.ok && each.value.revision).toSorted()).toEqual([1, 2])
    const issued = await rows()
    expect(issued.map(({ nameLine }) => nameLine).toSorted()).toEqual(['山田 花子', '株式会社ぬの'])
    expect(issued[1]?.html).toContain('000001 の宛名を変えて発行したものです')
    expect(await lastNumber()).toBe(1)
  })

  test('M19, M23: the owner opens the same bytes; of her prints and the buyer’s the first alone bears no mark; a packer finds no such page', async () => {
    const { token, order } = await paid()
    await issue(token, '山田')
    const url = (search = '') => new URL(`https://shop.example/${search}`)
    const open = async (role: 'owner' | 'packer', search = '', number = order.orderNumber) => {
      const context = contextOf(deskPersonForTests(shop().ctx, { role }))
      const given = { params: { number, document: '000001' }, url: url(search), context, pattern: '' }
      const answer = await deskDocument({ ...given, request: new Request(given.url) })
      return answer.text()
    }
    const print = (requestId: string, number = order.orderNumber, revision = 1) =>
      printReceiptAtDesk(shop().ctx, owner(), { requestId, number, document: { number: 1, revision } })
    const html = (await rows())[0]?.html
    const shown = await open('owner')
    expect(shown.replace(/<header[\s\S]*?<\/script>\n/, '')).toBe(html)
    expect(shown).toContain('確認用')
    const other = await paid()
    for (const refused of [print('a', other.order.orderNumber), print('b', order.orderNumber, 2)])
      expect(await refused).toEqual({ ok: false, error: 'not-found' })
    expect(await rows()).toMatchObject([{ printedAt: null }])
    expect(await print('c')).toEqual({ ok: true, value: { isFirst: true } })
    expect(await print('c'), 'sent twice (N2)').toEqual({ ok: true, value: { isFirst: true } })
    expect(await open('owner', '?print=first')).not.toContain('class="mark"')
    expect(await open('owner')).toContain('再発行')
    expect(await print('d')).toEqual({ ok: true, value: { isFirst: false } })
    const audit = await auditOf(db(), `order:${order.id}`)
    expect(audit.filter(({ act }) => act === 'order.receipt-print').map(({ after }) => after)).toEqual([
      { receipt: '領収書 000001' },
      { receipt: '領収書 000001' },
    ])
    const buyers = await printReceipt(shop().ctx, visitor(), { token, number: 1, revision: 1 })
    expect(buyers, 'hers is a copy then').toEqual({ ok: true, value: { isFirst: false } })
    expect(await status(open('packer'))).toBe(404)
    const packers = contextOf(deskPersonForTests(shop().ctx, { role: 'packer' }))
    const params = { number: order.orderNumber }
    const page = { params, url: url(), context: packers, request: new Request(url()), pattern: '' } as const
    expect(await status(deskReceipts(page))).toBe(404)
    expect(await status(open('owner', '', other.order.orderNumber))).toBe(404)
  })

  test('S17: one caller makes no more than 60 an hour', async () => {
    const { token } = await paid()
    const answers: unknown[] = []
    for (let at = 0; at < 62; at += 1) {
      const done = await issue(token, '山田')
      answers.push(done.ok ? 'ok' : done.error)
    }
    expect(answers.filter((each) => each === 'busy')).toHaveLength(2)
    expect(
      await issueReceipt(shop().ctx, visitor(8), { token, refundId: '', nameLine: '山田' }),
    ).toMatchObject({ ok: true })
  })

  test('A17: deleting her account leaves a member’s receipts with her order', async () => {
    const { token, order } = await paid()
    const ctx = withPlainPasswords(shop().ctx)
    const email = 'hanako@mail.example'
    await db().updateTable('orders').set({ customerEmail: email }).where('id', '=', order.id).execute()
    const member = await memberForTests(ctx, { email })
    expect((await ordersOfMember(db(), member, 5)).orders).toMatchObject([{ hasReceipts: true }])
    await issueReceipt(shop().ctx, member, { token, refundId: '', nameLine: '山田' })
    expect(await deleteAccount(ctx, member, { password: 'present-1' })).toEqual({ ok: true, value: null })
    expect((await opened(token, '000001')).status).toBe(200)
    await db().updateTable('orders').set({ practice: 1 }).where('id', '=', order.id).execute()
    const again = await memberForTests(ctx, { id: 'again', email })
    expect((await ordersOfMember(db(), again, 5)).orders).toMatchObject([{ hasReceipts: false }])
  })
})
