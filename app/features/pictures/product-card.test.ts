import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import sharp from 'sharp'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createPictureEncoder } from '~/server/pictures/picture-encoder.ts'
import { uploadFilesIn } from '~/server/pictures/picture-files.ts'
import { phoneJpeg, quarters } from '../../../tests/support/pictures-for-tests.ts'
import { productCardOfPicture } from './product-card.server.ts'

const words = { title: '麻の葉 シーチング', shop: 'ぬのスクエア' }

const start = async () => {
  const imagesDir = await mkdtemp(join(tmpdir(), 'goods-card-'))
  onTestFinished(() => rm(imagesDir, { recursive: true }))
  await mkdir(join(imagesDir, '布'))
  const parts = { imagesDir, uploadFiles: uploadFilesIn(imagesDir), pictureEncoder: createPictureEncoder() }
  return {
    ...parts,
    card: (address: string, title = words.title) =>
      productCardOfPicture(parts, { address, words: { ...words, title } }),
    put: (name: string, bytes: Uint8Array) => writeFile(join(imagesDir, name), bytes),
    parts,
  }
}

test('P28: a photograph of the owner becomes a card of 1200 x 630 without where it was taken, once', async () => {
  const { put, card, parts, imagesDir } = await start()
  await put('布/a.JPG', await phoneJpeg(3000, 2400))
  const address = `/Image/${encodeURIComponent('布')}/a.JPG`
  const made = await card(address)
  if (!made.ok) throw new Error(made.error)
  expect(await sharp(made.value).metadata()).toMatchObject({ width: 1200, height: 630, format: 'jpeg' })
  expect(made.value.includes('GPS')).toBe(false)
  expect(made.value.includes('Phone')).toBe(false)
  const unreachable = async () => expect.unreachable()
  const pictureEncoder = { encode: unreachable, draw: unreachable, shareCard: unreachable }
  const again = await productCardOfPicture({ ...parts, pictureEncoder }, { address, words })
  expect(again).toEqual(made)
  expect(await readdir(join(imagesDir, 'uploads'))).toHaveLength(1)
})

/** Whether these points of a card are red, like the upper left quarter of the test's pictures. */
const redAt = (jpeg: Buffer, points: ReadonlyArray<readonly [number, number]>) =>
  Promise.all(
    points.map(async ([left, top]) => {
      const point = sharp(jpeg).extract({ left, top, width: 1, height: 1 })
      const [red = 0, green = 0, blue = 0] = await point.raw().toBuffer()
      return red > 200 && green < 60 && blue < 60
    }),
  )

test('W62: the whole picture is on the card, at its left, never enlarged', async () => {
  const { put, card } = await start()
  await put('a.png', await quarters(300, 200).png().toBuffer())
  await put('b.png', await quarters(2000, 2000).png().toBuffer())
  const [small, large] = [await card('/Image/a.png'), await card('/Image/b.png')]
  if (!small.ok || !large.ok) throw new Error('no card')
  const points = [
    [32, 32],
    [34, 220],
    [170, 310],
    [310, 290],
  ] as const
  expect(await redAt(small.value, points)).toEqual([false, true, true, false])
  expect(await redAt(large.value, points)).toEqual([true, true, true, true])
})

test('W62: another name is another card, and the name stands at the right of the picture', async () => {
  const { put, card, imagesDir } = await start()
  await put('a.png', await quarters(400, 400).png().toBuffer())
  const inkOf = async (title: string) => {
    const made = await card('/Image/a.png', title)
    if (!made.ok) throw new Error(made.error)
    const right = sharp(made.value).extract({ left: 480, top: 30, width: 690, height: 480 })
    const { data } = await right.greyscale().raw().toBuffer({ resolveWithObject: true })
    return data.filter((grey) => grey < 128).length
  }
  const [short, long, none] = [await inkOf('布'), await inkOf('大きな花柄の布'.repeat(30)), await inkOf('🐦')]
  expect(none).toBe(0)
  expect(short).toBeGreaterThan(100)
  expect(long).toBeGreaterThan(short)
  expect(await inkOf('<b>&')).toBeGreaterThan(100)
  expect(await readdir(join(imagesDir, 'uploads'))).toHaveLength(4)
})

const drawing = (inside: string) =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40">${inside}</svg>`)
const redSquare = '<rect width="40" height="40" fill="#f00"/>'

test('a drawing of the shop’s own folder is drawn at the size of the card', async () => {
  const { put, card } = await start()
  await put('a.svg', drawing(redSquare))
  const made = await card('/Image/a.svg')
  if (!made.ok) throw new Error(made.error)
  expect(await sharp(made.value).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 })
  const points = [
    [4, 4],
    [34, 34],
    [590, 590],
  ] as const
  expect(await redAt(made.value, points)).toEqual([false, true, true])
})

test('R5: a drawing brings in nothing from outside itself', async () => {
  const { put, card, imagesDir } = await start()
  await put('red.png', await quarters(40, 40).png().toBuffer())
  await put('red.svg', drawing(redSquare))
  const outside = ['red.png', 'red.svg', '/etc/hostname'].flatMap((file) =>
    [file, new URL(file, `file://${imagesDir}/`).href].map(
      (href) => `<image href="${href}" width="40" height="40"/><use href="${href}#a"/>`,
    ),
  )
  await put('a.svg', drawing(outside.join('')))
  const made = await card('/Image/a.svg')
  if (!made.ok) throw new Error(made.error)
  const picture = sharp(made.value).extract({ left: 34, top: 34, width: 560, height: 560 })
  const { channels } = await sharp(await picture.png().toBuffer()).stats()
  expect(channels.map(({ min }) => min > 250)).toEqual([true, true, true])
  await put('b.svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg">'))
  expect(await card('/Image/b.svg')).toEqual({ ok: false, error: 'not_there' })
})

test('a drawing that cannot be drawn is tried once, until it is replaced', async () => {
  const { put, card, parts } = await start()
  const draw = vi.spyOn(parts.pictureEncoder, 'draw')
  await put('a.svg', drawing('<'))
  for (const _ of [1, 2]) expect(await card('/Image/a.svg')).toEqual({ ok: false, error: 'not_there' })
  expect(draw).toHaveBeenCalledTimes(1)
  await put('a.svg', drawing(redSquare))
  expect(await card('/Image/a.svg')).toMatchObject({ ok: true })
})

test('R39: a picture that takes too long is tried once, until it is replaced', async () => {
  const { put, card, parts } = await start()
  await put('a.svg', drawing(redSquare))
  await put('a.png', await quarters(40, 40).png().toBuffer())
  const slow = { ...parts, pictureEncoder: createPictureEncoder({ waiting: 8, cpuMs: 0 }) }
  for (const address of ['/Image/a.svg', '/Image/a.png']) {
    for (const tried of [slow, parts])
      expect(await productCardOfPicture(tried, { address, words })).toEqual({
        ok: false,
        error: 'not_there',
      })
    await put(address.slice('/Image/'.length), drawing('<rect width="9" height="9"/>'))
  }
  expect(await card('/Image/a.svg')).toMatchObject({ ok: true })
})

test('of an outside picture, the logo, what is missing, broken, too large or no picture there is none', async () => {
  const { put, card, parts } = await start()
  await put('logo.svg', drawing(redSquare))
  await put('b.jpg', drawing(redSquare))
  await put('c.jpg', (await phoneJpeg(300, 200)).subarray(0, 900))
  await put('e.svg', drawing(`<!--${'x'.repeat(500_000)}-->`))
  await put('f.svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="900000" height="1"/>'))
  for (const address of [
    '/Image/logo.svg',
    'https://shop.example/a.jpg',
    'https://shop.example/a.svg',
    '/Image/none.jpg',
    '/Image/none.svg',
    '/Image/b.jpg',
    '/Image/c.jpg',
    '/Image/e.svg',
    '/Image/f.svg',
    '/Image/a.jpg?x',
  ])
    expect(await card(address), address).toEqual({ ok: false, error: 'not_there' })
  await put('g.jpg', await phoneJpeg(300, 200))
  await put('g.txt', await phoneJpeg(300, 200))
  expect(await card('/Image/g.txt')).toEqual({ ok: false, error: 'not_there' })
  await put('h.svg', drawing(redSquare))
  await put('i.svg', gzipSync(drawing(redSquare)))
  expect(await card('/Image/i.svg'), 'packed').toEqual({ ok: false, error: 'not_there' })
  const full = { ...parts, pictureEncoder: createPictureEncoder({ waiting: -1, cpuMs: 20_000 }) }
  for (const address of ['/Image/g.jpg', '/Image/h.svg'])
    expect(await productCardOfPicture(full, { address, words })).toEqual({ ok: false, error: 'busy' })
})
