import { expect, test } from 'vitest'
import { claimPieces } from '~/features/stock/claims.commands.server.ts'
import { inTransaction } from '~/server/database/transaction.ts'
import { contextForTests, onBothEngines } from '../../../tests/support/database-for-tests.ts'
import { deskPersonForTests } from '../../../tests/support/desk-person-for-tests.ts'
import { orderRowForTests } from '../../../tests/support/order-row.ts'
import { pageAsHtml } from '../../../tests/support/page-as-html.tsx'
import { countForTests } from '../../../tests/support/stock-for-tests.ts'
import * as bolt from './bolt.tsx'

const order = 'AAAA-2222'
const product = 'F-1'

onBothEngines('the page on which a line is cut from another bolt', (open) => {
  test('N157: keeps the bolt that was chosen when the press is refused', async () => {
    const ctx = contextForTests((await open()).db, { demo: false })
    const packer = deskPersonForTests(ctx, { role: 'packer' })
    await countForTests(ctx, product, [3, 7, 8])
    await ctx.db
      .insertInto('orders')
      .values(orderRowForTests(order, { paidAt: 1 }))
      .execute()
    await ctx.db
      .insertInto('orderLine')
      .values({
        ...{ orderId: order, position: 0, number: product, quantity: 3, imageUrl: null, picture: null },
        ...{ type: 'fabric' as const, name: '布', description: '', unitPrice: 100, free: 0 },
      })
      .execute()
    await inTransaction(ctx, (trx) =>
      claimPieces(trx, ctx, packer, { orderId: order, state: 'promised', until: null }, [
        { number: product, position: 0, units: 3 },
      ]),
    )
    const path = `/admin/packing/bolt?order=${order}&line=0`
    const page = pageAsHtml(ctx, packer, bolt, { path, params: {} })
    const fieldsOf = (shown: Awaited<ReturnType<typeof page.press>>) =>
      'html' in shown ? (shown.forms.find(({ html }) => html.includes('name="to"'))?.fields ?? []) : []
    const fields = fieldsOf(await page.open())
    expect(Object.fromEntries(fields)).toMatchObject({ from: 'B1', to: 'B2' })
    const refused = await page.press([
      ...fields.filter(([name]) => name !== 'from' && name !== 'to'),
      ['from', 'B9'],
      ['to', 'B3'],
    ])
    expect(refused).toMatchObject({ status: 409 })
    expect(Object.fromEntries(fieldsOf(refused))).toMatchObject({ to: 'B3' })
  })
})
