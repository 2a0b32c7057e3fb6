import { expect, test } from 'vitest'
import { sharedRead } from './shared-read.ts'

const countedReads = () => {
  let [time, reads] = [5_000, 0]
  const read = sharedRead(
    async () => {
      reads += 1
      if (reads === 3) throw new Error('the database is away')
      return reads
    },
    () => time,
  )
  return {
    read,
    advance(ms: number) {
      time += ms
    },
  }
}

test('whoever asks within a second gets the same answer, then it is read anew', async () => {
  const { read, advance } = countedReads()
  expect(await Promise.all([read(), read()])).toEqual([1, 1])
  advance(999)
  expect(await read()).toBe(1)
  advance(1)
  expect(await read()).toBe(2)
})

test('a read that failed is told to who waited for it, and not kept', async () => {
  const { read, advance } = countedReads()
  await read()
  advance(1_000)
  await read()
  advance(1_000)
  await expect(read()).rejects.toThrow('away')
  expect(await read()).toBe(4)
})
