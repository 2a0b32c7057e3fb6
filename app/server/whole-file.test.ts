import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { replaceFile, textOf, writeWhole } from './whole-file.ts'

const newFolder = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'whole-file-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}

test('a file that could not take its place leaves the former one, and nothing of itself', async () => {
  const folder = await newFolder()
  await mkdir(join(folder, 'taken'))
  await writeFile(join(folder, 'taken', 'former'), 'former')
  await expect(writeWhole(join(folder, 'taken'), 'new')).rejects.toThrow()
  expect(await readdir(folder)).toEqual(['taken'])
  expect(await readFile(join(folder, 'taken', 'former'), 'utf8')).toBe('former')
})

test('what is the shop’s alone is read by nobody else on the machine, from its first write on', async () => {
  const folder = join(await newFolder(), 'new')
  for (const text of ['first', 'second']) {
    await replaceFile(folder, 'secret', text)
    expect(await textOf(join(folder, 'secret'))).toBe(text)
    expect((await stat(join(folder, 'secret'))).mode & 0o077).toBe(0)
  }
})

test('a file that is not there has no text, and one that cannot be read is an error', async () => {
  const folder = await newFolder()
  expect(await textOf(join(folder, 'none'))).toBeUndefined()
  await expect(textOf(folder)).rejects.toThrow()
})
