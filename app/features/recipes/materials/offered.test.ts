import type { Kysely } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { Schema } from '#db/schema.ts'
import { closeItem } from '~/features/products/closing.commands.server.ts'
import { putProducts } from '~/features/products/commands.server.ts'
import { putKits } from '~/features/products/kit.commands.server.ts'
import { listedFabrics } from '~/features/products/listed-fabrics.queries.server.ts'
import type { Member, Requester } from '~/kernel/actor.ts'
import { contextForTests, onBothEngines } from '../../../../tests/support/database-for-tests.ts'
import { addMember } from '../../../../tests/support/member-for-tests.ts'
import { orderLineForTests } from '../../../../tests/support/order-for-tests.ts'
import { orderRowForTests } from '../../../../tests/support/order-row.ts'
import { fabricForTests } from '../../../../tests/support/sample-products.ts'
import { productsByNumber, productsOffered } from './queries.server.ts'

const fabrics = [
  { number: 'F-1', name: '麻の葉 シーチング', reading: 'あさのは', description: '【藍】綿100％' },
  { number: 'F-2', name: '水玉 ブロード', reading: 'みずたま', description: '【赤】綿100％' },
  { number: 'F-3', name: '麻の葉 ガーゼ', reading: 'あさのは', description: '【桜】綿100％' },
  { number: 'F-4', name: '麻の葉 別珍', reading: 'あさのは', description: '【墨】綿100％', status: '非公開' },
].map((fabric, position) => fabricForTests({ ...fabric, position }))
const kit = { id: 'K-1', name: '麻の葉の巾着キット', price: '880円', level: 'beginner', comment: '' } as const

const addOrder = async (
  db: Kysely<Schema>,
  id: string,
  numbers: readonly string[],
  order: Partial<ReturnType<typeof orderRowForTests>> = {},
) => {
  await db
    .insertInto('orders')
    .values(orderRowForTests(id, { customerEmail: 'hanako@mail.example', ...order }))
    .execute()
  const { free, amount: _, ...line } = orderLineForTests()
  for (const [position, number] of numbers.entries())
    await db
      .insertInto('orderLine')
      .values({ ...line, free: free ? 1 : 0, orderId: id, position, number })
      .execute()
}

onBothEngines('what is proposed for a line of the materials', (open) => {
  const start = async (emailVerified = true) => {
    const { db } = await open()
    await db.transaction().execute((trx) => putProducts(trx, 1, fabrics))
    const ctx = { ...contextForTests(db), listedFabrics: () => listedFabrics(db) }
    const items = [{ ...kit, fabricSize: '', imageUrl: '/Image/kit.svg', createdAt: 1 }]
    await putKits(ctx, { items, replace: false })
    const hanako = await addMember(db, { email: 'hanako@mail.example', emailVerified })
    const ask = (q: string, actor: Requester = hanako) => productsOffered(ctx, actor, q)
    const numbers = async (q: string, actor?: Member) => {
      const offer = await ask(q, actor)
      return offer.ok ? offer.value.products.map(({ number }) => number).join(' ') : offer.error
    }
    return { db, ctx, hanako, ask, numbers }
  }

  test('W6: what is published, by name, reading, colour and number, fabrics and kits', async () => {
    const { ask, numbers } = await start()
    expect(await numbers('麻の葉')).toBe('F-1 F-3 K-1')
    expect(await numbers('みずたま')).toBe('F-2')
    expect(await numbers('桜')).toBe('F-3')
    expect(await numbers('f-2')).toBe('F-2')
    for (const nothing of ['', '  ', '。', 'くま']) expect(await numbers(nothing)).toBe('')
    expect(await ask('麻の葉 藍')).toEqual({
      ok: true,
      value: {
        byLastWord: false,
        products: [
          {
            number: 'F-1',
            type: 'fabric',
            name: '麻の葉 シーチング',
            called: '麻の葉 シーチング【藍】',
            mayHaveTop: true,
            price: 330,
            picture: '/Image/cloth.svg',
            stopped: null,
          },
        ],
      },
    })
  })

  test('W6: what only a description says proposes nothing, nor does an amount', async () => {
    const { db, numbers } = await start()
    const sewn = { number: 'F-5', name: '水玉 50cm 2枚', description: '【紺】綿100％、糸つき', position: 9 }
    await db.transaction().execute((trx) => putProducts(trx, 1, [fabricForTests(sewn)]))
    for (const other of ['糸', '綿', 'ミシン糸 2枚', '木綿布 50cm', '２枚', '3本'])
      expect(await numbers(other)).toBe('')
    expect(await numbers('青 水玉')).toBe('F-5')
    expect(await numbers('水玉 紺')).toBe('F-5')
  })

  test('W6: a line that finds nothing is asked for by its last word, and says so', async () => {
    const { ask } = await start()
    expect(await ask('表布 水玉')).toMatchObject({
      value: { byLastWord: true, products: [{ number: 'F-2' }] },
    })
    expect(await ask('表布：水玉')).toMatchObject({
      value: { byLastWord: true, products: [{ number: 'F-2' }] },
    })
    expect(await ask('水玉 赤')).toMatchObject({
      value: { byLastWord: false, products: [{ number: 'F-2' }] },
    })
    expect(await ask('表布 2枚')).toMatchObject({ value: { products: [] } })
    expect(await ask('水玉 くま')).toMatchObject({ value: { products: [] } })
  })

  test('W6: at most eight, of what is typed at most 100 characters', async () => {
    const { db, numbers } = await start()
    const many = Array.from({ length: 12 }, (_, at) => ({ number: `G-${at}`, name: '花', position: 50 - at }))
    await db.transaction().execute((trx) => putProducts(trx, 1, many.map(fabricForTests)))
    expect((await numbers('花')).split(' ')).toHaveLength(8)
    expect(await numbers(`花${' '.repeat(99)}水玉`)).toBe(await numbers('花'))
  })

  test('W6, S23: those of her own orders come first, the last order first, while her address is verified', async () => {
    const { db, hanako, numbers } = await start()
    const jiro = await addMember(db, { id: 'jiro', email: 'jiro@mail.example' })
    await addOrder(db, 'older', ['F-3'])
    await addOrder(db, 'newer', ['F-2', 'K-1'], { createdAt: 2, customerEmail: 'Hanako@mail.example' })
    await addOrder(db, 'unpaid', ['F-1'], { createdAt: 3, state: 'expired' })
    expect(await numbers('麻の葉')).toBe('K-1 F-3 F-1')
    expect(await numbers('麻の葉', jiro)).toBe('F-1 F-3 K-1')
    await db.updateTable('member').set({ emailVerified: 0 }).where('id', '=', hanako.id).execute()
    expect(await numbers('麻の葉')).toBe('F-1 F-3 K-1')
  })

  test('W5, P28: a number means the published product that bears it, but for the case', async () => {
    const { ctx, hanako } = await start()
    await closeItem(ctx, { kind: 'owner' }, { requestId: 'close', number: 'F-2' })
    const called = await productsByNumber(ctx, hanako, ['f-1', 'F-2', 'k-1', 'F-4', 'X-9'])
    expect(called).toMatchObject({
      value: {
        'f-1': { number: 'F-1', stopped: null },
        'F-2': { stopped: '販売休止中' },
        'k-1': { number: 'K-1', type: 'kit', price: 880 },
      },
    })
    expect(Object.keys(called.ok ? called.value : {})).toEqual(['f-1', 'F-2', 'k-1'])
    const many = [...Array.from({ length: 20 }, (_, at) => `X-${at}`), 'F-1']
    expect(await productsByNumber(ctx, hanako, many)).toEqual({ ok: true, value: {} })
  })

  describe('W6: is for members who may post', () => {
    test('and for nobody else', async () => {
      const { ctx, hanako, ask } = await start()
      const without: Member = { ...hanako, canUpload: false }
      const cases: ReadonlyArray<readonly [Requester, string]> = [
        [{ kind: 'visitor', address: '203.0.113.7' }, 'not_signed_in'],
        [{ kind: 'curator', address: '203.0.113.7' }, 'not_signed_in'],
        [without, 'not_permitted'],
        [{ ...without, awaitsVerification: true }, 'not_verified'],
      ]
      for (const [actor, error] of cases) {
        expect(await ask('麻の葉', actor)).toEqual({ ok: false, error })
        expect(await productsByNumber(ctx, actor, ['F-1'])).toEqual({ ok: false, error })
      }
    })

    test('so often a minute, each for herself', async () => {
      const { ctx, db, hanako, ask, numbers } = await start()
      const jiro = await addMember(db, { id: 'jiro' })
      for (let asked = 0; asked < 120; asked += 1) {
        await ask('')
        await productsByNumber(ctx, hanako, [])
      }
      expect(await numbers('麻の葉')).toBe('too_many')
      expect(await productsByNumber(ctx, hanako, ['F-1'])).toEqual({ ok: false, error: 'too_many' })
      expect(await numbers('麻の葉', jiro)).not.toBe('too_many')
    })
  })
})
