import { expect, test } from 'vitest'
import { editedItems } from '~/features/recipes/curation/queries.server.ts'
import { type Actor, memberId } from '~/kernel/actor.ts'
import { listOrderMark } from '~/kernel/list-order.ts'
import { searchText } from '~/kernel/search-text.ts'
import type { AppContext } from '~/server/app-context.ts'
import { contextForTests, onBothEngines } from '../../../../tests/support/database-for-tests.ts'
import { addUpload } from '../../../../tests/support/upload-for-tests.ts'
import { deleteItem, moveCuratedItem, type SaveItem, saveItem } from './commands.server.ts'
import { type CuratedList, curatedLists, type ItemInput, mostItems } from './rules.ts'

const curator: Actor = { kind: 'curator', address: '203.0.113.7' }
const pictureOf = (letter: string) => `/Image/uploads/${letter.repeat(32)}-9x9.jpg`

onBothEngines('the curated lists', (open) => {
  const start = async () => {
    const { db } = await open()
    const ctx = contextForTests(db)
    for (const letter of ['a', 'b'])
      await addUpload(db, { name: `${letter.repeat(32)}-9x9`, owner: 'curators' })
    const names = async (list: CuratedList = 'keywords') =>
      (await editedItems(db, list)).map(({ name }) => name).join(' ')
    const places = async (list: CuratedList = 'keywords') => {
      const table = list === 'keywords' ? 'popularKeyword' : 'situationCategory'
      const rows = await db.selectFrom(table).select('position').orderBy('position').execute()
      return rows.map(({ position }) => position).join('')
    }
    const uploads = async () =>
      (await db.selectFrom('upload').select(['name', 'lastPutAt']).orderBy('name').execute()).map(
        ({ lastPutAt }) => lastPutAt,
      )
    return { db, ctx, names, places, uploads }
  }
  const inputWith = (name: string, parts: Partial<ItemInput> = {}): ItemInput => ({
    name,
    image: '',
    tags: [],
    ...parts,
  })
  const add = (ctx: AppContext, id: string, parts: Partial<SaveItem> = {}) =>
    saveItem(ctx, curator, {
      list: 'keywords',
      id,
      isNew: true,
      basedOn: 0,
      content: inputWith(id),
      place: null,
      ...parts,
    })
  const edit = (ctx: AppContext, id: string, basedOn: number, parts: Partial<SaveItem> = {}) =>
    add(ctx, id, { isNew: false, basedOn, ...parts })

  test.each(curatedLists)(
    'A22: of %s the place typed is the place, and all are numbered from 0',
    async (list) => {
      const { ctx, names, places } = await start()
      const before = await names(list)
      expect(await add(ctx, '巾着', { list })).toMatchObject({ ok: true })
      expect(await names(list)).toBe(`${before} 巾着`)
      const [first = '', ...others] = before.split(' ')
      await add(ctx, 'リボン', { list, place: 2 })
      expect(await names(list)).toBe([first, 'リボン', ...others, '巾着'].join(' '))
      await edit(ctx, '巾着', 0, { list, place: 1 })
      expect(await names(list)).toBe(['巾着', first, 'リボン', ...others].join(' '))
      expect(await places(list)).toBe('012345')
      await edit(ctx, '巾着', 0, { list, place: 999 })
      expect(await names(list)).toBe([first, 'リボン', ...others, '巾着'].join(' '))
      await edit(ctx, 'リボン', ctx.now(), { list, content: inputWith('りぼんA') })
      expect(await names(list)).toBe([first, 'りぼんA', ...others, '巾着'].join(' '))
      expect(await places(list)).toBe('012345')
    },
  )

  test.each(curatedLists)(
    'A22: of %s one changes places with its neighbour; ties and gaps are mended',
    async (list) => {
      const { ctx, db, names, places } = await start()
      const ids = (await editedItems(db, list)).map(({ id }) => id)
      const [a = '', b = '', c = '', d = ''] = (await names(list)).split(' ')
      const table = list === 'keywords' ? 'popularKeyword' : 'situationCategory'
      await db.updateTable(table).set({ position: 3 }).where('id', 'in', ids.slice(1)).execute()
      const [, second = '', third = ''] = (await editedItems(db, list)).map(({ id }) => id)
      const tied = (await names(list)).split(' ')
      expect(await moveCuratedItem(ctx, curator, { list, id: third, by: -1 })).toMatchObject({ ok: true })
      expect(await names(list)).toBe([tied[0], tied[2], tied[1], tied[3]].join(' '))
      expect(await places(list)).toBe('0123')
      expect(await moveCuratedItem(ctx, curator, { list, id: second, by: 1 })).toMatchObject({ ok: true })
      expect(await names(list)).toBe([tied[0], tied[2], tied[3], tied[1]].join(' '))
      const end = await names(list)
      expect(await moveCuratedItem(ctx, curator, { list, id: ids[0] ?? '', by: -1 })).toMatchObject({
        error: 'at_the_end',
      })
      expect(await moveCuratedItem(ctx, curator, { list, id: second, by: 1 })).toMatchObject({
        error: 'at_the_end',
      })
      expect(await names(list)).toBe(end)
      expect(new Set([a, b, c, d])).toEqual(new Set(end.split(' ')))
      expect(await moveCuratedItem(ctx, curator, { list, id: 'nobody', by: 1 })).toMatchObject({
        error: 'not_found',
      })
    },
  )

  test.each(curatedLists)(
    'N139: of %s one is dragged to its place, in the order that was shown alone',
    async (list) => {
      const { ctx, db, names, places } = await start()
      const order = async () => (await editedItems(db, list)).map(({ id }) => id)
      const ids = await order()
      const [a, b, c, d] = (await names(list)).split(' ')
      const drag = (place: number, version: string) =>
        moveCuratedItem(ctx, curator, { list, id: ids[0] ?? '', by: { place, version } })
      expect(await drag(3, listOrderMark(ids))).toEqual({ ok: true, value: null })
      expect(await names(list)).toBe([b, c, a, d].join(' '))
      expect(await places(list)).toBe('0123')
      expect(await drag(1, listOrderMark(ids))).toEqual({ ok: false, error: 'stale' })
      expect(await drag(99, listOrderMark(await order()))).toMatchObject({ ok: true })
      expect(await names(list)).toBe([b, c, d, a].join(' '))
    },
  )

  test.each(curatedLists)('A22: of %s a deletion closes the gap, and gives the neighbour', async (list) => {
    const { ctx, db, names, places } = await start()
    const ids = (await editedItems(db, list)).map(({ id }) => id)
    const [a = '', , c = '', d = ''] = (await names(list)).split(' ')
    const remove = (id = '') => deleteItem(ctx, curator, { list, id, basedOn: 0 })
    expect(await remove(ids[1])).toEqual({ ok: true, value: { neighbour: ids[2] } })
    expect(await names(list)).toBe([a, c, d].join(' '))
    expect(await places(list)).toBe('012')
    expect(await remove(ids[1])).toMatchObject({ error: { reason: 'not_found' } })
    expect(await remove(ids[3])).toEqual({ ok: true, value: { neighbour: ids[2] } })
    await remove(ids[0])
    expect(await remove(ids[2])).toEqual({ ok: true, value: { neighbour: null } })
    expect(await names(list)).toBe('')
  })

  test('A22: admins who add, move, save and delete at once leave one order without gaps or doubles', async () => {
    const { ctx, db, places } = await start()
    const ids = (await editedItems(db, 'keywords')).map(({ id }) => id)
    await Promise.all([
      ...Array.from({ length: 6 }, (_, at) => add(ctx, `新${at}`, { place: (at % 3) + 1 })),
      ...Array.from({ length: 8 }, (_, at) =>
        moveCuratedItem(ctx, curator, { list: 'keywords', id: ids[at % 4] ?? '', by: at % 2 === 0 ? 1 : -1 }),
      ),
      edit(ctx, ids[0] ?? '', 0, { content: inputWith('かばん'), place: 3 }),
      deleteItem(ctx, curator, { list: 'keywords', id: ids[3] ?? '', basedOn: 0 }),
    ])
    expect(await places()).toBe('012345678')
    expect((await editedItems(db, 'keywords')).map(({ id }) => id)).not.toContain(ids[3])
  })

  test('A22: of an empty list too, two who add at once get two places', async () => {
    const { ctx, db, places } = await start()
    await db.deleteFrom('popularKeyword').execute()
    await Promise.all(['一', '二', '三'].map((id) => add(ctx, id)))
    expect(await places()).toBe('012')
  })

  test('R18: a later save over another one is refused, tells the name there, and may overwrite', async () => {
    const { ctx, names } = await start()
    await add(ctx, 'x', { content: inputWith('巾着') })
    const seen = ctx.now()
    await edit(ctx, 'x', seen, { content: inputWith('ポーチ') })
    const later = await edit(ctx, 'x', seen, { content: inputWith('袋'), place: 1 })
    expect(later).toEqual({
      ok: false,
      error: { reason: 'changed_meanwhile', updatedAt: seen + 1, name: 'ポーチ' },
    })
    expect(await names()).toMatch(/ ポーチ$/)
    expect(await deleteItem(ctx, curator, { list: 'keywords', id: 'x', basedOn: seen })).toEqual(later)
    // Neither the same content nor a move by somebody else is a conflict.
    expect(await edit(ctx, 'x', seen, { content: inputWith('ポーチ') })).toMatchObject({ ok: true })
    await moveCuratedItem(ctx, curator, { list: 'keywords', id: 'x', by: -1 })
    expect(await edit(ctx, 'x', seen + 1, { content: inputWith('袋') })).toMatchObject({ ok: true })
    expect(await names()).toMatch(/ 袋 \S+$/)
  })

  test('R19: the same new item again is one; another text under its id is told as a change', async () => {
    const { ctx, names } = await start()
    await add(ctx, 'x', { content: inputWith('巾着') })
    expect(await add(ctx, 'x', { content: inputWith('巾着') })).toMatchObject({ ok: true })
    expect(await names()).toMatch(/[^着] 巾着$/)
    expect(await add(ctx, 'x', { content: inputWith('袋') })).toMatchObject({
      error: { reason: 'changed_meanwhile', name: '巾着' },
    })
    expect(await edit(ctx, 'nobody', 0)).toMatchObject({ error: { reason: 'not_found' } })
  })

  test('a name is there once, as search compares it, and a unique key stands behind that', async () => {
    const { ctx, db } = await start()
    expect(await add(ctx, 'x', { content: inputWith('ﾊﾞｯｸﾞ') })).toMatchObject({
      error: { reason: 'name_taken', name: 'バッグ' },
    })
    expect(await edit(ctx, 'bag', 0, { content: inputWith('ばっぐ') })).toMatchObject({ ok: true })
    expect(await edit(ctx, 'kids', 0, { content: inputWith('バッグ') })).toMatchObject({
      error: { reason: 'name_taken', name: 'ばっぐ' },
    })
    expect(await add(ctx, 'y', { list: 'situations', content: inputWith('バッグ') })).toMatchObject({
      ok: true,
    })
    for (const table of ['popularKeyword', 'situationCategory'] as const)
      await expect(
        db
          .insertInto(table)
          .values({
            id: 'z',
            name: 'バッグ',
            image: '',
            position: 9,
            compared: searchText('バッグ'),
            updatedAt: 0,
          })
          .execute(),
      ).rejects.toThrow()
  })

  test('a list holds 50, of which each may still be edited', async () => {
    const { ctx, db } = await start()
    for (let at = 4; at < mostItems; at += 1) await add(ctx, `n${at}`)
    expect(await add(ctx, 'one-more')).toMatchObject({ error: { reason: 'list_full' } })
    expect(await edit(ctx, 'n49', ctx.now(), { content: inputWith('別の名') })).toMatchObject({ ok: true })
    expect(await editedItems(db, 'keywords')).toHaveLength(mostItems)
  })

  test('R2: a picture is one that was uploaded here; another one, none, or a deletion lets it go', async () => {
    const { db, ctx, uploads } = await start()
    const picture = (letter: string) => inputWith('巾着', { image: pictureOf(letter) })
    for (const image of [pictureOf('c'), 'https://evil.example/a.jpg', '/Image/logo.svg'])
      expect(await add(ctx, 'x', { content: inputWith('巾着', { image }) })).toMatchObject({
        error: { reason: 'no_such_picture' },
      })
    await add(ctx, 'x', { content: picture('a') })
    expect(await uploads()).toEqual([ctx.now(), 5])
    await edit(ctx, 'x', ctx.now(), { content: picture('b') })
    expect(await uploads()).toEqual([1, ctx.now()])
    await deleteItem(ctx, curator, { list: 'keywords', id: 'x', basedOn: ctx.now() + 1 })
    expect(await uploads()).toEqual([1, 1])
    await addUpload(db, { name: 'f'.repeat(32), owner: 'curators' })
    await addUpload(db, { name: `${'e'.repeat(32)}-9x9`, owner: 'member-1' })
    for (const image of [`/Image/uploads/${'f'.repeat(32)}.pdf`, pictureOf('e')])
      expect(await add(ctx, 'x', { content: inputWith('巾着', { image }) })).toMatchObject({
        error: { reason: 'no_such_picture' },
      })
  })

  test('R22: tags are kept as they were typed and compared as search does; of one situation alone', async () => {
    const { ctx, db } = await start()
    const others = await db.selectFrom('situationTag').where('situationId', '!=', 'x').selectAll().execute()
    const tags = ['プレゼント', 'ｷﾞﾌﾄ用']
    await add(ctx, 'x', { list: 'situations', content: inputWith('お祝い', { tags }) })
    const item = async () => (await editedItems(db, 'situations')).find(({ id }) => id === 'x')
    expect((await item())?.tags.toSorted()).toEqual(tags.toSorted())
    const stored = () =>
      db.selectFrom('situationTag').where('situationId', '=', 'x').select('tag').orderBy('tag').execute()
    expect((await stored()).map(({ tag }) => tag).toSorted()).toEqual(['ぎふと用', 'ぷれぜんと'].toSorted())
    expect(
      await edit(ctx, 'x', ctx.now(), {
        list: 'situations',
        content: inputWith('お祝い', { tags: ['母の日'] }),
      }),
    ).toMatchObject({ ok: true })
    expect(await stored()).toEqual([{ tag: '母の日' }])
    expect(await item()).toMatchObject({ updatedAt: ctx.now() + 1 })
    expect(await db.selectFrom('situationTag').where('situationId', '!=', 'x').selectAll().execute()).toEqual(
      others,
    )
    await add(ctx, 'keyword', { content: inputWith('お祝い', { tags: ['母の日'] }) })
    await deleteItem(ctx, curator, { list: 'situations', id: 'x', basedOn: ctx.now() + 1 })
    expect(await stored()).toEqual([])
  })

  test('A3: admins, who passed the gate and the owner may; visitors and members change nothing', async () => {
    const { ctx, names } = await start()
    const member = {
      kind: 'member',
      id: memberId('m'),
      address: '',
      sessionId: '',
      emailVerified: true,
      role: 'member',
      canUpload: true,
      canComment: true,
    } as const
    const before = await names()
    for (const actor of [{ kind: 'visitor', address: '' } as const, member]) {
      const save = {
        list: 'keywords',
        id: 'x',
        isNew: true,
        basedOn: 0,
        content: inputWith('x'),
        place: 1,
      } as const
      expect(await saveItem(ctx, actor, save)).toMatchObject({ error: { reason: 'not_signed_in' } })
      expect(await moveCuratedItem(ctx, actor, { list: 'keywords', id: 'kids', by: 1 })).toMatchObject({
        error: 'not_signed_in',
      })
      expect(await deleteItem(ctx, actor, { list: 'keywords', id: 'kids', basedOn: 0 })).toMatchObject({
        error: { reason: 'not_signed_in' },
      })
    }
    expect(await names()).toBe(before)
    for (const actor of [{ ...member, role: 'admin' } as const, { kind: 'owner' } as const])
      expect(await moveCuratedItem(ctx, actor, { list: 'keywords', id: 'kids', by: -1 })).toMatchObject({
        ok: true,
      })
  })
})
