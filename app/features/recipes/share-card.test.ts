import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import { collectUploads } from '~/features/pictures/collection.commands.server.ts'
import { pictureOf, pictureUrl } from '~/features/pictures/rules.ts'
import { shareCardName } from '~/features/pictures/share-card.rules.ts'
import type { Actor } from '~/kernel/actor.ts'
import type { PictureEncoder } from '~/server/pictures/picture-encoder.ts'
import { uploadFilesIn } from '~/server/pictures/picture-files.ts'
import { contextForTests, onBothEngines } from '../../../tests/support/database-for-tests.ts'
import { addMember } from '../../../tests/support/member-for-tests.ts'
import { addRecipe } from '../../../tests/support/recipe-for-tests.ts'
import { shareCard } from './recipe.commands.server.ts'

const visitor: Actor = { kind: 'visitor', address: '203.0.113.7' }
const busy: PictureEncoder = {
  encode: async () => ({ ok: false, error: 'busy' }),
  draw: async () => ({ ok: false, error: 'busy' }),
  shareCard: async () => ({ ok: false, error: 'busy' }),
}
const notThere = { ok: false, error: 'not_there' }

onBothEngines('the picture of a shared recipe', (open) => {
  const start = async () => {
    const { db } = await open()
    const imagesDir = await mkdtemp(join(tmpdir(), 'share-card-'))
    onTestFinished(() => rm(imagesDir, { recursive: true }))
    const inFolder = uploadFilesIn(imagesDir)
    const made: string[] = []
    const uploadFiles = {
      ...inFolder,
      put: (name: string, content: Uint8Array) => {
        if (name.includes('share')) made.push(name)
        return inFolder.put(name, content)
      },
    }
    const ctx = contextForTests(db, { imagesDir, uploadFiles })
    const hanako = await addMember(db)
    /** Stores a photograph as an upload does. */
    const put = async (letter: string) => {
      const size = { width: 1200, height: 900 }
      const name = `${letter.repeat(32)}-1200x900`
      const jpeg = await sharp({ create: { ...size, channels: 3, background: '#336699' } })
        .jpeg()
        .toBuffer()
      await uploadFiles.put(`${name}.jpg`, jpeg)
      const row = { name, kind: 'picture' as const, ...size, bytes: 1, source: 'own' as const }
      await db
        .insertInto('upload')
        .values({ ...row, lastPutAt: ctx.now() })
        .execute()
      return pictureUrl(name)
    }
    const nameOf = (url: string) => pictureOf(url)?.name ?? ''
    return { ctx, db, hanako, put, nameOf, uploadFiles, made }
  }

  test('is made of its photograph once, when it is first asked for, and lies there from then on', async () => {
    const { ctx, db, hanako, put, nameOf, uploadFiles, made } = await start()
    const url = await put('a')
    await addRecipe(db, hanako.id, { id: 'work', mainImageUrl: url })
    const [first, second] = await Promise.all([
      shareCard(ctx, visitor, 'work'),
      shareCard(ctx, hanako, 'work'),
    ])
    if (!first.ok) expect.unreachable(first.error)
    expect(second).toEqual(first)
    expect(await sharp(first.value.jpeg).metadata()).toMatchObject({
      format: 'jpeg',
      width: 1200,
      height: 630,
    })
    expect(await uploadFiles.read(shareCardName(nameOf(url)))).toEqual(first.value.jpeg)
    await uploadFiles.remove(`${nameOf(url)}.jpg`)
    expect(await shareCard({ ...ctx, pictureEncoder: busy }, visitor, 'work')).toEqual(first)
    expect(made).toEqual([shareCardName(nameOf(url))])
  })

  test('R56: none of a suspended member’s recipe, though it was drawn before, and the same again once she is back', async () => {
    const { ctx, db, hanako, put } = await start()
    await addRecipe(db, hanako.id, { id: 'work', mainImageUrl: await put('a') })
    const before = await shareCard(ctx, visitor, 'work')
    expect(before).toMatchObject({ ok: true })
    await db
      .insertInto('suspendedMember')
      .values({ memberId: hanako.id, reason: '', suspendedAt: 1 })
      .execute()
    expect(await shareCard(ctx, visitor, 'work')).toEqual(notThere)
    await db.deleteFrom('suspendedMember').execute()
    expect(await shareCard(ctx, visitor, 'work')).toEqual(before)
  })

  test('another photograph is another version, and the card of the old one goes with it', async () => {
    const { ctx, db, hanako, put, nameOf, uploadFiles } = await start()
    const [old, next] = [await put('a'), await put('b')]
    await addRecipe(db, hanako.id, { id: 'work', mainImageUrl: old })
    const before = await shareCard(ctx, visitor, 'work')
    await db.updateTable('recipe').set({ mainImageUrl: next }).execute()
    const after = await shareCard(ctx, visitor, 'work')
    const versions = [before, after].map((card) => (card.ok ? card.value.version : ''))
    expect(new Set(versions).size).toBe(2)
    ctx.advance(8 * 86_400_000)
    await collectUploads(ctx, async () => [nameOf(next)], new AbortController().signal)
    expect(await uploadFiles.has(shareCardName(nameOf(old)))).toBe(false)
    expect(await uploadFiles.has(shareCardName(nameOf(next)))).toBe(true)
  })

  test('W62: another title is another version and another card, in the place of the former one', async () => {
    const { ctx, db, hanako, put, nameOf, uploadFiles, made } = await start()
    const url = await put('a')
    await addRecipe(db, hanako.id, { id: 'work', title: '巾着', mainImageUrl: url })
    const before = await shareCard(ctx, visitor, 'work')
    await db.updateTable('recipe').set({ title: 'まるい巾着' }).execute()
    ctx.advance(9_000)
    expect(await shareCard(ctx, visitor, 'work'), 'whoever asks in turn').toEqual({
      ok: false,
      error: 'busy',
    })
    ctx.advance(1_000)
    const after = await shareCard(ctx, visitor, 'work')
    if (!before.ok || !after.ok) throw new Error('no card')
    expect(after.value.version).not.toBe(before.value.version)
    expect(after.value.jpeg).not.toEqual(before.value.jpeg)
    expect(await uploadFiles.read(shareCardName(nameOf(url)))).toEqual(after.value.jpeg)
    expect(await shareCard({ ...ctx, pictureEncoder: busy }, visitor, 'work')).toEqual(after)
    expect(new Set(made).size).toBe(1)
  })

  test('A7: of a hidden recipe only its author gets one', async () => {
    const { ctx, db, hanako, put } = await start()
    await addRecipe(db, hanako.id, { id: 'work', mainImageUrl: await put('a'), hidden: 1 })
    expect(await shareCard(ctx, hanako, 'work')).toMatchObject({ ok: true })
    for (const actor of [visitor, { ...hanako, id: (await addMember(db, { id: 'jiro' })).id }])
      expect(await shareCard(ctx, actor, 'work')).toEqual(notThere)
  })

  test('there is none of an unknown recipe, of one without photographs, or of one whose file is lost', async () => {
    const { ctx, db, hanako, put, nameOf, uploadFiles } = await start()
    const url = await put('a')
    await addRecipe(db, hanako.id, { id: 'bare', mainImageUrl: '/Image/demo/work.svg' })
    await addRecipe(db, hanako.id, { id: 'lost', mainImageUrl: url })
    await uploadFiles.remove(`${nameOf(url)}.jpg`)
    for (const id of ['bare', 'lost', 'nobody', '', '../etc/passwd'])
      expect(await shareCard(ctx, visitor, id), id).toEqual(notThere)
  })

  test('a photograph of a step stands in for one of the recipe', async () => {
    const { ctx, db, hanako, put } = await start()
    const steps = [
      { id: 1, description: '' },
      { id: 2, description: '', imageUrl: await put('a') },
    ]
    await addRecipe(db, hanako.id, { id: 'work', steps })
    expect(await shareCard(ctx, visitor, 'work')).toMatchObject({ ok: true })
  })

  test('while too many pictures are made it is busy; while its photograph is removed nothing is left behind', async () => {
    const { ctx, db, hanako, put, nameOf, uploadFiles } = await start()
    const url = await put('a')
    await addRecipe(db, hanako.id, { id: 'work', mainImageUrl: url })
    const answer = await shareCard({ ...ctx, pictureEncoder: busy }, visitor, 'work')
    expect(answer).toEqual({ ok: false, error: 'busy' })
    await db.updateTable('upload').set({ lastPutAt: 0 }).execute()
    expect(await shareCard(ctx, visitor, 'work')).toMatchObject({ ok: true })
    expect(await uploadFiles.has(shareCardName(nameOf(url)))).toBe(false)
  })
})
