import { expect, test } from 'vitest'
import { requestRefund } from '~/features/orders/refund/requesting.commands.server.ts'
import { checkoutOnBothEngines } from '../../../tests/support/checkout-on-both-engines.ts'
import { deskPersonForTests } from '../../../tests/support/desk-person-for-tests.ts'
import { pageAsHtml } from '../../../tests/support/page-as-html.tsx'
import { placePaidOrder } from '../../../tests/support/paid-order.ts'
import * as refund from './refund.tsx'

checkoutOnBothEngines('the page on which a failed refund is tried again', (shop) => {
  test('M49: takes the units of that one, which are in no other refund, and no fewer', async () => {
    const { ctx, provider } = shop()
    const owner = deskPersonForTests(ctx)
    const { orderNumber: number } = (await placePaidOrder(shop(), [['F-1100', 2]])).order
    await requestRefund(ctx, owner, {
      ...{ number, version: null, requestId: 'first', mailsBuyer: false, insteadOf: null, returnId: null },
      ...{ wanted: { lines: [{ position: 0, units: 2 }], shipping: 0, other: 0, reason: '' }, note: null },
    })
    await provider.settled()
    const failed = await ctx.db.selectFrom('refund').selectAll().executeTakeFirstOrThrow()
    await provider.changeRefund(failed.providerId ?? '', 'failed')
    await provider.settled()

    const path = `/admin/orders/${number}/refund?again=${failed.id}`
    const page = pageAsHtml(ctx, owner, refund, { path, params: { number } })
    const opened = await page.open()
    const forms = 'html' in opened ? opened.forms : []
    const fields = forms.find(({ html }) => html.includes('name="insteadOf"'))?.fields ?? []
    expect(Object.fromEntries(fields)).toMatchObject({ insteadOf: failed.id, 'units-0': '2' })
    const fewer = fields.map(([name, value]) => [name, name === 'units-0' ? '1' : value] as const)
    expect(await page.press(fewer)).toMatchObject({
      html: expect.stringContaining('2より少なくはできません'),
    })
    expect(await page.press(fields)).toHaveProperty('to')
    await provider.settled()
    const again = ctx.db.selectFrom('refund').select(['amount', 'state']).where('insteadOf', '=', failed.id)
    expect(await again.execute()).toEqual([{ amount: failed.amount, state: 'succeeded' }])
  })
})
