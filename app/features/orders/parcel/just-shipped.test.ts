import { expect, test } from 'vitest'
import { memberId } from '~/kernel/actor.ts'
import { contextForTests, onBothEngines } from '../../../../tests/support/database-for-tests.ts'
import { deskPersonForTests } from '../../../../tests/support/desk-person-for-tests.ts'
import { orderRowForTests } from '../../../../tests/support/order-row.ts'
import { turnsWhile } from '../../../../tests/support/turns.ts'
import { saveNumbers, shipPacked, undoShipping } from './commands.server.ts'
import { saveParcel } from './correcting.commands.server.ts'
import { packingPage } from './queries.server.ts'
import { shipOrder } from './shipping.commands.server.ts'

const numbers = ['AAAA-2222', 'BBBB-2222', 'CCCC-2222', 'DDDD-2222', 'EEEE-2222', 'FFFF-2222'] as const
const [a, b, c, d, e, f] = numbers

onBothEngines('what was shipped just now', (open) => {
  const shop = async () => {
    const ctx = contextForTests((await open()).db, { demo: false })
    const owner = deskPersonForTests(ctx)
    const packer = deskPersonForTests(ctx, { id: memberId('packer'), role: 'packer', name: '手伝い' })
    for (const number of numbers) {
      await ctx.db
        .insertInto('orders')
        .values(orderRowForTests(number, { paidAt: 1 }))
        .execute()
      const line = { orderId: number, position: 0, number: 'K-1', type: 'kit', name: 'キット' } as const
      const sold = { description: '', unitPrice: 100, quantity: 1, free: 0, imageUrl: null, picture: null }
      await ctx.db
        .insertInto('orderLine')
        .values({ ...line, ...sold })
        .execute()
    }
    const packed = (requestId: string, some: readonly string[]) => ({
      requestId,
      orders: some.map((number) => ({ number, version: 0 })),
      on: [],
      off: [],
      carrier: '',
    })
    const presses = async () =>
      (await packingPage(ctx)).justShipped.map(({ by, orders }) => [
        by,
        ...orders.map(({ number }) => number).sort(),
      ])
    return { ctx, owner, packer, packed, presses }
  }

  test('N85: others are served between the orders of one press', async () => {
    const { ctx, packer } = await shop()
    const orders = [a, b, c].map((number) => ({ number, version: 0 }))
    expect(
      await turnsWhile(() => undoShipping(ctx, packer, { requestId: 'undoes', orders })),
    ).toBeGreaterThanOrEqual(3)
  })

  test('N91: each press stands by itself, newest first, with who pressed', async () => {
    const { ctx, owner, packer, packed, presses } = await shop()
    await shipPacked(ctx, packer, packed('r1', [a, b]))
    ctx.advance(1_000)
    await shipOrder(ctx, owner, { requestId: 'r2', number: c, version: 0, parcels: [] })
    ctx.advance(1_000)
    await shipPacked(ctx, owner, packed('r3', [d]))
    const corrected = { number: a, version: 1, parcels: [{ carrier: 'other', tracking: '2' }] }
    await saveParcel(ctx, owner, { ...corrected, requestId: 'corrects', shippedOn: '', mail: false })
    ctx.advance(1_000)
    const parcels = [{ carrier: 'other', tracking: '1' }]
    await saveNumbers(ctx, owner, {
      requestId: 'r4',
      orders: [{ number: e, version: 0, parcels, ships: true }],
      isAsked: false,
    })
    expect(await presses()).toEqual([
      ['綿貫', e],
      ['綿貫', d],
      ['綿貫', c],
      ['手伝い', a, b],
    ])
    ctx.advance(10 * 60_000 - 3_000)
    expect(await presses(), 'what can be undone no more is gone').toEqual([
      ['綿貫', e],
      ['綿貫', d],
      ['綿貫', c],
    ])
  })

  test('N91: undoing a press takes back nothing that another press has shipped, also of an order of its own', async () => {
    const { ctx, owner, packer, packed, presses } = await shop()
    await shipPacked(ctx, packer, packed('r1', [a, b]))
    const [first] = (await packingPage(ctx)).justShipped
    ctx.advance(1_000)
    await shipPacked(ctx, owner, packed('r2', [c, d]))
    ctx.advance(1_000)
    await undoShipping(ctx, packer, { requestId: 'r3', orders: first?.orders ?? [] })
    expect(await presses()).toEqual([['綿貫', c, d]])
    const again = packed('r4', [a, f])
    const orders = again.orders.map((order) => ({ ...order, version: order.number === a ? 2 : 0 }))
    await shipPacked(ctx, owner, { ...again, orders })
    expect(await presses()).toEqual([
      ['綿貫', a, f],
      ['綿貫', c, d],
    ])
    const late = await undoShipping(ctx, packer, { requestId: 'r5', orders: first?.orders ?? [] })
    expect(late, 'a form of before takes nothing back').toMatchObject({ value: { done: [] } })
    expect((await presses()).flat()).toContain(a)
  })

  test('N91: what the release before shipped, and the machine, stands order by order', async () => {
    const { ctx, packer, packed, presses } = await shop()
    await shipPacked(ctx, packer, packed('r1', [a, b]))
    await ctx.db.updateTable('orderEvent').set({ auditId: null }).execute()
    await shipOrder(ctx, { kind: 'owner' }, { requestId: 'r2', number: c, version: null, parcels: [] })
    expect((await presses()).sort()).toEqual([
      ['お店のコンピューター', c],
      ['手伝い', a],
      ['手伝い', b],
    ])
  })
})
