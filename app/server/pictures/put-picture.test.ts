import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { putMissingPicture, putPicture } from './put-picture.ts'

const newFolder = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'pictures-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}

test('a picture is written when it is missing or different, and only then', async () => {
  const folder = await newFolder()
  const cloth = { path: 'demo/cloth.svg', content: '<svg/>' }
  expect(await putPicture(folder, cloth)).toBe(true)
  expect(await putPicture(folder, cloth)).toBe(false)
  expect(await putPicture(folder, { ...cloth, content: '<svg></svg>' })).toBe(true)
  expect(await readFile(join(folder, cloth.path), 'utf8')).toBe('<svg></svg>')
  expect(await readdir(join(folder, 'demo'))).toEqual(['cloth.svg'])
})

test('a picture that its owner has replaced stays', async () => {
  const folder = await newFolder()
  expect(await putMissingPicture(folder, { path: 'logo.svg', content: 'ours' })).toBe(true)
  await putPicture(folder, { path: 'logo.svg', content: 'theirs' })
  expect(await putMissingPicture(folder, { path: 'logo.svg', content: 'ours' })).toBe(false)
  expect(await readFile(join(folder, 'logo.svg'), 'utf8')).toBe('theirs')
})
