import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { putMissingPicture, putPicture, uploadFilesIn } from './picture-files.ts'

const newFolder = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'pictures-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}

test('a picture is written when it is missing or different, and only then', async () => {
  const folder = await newFolder()
  const fabric = { path: 'demo/cloth.svg', content: '<svg/>' }
  expect(await putPicture(folder, fabric)).toBe(true)
  expect(await putPicture(folder, fabric)).toBe(false)
  expect(await putPicture(folder, { ...fabric, content: '<svg></svg>' })).toBe(true)
  expect(await readFile(join(folder, fabric.path), 'utf8')).toBe('<svg></svg>')
  expect(await readdir(join(folder, 'demo'))).toEqual(['cloth.svg'])
})

test('D71: a folder that went while the shop is open is made again by the next upload', async () => {
  const files = uploadFilesIn(join(await newFolder(), 'images'))
  expect(await files.freeBytes()).toBeGreaterThan(0)
  await files.put('a.jpg', Buffer.from('a'))
  expect(await files.has('a.jpg')).toBe(true)
})

test('a picture that its owner has replaced stays', async () => {
  const folder = await newFolder()
  expect(await putMissingPicture(folder, { path: 'logo.svg', content: 'ours' })).toBe(true)
  await putPicture(folder, { path: 'logo.svg', content: 'theirs' })
  expect(await putMissingPicture(folder, { path: 'logo.svg', content: 'ours' })).toBe(false)
  expect(await readFile(join(folder, 'logo.svg'), 'utf8')).toBe('theirs')
})
