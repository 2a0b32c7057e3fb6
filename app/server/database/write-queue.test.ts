import { expect, test } from 'vitest'
import { createWriteQueue } from './write-queue.ts'

test('turns come in the order in which they were asked for, one at a time', async () => {
  const queue = createWriteQueue(1_000)
  const seen: string[] = []
  const work = async (name: string) => {
    const handBack = await queue.turn()
    seen.push(`${name} begins`)
    await new Promise(setImmediate)
    seen.push(`${name} ends`)
    handBack()
  }

  await Promise.all([work('first'), work('second'), work('third')])

  expect(seen).toEqual(['first', 'second', 'third'].flatMap((name) => [`${name} begins`, `${name} ends`]))
})

test('who waits too long is told so, and those behind still get their turn', async () => {
  const queue = createWriteQueue(20)
  const handBack = await queue.turn()

  await expect(queue.turn()).rejects.toThrow('waited 20 ms')
  const behind = queue.turn()
  handBack()

  ;(await behind)()
  await expect(queue.turn()).resolves.toBeTypeOf('function')
})

test('a turn handed back twice is handed back once', async () => {
  const queue = createWriteQueue(20)
  const handBack = await queue.turn()
  const second = queue.turn()
  handBack()
  await second
  handBack()

  await expect(queue.turn()).rejects.toThrow('waited 20 ms')
})
