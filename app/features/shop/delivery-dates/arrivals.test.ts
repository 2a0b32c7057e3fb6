import { expect, test } from 'vitest'
import { shopSettings } from '#settings'
import { planHoliday } from '~/features/shop/holidays/commands.server.ts'
import { contextForTests, onBothEngines } from '../../../../tests/support/database-for-tests.ts'
import { arrivalOfOrder, comingArrivals } from './queries.server.ts'

onBothEngines('P21, N60: arrival', (open) => {
  test('is counted without the days of the holiday, for what is ordered next and for what was paid', async () => {
    const ctx = contextForTests((await open()).db)
    const now = Date.parse('2026-11-24T10:00+09:00')
    ctx.setNow(now)
    const paid = () => arrivalOfOrder(ctx.db, shopSettings, now)
    expect(await paid()).toBe('11月27日(金)〜11月30日(月)ごろお届け')
    const days = { from: '2026-11-25', to: '2026-11-26', message: '' }
    await planHoliday(ctx, { kind: 'owner' }, { requestId: 'a', version: null, ...days })
    expect(await paid()).toBe('11月30日(月)〜12月2日(水)ごろお届け')
    const [first] = await comingArrivals({ ...ctx, settings: shopSettings })
    expect(first?.text).toBe(await paid())
  })

  test('of an order that is not paid is not told', async () => {
    const { db } = await open()
    expect(await arrivalOfOrder(db, shopSettings, null)).toBeNull()
  })
})
