import { expect, test } from 'vitest'
import { shipPacked } from '~/features/orders/parcel/commands.server.ts'
import { contextForTests, onBothEngines } from '../../../tests/support/database-for-tests.ts'
import { deskPersonForTests } from '../../../tests/support/desk-person-for-tests.ts'
import { orderRowForTests } from '../../../tests/support/order-row.ts'
import { pageAsHtml } from '../../../tests/support/page-as-html.tsx'
import * as order from './order.tsx'
import * as packing from './packing.tsx'
import * as ship from './ship.tsx'

const [here, other] = ['AAAA-2222', 'BBBB-2222'] as const

onBothEngines('pages on which orders are packed', (open) => {
  const shop = async () => {
    const ctx = contextForTests((await open()).db, { demo: false })
    for (const id of [here, other]) {
      await ctx.db
        .insertInto('orders')
        .values(orderRowForTests(id, { paidAt: 1 }))
        .execute()
      await ctx.db
        .insertInto('orderLine')
        .values({
          ...{ orderId: id, position: 0, number: 'F-1', quantity: 1, imageUrl: null, picture: null },
          ...{ type: 'fabric' as const, name: '布', description: '', unitPrice: 100, free: 0 },
        })
        .execute()
    }
    return { ctx, owner: deskPersonForTests(ctx), packer: deskPersonForTests(ctx, { role: 'packer' }) }
  }

  test('N163: 元に戻す of several names on the packing page what it undid before what it left out', async () => {
    const { ctx, owner } = await shop()
    const packed = { on: [here, other].map((number) => `${number}:0:packed`), off: [], carrier: 'other' }
    const orders = [here, other].map((number) => ({ number, version: 0 }))
    expect(await shipPacked(ctx, owner, { ...packed, orders, requestId: 'ship' })).toMatchObject({ ok: true })
    const page = pageAsHtml(ctx, owner, packing, { path: '/admin/packing', params: {} })
    const opened = await page.open()
    const forms = 'html' in opened ? opened.forms : []
    const fields = forms.find(({ fields }) => fields.some(([, value]) => value === 'undo'))?.fields ?? []
    await ctx.db.updateTable('orders').set({ version: 9 }).where('id', '=', other).execute()
    const answered = await page.press([...fields, ['order', 'all']])
    expect(answered).toMatchObject({ status: 409 })
    const html = 'html' in answered ? answered.html : ''
    expect(html).toMatch(new RegExp(`${here} の発送を取り消しました。.*${other} は`))
  })

  test.each([
    ['the order’s page', order, `/admin/orders/${other}`, { act: 'note', text: '覚え' }],
    ['its sheet', ship, `/admin/orders/${other}/ship`, { intent: 'ship', carrier: 'other', tracking: '' }],
  ])(
    'N90.2: a form of an order that was cancelled meanwhile is answered by 410 to one who packs: %s',
    async (_, module, path, fields) => {
      const { ctx, owner, packer } = await shop()
      const sent = Object.entries({ ...fields, requestId: 'request', version: '0' })
      const pressed = async (actor: typeof owner) =>
        pageAsHtml(ctx, actor, module, { path, params: { number: other } }).press(sent)
      await ctx.db
        .updateTable('orders')
        .set({ cancelledAt: ctx.now(), version: 1 })
        .where('id', '=', other)
        .execute()
      expect(await pressed(packer)).toEqual({ thrown: 410 })
      expect(await pressed(owner), 'who sees the order').not.toHaveProperty('thrown')
    },
  )
})
