// @postgres

import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { inTransaction } from '~/server/database/transaction.ts'
import { uploadFilesIn } from '~/server/pictures/picture-files.ts'
import { contextForTests, onBothEngines } from '../../../tests/support/database-for-tests.ts'
import { addMember } from '../../../tests/support/member-for-tests.ts'
import { smallPdf, svgWithScript } from '../../../tests/support/pictures-for-tests.ts'
import { collectUploads } from './collection.commands.server.ts'
import { keepUploads, releaseUploads, seedDemoUploads, uploadPdf, uploadPicture } from './commands.server.ts'
import { uploadNameOf } from './rules.ts'
import { shareCardName } from './share-card.rules.ts'

const day = 86_400_000
const never = new AbortController().signal
const absent = '/Image/uploads/0123456789abcdef0123456789abcdef-9x9.jpg'

onBothEngines('uploads', (open) => {
  let small: Buffer
  let other: Buffer
  beforeAll(async () => {
    const make = (background: string) =>
      sharp({ create: { width: 20, height: 10, channels: 3, background } })
        .png()
        .toBuffer()
    small = await make('#336699')
    other = await make('#993366')
  })

  const start = async () => {
    const { db } = await open()
    const imagesDir = await mkdtemp(join(tmpdir(), 'uploads-'))
    onTestFinished(() => rm(imagesDir, { recursive: true }))
    const ctx = contextForTests(db, { imagesDir, uploadFiles: uploadFilesIn(imagesDir) })
    const hanako = await addMember(db)
    const files = async () => (await readdir(join(imagesDir, 'uploads')).catch(() => [])).sort()
    const post = async (bytes: Uint8Array, purpose: 'recipe' | 'photo' = 'recipe') => {
      const done = await uploadPicture(ctx, hanako, { bytes, purpose })
      return done.ok ? done.value.url : done.error
    }
    const collect = (...used: string[]) =>
      collectUploads(ctx, async () => used.flatMap((url) => uploadNameOf(url) ?? []), never)
    const keep = (...urls: string[]) => inTransaction(ctx, (trx) => keepUploads(trx, ctx.now(), urls))
    const rows = () => db.selectFrom('upload').selectAll().execute()
    return { ctx, db, hanako, files, post, collect, keep, rows }
  }

  test('R1: a picture lies in its sizes under the hash of its content; the same one twice is one', async () => {
    const { ctx, hanako, files, post, rows } = await start()
    const done = await uploadPicture(ctx, hanako, { bytes: small, purpose: 'recipe' })
    expect(done).toMatchObject({ ok: true, value: { width: 20, height: 10 } })
    const url = await post(small)
    expect(url).toMatch(/^\/Image\/uploads\/[0-9a-f]{32}-20x10\.jpg$/)
    expect(done).toMatchObject({ value: { url } })
    const name = url.slice('/Image/uploads/'.length, -4)
    expect(await files()).toEqual([`${name}-20.avif`, `${name}-20.webp`, `${name}.jpg`])
    expect(await rows()).toMatchObject([{ name, kind: 'picture', width: 20, height: 10, source: 'own' }])
    expect(await post(other)).not.toBe(url)
    expect(await rows()).toHaveLength(2)
  })

  test('a file that was lost is put again with all its sizes', async () => {
    const { ctx, files, post } = await start()
    const url = await post(small)
    const all = await files()
    for (const file of all) await ctx.uploadFiles.remove(file)
    expect(await post(small)).toBe(url)
    expect(await files()).toEqual(all)
  })

  test('A1, A8: a recipe’s picture takes the right to post, her own photograph only a session', async () => {
    const { ctx, hanako, files } = await start()
    const asks = (actor: Parameters<typeof uploadPicture>[1], purpose: 'recipe' | 'photo') =>
      uploadPicture(ctx, actor, { bytes: small, purpose })
    const visitor = { kind: 'visitor', address: '203.0.113.7' } as const
    const curator = { kind: 'curator', address: '203.0.113.7' } as const
    for (const actor of [visitor, curator, { kind: 'owner' } as const]) {
      expect(await asks(actor, 'photo')).toEqual({ ok: false, error: 'not_signed_in' })
      expect(await uploadPdf(ctx, actor, smallPdf)).toEqual({ ok: false, error: 'not_signed_in' })
    }
    const reader = { ...hanako, canUpload: false }
    expect(await asks(reader, 'recipe')).toEqual({ ok: false, error: 'no_permission' })
    expect(await uploadPdf(ctx, reader, smallPdf)).toEqual({ ok: false, error: 'no_permission' })
    expect(await files()).toEqual([])
    expect(await asks(reader, 'photo')).toMatchObject({ ok: true })
  })

  test('R8: a PDF is kept as it is, and what is none is refused', async () => {
    const { ctx, hanako, files, rows } = await start()
    const done = await uploadPdf(ctx, hanako, smallPdf)
    expect(done).toEqual({
      ok: true,
      value: { url: expect.stringMatching(/^\/Image\/uploads\/[0-9a-f]{32}\.pdf$/) },
    })
    expect(await uploadPdf(ctx, hanako, smallPdf)).toEqual(done)
    expect(await files()).toHaveLength(1)
    expect(await rows()).toMatchObject([{ kind: 'pdf', width: 0, height: 0, bytes: smallPdf.length }])
    for (const bytes of [small, svgWithScript, Buffer.alloc(0), Buffer.alloc(2_000, ' ')])
      expect(await uploadPdf(ctx, hanako, bytes)).toEqual({ ok: false, error: 'not_a_pdf' })
  })

  test('ASVS 5.2.1, 5.2.2, 5.2.6, 5.3.2, 14.2.8, S17: 60 pictures in an hour by one member, 300 in a day; 30 PDFs in a day', async () => {
    const { ctx, db, hanako, post } = await start()
    const counted = (name: string, count: number) =>
      db.updateTable('rateLimit').set({ count }).where('subject', '=', `${name}:${hanako.id}`).execute()
    await post(small)
    await counted('pictures', 59)
    expect(await post(small)).toMatch(/^\/Image/)
    expect(await post(small)).toBe('too_many_uploads')
    const jiro = { ...(await addMember(db, { id: 'member-2', name: '次郎' })), canUpload: true }
    expect(await uploadPicture(ctx, jiro, { bytes: small, purpose: 'recipe' })).toMatchObject({ ok: true })
    ctx.advance(3_600_000)
    expect(await post(small)).toMatch(/^\/Image/)
    await counted('pictures-of-day', 300)
    expect(await post(small)).toBe('too_many_uploads')
    await uploadPdf(ctx, hanako, smallPdf)
    await counted('pdfs-of-day', 30)
    expect(await uploadPdf(ctx, hanako, smallPdf)).toEqual({ ok: false, error: 'too_many_uploads' })
  })

  test('what nothing refers to goes after a week; what is used stays, and is looked at again a week later', async () => {
    const { ctx, hanako, post, collect, files, rows } = await start()
    const [used, unused] = [await post(small), await post(other)]
    const pdf = await uploadPdf(ctx, hanako, smallPdf)
    for (const url of [used, unused])
      await ctx.uploadFiles.put(shareCardName(uploadNameOf(url) ?? ''), Buffer.from('card'))
    const kept = [used, pdf.ok ? pdf.value.url : '']
    ctx.advance(7 * day)
    expect(await collect(...kept)).toBe(0)
    ctx.advance(1)
    expect(await collect(...kept)).toBe(1)
    expect(await rows()).toHaveLength(2)
    expect((await files()).join()).not.toContain(unused.slice(15, 47))
    expect(await files()).toHaveLength(5)
    expect(await collect()).toBe(0)
    ctx.advance(7 * day + 1)
    expect(await collect()).toBe(2)
    expect(await files()).toEqual([])
  })

  test('A17: what was let go is taken at once, unless something else refers to it', async () => {
    const { ctx, post, collect, rows, keep } = await start()
    const [used, unused] = [await post(small), await post(other)]
    await inTransaction(ctx, (trx) =>
      releaseUploads(trx, [used, unused, absent, 'https://other.example/a.jpg']),
    )
    expect(await collect(used)).toBe(1)
    expect(await rows()).toHaveLength(1)
    expect(await keep(used)).toEqual([])
  })

  test('to refer to an upload keeps it; one that is gone, or is none of ours, is told', async () => {
    const { ctx, post, collect, keep } = await start()
    const url = await post(small)
    ctx.advance(8 * day)
    expect(await keep(url, url, absent, 'https://other.example/a.jpg', '')).toEqual([
      absent,
      'https://other.example/a.jpg',
      '',
    ])
    expect(await collect()).toBe(0)
  })

  test('an upload that is used or put again while the others are looked through is not removed', async () => {
    const { ctx, post, keep, files } = await start()
    const [used, putAgain] = [await post(small), await post(other)]
    ctx.advance(8 * day)
    const meanwhile = async () => {
      await keep(used)
      await post(other)
      return []
    }
    expect(await collectUploads(ctx, meanwhile, never)).toBe(0)
    expect(await files()).toHaveLength(6)
    expect(await keep(used, putAgain)).toEqual([])
  })

  test('while its files are being removed an upload is busy, and cannot be used; after a crash the next run ends it', async () => {
    const { ctx, post, keep, collect, files } = await start()
    const url = await post(small)
    ctx.advance(8 * day)
    const removing: unknown[] = []
    const crash = {
      ...ctx.uploadFiles,
      remove: async () => {
        removing.push(await post(small), await keep(url))
        await inTransaction(ctx, (trx) => releaseUploads(trx, [url]))
        throw new Error('the disk is away')
      },
    }
    await expect(collectUploads({ ...ctx, uploadFiles: crash }, async () => [], never)).rejects.toThrow(
      'disk',
    )
    expect(removing).toEqual(['busy', [url]])
    expect(await collect(url)).toBe(1)
    expect(await files()).toEqual([])
    expect(await post(small)).toBe(url)
    expect(await files()).toHaveLength(3)
  })

  test('D45: one process alone removes an upload: another one passes it over, and what is put again afterwards stays', async () => {
    const { ctx, post, collect, files } = await start()
    const url = await post(small)
    ctx.advance(8 * day)
    const [begun, mayGoOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const slow = {
      ...ctx.uploadFiles,
      remove: async (file: string) => {
        begun.resolve()
        await mayGoOn.promise
        await ctx.uploadFiles.remove(file)
      },
    }
    const first = collectUploads({ ...ctx, uploadFiles: slow }, async () => [], never)
    await begun.promise
    expect(await collect()).toBe(0)
    expect(await post(small)).toBe('busy')
    mayGoOn.resolve()
    expect(await first).toBe(1)
    expect(await post(small)).toBe(url)
    expect(await files()).toHaveLength(3)
  })

  test('D45: a removal whose process was killed is another one’s after ten minutes', async () => {
    const { ctx, post, collect, files } = await start()
    const url = await post(small)
    ctx.advance(8 * day)
    const begun = Promise.withResolvers<void>()
    const killed = { ...ctx.uploadFiles, remove: () => new Promise<never>(() => begun.resolve()) }
    void collectUploads({ ...ctx, uploadFiles: killed }, async () => [], never)
    await begun.promise
    ctx.advance(600_000)
    expect(await collect()).toBe(0)
    ctx.advance(1)
    expect(await collect(url)).toBe(1)
    expect(await files()).toEqual([])
    expect(await post(small)).toBe(url)
  })

  test('a run that is told to stop removes nothing more', async () => {
    const { ctx, post, rows } = await start()
    await post(small)
    ctx.advance(8 * day)
    expect(await collectUploads(ctx, async () => [], AbortSignal.abort())).toBe(0)
    expect(await rows()).toHaveLength(1)
  })

  test('a picture of the demo is put once, whole, and again where it was lost', async () => {
    const { ctx, files, rows } = await start()
    const name = `${'a'.repeat(32)}-500x300`
    const asked: string[] = []
    const read = async (file: string) => {
      asked.push(file)
      return Buffer.from(file)
    }
    const content = [{ imageUrl: `/Image/uploads/${name}.jpg`, other: '/Image/demo/cloth.svg' }]
    const put = () => seedDemoUploads(ctx, { content, read })
    await put()
    await put()
    expect(asked.at(-1)).toBe(`${name}.jpg`)
    expect(await files()).toEqual([...asked].sort())
    expect(asked).toHaveLength(5)
    expect(await rows()).toMatchObject([{ name, width: 500, height: 300, source: 'demo' }])
    await ctx.uploadFiles.remove(`${name}.jpg`)
    await put()
    expect(await files()).toHaveLength(5)
  })
})
