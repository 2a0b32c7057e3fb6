import type { Insertable } from 'kysely'
import { expect, test } from 'vitest'
import type { OrdersTable } from '#db/schema.ts'
import { orderSheets } from '~/addresses.ts'
import { markOf } from '~/kernel/desk-list.ts'
import { ok, refused } from '~/kernel/result.ts'
import { contextForTests, onBothEngines } from '../../../../tests/support/database-for-tests.ts'
import { deskPersonForTests } from '../../../../tests/support/desk-person-for-tests.ts'
import { orderRowForTests } from '../../../../tests/support/order-row.ts'
import { markedSeen } from './list.queries.server.ts'
import { againKinds, mostMailedAgain, severalActs } from './rules.ts'
import { mailSeveral, noteSeveral, shipSeveral } from './several.commands.server.ts'
import { mailsToSendAgain } from './several.queries.server.ts'

const [first, second, third] = ['AAAA-2222', 'BBBB-2222', 'CCCC-2222'] as const

onBothEngines('N119: marked orders', (open) => {
  const shop = async () => {
    const ctx = contextForTests((await open()).db, { demo: false })
    const owner = deskPersonForTests(ctx)
    const packer = deskPersonForTests(ctx, { role: 'packer' })
    const add = async (number: string, parts: Partial<Insertable<OrdersTable>> = {}) => {
      const row = { paidAt: 1, customerEmail: `${number}@example.com`, customerName: number, ...parts }
      await ctx.db.insertInto('orders').values(orderRowForTests(number, row)).execute()
    }
    const mail = async (orderId: string, kind: string, state: 'sent' | 'queued') => {
      await ctx.db
        .insertInto('mail')
        .values({
          ...{
            id: `${orderId} ${kind}`,
            kind,
            subjectKey: orderId,
            recipient: '',
            subject: '',
            text: '',
            html: '',
          },
          ...{ messageId: `${orderId} ${kind}`, state, attempts: 1, nextAttemptAt: 1, claimedUntil: 0 },
          ...{ lastError: null, createdAt: 1, sentAt: 1, holdsToken: 0 },
        })
        .execute()
    }
    const marks = (...numbers: readonly string[]) => numbers.map((key) => ({ key, version: 0 }))
    return { ctx, owner, packer, add, mail, marks }
  }
  const read = (
    several: { readonly act: { readonly form?: unknown } },
    entries: readonly (readonly [string, string])[],
  ) => {
    const form = new FormData()
    for (const [name, value] of entries) form.append(name, value)
    const { form: reader } = several.act
    if (typeof reader !== 'function') throw new Error('no form')
    return reader({ form, at: {}, ctx: {} })
  }

  test('N90: shipSeveral ships what is as it was seen, and names each other one with its reason', async () => {
    const { ctx, packer, add, marks } = await shop()
    await add(first)
    await add(second, { version: 1 })
    await add(third, { carrier: 'sagawa', tracking: '1' })
    await add('DDDD-2222', { cancelledAt: 1 })
    const sent = { requestId: 'ship', orders: marks(first, second, third, 'DDDD-2222'), carrier: 'yamato' }
    const shipped = await shipSeveral(ctx, packer, sent)
    expect(shipped).toMatchObject({
      value: {
        done: [first, third],
        left: [{ what: second, why: 'ほかの画面で先に変わりました' }, { what: 'DDDD-2222' }],
      },
    })
    const rows = await ctx.db
      .selectFrom('orders')
      .select(['id', 'carrier', 'shippedAt'])
      .orderBy('id')
      .execute()
    expect(rows.map(({ carrier, shippedAt }) => [carrier, shippedAt !== null])).toEqual([
      ['yamato', true],
      [null, false],
      ['sagawa', true],
      [null, false],
    ])
    expect(await shipSeveral(ctx, packer, sent), 'sent twice').toMatchObject({
      value: { done: [first, third] },
    })
  })

  test('N90: noteSeveral writes a note to each, and what a packer does not see is not there', async () => {
    const { ctx, packer, add, marks } = await shop()
    await add(first)
    await add(second, { cancelledAt: 1 })
    const noted = await noteSeveral(ctx, packer, {
      requestId: 'n',
      orders: marks(first, second),
      text: '急ぎ',
    })
    expect(noted).toMatchObject({ value: { done: [first], left: [{ what: second, why: '見つかりません' }] } })
    expect(await ctx.db.selectFrom('orderNote').select(['orderId', 'text']).execute()).toEqual([
      { orderId: first, text: '急ぎ' },
    ])
  })

  test('N90: mailSeveral sends the mails whose number is told first, each once, and what cannot be sent is named', async () => {
    const { ctx, owner, packer, add, mail, marks } = await shop()
    for (const number of [first, second, third]) await add(number, number === third ? { shippedAt: 5 } : {})
    await mail(first, 'order_confirmation', 'sent')
    await mail(second, 'order_confirmation', 'queued')
    await mail(third, 'order_shipped', 'sent')
    await mail(first, 'order_shipped', 'sent')
    expect(await mailsToSendAgain(ctx, [first, second, third])).toEqual({
      order_confirmation: 1,
      order_shipped: 1,
    })
    const sent = { requestId: 'm', orders: marks(first, second, third), kind: againKinds[0] }
    expect(await mailSeveral(ctx, packer, sent)).toEqual(refused('not-found'))
    const done = await mailSeveral(ctx, owner, sent)
    expect(done).toMatchObject({
      value: {
        done: [first],
        left: [
          { what: second, why: '前のメールが、まだ送られる途中です' },
          { what: third, why: 'このメールを送れる状態ではありません' },
        ],
      },
    })
    await mailSeveral(ctx, owner, sent)
    const again = await ctx.db
      .selectFrom('mail')
      .select('subjectKey')
      .where('subjectKey', 'like', '% again %')
      .execute()
    expect(again).toEqual([{ subjectKey: `${first} again 1` }])
  })

  test('no page for several has the address of a sheet', () => {
    expect(severalActs.filter((act) => orderSheets.includes(act))).toEqual([])
  })

  test('forms: marks with their versions, none and too many are refused before anything is done', () => {
    const of = (count: number) =>
      Array.from({ length: count }, (_, at) => ['order', markOf(`A-${at}`, 3)] as const)
    expect(read(shipSeveral, [...of(1), ['carrier', 'yamato']])).toEqual(
      ok({ orders: [{ key: 'A-0', version: 3 }], carrier: 'yamato' }),
    )
    expect(read(shipSeveral, [...of(1), ['carrier', 'rocket']])).toMatchObject({ value: { carrier: '' } })
    for (const act of [shipSeveral, noteSeveral, mailSeveral]) {
      expect(read(act, [])).toEqual(refused('nothing-marked'))
      expect(read(act, of(101))).toEqual(refused('too-many'))
    }
    expect(read(mailSeveral, of(mostMailedAgain))).toMatchObject({ ok: true })
    expect(read(mailSeveral, of(mostMailedAgain + 1))).toEqual(refused('too-many'))
    expect(read(mailSeveral, [...of(1), ['kind', 'order_refunded']])).toMatchObject({
      value: { kind: 'order_confirmation' },
    })
    expect(read(noteSeveral, [...of(1), ['text', '']])).toMatchObject({ error: { text: expect.any(String) } })
  })

  test('N12: her page shows what this person may see, in the order of the marks, without practice', async () => {
    const { ctx, add } = await shop()
    await add(first, { carrier: 'yamato', tracking: '1' })
    await add(second, { cancelledAt: 1 })
    await add(third, { practice: 1 })
    const marks = [second, third, first].map((key, version) => ({ key: key.toLowerCase(), version }))
    const seen = async (role: 'owner' | 'packer') =>
      (await markedSeen(ctx.db, { role }, false, marks, ctx.now())).map(({ number, version }) => [
        number,
        version,
      ])
    expect(await seen('owner')).toEqual([
      [second, 0],
      [first, 2],
    ])
    expect(await seen('packer')).toEqual([[first, 2]])
    expect((await markedSeen(ctx.db, { role: 'owner' }, false, marks, ctx.now()))[1]?.parcels).toEqual([
      { carrier: 'yamato', tracking: '1' },
    ])
  })
})
