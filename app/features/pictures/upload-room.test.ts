import { expect, test } from 'vitest'
import type { Actor, Member } from '~/kernel/actor.ts'
import { inTransaction } from '~/server/database/transaction.ts'
import { contextForTests, onBothEngines } from '../../../tests/support/database-for-tests.ts'
import { addMember } from '../../../tests/support/member-for-tests.ts'
import { uploadFilesInMemory } from '../../../tests/support/upload-files-for-tests.ts'
import { addUpload } from '../../../tests/support/upload-for-tests.ts'
import { collectUploads } from './collection.commands.server.ts'
import { claimUploads, keepPicture, releaseUploads, releaseWaiting, uploadPdf } from './commands.server.ts'
import { leastFreeBytes, pdfUrl, uploadNameOf, waitingLimits } from './rules.ts'
import { refusalBeforeUpload, type UploadKind } from './uploads.server.ts'

const never = new AbortController().signal
const week = 7 * 86_400_000
const megabyte = 1_048_576
const pdfOf = (text: string, bytes = 100) => Buffer.from(`%PDF-1.7 ${text}`.padEnd(bytes, ' '))
const nameOf = (at: number) => at.toString(16).padStart(32, '0')

onBothEngines('room for uploads', (open) => {
  const start = async () => {
    const { db } = await open()
    const files = uploadFilesInMemory()
    let free = 10 * leastFreeBytes
    let wakes = 0
    const uploadFiles = { ...files, freeBytes: async () => free }
    const wakeMail = () => {
      wakes += 1
    }
    const ctx = contextForTests(db, { uploadFiles, wakeMail })
    const hanako = await addMember(db)
    const put = async (bytes: Uint8Array, member: Member = hanako) => {
      const done = await uploadPdf(ctx, member, bytes)
      return done.ok ? done.value.url : done.error
    }
    /** Adds `count` unused uploads of `owner`, each of `bytes`. */
    const fill = async (count: number, bytes = 1, owner: string = hanako.id) => {
      for (let at = 0; at < count; at += 1)
        await addUpload(db, { name: nameOf(at), bytes, owner, waiting: 1, lastPutAt: ctx.now() })
    }
    const claim = (url: string, owner: string = hanako.id) =>
      inTransaction(ctx, (trx) => claimUploads(trx, { now: ctx.now(), owner }, [url]))
    const early = (actor: Actor = hanako, kind: UploadKind = 'pdf') => refusalBeforeUpload(ctx, actor, kind)
    const mails = async () =>
      (await db.selectFrom('mail').select(['kind', 'subjectKey', 'recipient']).execute()).map(Object.values)
    const setFree = (bytes: number) => {
      free = bytes
    }
    const rows = () => db.selectFrom('upload').selectAll().execute()
    return { ctx, db, hanako, put, fill, claim, early, mails, setFree, rows, files, wakes: () => wakes }
  }

  test('ASVS 5.2.1, 5.2.2, 5.2.6, 5.3.2, 14.2.8, D5: of one member a hundred wait for their use; what is used makes room, and another has her own', async () => {
    const { db, put, fill, claim, early, rows, files, mails } = await start()
    await fill(waitingLimits.files - 1)
    expect(await early()).toBeUndefined()
    const last = await put(pdfOf('a'))
    expect(last).toMatch(/^\/Image/)
    expect(await early()).toBe('too_many_unused')
    expect(await put(pdfOf('b'))).toBe('too_many_unused')
    // The refused file left nothing behind, and a known file is no new upload.
    expect(await rows()).toHaveLength(waitingLimits.files)
    expect(files.names()).toHaveLength(1)
    expect(await put(pdfOf('a'))).toBe(last)
    const jiro = await addMember(db, { id: 'member-2', name: '次郎' })
    expect(await early(jiro)).toBeUndefined()
    expect(await put(pdfOf('b'), jiro)).toMatch(/^\/Image/)
    expect(await claim(last)).toEqual([])
    expect(await early()).toBeUndefined()
    expect(await put(pdfOf('b'))).toMatch(/^\/Image/)
    expect(await early()).toBe('too_many_unused')
    expect(await mails()).toEqual([])
  })

  test('D5: and 60 MB, of the shop 2 GB: then the owner is told, once a day', async () => {
    const { ctx, db, hanako, put, fill, early, mails, wakes } = await start()
    await fill(6, 10 * megabyte - 20)
    expect(await early()).toBeUndefined()
    expect(await put(pdfOf('a', 121))).toBe('too_many_unused')
    expect(await put(pdfOf('a', 120))).toMatch(/^\/Image/)
    expect(await early()).toBe('too_many_unused')
    await db.updateTable('uploadOwner').set({ owner: 'others' }).execute()
    await addUpload(db, {
      name: nameOf(99),
      owner: 'others',
      waiting: 1,
      bytes: waitingLimits.bytesOfShop - 60 * megabyte - 100,
    })
    expect(await early()).toBeUndefined()
    expect(await put(pdfOf('b', 101))).toBe('shop_full')
    expect(await put(pdfOf('b', 100))).toMatch(/^\/Image/)
    expect(await early({ ...hanako, role: 'admin' }, 'curated')).toBe('shop_full')
    expect(await mails()).toEqual([['owner_shop_full', '2026-04-01', ctx.ownerEmail]])
    expect(wakes()).toBe(1)
    ctx.advance(86_400_000)
    expect(await early()).toBe('shop_full')
    expect(await mails()).toHaveLength(2)
  })

  test('D5: a gigabyte of the disk stays free, of products’ pictures too; a disk that is full after all is told likewise', async () => {
    const { ctx, put, early, setFree, rows, mails } = await start()
    setFree(leastFreeBytes + 100)
    expect(await early()).toBeUndefined()
    expect(await put(pdfOf('a', 101))).toBe('disk_full')
    expect(await rows()).toEqual([])
    expect(await put(pdfOf('a', 100))).toMatch(/^\/Image/)
    setFree(leastFreeBytes)
    expect(await early()).toBe('disk_full')
    expect(await mails()).toEqual([['owner_disk_full', '2026-04-01', ctx.ownerEmail]])
    const svg = Buffer.from('89504e470d0a1a0a', 'hex')
    const encoded = { width: 9, height: 9, jpeg: svg, copies: [] }
    const pictureEncoder = {
      ...ctx.pictureEncoder,
      encode: async () => ({ ok: true as const, value: encoded }),
    }
    expect(await keepPicture({ ...ctx, pictureEncoder }, 'products', svg)).toEqual({
      ok: false,
      error: 'busy',
    })
    setFree(10 * leastFreeBytes)
    const full = Object.assign(new Error('no space'), { code: 'ENOSPC' })
    const uploadFiles = { ...ctx.uploadFiles, put: () => Promise.reject(full) }
    expect(
      await uploadPdf({ ...ctx, uploadFiles }, await addMember(ctx.db, { id: 'm2' }), pdfOf('c')),
    ).toEqual({
      ok: false,
      error: 'disk_full',
    })
  })

  test('D5: two at once do not pass a limit together', async () => {
    const { db, put, fill } = await start()
    await fill(waitingLimits.files - 1)
    const done = await Promise.all(['a', 'b', 'c', 'd'].map((text) => put(pdfOf(text))))
    expect(done.filter((each) => each === 'too_many_unused')).toHaveLength(3)
    expect(await db.selectFrom('uploadOwner').select('name').execute()).toHaveLength(waitingLimits.files)
  })

  test('D5: what was let go counts no more, and again when it is put again; what another uses waits for nothing', async () => {
    const { ctx, db, put, claim } = await start()
    const waiting = async () =>
      (await db.selectFrom('uploadOwner').select(['owner', 'waiting']).orderBy('owner').execute()).map(
        ({ owner, waiting }) => `${owner} ${waiting}`,
      )
    const url = await put(pdfOf('a'))
    await claim(url)
    expect(await waiting()).toEqual(['member-1 0'])
    await put(pdfOf('a'))
    expect(await waiting()).toEqual(['member-1 0'])
    await inTransaction(ctx, (trx) => releaseUploads(trx, [url]))
    await put(pdfOf('a'))
    expect(await waiting()).toEqual(['member-1 1'])
    await claim(url)
    await put(pdfOf('a'), await addMember(db, { id: 'member-2', name: '次郎' }))
    expect(await waiting()).toEqual(['member-1 0', 'member-2 1'])
    ctx.advance(week + 1)
    expect(await collectUploads(ctx, async (_db, names) => names, never)).toBe(0)
    expect(await waiting()).toEqual(['member-1 0', 'member-2 0'])
    ctx.advance(week + 1)
    expect(await collectUploads(ctx, async () => [], never)).toBe(1)
    expect(await waiting()).toEqual([])
  })

  test('R40: nobody begins to refer to what somebody else put; who put the same may; of before owners were kept, anybody', async () => {
    const { ctx, db, put, claim, rows } = await start()
    const jiro = await addMember(db, { id: 'member-2', name: '次郎' })
    const url = await put(pdfOf('a'))
    expect(await claim(url, jiro.id)).toEqual([url])
    const [{ waiting } = { waiting: 0 }] = await db.selectFrom('uploadOwner').select('waiting').execute()
    expect(waiting).toBe(1)
    expect(await put(pdfOf('a'), jiro)).toBe(url)
    expect(await rows()).toHaveLength(1)
    expect(await claim(url, jiro.id)).toEqual([])
    await addUpload(db, { name: nameOf(1) })
    expect(await claim(pdfUrl(nameOf(1)), jiro.id)).toEqual([])
    // If one of several is not her own, the others stay unused.
    const own = await put(pdfOf('b'))
    await addUpload(db, { name: nameOf(2), owner: 'member-2' })
    const claimed = inTransaction(ctx, (trx) =>
      claimUploads(trx, { now: 5, owner: 'member-1' }, [own, pdfUrl(nameOf(2))]),
    )
    expect(await claimed).toEqual([pdfUrl(nameOf(2))])
    const row = db
      .selectFrom('uploadOwner')
      .where('name', '=', uploadNameOf(own) ?? '')
      .select('waiting')
    expect(await row.executeTakeFirst()).toEqual({ waiting: 1 })
  })

  test('A17: with an account goes what she alone put and never used', async () => {
    const { ctx, db, hanako, put, claim } = await start()
    const [own, shared, used] = [await put(pdfOf('a')), await put(pdfOf('b')), await put(pdfOf('c'))]
    await put(pdfOf('b'), await addMember(db, { id: 'member-2', name: '次郎' }))
    await claim(used)
    await db.transaction().execute((trx) => releaseWaiting(trx, hanako.id))
    ctx.advance(1)
    expect(await collectUploads(ctx, async () => [], never)).toBe(1)
    const left = await db.selectFrom('upload').select('name').execute()
    expect(left.map(({ name }) => pdfUrl(name)).sort()).toEqual([shared, used].sort())
    expect(left).not.toContain(own)
  })

  test('ASVS 5.2.1, 5.2.2, 5.2.6, 5.3.2, 14.2.8, S17: uploads count for the client and its network too, pictures and PDFs apart', async () => {
    const { db, hanako, put, early } = await start()
    const counted = (subject: string, count: number) =>
      db.updateTable('rateLimit').set({ count }).where('subject', '=', subject).execute()
    await put(pdfOf('a'))
    const jiro = await addMember(db, { id: 'member-2', name: '次郎' })
    await counted('pdfs-of-day-of-client:203.0.113.7', 89)
    expect(await early(jiro)).toBeUndefined()
    expect(await put(pdfOf('b'), jiro)).toMatch(/^\/Image/)
    expect(await early(jiro)).toBe('too_many_uploads')
    expect(await put(pdfOf('b'), jiro)).toBe('too_many_uploads')
    expect(await early(jiro, 'recipe')).toBeUndefined()
    const neighbour = { ...jiro, address: '203.0.113.8' }
    expect(await early(neighbour)).toBeUndefined()
    await counted('pdfs-of-day-of-network:203.0.113/24', 360)
    expect(await early(neighbour)).toBe('too_many_uploads')
    expect(await early({ ...jiro, address: '203.0.114.8' })).toBeUndefined()
    await counted(`pdfs-of-day:${hanako.id}`, 30)
    expect(await early({ ...hanako, address: '203.0.114.8' })).toBe('too_many_uploads')
  })

  test('A1, A8: who may not upload is told before a byte is taken, and it counts nothing', async () => {
    const { db, hanako, early } = await start()
    const visitor = { kind: 'visitor', address: '203.0.113.7' } as const
    const curator = { kind: 'curator', address: '203.0.113.7' } as const
    const reader = { ...hanako, canUpload: false }
    for (const kind of ['pdf', 'recipe', 'photo', 'curated'] as const)
      expect(await early(visitor, kind)).toBe('not_signed_in')
    for (const kind of ['pdf', 'recipe', 'photo'] as const)
      expect(await early(curator, kind)).toBe('not_signed_in')
    expect(await early(curator, 'curated')).toBeUndefined()
    expect(await early(hanako, 'curated')).toBe('not_signed_in')
    for (const kind of ['pdf', 'recipe'] as const) expect(await early(reader, kind)).toBe('no_permission')
    expect(await early(reader, 'photo')).toBeUndefined()
    expect(await db.selectFrom('rateLimit').selectAll().execute()).toEqual([])
  })
})
