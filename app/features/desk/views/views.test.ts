import { expect, test } from 'vitest'
import { deskListsToName } from '~/brought-by-features.server.ts'
import { endAtDesk } from '~/features/desk/access/people.commands.server.ts'
import { memberId } from '~/kernel/actor.ts'
import { isWorthAName, type NamedList, viewIn } from '~/server/named-list.ts'
import { withPlainPasswords } from '../../../../tests/support/account-for-tests.ts'
import { contextForTests, onBothEngines } from '../../../../tests/support/database-for-tests.ts'
import { deskPersonForTests, invitedForTests } from '../../../../tests/support/desk-person-for-tests.ts'
import { deskAction, press } from '../access/desk-action.server.ts'
import { nameView, removeView, renameView } from './commands.server.ts'
import { allViews, viewsFor, viewsHere } from './queries.server.ts'

const form = {
  list: '/admin/orders',
  name: '東京',
  search: 'noted=1',
  replaces: false,
  from: 'list',
} as const

const listAt = (path: string): NamedList => {
  const found = deskListsToName.find((list) => list.path === path)
  if (found === undefined) throw new Error(`no list at ${path}`)
  return found
}

test('N135: of an address a view keeps filters, chips and order, and nothing where it asks for more', () => {
  const orders = listAt('/admin/orders')
  const kept = (search: string, isOwner = true, list = orders) =>
    viewIn(list, new URLSearchParams(search), isOwner)
  expect(kept('prefecture=東京都&page=3&size=100&count=60&done=x&state=shipped&dir=desc&sort=at')).toBe(
    String(new URLSearchParams('state=shipped&prefecture=東京都&sort=at&dir=desc')),
  )
  expect(kept('')).toBe('')
  expect(kept('from=2026-02-31&state=none&sort=none&noted=yes')).toBe('')
  expect(kept('q=佐藤&noted=1')).toBeNull()
  expect(kept('q=&noted=1')).toBe('noted=1')
  expect(kept('buyer=K7P4-9WXD')).toBeNull()
  expect(kept('order=K7P4-9WXD~3')).toBeNull()
  expect(kept('//elsewhere.example=1')).toBeNull()
  // Sums and the owner's lists are not a packer's (N12).
  expect(kept('least=1000&state=review&sort=total&noted=1', false)).toBe('noted=1')
  expect(kept(`q=${'あ'.repeat(300)}`, true, listAt('/admin/products'))).toHaveLength(2 + 900)
  expect(kept('q=麻&stock=low', true, listAt('/admin/products'))).toBe(
    String(new URLSearchParams('q=麻&stock=low')),
  )
  const wide: NamedList = {
    ...orders,
    filters: ['a', 'b', 'c'].map((key) => ({ key, name: key, kind: 'text' })),
  }
  const long = 'あ'.repeat(100)
  expect(kept(`a=${long}&b=${long}`, true, wide)).not.toBeNull()
  expect(kept(`a=${long}&b=${long}&c=${long}`, true, wide)).toBeNull()
  expect(isWorthAName(orders, 'state=shipped')).toBe(false)
  expect(isWorthAName(orders, 'state=shipped&noted=1')).toBe(true)
  expect(isWorthAName(orders, 'sort=at&dir=asc')).toBe(true)
})

test('N134: each list of the desk that is narrowed can have names, 記録 by what its own list knows', () => {
  expect(deskListsToName.map(({ path }) => path).toSorted()).toEqual([
    ...['/admin/feed', '/admin/helpers', '/admin/lists/collaborations', '/admin/lists/news', '/admin/log'],
    ...['/admin/mails', '/admin/members', '/admin/orders', '/admin/products', '/admin/stock'],
  ])
  const kept = (path: string, search: string) => viewIn(listAt(path), new URLSearchParams(search), true)
  expect(kept('/admin/log', 'act=order.ship&who=佐藤&from=2026-11-01&sort=who&before=1~x&page=2')).toBe(
    String(new URLSearchParams('act=order.ship&who=佐藤&from=2026-11-01&sort=who&dir=asc')),
  )
  expect(kept('/admin/log', 'press=p-1&who=佐藤')).toBeNull()
  expect(kept('/admin/feed', 'change=lowered&done=product.price')).toBe('change=lowered')
  expect(kept('/admin/lists/news', 'state=none')).toBe('')
})

onBothEngines('own views of lists', (open) => {
  const shop = async () => {
    const ctx = withPlainPasswords(contextForTests((await open()).db))
    await invitedForTests(ctx, 'owner', 'desk-owner')
    await invitedForTests(ctx, 'packer', 'desk-packer')
    const owner = deskPersonForTests(ctx)
    const packer = deskPersonForTests(ctx, { id: memberId('desk-packer'), role: 'packer' })
    const list = '/admin/orders'
    const name = (given: Partial<Parameters<typeof nameView>[2]> = {}, actor = owner) =>
      nameView(ctx, actor, {
        ...{ requestId: ctx.newId(), list, name: '東京', search: 'noted=1', replaces: false, from: 'list' },
        ...given,
      })
    const here = (address: string, actor = owner) =>
      viewsHere(ctx.db, actor, viewsFor(deskListsToName, actor), new URL(address, 'https://shop.example'))
    const names = async (actor = owner) => (await here(list, actor))?.views.map((view) => view.name)
    const post = (fields: Readonly<Record<string, string>>, actor = owner) => {
      const body = new URLSearchParams({ requestId: ctx.newId(), list, ...fields })
      const at = viewsFor(deskListsToName, actor)
      return deskAction(
        { ...ctx, actor, requestId: 'r' },
        new Request('https://shop.example/admin/views', { method: 'POST', body }),
        {
          name: press(nameView, { at, done: (_, form) => `${form.list}?${form.search}` }),
          rename: press(renameView, { at, done: () => '/admin/views' }),
        },
      )
    }
    return { ctx, owner, packer, list, name, here, names, post }
  }

  test('N134: a name stands for what a list is narrowed by, for one person and list alone', async () => {
    const { ctx, owner, packer, name, here, names } = await shop()
    expect(await here('/admin/orders?noted=1')).toEqual({
      list: '/admin/orders',
      search: 'noted=1',
      views: [],
    })
    expect(await name()).toEqual({ ok: true, value: { former: null } })
    const to = '/admin/orders?noted=1'
    expect(await here(`${to}&page=2&size=100`)).toEqual({
      ...{ list: '/admin/orders', search: 'noted=1' },
      views: [{ id: expect.any(String), name: '東京', to, isCurrent: true }],
    })
    expect((await here('/admin/orders'))?.views).toMatchObject([{ isCurrent: false }])
    // Hers alone, and of this list alone.
    expect(await names(packer)).toEqual([])
    expect((await here('/admin/products?q=x'))?.views).toEqual([])
    expect(await name({}, packer)).toMatchObject({ ok: true })
    expect(await name({ list: '/admin/products', search: 'q=x' })).toMatchObject({ ok: true })
    expect(await here('/admin/more')).toBeNull()
    // 在庫 is not there for who does not count.
    expect(await here('/admin/stock', packer)).toBeNull()
    expect(await here('/admin/stock', { ...packer, mayCount: true })).not.toBeNull()
    // The owner's lists are hers, and who is looked for is no part of a view.
    for (const path of ['/admin/members', '/admin/mails']) {
      expect(await here(path), path).not.toBeNull()
      expect(await here(path, packer), path).toBeNull()
    }
    expect((await here('/admin/members?suspended=1'))?.search).toBe('suspended=1')
    expect((await here('/admin/members?q=x&suspended=1'))?.search ?? null).toBeNull()
    expect(await allViews(ctx.db, owner, viewsFor(deskListsToName, owner))).toMatchObject([
      { name: '商品', views: [{ to: '/admin/products?q=x' }] },
      { name: '注文', views: [{ to }] },
    ])
    const { count } = await ctx.db
      .selectFrom('audit')
      .select(({ fn }) => fn.countAll().as('count'))
      .where('act', '=', 'view.name')
      .executeTakeFirstOrThrow()
    expect(Number(count)).toBe(3)
  })

  test('N134: the ninth of a list is refused, also of two screens at once, and a place that was given up is taken', async () => {
    const { ctx, owner, name, names } = await shop()
    for (let at = 1; at <= 7; at += 1) expect(await name({ name: `その${at}` })).toMatchObject({ ok: true })
    const both = await Promise.all([name({ name: 'い' }), name({ name: 'ろ' })])
    expect(both.filter(({ ok }) => ok)).toHaveLength(1)
    expect(both.filter(({ ok }) => !ok)).toEqual([{ ok: false, error: 'full' }])
    expect(await name({ list: '/admin/products', search: 'q=x', name: '別' })).toMatchObject({ ok: true })
    expect(await name({ name: 'その3', replaces: true, search: 'noted=1&unnumbered=1' })).toMatchObject({
      ok: true,
    })
    const [third] = await ctx.db.selectFrom('deskView').select('id').where('name', '=', 'その3').execute()
    const removed = await removeView(ctx, owner, { requestId: ctx.newId(), id: third?.id ?? '' })
    const former = { list: '/admin/orders', name: 'その3', search: 'noted=1&unnumbered=1' }
    expect(removed).toEqual({ ok: true, value: former })
    // The way back, in its place.
    expect(await name(former)).toMatchObject({ ok: true })
    expect((await names())?.[2]).toBe('その3')
    await expect(
      ctx.db
        .insertInto('deskView')
        .values({ id: 'ninth', memberId: owner.id, list: '/admin/orders', place: 9, name: 'は', search: '' })
        .execute(),
    ).rejects.toThrow()
  })

  test('N134: a name is there once; it is replaced when that is asked for, told with what it was, and renamed', async () => {
    const { ctx, owner, packer, name, names, here } = await shop()
    await name()
    expect(await name({ search: 'unnumbered=1' })).toEqual({ ok: false, error: 'same-name' })
    expect(await name({ search: 'unnumbered=1', replaces: true })).toEqual({
      ok: true,
      value: { former: 'noted=1' },
    })
    await name({ name: '大阪' })
    const [tokyo, osaka] = (await here('/admin/orders'))?.views ?? []
    const rename = (id: string | undefined, to: string, actor = owner) =>
      renameView(ctx, actor, { requestId: ctx.newId(), id: id ?? '', name: to })
    expect(await rename(osaka?.id, '東京')).toEqual({ ok: false, error: 'same-name' })
    expect(await rename(tokyo?.id, '東京')).toMatchObject({ ok: true })
    expect(await rename(tokyo?.id, '関東')).toMatchObject({ ok: true })
    expect(await names()).toEqual(['関東', '大阪'])
    // A name of another list is free in this one.
    await ctx.db
      .insertInto('deskView')
      .values({ id: 'other', memberId: owner.id, list: '/admin/products', place: 1, name: '麻', search: '' })
      .execute()
    expect(await rename(tokyo?.id, '麻')).toMatchObject({ ok: true })
    expect(await rename(tokyo?.id, '関東')).toMatchObject({ ok: true })
    // Another's is as if it were not there.
    expect(await rename(tokyo?.id, '私の', packer)).toEqual({ ok: false, error: 'gone' })
    expect(await removeView(ctx, packer, { requestId: 'x', id: tokyo?.id ?? '' })).toEqual({
      ok: false,
      error: 'gone',
    })
    expect(await nameView(ctx, { kind: 'owner' }, { ...form, requestId: 'y' })).toEqual({
      ok: false,
      error: 'not-at-desk',
    })
    const stored = ctx.db.insertInto('deskView')
    const row = { memberId: owner.id, list: '/admin/orders', place: 5, search: '' }
    await expect(stored.values({ ...row, id: 'a', name: '関東' }).execute()).rejects.toThrow()
    await expect(stored.values({ ...row, id: 'a', name: 'に', place: 2 }).execute()).rejects.toThrow()
  })

  test('N135: the list reads what is kept, whatever the form says, and another address is none', async () => {
    const { ctx, packer, post, here } = await shop()
    const search = 'noted=1&page=4&done=x&least=1000'
    expect(await post({ act: 'name', name: ' 東　京 ', search })).toMatchObject({ status: 302 })
    expect(await ctx.db.selectFrom('deskView').select(['name', 'search']).execute()).toEqual([
      { name: '東 京', search: 'least=1000&noted=1' },
    ])
    await post({ act: 'name', name: 'い', search }, packer)
    expect((await here('/admin/orders', packer))?.views).toMatchObject([{ to: '/admin/orders?noted=1' }])
    const refusal = async (fields: Readonly<Record<string, string>>) => {
      const answer = await post({ act: 'name', name: 'ろ', search, ...fields })
      return 'data' in answer ? [answer.init?.status, answer.data.errors ?? answer.data.failure] : answer
    }
    expect(await refusal({ name: ' 　' })).toEqual([422, { name: '名前を20文字までで入力してください。' }])
    expect(await refusal({ name: 'あ'.repeat(21) })).toMatchObject([422, { name: expect.any(String) }])
    expect(await refusal({ name: '𠮷'.repeat(20), search: 'noted=1' })).toMatchObject({ status: 302 })
    const nothing = [422, 'しぼりこむか並べかえてから、名前を付けてください。']
    expect(await refusal({ search: '' })).toEqual(nothing)
    expect(await refusal({ search: 'state=shipped' })).toEqual(nothing)
    expect(await refusal({ search: 'q=佐藤&noted=1' })).toEqual(nothing)
    for (const list of ['https://elsewhere.example', '//elsewhere.example', '/admin/more', ''])
      await expect(post({ act: 'name', name: 'は', search, list })).rejects.toMatchObject({
        init: { status: 404 },
      })
    await expect(
      post({ act: 'name', name: 'は', search: 'type=kit', list: '/admin/stock' }, packer),
    ).rejects.toMatchObject({ init: { status: 404 } })
  })

  test('N134: a view that names what its list knows no more opens it, and is current by what is left', async () => {
    const { ctx, owner, here } = await shop()
    const search = 'shelf=7&prefecture=江戸&noted=1'
    const row = { id: 'old', memberId: owner.id, list: '/admin/orders', place: 1, name: '昔', search }
    await ctx.db.insertInto('deskView').values(row).execute()
    await ctx.db
      .insertInto('deskView')
      .values({ ...row, id: 'gone', list: '/admin/none' })
      .execute()
    expect((await here('/admin/orders?prefecture=%E6%B1%9F%E6%88%B8&noted=1'))?.views).toEqual([
      { id: 'old', name: '昔', to: `/admin/orders?${search}`, isCurrent: true },
    ])
    const lists = await allViews(ctx.db, owner, viewsFor(deskListsToName, owner))
    expect(lists.map(({ list }) => list)).toEqual(['/admin/orders'])
  })

  test('N134: her views go with her place at the desk, and with her account', async () => {
    const { ctx, owner, packer, name } = await shop()
    await name({}, packer)
    await name()
    const left = async () => (await ctx.db.selectFrom('deskView').select('memberId').execute()).length
    expect(await endAtDesk(ctx, owner, { requestId: 'end', member: packer.id })).toMatchObject({ ok: true })
    expect(await left()).toBe(1)
    await ctx.db.deleteFrom('member').where('id', '=', owner.id).execute()
    expect(await left()).toBe(0)
  })
})
