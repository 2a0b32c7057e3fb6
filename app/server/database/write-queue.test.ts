import { expect, test } from 'vitest'
import { createWriteQueue } from './sqlite-file.ts'

test('the lock is given in the order in which it was asked for, one at a time', async () => {
  const queue = createWriteQueue(1_000)
  const seen: string[] = []
  const task = async (name: string) => {
    const release = await queue.acquire()
    seen.push(`${name} begins`)
    await new Promise(setImmediate)
    seen.push(`${name} ends`)
    release()
  }

  await Promise.all([task('first'), task('second'), task('third')])

  expect(seen).toEqual(['first', 'second', 'third'].flatMap((name) => [`${name} begins`, `${name} ends`]))
})

test('who waits too long is told so, and those behind still get the lock', async () => {
  const queue = createWriteQueue(20)
  const release = await queue.acquire()

  await expect(queue.acquire()).rejects.toThrow('waited 20 ms')
  const behind = queue.acquire()
  release()

  ;(await behind)()
  await expect(queue.acquire()).resolves.toBeTypeOf('function')
})

test('a lock released twice is released once', async () => {
  const queue = createWriteQueue(20)
  const release = await queue.acquire()
  const second = queue.acquire()
  release()
  await second
  release()

  await expect(queue.acquire()).rejects.toThrow('waited 20 ms')
})
