import type { Kysely } from 'kysely'
import { expect, test } from 'vitest'
import type { Schema } from '#db/schema.ts'
import { contextForTests, onBothEngines } from '../../../tests/support/database-for-tests.ts'
import { addMember } from '../../../tests/support/member-for-tests.ts'
import { addUpload } from '../../../tests/support/upload-for-tests.ts'
import { recipeIndex } from './list.rules.ts'
import { deleteRecipe, postRecipe, saveRecipe } from './posting.commands.server.ts'
import { recipeOfId } from './recipe.queries.server.ts'
import type { RecipeInput } from './types.ts'

const id = 'work-0001'
const nameOf = (letter: string) => `${letter.repeat(32)}-9x9`
const picture = (letter: string) => `/Image/uploads/${nameOf(letter)}.jpg`
const pdf = `/Image/uploads/${'f'.repeat(32)}.pdf`

const inputWith = (parts: Partial<RecipeInput> = {}): RecipeInput => ({
  title: 'がま口',
  description: '小さながま口です。',
  ingredients: ['木綿布', '口金'],
  ties: [],
  steps: [{ id: 2, description: '縫う' }],
  affiliateProducts: [],
  tags: ['入園'],
  cookingTime: '1hour',
  difficulty: '中級',
  explanationType: 'none',
  youtubeUrl: '',
  websiteExplanation: '',
  pdfUrl: '',
  mainImageUrl: '',
  moreImages: [],
  ...parts,
})

const foundBy = async (db: Kysely<Schema>) => {
  const documents = await db
    .selectFrom('searchDocument')
    .where('indexName', '=', recipeIndex)
    .select('key')
    .execute()
  return documents.map(({ key }) => key)
}

onBothEngines('recipes', (open) => {
  const start = async () => {
    const { db } = await open()
    const ctx = contextForTests(db)
    const hanako = await addMember(db)
    const other = await addMember(db, { id: 'member-2', name: '次郎' })
    for (const name of [...'abcd'.split('').map(nameOf), 'f'.repeat(32)]) await addUpload(db, { name })
    const times = async () => {
      const rows = await db.selectFrom('upload').select(['name', 'lastPutAt']).orderBy('name').execute()
      return Object.fromEntries(rows.map(({ name, lastPutAt }) => [name[0], lastPutAt]))
    }
    const row = () => db.selectFrom('recipe').selectAll().where('id', '=', id).executeTakeFirst()
    return { ctx, db, hanako, other, times, row }
  }

  test('R13: a recipe is posted once with its author, and is found', async () => {
    const { ctx, db, hanako, row } = await start()
    await db
      .insertInto('memberProfile')
      .values({
        memberId: hanako.id,
        joinDate: '2026年4月',
        instagram: 'https://instagram.com/h',
        updatedAt: 1,
      })
      .execute()
    expect(await postRecipe(ctx, hanako, { id, content: inputWith() })).toEqual({ ok: true, value: null })
    expect(await row()).toMatchObject({
      authorId: hanako.id,
      authorName: '花子',
      likes: 0,
      views: 0,
      hidden: 0,
      source: 'own',
      createdAt: ctx.now(),
      updatedAt: ctx.now(),
    })
    expect(JSON.parse((await row())?.authorSns ?? '')).toMatchObject({ instagram: 'https://instagram.com/h' })
    expect(await recipeOfId(db, hanako, id)).toMatchObject(inputWith())
    expect(await foundBy(db)).toEqual([id])
    expect(await db.selectFrom('recipeTag').selectAll().execute()).toMatchObject([{ recipeId: id }])
  })

  test.each([
    [{ kind: 'visitor', address: '203.0.113.7' } as const, 'not_signed_in'],
    [{ kind: 'curator', address: '203.0.113.7' } as const, 'not_signed_in'],
    [{ kind: 'owner' } as const, 'not_signed_in'],
  ])('A1: nothing is posted, saved or deleted by %o', async (actor, reason) => {
    const { ctx, db, hanako, row } = await start()
    expect(await postRecipe(ctx, actor, { id, content: inputWith() })).toEqual({
      ok: false,
      error: { reason },
    })
    await postRecipe(ctx, hanako, { id, content: inputWith() })
    const before = await row()
    const change = { id, content: inputWith({ title: '別' }), basedOn: before?.updatedAt ?? 0 }
    expect(await saveRecipe(ctx, actor, change)).toEqual({ ok: false, error: { reason } })
    expect(await deleteRecipe(ctx, actor, id)).toEqual({ ok: false, error: reason })
    expect(await row()).toEqual(before)
    expect(await foundBy(db)).toEqual([id])
  })

  test('A8: nothing is posted without the right to, but what is there may be edited and deleted', async () => {
    const { ctx, hanako, row } = await start()
    const without = { ...hanako, canUpload: false }
    expect(await postRecipe(ctx, without, { id, content: inputWith() })).toEqual({
      ok: false,
      error: { reason: 'not_permitted' },
    })
    expect(await row()).toBeUndefined()
    await postRecipe(ctx, hanako, { id, content: inputWith() })
    const change = { id, content: inputWith({ title: '別' }), basedOn: ctx.now() }
    expect(await saveRecipe(ctx, without, change)).toMatchObject({ ok: true })
    expect(await deleteRecipe(ctx, without, id)).toMatchObject({ ok: true })
  })

  test('nothing is posted for a member whose account has just gone', async () => {
    const { ctx, db, hanako } = await start()
    await db.deleteFrom('member').where('id', '=', hanako.id).execute()
    expect(await postRecipe(ctx, hanako, { id, content: inputWith() })).toMatchObject({
      error: { reason: 'not_signed_in' },
    })
  })

  test.each(['', 'short', 'with space 1', 'あいうえおかきく', 'x'.repeat(65)])(
    'nothing is posted under the id "%s"',
    async (impossible) => {
      const { ctx, hanako } = await start()
      expect(await postRecipe(ctx, hanako, { id: impossible, content: inputWith() })).toMatchObject({
        error: { reason: 'id_not_hers' },
      })
    },
  )

  test('R19: posting twice, and eight times at once, makes one recipe', async () => {
    const { ctx, db, hanako, row } = await start()
    await Promise.all(Array.from({ length: 8 }, row))
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => postRecipe(ctx, hanako, { id, content: inputWith() })),
    )
    expect(answers.every(({ ok }) => ok)).toBe(true)
    ctx.advance(1_000)
    expect(await postRecipe(ctx, hanako, { id, content: inputWith() })).toMatchObject({ ok: true })
    expect(await db.selectFrom('recipe').select('updatedAt').execute()).toEqual([
      { updatedAt: ctx.now() - 1_000 },
    ])
  })

  test('R18, R19: other content under a published id is refused like a later edit, and may overwrite knowingly', async () => {
    const { ctx, db, hanako, row } = await start()
    await postRecipe(ctx, hanako, { id, content: inputWith() })
    const posted = ctx.now()
    ctx.advance(1_000)
    const other = inputWith({ title: '別の作品' })
    const refused = { ok: false, error: { reason: 'changed_meanwhile', updatedAt: posted } }
    expect(await postRecipe(ctx, hanako, { id, content: other })).toEqual(refused)
    expect(await row()).toMatchObject({ title: 'がま口', updatedAt: posted })
    expect(await postRecipe(ctx, hanako, { id: 'work-0002', content: other })).toMatchObject({ ok: true })
    expect(await postRecipe(ctx, hanako, { id, content: other, basedOn: posted })).toMatchObject({ ok: true })
    expect(await row()).toMatchObject({ title: '別の作品', createdAt: posted, updatedAt: posted + 1_000 })
    expect((await foundBy(db)).sort()).toEqual([id, 'work-0002'])
    const open = { id, content: inputWith({ title: '開いたままの編集' }), basedOn: posted }
    expect(await saveRecipe(ctx, hanako, open)).toMatchObject({ error: { reason: 'changed_meanwhile' } })
  })

  test('R19: what was posted, edited since and posted again changes nothing unasked', async () => {
    const { ctx, hanako, row } = await start()
    await postRecipe(ctx, hanako, { id, content: inputWith() })
    await saveRecipe(ctx, hanako, { id, content: inputWith({ title: '編集' }), basedOn: ctx.now() })
    expect(await postRecipe(ctx, hanako, { id, content: inputWith() })).toMatchObject({
      error: { reason: 'changed_meanwhile' },
    })
    expect(await row()).toMatchObject({ title: '編集' })
  })

  test('R17: nobody posts, saves or deletes over the recipe of another member', async () => {
    const { ctx, db, hanako, other, row } = await start()
    await postRecipe(ctx, hanako, { id, content: inputWith() })
    const before = await row()
    const mine = inputWith({ title: '次郎の' })
    expect(await postRecipe(ctx, other, { id, content: mine })).toEqual({
      ok: false,
      error: { reason: 'id_not_hers' },
    })
    expect(await saveRecipe(ctx, other, { id, content: mine, basedOn: ctx.now() })).toEqual({
      ok: false,
      error: { reason: 'not_hers' },
    })
    expect(await deleteRecipe(ctx, other, id)).toEqual({ ok: false, error: 'not_hers' })
    expect(await row()).toEqual(before)
    expect(await foundBy(db)).toEqual([id])
  })

  test('A7: the hidden recipe of another is not there; her own she may still edit', async () => {
    const { ctx, db, hanako, other } = await start()
    await postRecipe(ctx, hanako, { id, content: inputWith() })
    await db.updateTable('recipe').set({ hidden: 1 }).execute()
    const change = { id, content: inputWith({ title: '別' }), basedOn: ctx.now() }
    expect(await saveRecipe(ctx, other, change)).toEqual({ ok: false, error: { reason: 'not_found' } })
    expect(await deleteRecipe(ctx, other, id)).toEqual({ ok: false, error: 'not_found' })
    expect(await saveRecipe(ctx, hanako, change)).toMatchObject({ ok: true })
  })

  test('R30: what is not there, or nobody can store, is neither saved nor deleted', async () => {
    const { ctx, hanako } = await start()
    for (const impossible of [id, '', 'a\u0000b', '\ud800', 'a'.repeat(5_000)]) {
      const change = { id: impossible, content: inputWith(), basedOn: 0 }
      expect(await saveRecipe(ctx, hanako, change)).toEqual({ ok: false, error: { reason: 'not_found' } })
      expect(await deleteRecipe(ctx, hanako, impossible)).toEqual({ ok: false, error: 'not_found' })
    }
  })

  test('R17, R23, R32: a save writes what an author writes, and nothing else', async () => {
    const { ctx, db, hanako, row } = await start()
    await postRecipe(ctx, hanako, { id, content: inputWith() })
    await db.updateTable('recipe').set({ likes: 7, views: 9, difficulty: 'medium' }).execute()
    const posted = ctx.now()
    ctx.advance(5)
    const next = inputWith({ title: '巾着', tags: ['布'], steps: [], explanationType: 'pdf', pdfUrl: pdf })
    expect(await saveRecipe(ctx, hanako, { id, content: next, basedOn: posted })).toMatchObject({ ok: true })
    expect(await recipeOfId(db, hanako, id)).toMatchObject(next)
    expect(await row()).toMatchObject({
      likes: 7,
      views: 9,
      difficulty: '中級',
      authorId: hanako.id,
      authorName: '花子',
      createdAt: posted,
      updatedAt: posted + 5,
    })
    const tags = await db.selectFrom('recipeTag').select('tag').execute()
    expect(tags).toEqual([{ tag: '布' }])
  })

  test('R18: the later save of two is refused and changes nothing, and may overwrite knowingly', async () => {
    const { ctx, hanako, row } = await start()
    await postRecipe(ctx, hanako, { id, content: inputWith() })
    const basedOn = ctx.now()
    const [first, second] = [inputWith({ title: '電話から' }), inputWith({ title: 'パソコンから' })]
    expect(await saveRecipe(ctx, hanako, { id, content: first, basedOn })).toMatchObject({ ok: true })
    // Repeating a save, as after a lost answer, is no conflict.
    expect(await saveRecipe(ctx, hanako, { id, content: first, basedOn })).toMatchObject({ ok: true })
    const updatedAt = (await row())?.updatedAt ?? 0
    expect(updatedAt).toBe(basedOn + 1)
    expect(await saveRecipe(ctx, hanako, { id, content: second, basedOn })).toEqual({
      ok: false,
      error: { reason: 'changed_meanwhile', updatedAt },
    })
    expect(await row()).toMatchObject({ title: '電話から' })
    expect(await saveRecipe(ctx, hanako, { id, content: second, basedOn: updatedAt })).toMatchObject({
      ok: true,
    })
    expect(await row()).toMatchObject({ title: 'パソコンから' })
  })

  test('R1, R3: new pictures are uploads that are there; those that leave are let go, those that stay are not touched', async () => {
    const { ctx, db, hanako, times } = await start()
    const all = inputWith({
      mainImageUrl: picture('a'),
      steps: [{ id: 1, description: '縫う', imageUrl: picture('b') }],
      affiliateProducts: [
        { id: '1', name: '布', description: '', productUrl: 'https://shop.example/', imageUrl: picture('c') },
      ],
      explanationType: 'pdf',
      pdfUrl: pdf,
    })
    await postRecipe(ctx, hanako, { id, content: all })
    const posted = ctx.now()
    expect(await times()).toEqual({ a: posted, b: posted, c: posted, d: 5, f: posted })
    ctx.advance(9)
    const fewer = {
      ...all,
      mainImageUrl: picture('d'),
      affiliateProducts: [],
      explanationType: 'none' as const,
    }
    expect(
      await saveRecipe(ctx, hanako, { id, content: { ...fewer, pdfUrl: '' }, basedOn: posted }),
    ).toMatchObject({ ok: true })
    expect(await times()).toEqual({ a: 1, b: posted, c: 1, d: posted + 9, f: 1 })
    expect(await deleteRecipe(ctx, hanako, id)).toMatchObject({ ok: true })
    expect(await times()).toEqual({ a: 1, b: 1, c: 1, d: 1, f: 1 })
    expect(await db.selectFrom('recipe').selectAll().execute()).toEqual([])
  })

  test('W7: further photographs are taken, noted, let go and read in their order, as the first', async () => {
    const { ctx, db, hanako, other, times, row } = await start()
    const noted = async () => {
      const rows = await db.selectFrom('recipeUpload').select('name').orderBy('name').execute()
      return rows.map(({ name }) => name[0]).join('')
    }
    const content = inputWith({ mainImageUrl: picture('a'), moreImages: [picture('c'), picture('b')] })
    await postRecipe(ctx, hanako, { id, content })
    const posted = ctx.now()
    expect(await times()).toEqual({ a: posted, b: posted, c: posted, d: 5, f: 5 })
    expect(await noted()).toBe('abc')
    expect((await recipeOfId(db, hanako, id))?.moreImages).toEqual([picture('c'), picture('b')])

    // Moving a photograph to the front does not claim it again: by now it may belong to somebody else (R3).
    await db.updateTable('uploadOwner').set({ owner: other.id }).execute()
    ctx.advance(9)
    const moved = { ...content, mainImageUrl: picture('b'), moreImages: [picture('a'), picture('c')] }
    expect(await saveRecipe(ctx, hanako, { id, content: moved, basedOn: posted })).toMatchObject({ ok: true })
    expect(await times()).toEqual({ a: posted, b: posted, c: posted, d: 5, f: 5 })

    const before = await row()
    const foreign = { ...moved, moreImages: [picture('a'), picture('d'), '/Image/a.jpg'] }
    const basedOn = before?.updatedAt ?? 0
    expect(await saveRecipe(ctx, hanako, { id, content: foreign, basedOn })).toEqual({
      ok: false,
      error: { reason: 'no_such_upload', urls: ['/Image/a.jpg', picture('d')] },
    })
    expect(await row()).toEqual(before)
    const stale = { ...moved, moreImages: [picture('c')] }
    expect(await saveRecipe(ctx, hanako, { id, content: stale, basedOn: posted })).toMatchObject({
      error: { reason: 'changed_meanwhile' },
    })
    expect(await saveRecipe(ctx, hanako, { id, content: stale, basedOn })).toMatchObject({ ok: true })
    expect(await times()).toEqual({ a: 1, b: posted, c: posted, d: 5, f: 5 })
    expect(await noted()).toBe('bc')
    await deleteRecipe(ctx, hanako, id)
    expect(await times()).toEqual({ a: 1, b: 1, c: 1, d: 5, f: 5 })
  })

  test('R40: what another member put is nothing for a recipe of hers; what stands in it already stays', async () => {
    const { ctx, db, hanako, other, row } = await start()
    await addUpload(db, { name: nameOf('e'), owner: other.id, waiting: 1 })
    const refusal = { ok: false, error: { reason: 'no_such_upload', urls: [picture('e')] } }
    const taken = inputWith({ mainImageUrl: picture('e') })
    expect(await postRecipe(ctx, hanako, { id, content: taken })).toEqual(refusal)
    expect(await row()).toBeUndefined()
    await postRecipe(ctx, hanako, { id, content: inputWith() })
    expect(await saveRecipe(ctx, hanako, { id, content: taken, basedOn: ctx.now() })).toEqual(refusal)
    await db
      .updateTable('recipe')
      .set({ mainImageUrl: picture('e') })
      .execute()
    const edited = inputWith({ mainImageUrl: picture('e'), title: '別の題' })
    expect(await saveRecipe(ctx, hanako, { id, content: edited, basedOn: ctx.now() })).toMatchObject({
      ok: true,
    })
  })

  test('D5: what a recipe refers to waits no longer, and is noted with it; with the recipe the note goes', async () => {
    const { ctx, db, hanako } = await start()
    await db.updateTable('uploadOwner').set({ owner: hanako.id, waiting: 1 }).execute()
    const noted = async () => {
      const rows = await db.selectFrom('recipeUpload').selectAll().orderBy('name').execute()
      return rows.map(({ name, recipeId }) => `${recipeId} ${name[0]}`)
    }
    const waiting = async () => {
      const rows = await db
        .selectFrom('uploadOwner')
        .where('waiting', '=', 1)
        .select('name')
        .orderBy('name')
        .execute()
      return rows.map(({ name }) => name[0]).join('')
    }
    const first = inputWith({
      mainImageUrl: picture('a'),
      steps: [{ id: 1, description: '縫う', imageUrl: picture('b') }],
      explanationType: 'pdf',
      pdfUrl: pdf,
    })
    await postRecipe(ctx, hanako, { id, content: first })
    expect(await noted()).toEqual([`${id} a`, `${id} b`, `${id} f`])
    expect(await waiting()).toBe('cd')
    const second = { ...first, steps: [{ id: 1, description: '縫う', imageUrl: picture('c') }] }
    await saveRecipe(ctx, hanako, { id, content: second, basedOn: ctx.now() })
    expect(await noted()).toEqual([`${id} a`, `${id} c`, `${id} f`])
    expect(await waiting()).toBe('d')
    await deleteRecipe(ctx, hanako, id)
    expect(await noted()).toEqual([])
  })

  test.each([
    'https://evil.example/x.jpg',
    'javascript:alert(1)',
    '/Image/logo.svg',
    '縫う',
    pdf,
    picture('e'),
    picture('a').toUpperCase(),
  ])('R1: %s is no picture of a recipe', async (url) => {
    const { ctx, hanako, times, row } = await start()
    const refusal = { ok: false, error: { reason: 'no_such_upload', urls: [url] } }
    const product = {
      id: '1',
      name: '布',
      description: '',
      productUrl: 'https://shop.example/',
      imageUrl: url,
    }
    for (const wrong of [
      inputWith({ mainImageUrl: url }),
      inputWith({ steps: [{ id: 1, description: '', imageUrl: url }] }),
      inputWith({ affiliateProducts: [product] }),
    ]) {
      expect(await postRecipe(ctx, hanako, { id, content: wrong })).toEqual(refusal)
      expect(await row()).toBeUndefined()
    }
    // Nor when a text of the recipe already names it.
    await postRecipe(ctx, hanako, {
      id,
      content: inputWith({ description: url, steps: [{ id: 1, description: url }] }),
    })
    const step = { id: 1, description: '', imageUrl: url }
    expect(
      await saveRecipe(ctx, hanako, { id, content: inputWith({ steps: [step] }), basedOn: ctx.now() }),
    ).toEqual(refusal)
    expect(await times()).toMatchObject({ a: 5 })
  })

  test('R3: a picture of another kind that a recipe has had stays in it', async () => {
    const { ctx, db, hanako } = await start()
    const old = '/Image/demo/work-tote.svg'
    await postRecipe(ctx, hanako, { id, content: inputWith() })
    const steps = [{ id: 1, description: '縫う', imageUrl: old }]
    await db
      .updateTable('recipe')
      .set({ mainImageUrl: old, steps: JSON.stringify(steps) })
      .execute()
    const change = inputWith({ title: '別', mainImageUrl: old, steps })
    expect(await saveRecipe(ctx, hanako, { id, content: change, basedOn: ctx.now() })).toMatchObject({
      ok: true,
    })
  })

  test('R35: a deletion that fails half way changes nothing', async () => {
    const { ctx, db, hanako, row } = await start()
    await postRecipe(ctx, hanako, { id, content: inputWith({ mainImageUrl: picture('a') }) })
    const before = await row()
    await db.schema.alterTable('upload').renameTo('upload_away').execute()
    await expect(deleteRecipe(ctx, hanako, id)).rejects.toThrow()
    await db.schema.alterTable('upload_away').renameTo('upload').execute()
    expect(await row()).toEqual(before)
    expect(await foundBy(db)).toEqual([id])
    expect(await deleteRecipe(ctx, hanako, id)).toMatchObject({ ok: true })
    expect(await foundBy(db)).toEqual([])
    expect(await db.selectFrom('recipeTag').selectAll().execute()).toEqual([])
  })

  test('S17: a member posts at most a hundred recipes a day', async () => {
    const { ctx, hanako, other } = await start()
    await ctx.db
      .insertInto('rateLimit')
      .values({
        subject: `works-of-day:${hanako.id}`,
        spanStart: Math.floor(ctx.now() / 86_400_000) * 86_400_000,
        spanEnd: ctx.now() + 86_400_000,
        count: 100,
      })
      .execute()
    expect(await postRecipe(ctx, hanako, { id, content: inputWith() })).toMatchObject({
      error: { reason: 'too_many' },
    })
    expect(await postRecipe(ctx, other, { id, content: inputWith() })).toMatchObject({ ok: true })
  })
})
