import { expect, test } from 'vitest'
import { putProducts } from '~/features/products/commands.server.ts'
import { markOf } from '~/kernel/desk-list.ts'
import { inTransaction } from '~/server/database/transaction.ts'
import { contextForTests, onBothEngines } from '../../../tests/support/database-for-tests.ts'
import { deskPersonForTests } from '../../../tests/support/desk-person-for-tests.ts'
import { orderRowForTests } from '../../../tests/support/order-row.ts'
import { pageAsHtml } from '../../../tests/support/page-as-html.tsx'
import { fabricForTests } from '../../../tests/support/sample-products.ts'
import * as orders from './marked-orders.tsx'
import * as products from './products.tsx'

onBothEngines('what an act on several says', (open) => {
  const shop = async () => {
    const ctx = contextForTests((await open()).db, { demo: false })
    return { ctx, owner: deskPersonForTests(ctx) }
  }

  test('N165: names the first ten orders that it took, how many more there are, and each that it left out', async () => {
    const { ctx, owner } = await shop()
    const numbers = Array.from({ length: 12 }, (_, at) => `AAAA-${1000 + at}`)
    for (const id of numbers)
      await ctx.db
        .insertInto('orders')
        .values(orderRowForTests(id, { paidAt: 1 }))
        .execute()
    const marks = [...numbers, 'ZZZZ-9999'].map((number) => ['order', markOf(number, 0)] as const)
    const query = new URLSearchParams(marks.map(([name, mark]) => [name, mark]))
    const page = pageAsHtml(ctx, owner, orders, {
      path: `/admin/orders/marked/note?${query}`,
      params: { act: 'note' },
    })
    const answered = await page.press([...marks, ['requestId', 'note'], ['text', '覚え']])
    const html = 'html' in answered ? answered.html : ''
    expect(html).toContain('12件にメモを書きました。')
    expect(html).toContain(`${numbers.slice(0, 10).join('、')} ほか2件<`)
    expect(html).toContain('ZZZZ-9999 は見つかりません')
  })

  test('N165: names the products that it took beside those that it left out', async () => {
    const { ctx, owner } = await shop()
    await inTransaction(ctx, (trx) =>
      putProducts(
        trx,
        1,
        ['F-1', 'F-2', 'F-3'].map((number) => fabricForTests({ number })),
      ),
    )
    const page = pageAsHtml(ctx, owner, products, { path: '/admin/products', params: {} })
    const opened = await page.open()
    const marks = [...('html' in opened ? opened.html : '').matchAll(/name="product" value="([^"]*)"/g)]
    const [first = '', second = ''] = marks.map(([, mark]) => mark ?? '')
    const answered = await page.press([
      ['act', 'close'],
      ['requestId', 'close'],
      ['product', first],
      ['product', second],
      ['product', markOf('F-9', 0)],
    ])
    const html = 'html' in answered ? answered.html : ''
    expect(html).toContain('2点を休止しました。')
    expect(html).toMatch(/<p>F-\d、F-\d<\/p>/)
    expect(html).toContain('F-9 は')
  })
})
