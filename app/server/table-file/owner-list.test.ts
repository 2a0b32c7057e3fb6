import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createFileHandler } from '../http/files.ts'
import { missingPictures } from './owner-list.ts'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pictures-'))
  await mkdir(join(folder, 'summer'))
  for (const file of ['a.jpg', '巾着 1.jpg', 'summer/b.png', 'c#.png', 'd%23.png'])
    await writeFile(join(folder, file), 'picture')
})
afterEach(() => rm(folder, { recursive: true }))

const remarksOn = (address: string) =>
  missingPictures({ imagesDir: folder }, [{ place: '2行目', id: 'K-1', title: '巾着', address }])

/** Whether a browser that is shown `address` gets a picture from the shop's folder. */
const isServed = async (address: string): Promise<boolean> => {
  const handleFile = createFileHandler(undefined, { imagesDir: folder })
  const server = createServer(async (request, response) => {
    if (!(await handleFile(request, response))) response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const bound = server.address()
  const port = typeof bound === 'object' ? bound?.port : undefined
  const { ok } = await fetch(new URL(address, `http://127.0.0.1:${port}`))
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
  return ok
}

test.each([
  ['/Image/a.jpg', true],
  ['/Image/巾着 1.jpg', true],
  ['/Image/%E5%B7%BE%E7%9D%80%201.jpg', true],
  ['Image/summer/b.png', true],
  ['/Image/a.jpg?v=2#x', true],
  ['/Image/d%23.png', true],
  ['/Image/A.JPG', false],
  ['/Image/c%23.png', false],
  ['/Image/summer', false],
  ['/Image/kinchaku.jpg', false],
])('%s is there: %s, for the shop and for the remark', async (address, isThere) => {
  expect(await isServed(address)).toBe(isThere)
  expect(await remarksOn(address)).toHaveLength(isThere ? 0 : 1)
})

test.each(['', 'https://a.example/Image/x.jpg', 'HTTP://a.example/x.jpg'])(
  'nothing is said about %j',
  async (address) => {
    expect(await remarksOn(address)).toEqual([])
  },
)

test('the remark says whose picture it is, its address, and where the file belongs', async () => {
  expect(await remarksOn('/Image/%E5%B8%83.jpg')).toEqual([
    `2行目：「巾着」（番号 K-1）の画像 /Image/%E5%B8%83.jpg がまだありません。画像のファイルを ${join(folder, '布.jpg')} に置いてください。`,
  ])
})
