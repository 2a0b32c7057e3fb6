import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { createServer } from 'node:net'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, onTestFinished, test } from 'vitest'
import { placeOrder } from '~/features/orders/commands.server.ts'
import { yen } from '~/kernel/money.ts'
import { uploadFilesIn } from '~/server/pictures/picture-files.ts'
import { brokenAnswers } from '../../../tests/support/broken-answers.ts'
import { contextForTests, onBothEngines } from '../../../tests/support/database-for-tests.ts'
import {
  body,
  type FeedBehaviour,
  redirectTo,
  startFeedServer,
  status,
} from '../../../tests/support/feed-server.ts'
import { addMember } from '../../../tests/support/member-for-tests.ts'
import { memoryFolder } from '../../../tests/support/memory-folder.ts'
import {
  animatedGif,
  heicHeader,
  phoneJpeg,
  pixelBomb,
  quarters,
  svgWithScript,
} from '../../../tests/support/pictures-for-tests.ts'
import { collectUploads, type UploadsInUse } from './collection.commands.server.ts'
import { uploadPicture } from './commands.server.ts'
import { collectUploadsJob, copyPicturesJob } from './jobs.server.ts'
import { pictureOf, uploadNameOf } from './rules.ts'
import { createHostPauses } from './source-bytes.server.ts'
import {
  copyNextPicture,
  forgetProductPictures,
  noteProductPictures,
  retryPictures,
} from './sources.commands.server.ts'
import {
  ownPictures,
  pictureStatus,
  placeOfPicture,
  productUploads,
  withOwnPictures,
} from './sources.queries.server.ts'
import { hostOf, pauseOfSource, pictureSource, smallProductPicture } from './sources.rules.ts'
import { pictureStatusText } from './texts.ts'

const never = new AbortController().signal
const minute = 60_000
const day = 1440 * minute
const actor = { kind: 'system', name: 'test' } as const

const smallJpeg = (background: string) =>
  sharp({ create: { width: 24, height: 16, channels: 3, background } })
    .jpeg()
    .toBuffer()

onBothEngines('P34: pictures of products', (open) => {
  const start = async (parts: { readonly demo?: boolean } = {}) => {
    const { db } = await open()
    const imagesDir = await mkdtemp(join(memoryFolder(), 'sources-'))
    const host = await startFeedServer()
    onTestFinished(async () => {
      await host.close()
      await rm(imagesDir, { recursive: true })
    })
    const ctx = contextForTests(db, {
      imagesDir,
      uploadFiles: uploadFilesIn(imagesDir),
      demo: true,
      ...parts,
    })
    const serve = (answers: Readonly<Record<string, Uint8Array | FeedBehaviour>>) =>
      host.behave((request, response) => {
        const answer = answers[request.url ?? ''] ?? status(404)
        if (typeof answer === 'function') answer(request, response)
        else body(Buffer.from(answer), { 'content-type': 'image/jpeg' })(request, response)
      })
    const at = (path: string) => `${host.origin}${path}`
    const lists = (...addresses: string[][]) =>
      addresses.map((list) => list.map((address, place) => ({ address, shownBy: `管理番号 F-${place + 1}` })))
    const note = (...addresses: string[][]) => noteProductPictures(ctx, lists(...addresses))
    const forget = (...addresses: string[][]) => forgetProductPictures(ctx, lists(...addresses))
    const copyNext = (signal: AbortSignal = never) => copyNextPicture(ctx, signal, createHostPauses(ctx.now))
    const copyAll = async () => {
      while (await copyNext());
    }
    const own = async (address: string) => (await ownPictures(db, [address])).get(address)
    const troubles = async () =>
      (await pictureStatus(db)).troubles.map(({ address, failure }) => [
        address.replace(host.origin, ''),
        failure,
      ])
    const asked = () => host.asked.map(({ url }) => url)
    const files = async () => (await readdir(join(imagesDir, 'uploads')).catch(() => [])).sort()
    const collect = () => collectUploads(ctx, productUploads, never)
    return {
      ctx,
      db,
      imagesDir,
      host,
      serve,
      at,
      lists,
      note,
      forget,
      copyNext,
      copyAll,
      own,
      troubles,
      asked,
      files,
      collect,
    }
  }

  test('are fetched once, in our sizes and without where they were taken; until then the address stays', async () => {
    const { db, ctx, serve, at, note, copyAll, own, asked } = await start()
    serve({ '/a.jpg': await phoneJpeg() })
    const products = [{ imageUrl: at('/a.jpg') }, { imageUrl: '/Image/cloth.svg' }]
    await note(products.map(({ imageUrl }) => imageUrl))
    expect(await withOwnPictures(db, products)).toEqual(products)
    await copyAll()
    const picture = (await own(at('/a.jpg'))) ?? ''
    expect(pictureOf(picture)).toMatchObject({ width: 900, height: 1200 })
    expect(await withOwnPictures(db, products)).toEqual([{ ...products[0], picture }, products[1]])
    const jpeg = await ctx.uploadFiles.read(picture.slice('/Image/uploads/'.length))
    expect((await sharp(jpeg).metadata()).exif).toBeUndefined()
    await note([at('/a.jpg#again')])
    ctx.advance(30 * day)
    await note([at('/a.jpg')])
    await copyAll()
    expect(asked()).toEqual(['/a.jpg'])
  })

  test('those shown first come first, each once; new ones before those that failed', async () => {
    const { ctx, serve, at, note, copyAll, asked } = await start()
    const small = await smallJpeg('#336699')
    serve({ '/b.jpg': small, '/c.jpg': small, '/d.jpg': small, '/e.jpg': small })
    const others = ['/b.jpg', '/c.jpg', '/e.jpg', '/d.jpg'].map(at)
    await note([at('/broken.jpg'), at('/d.jpg'), at('/c.jpg')], others)
    await copyAll()
    expect(asked()).toEqual(['/b.jpg', '/broken.jpg', '/c.jpg', '/d.jpg', '/e.jpg'])
    ctx.advance(pauseOfSource(1))
    await note([at('/broken.jpg'), at('/b.jpg'), at('/new.jpg')])
    await copyAll()
    expect(asked().slice(5)).toEqual(['/new.jpg', '/broken.jpg'])
  })

  test('a picture that moves up in the list comes sooner', async () => {
    const { ctx, serve, at, copyNext, asked } = await start()
    serve({})
    const noteInOrder = (...paths: string[]) =>
      noteProductPictures(ctx, [paths.map((path) => ({ address: at(path), shownBy: '管理番号 F-1' }))])
    await noteInOrder('/a.jpg', '/b.jpg')
    await noteInOrder('/b.jpg', '/a.jpg')
    await copyNext()
    expect(asked()).toEqual(['/b.jpg'])
  })

  test('a run looks for new ones first and ends after a minute; the hourly one forgets what is shown no more', async () => {
    const { ctx, serve, at, lists, own, asked } = await start()
    const small = await smallJpeg('#336699')
    const slowly: FeedBehaviour = (request, response) => {
      ctx.advance(minute)
      body(small)(request, response)
    }
    const paths = ['/a.jpg', '/b.jpg', '/c.jpg', '/d.jpg', '/e.jpg']
    serve(Object.fromEntries(paths.map((path) => [path, slowly])))
    const job = copyPicturesJob(ctx, async () => lists(paths.map(at)))
    await job.run(never)
    // Each of the three that copy may have looked for its next one before the minute was over.
    expect(paths.slice(0, 3)).toEqual(expect.arrayContaining(asked()))
    while (asked().length < paths.length) await job.run(never)
    expect(asked()).toEqual(paths)
    const nothing = async () => []
    await collectUploadsJob(ctx, { uploadsInUse: nothing, uploadsShownBy: async () => new Map() }, async () =>
      lists([at('/b.jpg')]),
    ).run(never)
    expect(await own(at('/a.jpg'))).toBeUndefined()
    expect(await own(at('/b.jpg'))).toBeDefined()
  })

  test('R39: a host that does not answer holds up no other, and is left alone for two minutes', async () => {
    const { ctx, serve, at, lists, own, asked } = await start()
    const dead = await startFeedServer()
    onTestFinished(dead.close)
    const waiting: ServerResponse[] = []
    dead.behave((_request, response) => void waiting.push(response))
    serve({ '/a.jpg': await smallJpeg('#336699'), '/b.jpg': await smallJpeg('#993366') })
    const onDead = ['/1.jpg', '/2.jpg', '/3.jpg'].map((path) => `${dead.origin}${path}`)
    const job = copyPicturesJob(ctx, async () => lists([...onDead, at('/a.jpg'), at('/b.jpg')]))
    const run = job.run(never)
    await expect.poll(() => own(at('/b.jpg'))).toBeDefined()
    expect(asked()).toEqual(['/a.jpg', '/b.jpg'])
    expect(dead.asked).toHaveLength(1)
    for (const response of waiting) response.destroy()
    await run
    expect(dead.asked).toHaveLength(1)
    dead.behave(body(await smallJpeg('#336699')))
    ctx.advance(2 * minute - 1)
    await job.run(never)
    expect(dead.asked).toHaveLength(1)
    ctx.advance(1)
    await job.run(never)
    expect(await Promise.all(onDead.map(own))).toEqual(onDead.map(() => expect.any(String)))
  })

  test('of one host one picture is asked for at a time', async () => {
    const { ctx, serve, at, lists, asked } = await start()
    const small = await smallJpeg('#336699')
    const answers: (() => void)[] = []
    const later: FeedBehaviour = (...call) => void answers.push(() => body(small)(...call))
    serve({ '/a.jpg': later, '/b.jpg': later })
    const run = copyPicturesJob(ctx, async () => lists([at('/a.jpg'), at('/b.jpg')])).run(never)
    for (const count of [1, 2]) {
      await expect.poll(() => answers.length).toBe(count)
      expect(asked()).toHaveLength(count)
      answers.at(-1)?.()
    }
    await run
  })

  test('D4: after any broken answer of a host the next picture is copied', async () => {
    const { host, at, note, copyNext, own, troubles } = await start()
    const small = await smallJpeg('#336699')
    for (const [place, [name, answer]] of brokenAnswers.entries()) {
      const [broken, whole] = [at(`/${place}.jpg`), at(`/whole-${place}.jpg`)]
      host.behave((request, response) =>
        (request.url?.startsWith('/whole') ? body(small) : answer)(request, response),
      )
      await note([broken, whole])
      for (const _ of [1, 2]) expect(await copyNext(), name).toBe(true)
      expect(await own(whole), name).toBeDefined()
      expect(await own(broken), name).toBeUndefined()
      expect(await troubles(), name).toHaveLength(place + 1)
    }
  })

  test('a shop that closes begins no further copy', async () => {
    const { ctx, imagesDir, lists, own } = await start()
    await writeFile(join(imagesDir, 'a.jpg'), await smallJpeg('#336699'))
    const job = copyPicturesJob(ctx, async () => lists(['/Image/a.jpg']))
    await job.run(AbortSignal.abort())
    expect(await own('/Image/a.jpg')).toBeUndefined()
    await job.run(never)
    expect(await own('/Image/a.jpg')).toBeDefined()
  })

  test('the owner is told whose picture it is now', async () => {
    const { ctx, db, serve, at, copyAll } = await start()
    serve({})
    const noteFor = (shownBy: string) => noteProductPictures(ctx, [[{ address: at('/none.jpg'), shownBy }]])
    await noteFor('管理番号 F-1')
    await copyAll()
    await noteFor('管理番号 F-2')
    expect((await pictureStatus(db)).troubles).toMatchObject([{ shownBy: '管理番号 F-2' }])
  })

  test('a failure is remembered with its reason, and tried again after pauses that grow up to a day', async () => {
    const { ctx, serve, at, note, copyAll, own, troubles, asked } = await start()
    serve({ '/a.jpg': status(503) })
    await note([at('/a.jpg')])
    await copyAll()
    expect(await troubles()).toEqual([['/a.jpg', 'status 503']])
    ctx.advance(pauseOfSource(1) - 1)
    await copyAll()
    expect(asked()).toHaveLength(1)
    ctx.advance(1)
    await copyAll()
    ctx.advance(pauseOfSource(1))
    await copyAll()
    expect(asked()).toHaveLength(2)
    expect([1, 2, 3, 9].map(pauseOfSource)).toEqual([2 * minute, 8 * minute, 32 * minute, day])
    serve({ '/a.jpg': await smallJpeg('#336699') })
    ctx.advance(pauseOfSource(2))
    await copyAll()
    expect(await troubles()).toEqual([])
    expect(await own(at('/a.jpg'))).toMatch(/^\/Image\/uploads\/.*-24x16\.jpg$/)
  })

  test.each([
    ['a page', async () => Buffer.from('<!doctype html><h1>Sign in</h1>'), 'not_a_picture'],
    ['a moving picture', animatedGif, 'animated'],
    ['a HEIC', async () => heicHeader, 'heic'],
    ['more than 40 megapixels', async () => pixelBomb(6_325), 'too_many_pixels'],
    ['half a photograph', async () => (await phoneJpeg()).subarray(0, 9_000), 'broken'],
    ['more than 20 MB', async () => Buffer.alloc(20 * 1_048_576 + 1, 'x'), 'too large'],
  ])('%s is told as what it is, and nothing is kept of it', async (_what, make, failure) => {
    const { serve, at, note, copyAll, troubles, files, own } = await start()
    serve({ '/a.jpg': await make() })
    await note([at('/a.jpg')])
    await copyAll()
    expect(await troubles()).toEqual([['/a.jpg', failure]])
    expect([await files(), await own(at('/a.jpg'))]).toEqual([[], undefined])
  })

  test('an SVG is neither read nor drawn: it stays at its address, and is not asked for again', async () => {
    const { ctx, serve, at, note, copyAll, troubles, asked, files } = await start()
    serve({ '/a.svg': svgWithScript })
    await note([at('/a.svg')])
    await copyAll()
    ctx.advance(30 * day)
    await copyAll()
    expect(await troubles()).toEqual([['/a.svg', 'drawing']])
    expect([asked(), await files()]).toEqual([['/a.svg'], []])
  })

  test.each(['http://10.0.0.1/a.jpg', 'http://169.254.169.254/latest', 'http://[fd00::1]/a.jpg'])(
    'P3: neither %s itself nor a redirect to it is followed',
    async (inside) => {
      const { serve, at, note, copyAll, troubles } = await start()
      serve({ '/a.jpg': redirectTo(inside) })
      await note([at('/a.jpg'), inside])
      await copyAll()
      expect((await troubles()).map(([, failure]) => failure)).toEqual(['not allowed', 'not allowed'])
    },
  )

  test('P3: a real shop asks neither this machine nor over http', async () => {
    const { serve, at, note, copyAll, troubles, asked } = await start({ demo: false })
    serve({ '/a.jpg': await smallJpeg('#336699') })
    await note([at('/a.jpg')])
    await copyAll()
    expect([await troubles(), asked()]).toEqual([[['/a.jpg', 'not allowed']], []])
  })

  test('a photograph in the shop’s own folder is copied too, anew when it was replaced; one that comes later is taken', async () => {
    const { db, imagesDir, note, copyAll, own, troubles } = await start()
    await writeFile(join(imagesDir, 'a.JPG'), await smallJpeg('#336699'))
    await mkdir(join(imagesDir, 'folder.jpg'))
    await writeFile(join(imagesDir, 'huge.jpg'), Buffer.alloc(20 * 1_048_576 + 1, 'x'))
    const unreadable = createServer().listen(join(imagesDir, 'socket.jpg'))
    onTestFinished(() => void unreadable.close())
    await once(unreadable, 'listening')
    await note(
      ['a.JPG', 'later.png', 'a.svg', 'folder.jpg', 'huge.jpg', 'socket.jpg'].map((file) => `/Image/${file}`),
    )
    await copyAll()
    const first = await own('/Image/a.JPG')
    expect(first).toMatch(/-24x16\.jpg$/)
    expect(await troubles()).toEqual([
      ['/Image/later.png', 'missing'],
      ['/Image/folder.jpg', 'missing'],
      ['/Image/huge.jpg', 'too large'],
      ['/Image/socket.jpg', 'missing'],
    ])
    await writeFile(join(imagesDir, 'a.JPG'), await quarters(40, 40).jpeg().toBuffer())
    await utimes(join(imagesDir, 'a.JPG'), 1, 1)
    await writeFile(join(imagesDir, 'later.png'), await quarters(30, 30).png().toBuffer())
    await note(['/Image/a.JPG', '/Image/later.png'])
    expect(await own('/Image/a.JPG')).toBe(first)
    const waiting = db.selectFrom('pictureSource').select(['address', 'tries']).where('version', '!=', '')
    expect(await waiting.where('address', 'not like', '%huge%').orderBy('address').execute()).toEqual([
      { address: '/Image/a.JPG', tries: 0 },
      { address: '/Image/folder.jpg', tries: 1 },
      { address: '/Image/later.png', tries: 0 },
    ])
    await copyAll()
    expect(await own('/Image/a.JPG')).toMatch(/-40x40\.jpg$/)
    expect(await own('/Image/later.png')).toMatch(/-30x30\.jpg$/)
  })

  test('a try that was killed is made again by itself; meanwhile another process makes none', async () => {
    const { ctx, serve, at, note, copyNext, copyAll, own, asked } = await start()
    const stop = new AbortController()
    serve({ '/a.jpg': () => stop.abort() })
    await note([at('/a.jpg')])
    expect(await copyNext(stop.signal)).toBe(false)
    serve({ '/a.jpg': await smallJpeg('#336699') })
    await copyAll()
    expect(asked()).toHaveLength(1)
    ctx.advance(pauseOfSource(1))
    await copyAll()
    expect(await own(at('/a.jpg'))).toBeDefined()
  })

  test('of two processes one fetches', async () => {
    const { serve, at, note, copyNext, asked } = await start()
    serve({ '/a.jpg': await smallJpeg('#336699') })
    await note([at('/a.jpg')])
    await Promise.all([copyNext(), copyNext()])
    expect(asked()).toEqual(['/a.jpg'])
  })

  test('while the shop has no time for pictures it waits half a minute, which counts as no try', async () => {
    const { ctx, db, serve, at, note, own, copyNext } = await start()
    serve({ '/a.jpg': await smallJpeg('#336699') })
    await note([at('/a.jpg')])
    const encode = async () => ({ ok: false, error: 'busy' }) as const
    const busy = { ...ctx, pictureEncoder: { ...ctx.pictureEncoder, encode } }
    expect(await copyNextPicture(busy, never, createHostPauses(ctx.now))).toBe(false)
    expect(await db.selectFrom('pictureSource').select(['tries', 'failure']).execute()).toEqual([
      { tries: 0, failure: null },
    ])
    ctx.advance(30_000)
    await copyNext()
    expect(await own(at('/a.jpg'))).toBeDefined()
  })

  test('what no product shows any more goes a week later, and comes back without a hole', async () => {
    const { ctx, serve, at, note, forget, copyAll, own, files, collect } = await start()
    serve({ '/a.jpg': await smallJpeg('#336699'), '/b.jpg': await smallJpeg('#993366') })
    await note([at('/a.jpg'), at('/b.jpg'), at('/none.jpg')])
    await copyAll()
    ctx.advance(30 * day)
    expect(await collect()).toBe(0)
    await forget([at('/b.jpg')])
    expect(await own(at('/a.jpg'))).toBeUndefined()
    expect(await own(at('/b.jpg'))).toBeDefined()
    ctx.advance(7 * day)
    expect(await collect()).toBe(0)
    ctx.advance(1)
    expect(await collect()).toBe(1)
    expect(await files()).toHaveLength(3)
    await note([at('/a.jpg'), at('/b.jpg')])
    await copyAll()
    expect(await files()).toHaveLength(6)
  })

  test('what a past order or a member’s recipe shows stays', async () => {
    const { ctx, db, serve, at, note, forget, copyAll, own, collect, imagesDir } = await start()
    const shared = await smallJpeg('#336699')
    serve({ '/a.jpg': await smallJpeg('#993366'), '/b.jpg': shared })
    await writeFile(join(imagesDir, 'c.jpg'), await smallJpeg('#669933'))
    await writeFile(join(imagesDir, 'd.jpg'), await smallJpeg('#669966'))
    await note([at('/a.jpg'), at('/b.jpg'), '/Image/c.jpg', '/Image/d.jpg', at('/none.jpg')])
    await copyAll()
    const recipe = await uploadPicture(ctx, await addMember(db), { bytes: shared, purpose: 'recipe' })
    const line = { type: 'fabric', description: '', unitPrice: yen(330), quantity: 1, free: false } as const
    await placeOrder(ctx, actor, {
      browserToken: 'browser',
      cartFingerprint: 'cart',
      openKey: 'key',
      lines: [
        { ...line, number: 'F-1', name: '麻の葉', imageUrl: at('/a.jpg'), picture: at('/a.jpg') },
        { ...line, number: 'F-2', name: '青海波', imageUrl: `${ctx.siteOrigin}/Image/c.jpg`, picture: null },
        { ...line, number: 'F-3', name: '市松', imageUrl: null, picture: '/Image/d.jpg' },
        { ...line, number: 'F-4', name: '矢絣', imageUrl: null, picture: at('/none.jpg') },
      ],
      subtotal: yen(660),
      shipping: yen(0),
      total: yen(660),
      from: 'header-cart',
      cancelPath: '/kits',
      confirmationText: '',
      submitText: '',
      shippingText: '',
      termsVersion: '1',
      sessionExpiresAt: ctx.now(),
    })
    // A picture that is due to be copied again still has its former copy.
    expect(await retryPictures(ctx, at('/a.jpg'))).toBe(1)
    await forget([])
    const kept = [at('/a.jpg'), '/Image/c.jpg', '/Image/d.jpg']
    expect(
      (await db.selectFrom('pictureSource').select('address').execute()).map(({ address }) => address).sort(),
    ).toEqual(kept.sort())
    expect(await own(at('/a.jpg'))).toBeDefined()
    ctx.advance(30 * day)
    const inUse: UploadsInUse = async (all, names) => [
      ...(await productUploads(all, names)),
      recipe.ok ? (uploadNameOf(recipe.value.url) ?? '') : '',
    ]
    expect(await collectUploads(ctx, inUse, never)).toBe(0)
    ctx.advance(30 * day)
    expect(await collect()).toBe(1)
  })

  test('a cart that knows the owner’s address alone is led to our copy, until then to that address', async () => {
    const { ctx, imagesDir, serve, at, note, copyAll } = await start()
    const placeOf = (source: string) => placeOfPicture(ctx, source)
    serve({ '/a.jpg': await smallJpeg('#336699') })
    await writeFile(join(imagesDir, 'a.jpg'), await smallJpeg('#993366'))
    expect(await placeOf(at('/a.jpg'))).toBeUndefined()
    await note([at('/a.jpg'), '/Image/a.jpg'])
    expect(await placeOf(at('/a.jpg'))).toEqual({ url: at('/a.jpg'), isOwn: false })
    await copyAll()
    const copy = { url: expect.stringMatching(/^\/Image\/uploads\//), isOwn: true }
    expect(await placeOf(at('/a.jpg'))).toEqual(copy)
    // Orders of earlier versions store the full address.
    expect(await placeOf(`${ctx.siteOrigin}/Image/a.jpg`)).toEqual(copy)
  })

  test('the owner reads how far they are and why some failed, and has them tried again', async () => {
    const { ctx, db, serve, at, note, copyNext, copyAll, own, asked } = await start()
    serve({ '/a.jpg': await smallJpeg('#336699'), '/b.jpg': status(404), '/c.svg': svgWithScript })
    await note([at('/a.jpg'), at('/b.jpg'), at('/c.svg'), at('/d.jpg')])
    for (const _ of [1, 2, 3]) await copyNext()
    expect(pictureStatusText(await pictureStatus(db))).toEqual([
      '商品の写真：4枚のうち1枚を、お店の写しで表示しています（これから読み込む写真 1枚）。',
      '読み込めなかった写真：1枚（元のアドレスのまま表示し、間をあけて何度も試します）',
      `  管理番号 F-2：画像のあるサーバーがエラー（404）を返しています。アドレスと、だれでも見られる設定になっているかをご確認ください。［${at('/b.jpg')}］`,
      `  管理番号 F-3：SVGの図です。写しは作らず、元のアドレスのまま表示しています。［${at('/c.svg')}］`,
    ])
    serve({
      '/a.jpg': await smallJpeg('#993366'),
      '/b.jpg': await smallJpeg('#336699'),
      '/d.jpg': status(404),
    })
    await copyAll()
    expect(await retryPictures(ctx)).toBe(3)
    const before = await own(at('/a.jpg'))
    expect(await retryPictures(ctx, at('/a.jpg'))).toBe(1)
    expect(await db.selectFrom('pictureSource').select('tries').distinct().execute()).toEqual([{ tries: 0 }])
    expect(await retryPictures(ctx, 'https://other.example/a.jpg')).toBe(0)
    await copyAll()
    expect(await own(at('/b.jpg'))).toBeDefined()
    expect(await own(at('/a.jpg'))).not.toBe(before)
    expect(asked()).toHaveLength(8)
  })
})

test('P34: pictures of one server are told by what they begin with', () => {
  expect(hostOf('https://a.example/b/c.jpg?d')).toBe('https://a.example/')
  expect(hostOf('http://127.0.0.1:81/b.jpg')).toBe('http://127.0.0.1:81/')
  expect(hostOf('/Image/a.jpg')).toBe('/Image/')
})

describe('P34: the address of a picture', () => {
  test.each([
    ['https://a.example/b.jpg', 'https://a.example/b.jpg'],
    ['HTTPS://A.example/布.jpg#x', 'https://a.example/%E5%B8%83.jpg'],
    ['https://a.example/b?c=1', 'https://a.example/b?c=1'],
    ['https://shop.invalid/Image/..%2f..%2fb.jpg', 'https://shop.invalid/Image/..%2f..%2fb.jpg'],
    ['/Image/a.webp', '/Image/a.webp'],
    ['Image/布 1.JPEG?v=2', '/Image/%E5%B8%83%201.JPEG'],
    ['/Image/a.svg', null],
    ['/Image/../secret.jpg', null],
    ['/Image/uploads/0123456789abcdef0123456789abcdef-24x16.jpg', null],
    ['', null],
    [`https://a.example/${'x'.repeat(2048)}`, null],
    [`/Image/${'布'.repeat(300)}.jpg`, null],
  ])('%s', (address, source) => {
    expect(pictureSource(address)).toBe(source)
  })

  test('in a small place', () => {
    expect(smallProductPicture('https://a.example/b.jpg?c=1&d')).toBe(
      '/api/goods-picture?of=https%3A%2F%2Fa.example%2Fb.jpg%3Fc%3D1%26d',
    )
    expect(smallProductPicture('/Image/a.svg')).toBe('/Image/a.svg')
    expect(smallProductPicture('/Image/uploads/0123456789abcdef0123456789abcdef-24x16.jpg')).toBe(
      '/Image/uploads/0123456789abcdef0123456789abcdef-24x16-24.webp',
    )
  })
})
