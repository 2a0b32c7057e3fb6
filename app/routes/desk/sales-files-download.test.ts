import { RouterContextProvider } from 'react-router'
import { expect, onTestFinished, test, vi } from 'vitest'
import { exportSales } from '~/features/orders/sales/files/commands.server.ts'
import { appContext } from '~/services.server.ts'
import { contextForTests, onBothEngines } from '../../../tests/support/database-for-tests.ts'
import { deskPersonForTests } from '../../../tests/support/desk-person-for-tests.ts'
import { loader } from './sales-files-download.ts'

onBothEngines('a file of a month by its link', (open) => {
  test('M51: says that the month is still being booked, is no file then, and is one afterwards', async () => {
    const now = () => Date.UTC(2026, 3, 1, 3)
    const ctx = contextForTests((await open()).db, { demo: false, now })
    const actor = deskPersonForTests(ctx)
    const day = '2026-03-05'
    const rows = Array.from({ length: 301 }, (_, at) => ({
      ...({ id: `${at}`, cause: `sale:${at}`, turn: 0, kind: 'sale', takesBack: 0 } as const),
      ...{ day, ownDay: day, orderNumber: 'AAAA-2222', practice: 0, rate: 10, amount: 1_400, tax: 127 },
      ...{ shipping: 400, fee: 0, payout: 1_400, shippedOn: day, paidOn: day, paymentIntent: `pi_${at}` },
      ...{ orderId: null, writtenAt: now() },
    }))
    for (const at of [0, 100, 200, 300])
      await ctx.db
        .insertInto('salesEntry')
        .values(rows.slice(at, at + 100))
        .execute()
    const requestId = ctx.newId()
    expect(await exportSales(ctx, actor, { requestId, month: '2026-03' })).toMatchObject({ ok: true })
    await ctx.db.updateTable('salesEntry').set({ number: null }).execute()
    const url = new URL(`https://shop.example/admin/sales/files?export=${requestId}&file=details`)
    const ask = async () => {
      const context = new RouterContextProvider()
      context.set(appContext, Object.assign(JSON.parse('{}'), { ...ctx, actor, requestId: 'request' }))
      return loader({ request: new Request(url), url, pattern: '', params: {}, context })
    }
    let passed = 0
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => {
      passed += 3_000
      return passed
    })
    onTestFinished(() => clock.mockRestore())
    const early = await ask()
    clock.mockRestore()
    expect([early.status, early.headers.get('retry-after')]).toEqual([503, '60'])
    expect(early.headers.get('content-disposition')).toBeNull()
    expect(await early.text()).toContain('まだ集計の途中です')
    const file = await ask()
    expect(file.status).toBe(200)
    expect(file.headers.get('content-disposition')).toContain('attachment')
  })
})
