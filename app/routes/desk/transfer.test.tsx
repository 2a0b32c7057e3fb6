import { expect, test } from 'vitest'
import { requestRefund } from '~/features/orders/refund/requesting.commands.server.ts'
import { checkoutOnBothEngines } from '../../../tests/support/checkout-on-both-engines.ts'
import { deskPersonForTests } from '../../../tests/support/desk-person-for-tests.ts'
import { pageAsHtml, type Shown } from '../../../tests/support/page-as-html.tsx'
import { placePaidOrder } from '../../../tests/support/paid-order.ts'
import * as refund from './refund.tsx'
import * as transfer from './transfer.tsx'

const reason = 'やはりお送りする'

const drawn = (shown: Shown) => {
  if (!('html' in shown)) throw new Error(JSON.stringify(shown))
  return shown
}

checkoutOnBothEngines('the page on which a failed refund is forgone', (shop) => {
  /** A refund of one unit that was called off, and the page on which it is forgone. */
  const calledOff = async () => {
    const { ctx, provider } = shop()
    const owner = deskPersonForTests(ctx)
    const { orderNumber: number } = (await placePaidOrder(shop(), [['F-1100', 2]])).order
    await requestRefund(ctx, owner, {
      ...{ number, version: null, requestId: 'first', mailsBuyer: false, insteadOf: null, returnId: null },
      ...{ wanted: { lines: [{ position: 0, units: 1 }], shipping: 0, other: 0, reason: '' }, note: null },
    })
    await provider.settled()
    const { id, providerId } = await ctx.db.selectFrom('refund').selectAll().executeTakeFirstOrThrow()
    await provider.changeRefund(providerId ?? '', 'canceled')
    await provider.settled()
    const forgone = { path: `/admin/orders/${number}/transfer?forgo=1&refund=${id}`, params: { number } }
    const sheet = pageAsHtml(ctx, owner, refund, {
      path: `/admin/orders/${number}/refund`,
      params: { number },
    })
    return { ctx, owner, forgone, sheet }
  }
  const fieldsOf = (shown: Shown, because: string) =>
    (drawn(shown).forms.find(({ html }) => html.includes('name="because"'))?.fields ?? []).map(
      ([name, value]) => [name, name === 'because' ? because : value] as const,
    )

  test('M49, M50: it is owed on the sheet until she says why it is not, which her page asks for', async () => {
    const { ctx, owner, forgone, sheet } = await calledOff()
    const before = drawn(await sheet.open()).html
    expect(before).toContain('うち1は、できなかった返金の分です')
    expect(before).toContain('返さなくてよくなった')
    const page = pageAsHtml(ctx, owner, transfer, forgone)
    const asked = drawn(await page.press(fieldsOf(await page.open(), '')))
    expect([asked.status, asked.html]).toEqual([
      422,
      expect.stringContaining('なぜ返さなくてよいのかを書いてください。'),
    ])
    expect(await page.press(fieldsOf(asked, reason))).toHaveProperty('to')
    const after = drawn(await sheet.open()).html
    expect(after).toContain(`返金しないことにしました（${reason}）`)
    expect(after).not.toContain('返さなくてよくなった')
    expect(after).not.toContain('できなかった返金の分です')
  })

  test('N157, M50: what fails on the server says so beside its button and keeps the reason, without script as well; pressed again it is once', async () => {
    const { ctx, owner, forgone } = await calledOff()
    let fails = false
    const db = new Proxy(ctx.db, {
      get: (target, name) => {
        if (name === 'transaction' && fails) {
          fails = false
          throw new Error('the disk was full for a moment')
        }
        const value: unknown = Reflect.get(target, name, target)
        return typeof value === 'function' ? value.bind(target) : value
      },
    })
    const page = pageAsHtml({ ...ctx, db }, owner, transfer, forgone)
    const fields = fieldsOf(await page.open(), reason)
    fails = true
    const failed = drawn(await page.press(fields))
    expect(failed.status).toBe(500)
    const form = failed.forms.find(({ html }) => html.includes('name="because"'))
    expect(form?.html).toContain('できたかどうか、わかりません')
    expect(form?.fields).toEqual(expect.arrayContaining([['because', reason]]))
    expect(await page.press(form?.fields ?? [])).toHaveProperty('to')
    expect(await page.press(form?.fields ?? []), 'the same press').toHaveProperty('to')
    const kept = await ctx.db
      .selectFrom('orderEvent')
      .select('what')
      .where('what', '=', 'refund forgone')
      .execute()
    expect(kept).toHaveLength(1)
  })
})
