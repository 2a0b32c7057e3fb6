import { expect, test } from 'vitest'
import { contextForTests, onBothEngines } from '../../../tests/support/database-for-tests.ts'
import { deskPersonForTests } from '../../../tests/support/desk-person-for-tests.ts'
import { orderRowForTests } from '../../../tests/support/order-row.ts'
import { pageAsHtml } from '../../../tests/support/page-as-html.tsx'
import * as numbers from './packing-numbers.tsx'

const [here, other] = ['AAAA-2222', 'BBBB-2222'] as const

onBothEngines('the page of 番号を入れる', (open) => {
  test('N163: names what it saved before what it left out', async () => {
    const ctx = contextForTests((await open()).db, { demo: false })
    for (const id of [here, other])
      await ctx.db
        .insertInto('orders')
        .values(orderRowForTests(id, { paidAt: 1 }))
        .execute()
    const page = pageAsHtml(ctx, deskPersonForTests(ctx), numbers, {
      ...{ path: '/admin/packing/numbers', params: {} },
    })
    const opened = await page.open()
    const fields = 'html' in opened ? (opened.forms[0]?.fields ?? []) : []
    await ctx.db.updateTable('orders').set({ version: 1 }).where('id', '=', other).execute()
    const filled = fields.map(([name, value]) => {
      if (name.startsWith('tracking:')) return [name, name.endsWith(here) ? '12345' : '67890'] as const
      return [name, name.startsWith('carrier:') ? 'other' : value] as const
    })
    const answered = await page.press([...filled, ['intent', 'keep']])
    expect(answered).toMatchObject({ status: 409 })
    const html = 'html' in answered ? answered.html : ''
    expect(html).toMatch(new RegExp(`${here} の番号は保存しました。.*${other} は`))
  })
})
