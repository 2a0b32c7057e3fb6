import { once } from 'node:events'
import { createServer, request as httpRequest } from 'node:http'
import { tmpdir } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { S3Object } from '../s3/s3-store.ts'
import { createPictureSender } from './picture-sender.ts'

const nothing: S3Object = {
  body: (async function* () {})(),
  bytes: 0,
  etag: '',
  lastModified: 'Wed, 01 Apr 2026 00:00:00 GMT',
  leave: () => {},
}

/** Moves no clock, as `expect.poll` does. */
const until = async (isSo: () => boolean) => {
  while (!isSo()) await pause(1)
}

/** A store that answers when it is told to; the clock stands still. */
const start = async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const seen = { asked: 0, left: 0, reads: 0, statuses: [] as unknown[] }
  const waiting: (() => void)[] = []
  const get = () => {
    seen.reads += 1
    return new Promise<S3Object>((resolve) => waiting.push(() => resolve(nothing)))
  }
  const none = async () => undefined
  const pictureBucket = {
    get,
    check: none,
    checkWrites: none,
    put: none,
    sum: none,
    words: none,
    putWords: none,
    putFirstWords: none,
    remove: none,
    has: async () => true,
    async *list() {},
  }
  const sendPicture = createPictureSender({ imagesDir: tmpdir(), pictureBucket })
  const server = createServer((request, response) => {
    seen.asked += 1
    response.once('close', () => {
      seen.left += Number(!response.writableFinished)
    })
    void sendPicture('uploads/a.jpg', { request, response }, {})
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const ask = (): (() => void) => {
    const asked = httpRequest({ host: '127.0.0.1', port, agent: false })
    asked.on('error', () => {}).end()
    asked.once('response', (answer) => void seen.statuses.push(answer.resume().statusCode))
    return () => void asked.destroy()
  }
  const askAll = async (count: number) => {
    const before = seen.asked
    for (let at = 0; at < count; at += 1) ask()
    await until(() => seen.asked === before + count)
  }
  const answer = (count: number) => {
    for (const resolve of waiting.splice(0, count)) resolve()
  }
  return { seen, ask, askAll, answer }
}

test('D44: of a crowd 64 are read at once, and the next ones when it is their turn', async () => {
  const { seen, askAll, answer } = await start()
  await askAll(70)
  expect(seen.reads).toBe(64)
  answer(1)
  await until(() => seen.reads === 65)
  answer(64)
  await until(() => seen.reads === 70)
  answer(5)
  await until(() => seen.statuses.length === 70)
  expect(new Set(seen.statuses)).toEqual(new Set([200]))
  await askAll(65)
  expect(seen.reads).toBe(70 + 64)
})

test('D44: nobody waits longer than 5 s for a turn, and who comes when 256 wait comes again later', async () => {
  const { seen, askAll, answer } = await start()
  await askAll(64)
  await askAll(256 + 3)
  await until(() => seen.statuses.length === 3)
  await vi.advanceTimersByTimeAsync(4_999)
  await askAll(1)
  await until(() => seen.statuses.length === 4)
  await vi.advanceTimersByTimeAsync(1)
  await until(() => seen.statuses.length === 4 + 256)
  expect(new Set(seen.statuses)).toEqual(new Set([503]))
  await askAll(1)
  answer(1)
  await until(() => seen.reads === 65)
})

test('D44: who left while waiting for a turn costs the store nothing, and gives it to the next', async () => {
  const { seen, ask, askAll, answer } = await start()
  await askAll(64)
  const leave = ask()
  await until(() => seen.asked === 65)
  leave()
  await until(() => seen.left === 1)
  await askAll(1)
  answer(1)
  await until(() => seen.reads === 65)
  answer(64)
  await until(() => seen.statuses.length === 65)
  expect(seen.reads).toBe(65)
})
