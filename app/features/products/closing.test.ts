import { expect, test } from 'vitest'
import type { DeskActor } from '~/kernel/actor.ts'
import { auditOf } from '~/server/audit.ts'
import { contextForTests, onBothEngines } from '../../../tests/support/database-for-tests.ts'
import { deskPersonForTests } from '../../../tests/support/desk-person-for-tests.ts'
import { closeItem, closeShop, openItem, openShop } from './closing.commands.server.ts'
import { closureMark } from './closing.rules.ts'
import { listedFabrics } from './listed-fabrics.queries.server.ts'
import { closedItems, shopClosure } from './queries.server.ts'

const owner: DeskActor = { kind: 'owner' }

onBothEngines('N25: closing and opening', (open) => {
  const start = async () => {
    const ctx = contextForTests((await open()).db)
    await ctx.db
      .insertInto('product')
      .values({
        number: 'F-1',
        type: 'fabric',
        name: '麻の葉',
        description: '',
        priceText: '630',
        price: 630,
        imageUrl: '',
        moreImages: '',
        status: '公開中',
        source: 'own',
        position: 0,
        createdAt: 1,
        updatedAt: 1,
      })
      .execute()
    return { ctx, person: deskPersonForTests(ctx) }
  }

  test('N1: of the shop are acts with what was before and after', async () => {
    const { ctx, person } = await start()
    await closeShop(ctx, person, { requestId: 'a', version: 'open', message: '1月4日から営業します' })
    const closure = await shopClosure(ctx.db, ctx.now())
    expect(closure).toEqual({ since: ctx.now(), message: '1月4日から営業します' })
    await openShop(ctx, person, { requestId: 'b', version: closureMark(closure) })
    expect(await shopClosure(ctx.db, ctx.now())).toBeNull()
    expect(await auditOf(ctx.db, 'shop')).toMatchObject([
      { act: 'shop.close', actorName: '綿貫', before: null, after: closure },
      { act: 'shop.open', before: closure, after: null },
    ])
  })

  test('W15: what is stopped is known to be so wherever fabrics are narrowed', async () => {
    const { ctx } = await start()
    const listed = async () => (await listedFabrics(ctx.db)).fabrics.map(({ suspended }) => suspended)
    expect(await listed()).toEqual([undefined])
    await closeItem(ctx, owner, { requestId: 'a', number: 'F-1' })
    expect(await listed()).toEqual([true])
  })

  test('N2: the same form twice is one act', async () => {
    const { ctx } = await start()
    const form = { requestId: 'a', version: 'open', message: '' }
    expect(await closeShop(ctx, owner, form)).toEqual({ ok: true, value: null })
    expect(await closeShop(ctx, owner, form)).toEqual({ ok: true, value: null })
    expect(await closeShop(ctx, owner, { ...form, message: 'x' })).toMatchObject({ error: 'other-content' })
    expect(await auditOf(ctx.db, 'shop')).toHaveLength(1)
  })

  test('a form that shows what another screen has changed is stale, and the command line never is', async () => {
    const { ctx, person } = await start()
    await closeShop(ctx, person, { requestId: 'a', version: 'open', message: '先に' })
    expect(await closeShop(ctx, person, { requestId: 'b', version: 'open', message: '後で' })).toMatchObject({
      error: 'stale',
    })
    expect(await openShop(ctx, person, { requestId: 'c', version: 'open' })).toMatchObject({ error: 'stale' })
    expect((await shopClosure(ctx.db, ctx.now()))?.message).toBe('先に')
    ctx.advance(1)
    await closeShop(ctx, owner, { requestId: 'd', version: null, message: '' })
    expect(await shopClosure(ctx.db, ctx.now())).toEqual({ since: ctx.now() - 1, message: '' })
  })

  test('of two screens that close at once one is stale', async () => {
    const { ctx, person } = await start()
    const done = await Promise.all(
      ['a', 'b'].map((requestId) =>
        closeShop(ctx, person, { requestId, version: 'open', message: requestId }),
      ),
    )
    expect(done.filter(({ ok }) => ok)).toHaveLength(1)
  })

  test('a line that no notice can show changes nothing', async () => {
    const { ctx, person } = await start()
    for (const message of ['あ'.repeat(201), '一\n二'])
      expect(await closeShop(ctx, person, { requestId: 'a', version: 'open', message })).toMatchObject({
        error: 'message',
      })
    expect(await shopClosure(ctx.db, ctx.now())).toBeNull()
  })

  test('of a product hold until it is opened', async () => {
    const { ctx, person } = await start()
    const closed = () => closedItems(ctx.db).then((items) => items.map(({ number }) => number))
    const form = { requestId: 'a', number: 'F-1' }
    expect(await closeItem(ctx, person, form)).toEqual({ ok: true, value: '麻の葉' })
    expect(await closeItem(ctx, person, form)).toEqual({ ok: true, value: '麻の葉' })
    expect(await closed()).toEqual(['F-1'])
    expect(await closeItem(ctx, person, { requestId: 'b', number: 'F-9' })).toMatchObject({
      error: 'no-product',
    })
    expect(await openItem(ctx, person, { requestId: 'c', number: 'F-1' })).toEqual({ ok: true, value: null })
    expect(await closed()).toEqual([])
    expect(await openItem(ctx, person, { requestId: 'd', number: 'F-1' })).toMatchObject({
      error: 'not-closed',
    })
    expect((await auditOf(ctx.db, 'product:F-1')).map(({ act }) => act)).toEqual([
      'product.close',
      'product.open',
    ])
  })

  test('of a product is asked for but for the case of its number, which goes before one that differs in it', async () => {
    const { ctx, person } = await start()
    const closed = async () => (await closedItems(ctx.db)).map(({ number }) => number)
    expect(await closeItem(ctx, person, { requestId: 'a', number: 'f-1' })).toMatchObject({ ok: true })
    expect(await closed()).toEqual(['F-1'])
    const product = await ctx.db.selectFrom('product').selectAll().executeTakeFirstOrThrow()
    await ctx.db
      .insertInto('product')
      .values({ ...product, number: 'f-1' })
      .execute()
    expect(await closeItem(ctx, person, { requestId: 'b', number: 'f-1' })).toMatchObject({ ok: true })
    expect((await closed()).toSorted()).toEqual(['F-1', 'f-1'])
  })

  test('are not there for a packer', async () => {
    const { ctx } = await start()
    const packer = deskPersonForTests(ctx, { role: 'packer' })
    const answers = [
      await closeShop(ctx, packer, { requestId: 'a', version: null, message: '' }),
      await openShop(ctx, packer, { requestId: 'b', version: null }),
      await closeItem(ctx, packer, { requestId: 'c', number: 'F-1' }),
      await openItem(ctx, packer, { requestId: 'd', number: 'F-1' }),
    ]
    expect(answers).toEqual(answers.map(() => ({ ok: false, error: 'not-found' })))
    expect(await shopClosure(ctx.db, ctx.now())).toBeNull()
  })
})
