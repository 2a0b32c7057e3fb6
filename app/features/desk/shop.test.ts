import { expect, test } from 'vitest'
import { closeItem, closeShop, openItem, openShop } from '~/features/products/closing.commands.server.ts'
import { importSoon } from '~/features/products/feed/feed.commands.server.ts'
import { cancelHoliday, planHoliday } from '~/features/shop/holidays/commands.server.ts'
import { contextForTests, onBothEngines } from '../../../tests/support/database-for-tests.ts'
import { deskPersonForTests } from '../../../tests/support/desk-person-for-tests.ts'
import { pressForm } from '../../../tests/support/press-form.ts'
import { press } from './access/desk-action.server.ts'
import { shopView } from './shop.queries.server.ts'
import { hasFormOf, type ShopAct } from './shop.rules.ts'
import { sendTestMail } from './test-mail.commands.server.ts'

const done = (act: string) => ({ to: act })
const leadingOn = (act: string) => ({ at: {}, done: () => act })
const shopForms = {
  close: press(closeShop, leadingOn('close')),
  open: press(openShop, leadingOn('open')),
  holiday: press(planHoliday, leadingOn('holiday')),
  'no-holiday': press(cancelHoliday, leadingOn('no-holiday')),
  'close-product': press(closeItem, leadingOn('close-product')),
  'open-product': press(openItem, leadingOn('open-product')),
  feed: press(importSoon, leadingOn('feed')),
  'test-mail': press(sendTestMail, leadingOn('test-mail')),
}

onBothEngines('N25: the forms of お店', (open) => {
  const start = async () => {
    const ctx = contextForTests((await open()).db)
    const product = {
      type: 'fabric',
      description: '',
      imageUrl: '',
      moreImages: '',
      status: '公開中',
    } as const
    await ctx.db
      .insertInto('product')
      .values({
        ...product,
        number: 'F-1',
        name: '麻の葉',
        priceText: '660',
        price: 660,
        source: 'feed',
        position: 0,
        createdAt: 1,
        updatedAt: 1,
      })
      .execute()
    await ctx.db
      .insertInto('feedImport')
      .values({
        id: 'feed',
        active: 1,
        urlHash: 'x',
        etag: null,
        lastModified: null,
        lastAttemptAt: ctx.now(),
        lastSuccessAt: ctx.now() - 180_000,
        lastError: null,
        failures: 0,
        shortSince: null,
        nothingSince: null,
        badSince: null,
        itemCount: 1,
      })
      .execute()
    await ctx.db
      .insertInto('heldPrice')
      .values({ number: 'F-1', priceText: '66', price: 66, formerPrice: 660 })
      .execute()
    const owner = deskPersonForTests(ctx)
    const send = (fields: Record<string, string>, person = owner) => pressForm(ctx, person, shopForms, fields)
    return { ctx, send }
  }

  test('are there for the owner alone, each of them', async () => {
    const { ctx, send } = await start()
    const packer = deskPersonForTests(ctx, { role: 'packer' })
    for (const act of Object.keys(shopForms))
      expect(await send({ act, requestId: act, number: 'F-1' }, packer)).toEqual({ thrown: 404 })
    expect(await ctx.db.selectFrom('audit').select('id').execute()).toEqual([])
  })

  test('N2: what was closed though the answer was lost, and is sent with another line, is asked about once', async () => {
    const { ctx, send } = await start()
    const form = { act: 'close', requestId: 'lost', version: 'open' }
    expect(await send(form)).toEqual(done('close'))
    const told = await send({ ...form, message: '冬休みです。' })
    expect(told).toMatchObject({ status: 409, typed: { message: '冬休みです。' } })
    const { requestId = '' } = 'status' in told ? told : {}
    expect(requestId).not.toBe('lost')
    const { mark: version } = await shopView(ctx)
    expect(await send({ ...form, requestId, version, message: '冬休みです。' })).toEqual(done('close'))
    expect((await shopView(ctx)).closure?.message).toBe('冬休みです。')
  })

  test.each([
    [{ act: 'nothing', requestId: 'r' }, { thrown: 404 }],
    [{ act: 'close', requestId: '' }, { status: 409 }],
    [{ act: 'close', requestId: 'r'.repeat(301) }, { status: 409 }],
  ])('%j is no form of the page', async (fields, answer) => {
    const { ctx, send } = await start()
    expect(await send(fields)).toMatchObject(answer)
    expect((await shopView(ctx)).closure).toBeNull()
  })

  test('the list is read soon after it was asked for', async () => {
    const { ctx, send } = await start()
    expect(await send({ act: 'feed', requestId: 'a' })).toEqual(done('feed'))
    expect(await ctx.db.selectFrom('feedImport').select('lastAttemptAt').executeTakeFirst()).toEqual({
      lastAttemptAt: null,
    })
  })

  test('what was typed comes back with what is wrong beside its field', async () => {
    const { send } = await start()
    expect(await send({ act: 'close-product', requestId: 'a', number: 'ありません' })).toMatchObject({
      status: 422,
      act: 'close-product',
      requestId: 'a',
      typed: { number: 'ありません' },
      errors: { number: 'この管理番号の商品はありません。' },
    })
    expect(await send({ act: 'close-product', requestId: 'a', number: 'f'.repeat(101) })).toMatchObject({
      status: 422,
    })
  })

  test('the page shows the feed, its prices and what is closed', async () => {
    const { ctx, send } = await start()
    await send({ act: 'close-product', requestId: 'a', number: 'F-1' })
    expect(await shopView(ctx)).toMatchObject({
      closure: null,
      mark: 'open',
      openPayments: 0,
      closedItems: [{ number: 'F-1', name: '麻の葉' }],
      feed: {
        lines: ['最後に読み込めたのは 4/1（水）11:57（3分前）です。'],
        problems: [],
      },
      prices: [{ number: 'F-1', price: 66, formerPrice: 660 }],
    })
  })
})

test('N1: what others changed may take away the form of a refused act, which is told without it then', () => {
  const holiday = { from: '2026-12-29', to: '2027-01-03', message: '' }
  const closed = { since: 1, message: '' }
  const item = { number: 'F-2', name: '青海波', closedAt: 1 }
  const view = { closure: null, holiday: null, closedItems: [] }
  const has = (act: ShopAct, parts: object = {}, row = '') =>
    hasFormOf({ act, typed: { number: row } }, { ...view, ...parts })
  expect([has('close'), has('close', { closure: closed })]).toEqual([true, true])
  expect(has('close', { closure: { ...closed, holiday: '12/29〜1/3' } })).toBe(false)
  expect([has('open'), has('open', { closure: closed })]).toEqual([false, true])
  expect([has('no-holiday'), has('no-holiday', { holiday }), has('holiday')]).toEqual([false, true, true])
  const rows = { closedItems: [item] }
  expect([has('open-product', rows, 'F-1'), has('open-product', rows, 'F-2')]).toEqual([false, true])
  expect([has('close-product'), has('feed')]).toEqual([true, true])
})
