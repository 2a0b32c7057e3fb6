// @postgres

import { expect, test } from 'vitest'
import { press } from '~/features/desk/access/desk-action.server.ts'
import { collectUploads } from '~/features/pictures/collection.commands.server.ts'
import { uploadUrl } from '~/features/pictures/rules.ts'
import type { DeskActor, DeskPerson } from '~/kernel/actor.ts'
import { displayImageUrl } from '~/kernel/image-url.ts'
import type { AppContext } from '~/server/app-context.ts'
import { auditOf } from '~/server/audit.ts'
import { contextForTests, onBothEngines } from '../../../../tests/support/database-for-tests.ts'
import { deskPersonForTests } from '../../../../tests/support/desk-person-for-tests.ts'
import { pressForm } from '../../../../tests/support/press-form.ts'
import { addUpload } from '../../../../tests/support/upload-for-tests.ts'
import { putLinks, putNews, seedDemoLists } from './commands.server.ts'
import { moveCollaboration, readEntry, removeEntry, saveEntry, undoEntry } from './desk.commands.server.ts'
import { deskEntries, deskEntry } from './desk.queries.server.ts'
import type { ListName, TypedEntry } from './desk.rules.ts'
import { collaborations, newestNews, uploadsOfCollaborations } from './queries.server.ts'

const tokyo = (text: string) => Date.parse(`${text}+09:00`)
const notice = { date: '2026年4月1日', title: '春の布', content: '入りました。', fromDay: '', toDay: '' }
const product = {
  title: '猫の型紙',
  price: '3,300円',
  imageUrl: '',
  applyUrl: 'https://store.example/cat',
  influencerUrl: '',
  fromDay: '',
  toDay: '',
}

const day = 86_400_000

type Fields = Readonly<Record<string, string>>

const actOnEntry = (
  ctx: AppContext,
  owner: DeskPerson,
  at: { readonly list: ListName; readonly id: string },
  fields: Fields,
) => {
  const to = (done: string) => ({ at, done: () => done })
  const forms = {
    save: press(saveEntry, to('saved')),
    remove: press(removeEntry, to('removed')),
    undo: press(undoEntry, to('undone')),
  }
  return pressForm(ctx, owner, forms, fields)
}

const actOnList = (ctx: AppContext, owner: DeskPerson, list: ListName, fields: Fields) => {
  const to = (done: string) => ({ at: { list }, done: () => done })
  const move = press(moveCollaboration, to('moved'))
  return pressForm(ctx, owner, { move, undo: press(undoEntry, to('undone')) }, fields)
}

const save = (
  ctx: AppContext,
  actor: DeskActor,
  id: string,
  entry: TypedEntry,
  version: number | null = null,
  list: ListName = 'news',
) => saveEntry(ctx, actor, { requestId: ctx.newId(), list, id, version, entry })

onBothEngines('N51: lists at the desk', (open) => {
  const start = async () => {
    const ctx = contextForTests((await open()).db)
    const { newId } = ctx
    // Each act is at another time.
    Object.assign(ctx, {
      newId: () => {
        ctx.advance(1)
        return newId()
      },
    })
    const versionOf = async (id: string, list: ListName = 'news') =>
      (await deskEntry(ctx, list, id))?.version ?? null
    const titles = async (now = ctx.now()) => (await newestNews(ctx.db, 30, now)).map(({ title }) => title)
    return { ctx, owner: deskPersonForTests(ctx), versionOf, titles }
  }
  const form = (ctx: AppContext, id: string, version: number | null, list: ListName = 'news') => ({
    requestId: ctx.newId(),
    list,
    id,
    version,
  })

  test('a notice is shown from its first day to the end of its last, in Tokyo', async () => {
    const { ctx, owner, titles } = await start()
    await save(ctx, owner, 'a', { ...notice, fromDay: '2026-04-10', toDay: '2026-04-12' })
    expect(await titles(tokyo('2026-04-09T23:59:59.999'))).toEqual([])
    expect(await titles(tokyo('2026-04-10T00:00'))).toEqual(['春の布'])
    expect(await titles(tokyo('2026-04-12T23:59:59.999'))).toEqual(['春の布'])
    expect(await titles(tokyo('2026-04-13T00:00'))).toEqual([])
    const states = async (at: string) => {
      ctx.setNow(tokyo(at))
      return (await deskEntries(ctx, 'news')).rows.map(({ state }) => state)
    }
    expect(await states('2026-04-09T12:00')).toEqual(['coming'])
    expect(await states('2026-04-12T12:00')).toEqual(['shown'])
    expect(await states('2026-04-13T12:00')).toEqual(['over'])
  })

  test('a collaboration too, new ones first, and one moves up and down', async () => {
    const { ctx, owner } = await start()
    for (const id of ['a', 'b', 'c'])
      await save(ctx, owner, id, { ...product, title: id }, null, 'collaborations')
    await save(ctx, owner, 'd', { ...product, title: 'd', toDay: '2026-03-31' }, null, 'collaborations')
    const order = async () => (await collaborations(ctx.db, ctx.now())).map(({ id }) => id)
    expect(await order()).toEqual(['c', 'b', 'a'])
    const { mark: version } = await deskEntries(ctx, 'collaborations')
    const move = (id: string, to: 'up' | 'down' | number, mark = version) =>
      moveCollaboration(ctx, owner, { requestId: ctx.newId(), id, to, version: mark })
    await move('a', 'up')
    expect(await order()).toEqual(['c', 'a', 'b'])
    expect(await move('a', 'up')).toEqual({ ok: false, error: 'stale' })
    await move('a', 'down', (await deskEntries(ctx, 'collaborations')).mark)
    expect(await order()).toEqual(['c', 'b', 'a'])
    await move('a', 'down', (await deskEntries(ctx, 'collaborations')).mark)
    expect(await order()).toEqual(['c', 'b', 'a'])
    await move('c', 4, (await deskEntries(ctx, 'collaborations')).mark)
    expect(await order()).toEqual(['b', 'a', 'c'])
    expect(await move('nobody', 'up', (await deskEntries(ctx, 'collaborations')).mark)).toMatchObject({
      error: 'stale',
    })
  })

  test('a change and a removal are undone, and the undo too', async () => {
    const { ctx, owner, versionOf, titles } = await start()
    await save(ctx, owner, 'a', notice)
    await save(ctx, owner, 'a', { ...notice, title: '夏の布' }, await versionOf('a'))
    await undoEntry(ctx, owner, form(ctx, 'a', await versionOf('a')))
    expect(await titles()).toEqual(['春の布'])
    await undoEntry(ctx, owner, form(ctx, 'a', await versionOf('a')))
    expect(await titles()).toEqual(['夏の布'])
    await removeEntry(ctx, owner, form(ctx, 'a', await versionOf('a')))
    expect(await titles()).toEqual([])
    expect((await deskEntries(ctx, 'news')).gone).toEqual([{ id: 'a', title: '夏の布' }])
    expect(await deskEntry(ctx, 'news', 'a')).toMatchObject({ version: null, canUndo: true })
    await undoEntry(ctx, owner, form(ctx, 'a', null))
    expect(await titles()).toEqual(['夏の布'])
    expect((await deskEntries(ctx, 'news')).gone).toEqual([])
    expect((await auditOf(ctx.db, 'news:a')).map(({ act }) => act)).toEqual([
      'list.save',
      'list.save',
      'list.undo',
      'list.undo',
      'list.remove',
      'list.undo',
    ])
  })

  test('what a file has written over is not undone, nor what another screen has changed', async () => {
    const { ctx, owner, versionOf } = await start()
    await save(ctx, owner, 'a', notice)
    const version = await versionOf('a')
    ctx.advance(1)
    const { date, title } = notice
    await putNews(ctx, { items: [{ id: 'a', date, title, content: 'ファイルから' }], replace: false })
    const stale = { ok: false, error: 'stale' }
    expect(await save(ctx, owner, 'a', notice, version)).toEqual(stale)
    expect(await removeEntry(ctx, owner, form(ctx, 'a', version))).toEqual(stale)
    expect(await undoEntry(ctx, owner, form(ctx, 'a', version))).toEqual(stale)
    expect(await undoEntry(ctx, owner, form(ctx, 'a', await versionOf('a')))).toEqual({
      ok: false,
      error: 'nothing-to-undo',
    })
    expect(await save(ctx, owner, 'a', notice)).toEqual(stale)
    expect(await undoEntry(ctx, owner, form(ctx, 'nobody', null))).toMatchObject({ error: 'nothing-to-undo' })
  })

  test('a file leaves the days of an entry as they are', async () => {
    const { ctx, owner, titles } = await start()
    await save(ctx, owner, 'a', { ...notice, fromDay: '2026-05-01' })
    const { date, content } = notice
    await putNews(ctx, { items: [{ id: 'a', date, title: '新', content }], replace: false })
    expect(await titles()).toEqual([])
    expect(await titles(tokyo('2026-05-01T00:00'))).toEqual(['新'])
  })

  test('N2: the same form twice is one entry', async () => {
    const { ctx, owner } = await start()
    const sent = { ...form(ctx, 'a', null), entry: notice }
    expect(await saveEntry(ctx, owner, sent)).toEqual({ ok: true, value: null })
    expect(await saveEntry(ctx, owner, sent)).toEqual({ ok: true, value: null })
    expect(await auditOf(ctx.db, 'news:a')).toHaveLength(1)
  })

  test('a list has at most 500 entries at the desk', async () => {
    const { ctx, owner, versionOf } = await start()
    const { date, title, content } = notice
    const items = Array.from({ length: 500 }, (_, at) => ({ id: `n${at}`, date, title, content }))
    await putNews(ctx, { items, replace: false })
    expect(await save(ctx, owner, 'more', notice)).toEqual({ ok: false, error: 'full' })
    expect((await save(ctx, owner, 'n1', notice, await versionOf('n1'))).ok).toBe(true)
  })

  test('a photograph is hers, is there for an undo of the same week, and is left out of a later one', async () => {
    const { ctx, owner, versionOf } = await start()
    const name = `${'a'.repeat(32)}-9x9`
    await addUpload(ctx.db, { name, owner: 'shop', waiting: 1 })
    const imageUrl = uploadUrl(name)
    const strange = { ...product, imageUrl: uploadUrl(`${'b'.repeat(32)}-9x9`) }
    expect(await save(ctx, owner, 'a', strange, null, 'collaborations')).toEqual({
      ok: false,
      error: 'picture-gone',
    })
    await save(ctx, owner, 'a', { ...product, imageUrl }, null, 'collaborations')
    const collected = () => collectUploads(ctx, uploadsOfCollaborations, AbortSignal.timeout(60_000))
    const shown = async () => (await collaborations(ctx.db, ctx.now())).map((link) => link.imageUrl)
    const undo = () =>
      actOnList(ctx, owner, 'collaborations', { requestId: ctx.newId(), act: 'undo', id: 'a' })
    ctx.advance(300 * day)
    await removeEntry(ctx, owner, form(ctx, 'a', await versionOf('a', 'collaborations'), 'collaborations'))
    ctx.advance(6 * day)
    expect(await collected()).toBe(0)
    expect(await undo()).toEqual({ to: 'undone' })
    expect(await shown()).toEqual([imageUrl])
    await removeEntry(ctx, owner, form(ctx, 'a', await versionOf('a', 'collaborations'), 'collaborations'))
    ctx.advance(8 * day)
    expect(await collected()).toBe(1)
    expect(await undo()).toEqual({ to: 'undone' })
    expect(await shown()).toEqual([displayImageUrl('')])
  })

  test('a collaboration that was taken out comes back to its place', async () => {
    const { ctx, owner, versionOf } = await start()
    for (const id of ['a', 'b', 'c']) await save(ctx, owner, id, product, null, 'collaborations')
    const order = async () => (await collaborations(ctx.db, ctx.now())).map(({ id }) => id)
    await removeEntry(ctx, owner, form(ctx, 'b', await versionOf('b', 'collaborations'), 'collaborations'))
    await undoEntry(ctx, owner, form(ctx, 'b', null, 'collaborations'))
    expect(await order()).toEqual(['c', 'b', 'a'])
  })

  test('what an undo has taken out can be had back from the list', async () => {
    const { ctx, owner, versionOf, titles } = await start()
    await save(ctx, owner, 'a', notice)
    await undoEntry(ctx, owner, form(ctx, 'a', await versionOf('a')))
    expect((await deskEntries(ctx, 'news')).gone).toEqual([{ id: 'a', title: '春の布' }])
    await actOnList(ctx, owner, 'news', { requestId: ctx.newId(), act: 'undo', id: 'a' })
    expect([await titles(), (await deskEntries(ctx, 'news')).gone]).toEqual([['春の布'], []])
    // A file that removes an entry after an undo leaves nothing to restore here.
    await save(ctx, owner, 'a', { ...notice, title: '夏の布' }, await versionOf('a'))
    await undoEntry(ctx, owner, form(ctx, 'a', await versionOf('a')))
    await ctx.db.deleteFrom('news').execute()
    await save(ctx, owner, 'b', notice)
    expect((await deskEntries(ctx, 'news')).gone).toEqual([])
  })

  test('N2: what was stored though its answer was lost, and is sent with a change, is asked about and then stored', async () => {
    const { ctx, owner, titles } = await start()
    const place = { list: 'news', id: 'a' } as const
    const press = (fields: Readonly<Record<string, string>>) =>
      actOnEntry(ctx, owner, place, { ...notice, act: 'save', title: '夏の布', ...fields })
    await actOnEntry(ctx, owner, place, { ...notice, act: 'save', requestId: 'lost' })
    let requestId = 'lost'
    let version: string | number = ''
    for (const status of [409, 409]) {
      const told = await press({ requestId, version: String(version) })
      if (!('status' in told)) throw new Error('stored unseen')
      expect(told.status).toBe(status)
      requestId = told.requestId ?? requestId
      version = told.version ?? version
    }
    expect(await press({ requestId, version: String(version) })).toEqual({ to: 'saved' })
    expect(await titles()).toEqual(['夏の布'])
  })

  test('R19: a title of two lines is shown as its field gives it back, and kept by an undo', async () => {
    const { ctx, owner, versionOf, titles } = await start()
    await putNews(ctx, {
      items: [{ id: 'a', ...notice, title: '春の\n布', content: '一\n二' }],
      replace: false,
    })
    expect((await deskEntry(ctx, 'news', 'a'))?.typed).toMatchObject({ title: '春の布', content: '一\n二' })
    await save(ctx, owner, 'a', { ...notice, title: '夏の布' }, await versionOf('a'))
    expect(await undoEntry(ctx, owner, form(ctx, 'a', await versionOf('a')))).toMatchObject({ ok: true })
    expect(await titles()).toEqual(['春の\n布'])
  })

  test('of two owners the second reads of every field, also of days and photograph, and of a removal', async () => {
    const { ctx, owner, versionOf } = await start()
    await save(ctx, owner, 'a', product, null, 'collaborations')
    const first = await versionOf('a', 'collaborations')
    const other = { ...product, toDay: '2026-05-01', imageUrl: '' }
    await save(ctx, owner, 'a', other, first, 'collaborations')
    const place = { list: 'collaborations', id: 'a' } as const
    const sent = { ...product, act: 'save', imageUrl: '/Image/mine.jpg', version: String(first) }
    const press = (version: string) =>
      actOnEntry(ctx, owner, place, { ...sent, imageUrl: '', requestId: ctx.newId(), version })
    expect(await actOnEntry(ctx, owner, place, { ...sent, requestId: ctx.newId() })).toMatchObject({
      merged: {
        both: [
          { name: '写真', typed: '', typedPictures: ['/Image/mine.jpg'], now: 'なし' },
          { name: '出す日', typed: '', now: '最後の日：2026-05-01' },
        ],
      },
    })
    await removeEntry(ctx, owner, form(ctx, 'a', await versionOf('a', 'collaborations'), 'collaborations'))
    expect(await press(String(first))).toMatchObject({
      status: 409,
      version: '',
      failure: expect.stringContaining('先に消されました'),
    })
    expect(await press('')).toEqual({ to: 'saved' })
  })

  test('a demo’s own go with the demo', async () => {
    const { ctx, owner, titles } = await start()
    await seedDemoLists(ctx, { news: [], links: [] }).catch(() => {})
    await save({ ...ctx, demo: true }, owner, 'a', notice)
    expect(await titles()).toEqual(['春の布'])
    const { removeDemoLists } = await import('./commands.server.ts')
    await removeDemoLists(ctx)
    expect(await titles()).toEqual([])
  })

  test('are the owner’s alone', async () => {
    const { ctx } = await start()
    const packer = deskPersonForTests(ctx, { role: 'packer' })
    const refused = { ok: false, error: 'not-found' }
    await putLinks(ctx, { items: [{ id: 'a', ...product }], replace: false })
    expect(await save(ctx, packer, 'b', notice)).toEqual(refused)
    expect(await removeEntry(ctx, packer, form(ctx, 'a', ctx.now(), 'collaborations'))).toEqual(refused)
    expect(await undoEntry(ctx, packer, form(ctx, 'a', null))).toEqual(refused)
    const move = { requestId: 'm', id: 'a', to: 'up', version: 'a' } as const
    expect(await moveCollaboration(ctx, packer, move)).toEqual(refused)
  })

  test('forms: what is wrong is told beside its field, what was typed stays, a stale one shows both values', async () => {
    const { ctx, owner, versionOf } = await start()
    const sent = (fields: Fields) => ({ requestId: ctx.newId(), act: 'save', ...fields })
    const place = { list: 'news', id: 'a' } as const
    const wrong = await actOnEntry(ctx, owner, place, sent({ ...notice, title: ' ' }))
    expect(wrong).toMatchObject({
      status: 422,
      errors: { title: '題名がありません。' },
      typed: { content: '入りました。' },
    })
    expect(
      await actOnEntry(ctx, owner, place, sent({ ...notice, date: 'あした' })),
      'it would stand below all others',
    ).toMatchObject({
      status: 422,
      errors: { date: expect.stringContaining('2026年11月24日') },
    })
    expect(await actOnEntry(ctx, owner, place, sent(notice))).toEqual({ to: 'saved' })
    const stale = await actOnEntry(ctx, owner, place, sent({ ...notice, title: '別', version: '1' }))
    expect(stale).toMatchObject({
      status: 409,
      merged: { both: [{ name: '題名', typed: '別', now: '春の布' }] },
      version: await versionOf('a'),
    })
    const version = String(await versionOf('a'))
    expect(await actOnEntry(ctx, owner, place, sent({ act: 'remove', version }))).toEqual({ to: 'removed' })
    expect(await actOnList(ctx, owner, 'news', sent({ act: 'undo', id: 'a' }))).toEqual({ to: 'undone' })
    expect(await actOnList(ctx, owner, 'news', sent({ act: 'move', way: 'up', id: 'a' }))).toEqual({
      thrown: 404,
    })
  })
})

test.each<[ListName, TypedEntry, string | null]>([
  ['news', {}, null],
  ['news', { date: '' }, 'date'],
  ['news', { title: 'あ'.repeat(201) }, 'title'],
  ['news', { content: 'あ'.repeat(10_001) }, 'content'],
  ['news', { fromDay: '2026-02-30' }, 'fromDay'],
  ['news', { toDay: 'あした' }, 'toDay'],
  ['news', { date: '令和8年4月1日' }, null],
  ['news', { date: '2026/4' }, null],
  ['news', { title: '#REF!' }, 'title'],
  ['news', { fromDay: 'R8.4.2', toDay: '2026-04-01' }, 'toDay'],
  ['news', { fromDay: '20260401', toDay: 'R8.4.1' }, null],
  ['news', { fromDay: '2026-04-02', toDay: '2026-04-01' }, 'toDay'],
  ['news', { fromDay: '2026-04-01', toDay: '2026-04-01' }, null],
  ['collaborations', {}, null],
  ['collaborations', { applyUrl: 'http://store.example' }, 'applyUrl'],
  ['collaborations', { influencerUrl: 'javascript:alert(1)' }, 'influencerUrl'],
  ['collaborations', { imageUrl: 'data:,x' }, 'imageUrl'],
])('N51: an entry of %s with %j is refused at %s', (list, change, field) => {
  const read = readEntry(list, { ...(list === 'news' ? notice : product), ...change })
  expect(read.ok ? null : Object.keys(read.error)).toEqual(field === null ? null : [field])
})

test('P15: first and last day are kept as days, however they were typed', () => {
  const read = readEntry('news', { ...notice, fromDay: 'R8.4.1', toDay: '20260408' })
  expect(read).toMatchObject({ value: { fromDay: '2026-04-01', toDay: '2026-04-08' } })
})
