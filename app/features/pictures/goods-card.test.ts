import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import { createPictureEncoder } from '~/server/pictures/picture-encoder.ts'
import { uploadFilesIn } from '~/server/pictures/upload-files.ts'
import { phoneJpeg, quarters } from '../../../tests/support/pictures-for-tests.ts'
import { goodsCardOfPicture } from './goods-card.server.ts'
import { goodsCardOf } from './share-card.rules.ts'

const start = async () => {
  const imagesDir = await mkdtemp(join(tmpdir(), 'goods-card-'))
  onTestFinished(() => rm(imagesDir, { recursive: true }))
  await mkdir(join(imagesDir, '布'))
  const parts = { imagesDir, uploadFiles: uploadFilesIn(imagesDir), pictureEncoder: createPictureEncoder() }
  return {
    ...parts,
    put: (name: string, bytes: Uint8Array) => writeFile(join(imagesDir, name), bytes),
    parts,
  }
}

test('P28: a photograph of the owner becomes a card of 1200 x 630 without where it was taken, once', async () => {
  const { put, parts, imagesDir } = await start()
  await put('布/a.JPG', await phoneJpeg(3000, 2400))
  const card = await goodsCardOfPicture(parts, `/Image/${encodeURIComponent('布')}/a.JPG`)
  if (!card.ok) throw new Error(card.error)
  const { width, height, format, exif } = await sharp(card.value).metadata()
  expect({ width, height, format, exif }).toEqual({
    width: 1200,
    height: 630,
    format: 'jpeg',
    exif: undefined,
  })
  const broken = {
    ...parts,
    pictureEncoder: { encode: async () => expect.unreachable(), cut: async () => expect.unreachable() },
  }
  const again = await goodsCardOfPicture(broken, `/Image/${encodeURIComponent('布')}/a.JPG`)
  expect(again).toEqual(card)
  expect(await readdir(join(imagesDir, 'uploads'))).toHaveLength(1)
})

test('a small picture lies in the middle of the card, at its own size', async () => {
  const { put, parts } = await start()
  await put('a.png', await quarters(300, 200).png().toBuffer())
  const card = await goodsCardOfPicture(parts, '/Image/a.png')
  if (!card.ok) throw new Error(card.error)
  const colourAt = async (left: number, top: number) => [
    ...(await sharp(card.value).extract({ left, top, width: 1, height: 1 }).raw().toBuffer()),
  ]
  const isRed = ([red = 0, green = 0, blue = 0]: readonly number[]) => red > 200 && green < 60 && blue < 60
  expect(isRed(await colourAt(480, 240))).toBe(true)
  expect(isRed(await colourAt(420, 240))).toBe(false)
  expect(goodsCardOf({ width: 1200, height: 1200 })).toEqual({
    cut: { left: 0, top: 285, width: 1200, height: 630 },
    card: { width: 1200, height: 630 },
  })
})

test('of a drawing, an outside picture, what is missing, broken or no picture there is none', async () => {
  const { put, parts } = await start()
  await put('a.svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'))
  await put('b.jpg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'))
  await put('c.jpg', (await phoneJpeg(300, 200)).subarray(0, 900))
  for (const address of [
    '/Image/a.svg',
    'https://shop.example/a.jpg',
    '/Image/none.jpg',
    '/Image/b.jpg',
    '/Image/c.jpg',
    '/Image/a.jpg?x',
  ])
    expect(await goodsCardOfPicture(parts, address), address).toEqual({ ok: false, error: 'not_there' })
  await put('d.jpg', await phoneJpeg(300, 200))
  await put('d.txt', await phoneJpeg(300, 200))
  expect(await goodsCardOfPicture(parts, '/Image/d.txt')).toEqual({ ok: false, error: 'not_there' })
  const full = { ...parts, pictureEncoder: createPictureEncoder(-1) }
  expect(await goodsCardOfPicture(full, '/Image/d.jpg')).toEqual({ ok: false, error: 'busy' })
})
