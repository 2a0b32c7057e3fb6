import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'

import { putProducts } from '~/features/products/commands.server.ts'
import { isDoubtfulChange } from '~/features/products/price-guard.rules.ts'
import { sellableProducts } from '~/features/products/queries.server.ts'
import { yen } from '~/kernel/money.ts'
import { contextForTests, onBothEngines } from '../../../../tests/support/database-for-tests.ts'
import { feedRow, list, startFeedServer } from '../../../../tests/support/feed-server.ts'
import { ownerWords } from '../../../../tests/support/owner-words.ts'
import { fabricForTests } from '../../../../tests/support/sample-products.ts'
import { turnsWhile } from '../../../../tests/support/turns.ts'
import { chooseFeed, forgetFeed } from './feed.commands.server.ts'
import { heldPrices } from './feed.queries.server.ts'
import { importFeed } from './feed-import.commands.server.ts'
import { acceptPrice, acceptPrices, keepPrice, keepPrices } from './price-acceptance.commands.server.ts'

const feedCommand = ownerWords('feed')

test.each([
  [660, 330, false],
  [660, 329, true],
  [660, 1_320, false],
  [660, 1_321, true],
  [90, 50, false],
  [90, 49, true],
  [40, 40, false],
  [40, 41, true],
  [661, 331, false],
  [661, 330, true],
])('P35: from %i yen to %i yen is doubtful: %s', (former, next, doubtful) => {
  expect(isDoubtfulChange(yen(former), yen(next))).toBe(doubtful)
})

test('P35: nothing doubtful takes a price beyond half or double, and no unchanged price is doubtful', () => {
  const price = fc.integer({ min: 1, max: 999_999 })
  fc.assert(
    fc.property(price, price, (former, next) => {
      expect(isDoubtfulChange(yen(former), yen(former))).toBe(false)
      if (isDoubtfulChange(yen(former), yen(next))) return
      expect(next === former || (next >= 50 && next / former >= 0.5 && next / former <= 2)).toBe(true)
    }),
  )
})

onBothEngines('P35: a list with doubtful prices', (open) => {
  const start = async () => {
    const { db } = await open()
    const feed = await startFeedServer()
    onTestFinished(feed.close)
    let woken = 0
    const wakeMail = () => {
      woken += 1
    }
    const ctx = contextForTests(db, { feedUrl: feed.url, demo: true, wakeMail })
    await chooseFeed(ctx, feed.url)
    const importList = async (...rows: unknown[]) => {
      feed.behave(list(rows))
      await importFeed(ctx, new AbortController().signal)
    }
    const sold = async (number = '1') => (await sellableProducts(db, [number])).get(number)
    const price = async (number?: string) => (await sold(number))?.price
    const mails = () =>
      db
        .selectFrom('mail')
        .select(['subject', 'text', 'recipient'])
        .where('kind', '=', 'owner_price_held')
        .execute()
    const status = async () => (await feedCommand(ctx, ['status'])).lines.join('\n')
    const accept = (number: string) => feedCommand(ctx, ['accept', number])
    return { db, ctx, importList, sold, price, mails, status, accept, woken: () => woken }
  }
  const at = (price: unknown, parts: Record<string, unknown> = {}) => feedRow(1, { price, ...parts })

  test('P35: keeps the former price, takes the rest of the row and all other rows, and tells the owner once', async () => {
    const { ctx, importList, sold, price, mails, status, woken } = await start()
    await importList(at(660), feedRow(2, { price: 500 }))
    expect([await mails(), woken()]).toEqual([[], 0])
    await importList(at(66, { name: '新しい名' }), feedRow(2, { price: 600 }))
    expect(await sold()).toMatchObject({ price: 660, name: '新しい名' })
    expect(await price('2')).toBe(600)
    const [mail] = await mails()
    expect(woken()).toBe(1)
    expect(mail).toMatchObject({ recipient: ctx.ownerEmail, subject: expect.stringContaining('（1件）') })
    expect(mail?.text).toContain('1　新しい名　表の価格 66円　販売中の価格 660円')
    expect(mail?.text).toContain('https://shop.example/gallery/login?next=%2Fadmin%2Ffeed')
    for (let again = 0; again < 3; again += 1) await importList(at(66, { name: `名${again}` }))
    expect([await price(), (await mails()).length]).toEqual([660, 1])
    expect(await status()).toContain('価格を止めている生地：1件')
    expect(await status()).toContain('  1　名2　表の価格 66円　販売中の価格 660円')
    await importList(at(67))
    expect([await price(), (await mails()).length]).toEqual([660, 2])
  })

  test('N75: a first price of a list never waits, also of a fabric that waited for one at the desk', async () => {
    const { db, importList, price, mails } = await start()
    await importList(at(7))
    expect(await price()).toBe(7)
    await db.updateTable('product').set({ price: null, priceText: '' }).execute()
    const held = { number: '1', priceText: '7', price: 7, formerPrice: 0, keptAt: null }
    await db.insertInto('heldPrice').values(held).execute()
    await importList(at(660))
    expect([await price(), await mails()]).toEqual([660, []])
    expect(await db.selectFrom('heldPrice').selectAll().execute()).toEqual([])
  })

  test('P35: sells at it from the owner’s word on, and no later list doubts it', async () => {
    const { importList, price, mails, status, accept } = await start()
    await importList(at(660))
    await importList(at('66円'))
    expect(await accept(' １ ')).toEqual({
      lines: ['1　麻の葉 1 を 66円で販売します（これまでは 660円）。'],
      exitCode: 0,
    })
    expect(await price()).toBe(66)
    expect(await status()).not.toContain('価格を止めている')
    await importList(at('66円', { name: 'また' }))
    expect([await price(), (await mails()).length]).toEqual([66, 1])
    for (const number of ['1', '2', '']) expect((await accept(number)).exitCode).toBe(1)
  })

  test('P35: a price that comes back to normal, or leaves the list, is held no more', async () => {
    const { db, importList, price, mails } = await start()
    const held = () => db.selectFrom('heldPrice').select('number').execute()
    await importList(at(660), feedRow(2))
    await importList(at(6_600), feedRow(2))
    expect(await held()).toHaveLength(1)
    await importList(at(700), feedRow(2))
    expect([await price(), await held()]).toEqual([700, []])
    await importList(at(70), feedRow(2))
    expect(await mails()).toHaveLength(2)
    await importList(feedRow(2))
    expect(await held()).toEqual([])
    await importList(at(70), feedRow(2))
    expect(await price()).toBe(700)
  })

  test('P35: a cell that was empty meanwhile hides no change; an uncertain price is for sale at none', async () => {
    const { importList, price, accept, mails } = await start()
    await importList(at(660))
    await importList(at(''))
    expect([await price(), (await mails()).length]).toEqual([null, 0])
    expect((await accept('1')).exitCode).toBe(1)
    await importList(at(66))
    expect([await price(), (await mails()).length]).toEqual([660, 1])
    await importList(at(''))
    expect(await price()).toBe(null)
    await importList(at(650))
    expect([await price(), (await mails()).length]).toEqual([650, 1])
  })

  test('P35: a number that goes while its cell is empty hides no change either, however long it is away', async () => {
    const { importList, price, accept, mails, status } = await start()
    await importList(at(660), feedRow(2))
    await importList(at(''), feedRow(2))
    await importList(feedRow(2, { name: 'ほか' }))
    await importList(feedRow(2, { name: 'また' }))
    expect(await status()).not.toContain('価格を止めている')
    expect((await accept('1')).exitCode).toBe(1)
    await importList(at(66), feedRow(2))
    expect([await price(), (await mails()).length]).toEqual([660, 1])
    expect((await accept('1')).exitCode).toBe(0)
    expect(await price()).toBe(66)
  })

  test('P35: a new number is taken at any price, and one that never had a certain price', async () => {
    const { importList, price, mails } = await start()
    await importList(at(10), feedRow(2, { price: '時価' }))
    await importList(at(10), feedRow(2, { price: 10 }))
    expect([await price(), await price('2'), await mails()]).toEqual([10, 10, []])
  })

  test('P35: many at once are one mail, which names the first and counts the others', async () => {
    const { importList, mails, status } = await start()
    const rows = (price: number) => Array.from({ length: 25 }, (_, number) => feedRow(number + 1, { price }))
    await importList(...rows(660))
    await importList(...rows(66))
    const [mail, ...more] = await mails()
    expect([more, mail?.subject]).toEqual([[], expect.stringContaining('（25件）')])
    expect(mail?.text.match(/表の価格 66円/g)).toHaveLength(20)
    expect(mail?.text).toContain('ほか5件')
    expect((await status()).match(/表の価格 66円/g)).toHaveLength(25)
  })

  test('N43: a price that the owner let be is told again only when its cell has another', async () => {
    const { db, ctx, importList, price, mails } = await start()
    const told = async () => (await heldPrices(db)).map(({ price }) => price)
    await importList(at(660))
    await importList(at(66))
    const kept = { requestId: 'keep', number: '1', price: 66 }
    expect((await keepPrice(ctx, { kind: 'owner' }, kept)).ok).toBe(true)
    await importList(at(66, { name: 'また' }))
    expect([await told(), await price(), (await mails()).length]).toEqual([[], 660, 1])
    await importList(at(67))
    expect([await told(), await price(), (await mails()).length]).toEqual([[67], 660, 2])
    expect((await acceptPrice(ctx, { kind: 'owner' }, { requestId: 'a', number: '1', price: 67 })).ok).toBe(
      true,
    )
  })

  test('N90: acceptPrices decides each price that still waits as it was shown, once, and names what it leaves (N140)', async () => {
    const { db, ctx } = await start()
    const owner = { kind: 'owner' } as const
    for (const [number, price, formerPrice] of [
      ['A', 66, 660],
      ['B', 67, 660],
      ['布', 68, 660],
    ] as const) {
      await db
        .transaction()
        .execute((trx) => putProducts(trx, 0, [fabricForTests({ number, priceText: '660' })]))
      await db
        .insertInto('heldPrice')
        .values({ number, price, priceText: String(price), formerPrice })
        .execute()
    }
    const price = async (number: string) => (await sellableProducts(db, [number])).get(number)?.price
    const mark = (key: string, version: number) => ({ key, version })
    const prices = [mark('A', 66), mark('B', 66), mark('布', 68), mark('none', 1)]
    const accepted = await acceptPrices(ctx, owner, { requestId: 'several', prices })
    expect(accepted).toEqual({
      ok: true,
      value: {
        done: 2,
        left: [
          { what: 'B', why: expect.stringContaining('先に変わりました'), whatToDo: expect.any(String) },
          { what: 'none', why: expect.stringContaining('もうありません'), whatToDo: expect.any(String) },
        ],
      },
    })
    expect([await price('A'), await price('B'), await price('布')]).toEqual([66, 660, 68])
    expect(await acceptPrices(ctx, owner, { requestId: 'several', prices })).toEqual(accepted)
    const presses = await db.selectFrom('audit').select(['act', 'press']).execute()
    expect(presses.filter(({ act }) => act.startsWith('price.')).map(({ press }) => press)).toEqual([
      'several',
      'several',
    ])
    const many = Array.from({ length: 100 }, (_, at) => mark(`X-${at}`, 1))
    expect(
      await turnsWhile(() => acceptPrices(ctx, owner, { requestId: 'many', prices: many })),
    ).toBeGreaterThan(99)
  })

  test('N90: keepPrices lets each former price be, and leaves a first price, which has none (N140)', async () => {
    const { db, ctx } = await start()
    for (const [number, formerPrice] of [
      ['A', 660],
      ['B', 0],
    ] as const) {
      await db
        .transaction()
        .execute((trx) => putProducts(trx, 0, [fabricForTests({ number, priceText: '660' })]))
      await db.insertInto('heldPrice').values({ number, price: 6, priceText: '6', formerPrice }).execute()
    }
    const prices = ['A', 'B'].map((key) => ({ key, version: 6 }))
    const kept = await keepPrices(ctx, { kind: 'owner' }, { requestId: 'kept', prices })
    expect(kept).toMatchObject({
      ok: true,
      value: { done: 1, left: [{ what: 'B', why: expect.stringContaining('はじめての価格') }] },
    })
    expect((await heldPrices(db)).map(({ number }) => number)).toEqual(['B'])
  })

  test('N140: a row’s own button names it alone, whatever is marked; nothing marked is said', async () => {
    const { ctx } = await start()
    const form = new FormData()
    form.append('product', 'A~66')
    form.append('product', 'B~67')
    const read = (only: string, sent = form) => acceptPrices.act.form?.({ form: sent, at: { only }, ctx })
    const numbers = (given: Awaited<ReturnType<typeof read>>) =>
      given?.ok ? given.value.prices.map(({ key, version }) => `${key} ${version}`) : given?.error
    expect([numbers(await read('')), numbers(await read('C~68'))]).toEqual([['A 66', 'B 67'], ['C 68']])
    expect(numbers(await read('', new FormData()))).toBe('none-marked')
    for (let at = 0; at < 101; at += 1) form.append('product', `D-${at}~1`)
    expect(numbers(await read(''))).toBe('none-marked')
  })

  test('N40, N43: an import leaves the price of an own product waiting, which needs no feed to be accepted', async () => {
    const { db, ctx, importList } = await start()
    const own = fabricForTests({ number: 'own', priceText: '660' })
    await db.transaction().execute((trx) => putProducts(trx, 0, [own]))
    await db
      .insertInto('heldPrice')
      .values({ number: 'own', priceText: '66', price: 66, formerPrice: 660 })
      .execute()
    await importList(at(660))
    expect((await heldPrices(db)).map(({ number }) => number)).toEqual(['own'])
    await db
      .updateTable('product')
      .set({ name: '麻の葉', description: '【桜】やわらか' })
      .where('number', '=', 'own')
      .execute()
    expect(
      (await heldPrices(db)).map(({ name }) => name),
      'five colours bear one name',
    ).toEqual(['麻の葉【桜】'])
    await importList(at(66))
    await chooseFeed(ctx, undefined)
    expect((await heldPrices(db)).map(({ number }) => number)).toEqual(['own'])
    expect((await acceptPrice(ctx, { kind: 'owner' }, { requestId: 'a', number: 'own', price: 66 })).ok).toBe(
      true,
    )
    expect((await sellableProducts(db, ['own'])).get('own')?.price).toBe(66)
  })

  test('P35: without a feed nothing is accepted, and what was held goes with the demo', async () => {
    const { db, ctx, importList, accept } = await start()
    await importList(at(660))
    await importList(at(66))
    await chooseFeed(ctx, undefined)
    expect(
      await acceptPrice(ctx, { kind: 'owner' }, { requestId: 'accept', number: '1', price: null }),
    ).toEqual({ ok: false, error: 'nothing_held' })
    expect((await accept('1')).exitCode).toBe(1)
    await forgetFeed(ctx)
    expect(await db.selectFrom('heldPrice').selectAll().execute()).toEqual([])
  })
})
