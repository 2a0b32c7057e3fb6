import sharp from 'sharp'
import { expect, test } from 'vitest'
import { animatedGif, quarters, svgWithScript } from '../../../tests/support/pictures-for-tests.ts'
import { createPictureTask } from './picture-task.ts'

const pictureTask = createPictureTask()
const within = { width: 1200, height: 1200 }

test('R5: only JPEG, PNG, WebP and AVIF are ever read, also after a drawing', async () => {
  const others = [svgWithScript, await animatedGif()]
  const areRefused = async () => {
    for (const other of others) {
      expect(await pictureTask.read(other, within)).toEqual({ ok: false, error: 'broken' })
      await expect(sharp(other).metadata()).rejects.toThrow()
    }
  }
  await areRefused()
  expect(await pictureTask.draw(svgWithScript, within)).toMatchObject({ ok: true })
  await areRefused()
  expect(await pictureTask.draw(Buffer.from('<svg'), within)).toEqual({ ok: false, error: 'broken' })
  await areRefused()
})

test('R5: beside its pixels a PNG keeps what they look like', async () => {
  const png = await quarters(120, 80)
    .ensureAlpha(0.5)
    .png({ palette: true })
    .withIccProfile('p3')
    .withMetadata({ orientation: 6 })
    .toBuffer()
  const plain = await sharp(png)
    .autoOrient()
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .raw()
    .toBuffer()
  const read = await pictureTask.read(png, within)
  if (!read.ok) throw new Error(read.error)
  expect(read.value).toMatchObject({ width: 80, height: 120 })
  const [copy] = await pictureTask.copies([80])
  const [ours, theirs] = await Promise.all(
    [sharp(copy?.content), sharp(plain, { raw: { width: 80, height: 120, channels: 3 } })].map((each) =>
      each.stats(),
    ),
  )
  for (const [at, { mean }] of (ours?.channels ?? []).entries())
    expect(Math.abs(mean - (theirs?.channels[at]?.mean ?? 0))).toBeLessThan(4)
})
