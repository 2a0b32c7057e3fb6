import fc from 'fast-check'
import { expect, test } from 'vitest'
import { noFacts } from '~/features/products/fabric-facts.rules.ts'
import { listKits } from '~/features/products/kit.queries.server.ts'
import { allKits } from '~/features/products/listing.rules.ts'
import { listOrderMark, movedItem, readWay, type Way, ways } from '~/kernel/list-order.ts'
import { yen } from '~/kernel/money.ts'
import { auditOf } from '~/server/audit.ts'
import { contextForTests, onBothEngines } from '../../../../tests/support/database-for-tests.ts'
import { deskPersonForTests } from '../../../../tests/support/desk-person-for-tests.ts'
import { saveProduct } from './commands.server.ts'
import { moveKit } from './kit-order.commands.server.ts'

onBothEngines('N52: the order of kits', (open) => {
  const start = async () => {
    const ctx = contextForTests((await open()).db)
    const owner = deskPersonForTests(ctx)
    const add = async (number: string) => {
      ctx.advance(1)
      const kit = { level: 'beginner', fabricSize: '50cm', fabricNumbers: '' } as const
      const product = {
        number,
        type: 'kit',
        name: `キット${number}`,
        reading: '',
        told: { ...noFacts, text: '' },
        price: yen(800),
        pictures: [],
        status: '公開中',
        place: 'first',
        kit,
      } as const
      const saved = await saveProduct(ctx, owner, {
        requestId: ctx.newId(),
        version: null,
        product,
      })
      expect(saved.ok).toBe(true)
    }
    const listed = async () => (await listKits(ctx.db, allKits(30))).kits.map(({ number }) => number)
    const move = async (number: string, way: Way | number) =>
      moveKit(ctx, owner, { requestId: ctx.newId(), number, way, version: listOrderMark(await listed()) })
    return { ctx, owner, add, listed, move }
  }

  test('is newest first until she moves one; a new one then comes first', async () => {
    const { ctx, add, listed, move } = await start()
    for (const number of ['K-1', 'K-2', 'K-3']) await add(number)
    expect(await listed()).toEqual(['K-3', 'K-2', 'K-1'])
    await move('K-1', 'up')
    expect(await listed()).toEqual(['K-3', 'K-1', 'K-2'])
    await move('K-2', 'first')
    await move('K-3', 'last')
    expect(await listed()).toEqual(['K-2', 'K-1', 'K-3'])
    await add('K-4')
    await add('K-5')
    expect(await listed()).toEqual(['K-5', 'K-4', 'K-2', 'K-1', 'K-3'])
    await move('K-5', 'down')
    expect(await listed()).toEqual(['K-4', 'K-5', 'K-2', 'K-1', 'K-3'])
    expect(await auditOf(ctx.db, 'product:K-1')).toMatchObject([
      { act: 'product.save' },
      { act: 'product.kit-order', before: { place: 3 }, after: { place: 2 } },
    ])
  })

  test('N139: one that was dragged stands at its place, and the last place is the nearest to one beyond it', async () => {
    const { ctx, add, listed, move } = await start()
    for (const number of ['K-1', 'K-2', 'K-3', 'K-4']) await add(number)
    ctx.advance(1)
    await move('K-1', 2)
    expect(await listed()).toEqual(['K-4', 'K-1', 'K-3', 'K-2'])
    await move('K-4', 99)
    expect(await listed()).toEqual(['K-1', 'K-3', 'K-2', 'K-4'])
    expect(await auditOf(ctx.db, 'product:K-4')).toMatchObject([
      { act: 'product.save' },
      { before: { place: 1 }, after: { place: 4 } },
    ])
  })

  test('N53: the last move is taken back, while the kits stand as it left them', async () => {
    const { ctx, owner, add, listed, move } = await start()
    const undo = async (shown?: string) => {
      const version = listOrderMark(shown?.split(' ') ?? (await listed()))
      return moveKit(ctx, owner, { requestId: ctx.newId(), number: '', way: 'undo', version })
    }
    for (const number of ['K-1', 'K-2', 'K-3']) await add(number)
    expect(await undo()).toEqual({ ok: false, error: 'stale' })
    await move('K-1', 'first')
    expect(await undo('K-3 K-2 K-1')).toEqual({ ok: false, error: 'stale' })
    ctx.advance(1)
    expect(await undo()).toEqual({ ok: true, value: null })
    expect(await listed()).toEqual(['K-3', 'K-2', 'K-1'])
    ctx.advance(1)
    await undo()
    expect(await listed()).toEqual(['K-1', 'K-3', 'K-2'])
    await add('K-4')
    expect(await undo()).toEqual({ ok: false, error: 'stale' })
    expect(await listed()).toEqual(['K-4', 'K-1', 'K-3', 'K-2'])
  })

  test('another order than was shown is not changed, nor by who packs, nor for what is no kit', async () => {
    const { ctx, owner, add, listed, move } = await start()
    for (const number of ['K-1', 'K-2']) await add(number)
    const packer = deskPersonForTests(ctx, { role: 'packer' })
    const form = { requestId: 'x', number: 'K-1', way: 'up', version: listOrderMark(['K-2', 'K-1']) } as const
    expect(await moveKit(ctx, packer, form)).toEqual({ ok: false, error: 'not-found' })
    expect(await moveKit(ctx, owner, { ...form, version: listOrderMark(['K-1', 'K-2']) })).toEqual({
      ok: false,
      error: 'stale',
    })
    expect(await move('K-9', 'up')).toEqual({ ok: false, error: 'stale' })
    expect(await listed()).toEqual(['K-2', 'K-1'])
  })
})

test('N139: a place from 1 is one, and nothing else', () => {
  expect(['1', '27', 'up', 'last'].map(readWay)).toEqual([1, 27, 'up', 'last'])
  expect(['0', '-1', '1.5', '1e3', '9999999', 'undo', ''].map(readWay)).toEqual(Array(7).fill(undefined))
})

test('N139: two orders of a list have two marks, and a long list has a short one', () => {
  const ids = Array.from({ length: 500 }, (_, at) => `0199-${at}`)
  const marks = new Set(ids.map((id) => listOrderMark(movedItem(ids, id, 'first'))))
  expect([marks.size, listOrderMark(ids).length]).toEqual([500, 16])
  expect(listOrderMark(['a', 'b'])).not.toBe(listOrderMark(['ab']))
})

test('N52: each way moves one kit alone, and loses none', () => {
  const numbers = fc.uniqueArray(fc.string({ minLength: 1 }), { minLength: 1, maxLength: 9 })
  fc.assert(
    fc.property(numbers, fc.nat(8), fc.constantFrom(...ways), (all, at, way) => {
      const number = all[at % all.length] ?? ''
      const moved = movedItem(all, number, way)
      expect(moved.filter((each) => each !== number)).toEqual(all.filter((each) => each !== number))
      expect(moved).toHaveLength(all.length)
    }),
  )
})
