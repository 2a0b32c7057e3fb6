import { expect, test } from 'vitest'
import { createNotices } from './notices.ts'

/** Resolves when everything that is due now has been told. */
const settled = async () => {
  for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}

test('who listens to a topic is told of its changes, and of no other', async () => {
  const notices = createNotices()
  const told: unknown[] = []
  const leave = notices.subscribe('recipe:1', (version) => told.push(version))
  notices.subscribe('recipe:2', () => told.push('two'))
  notices.publish('recipe:1', 4)
  await settled()
  expect(told).toEqual([4])
  notices.publish('recipe:1', 5)
  await settled()
  leave()
  notices.publish('recipe:1', 6)
  notices.publish('recipe:3', 7)
  await settled()
  expect(told).toEqual([4, 5])
})

test('changes in a row are told as one with the highest version, a change while others are told once more', async () => {
  const notices = createNotices()
  const told: unknown[] = []
  notices.subscribe('recipe:1', (version) => {
    told.push(version)
    if (told.length === 1) notices.publish('recipe:1', 8)
  })
  for (const version of [5, 7, 6]) notices.publish('recipe:1', version)
  await settled()
  expect(told).toEqual([7, 8])
})

test('what may have been missed is told to all who listen, also when a change comes right after', async () => {
  const notices = createNotices()
  const told: unknown[] = []
  notices.subscribe('recipe:1', (version) => told.push(version))
  notices.subscribe('recipe:2', (version) => told.push(version))
  notices.allMissed()
  notices.publish('recipe:1', 3)
  await settled()
  expect(told).toEqual([undefined, undefined])
})

test('with thousands who listen, others are heard while they are told, and who leaves meanwhile is not told', async () => {
  const notices = createNotices()
  const count = 2_000
  let told = 0
  const leaves = Array.from({ length: count }, () =>
    notices.subscribe('recipe:1', () => {
      told += 1
    }),
  )
  notices.publish('recipe:1', 1)
  const between: number[] = []
  while (told < count - 1) {
    await new Promise((resolve) => setImmediate(resolve))
    between.push(told)
    if (between.length === 2) leaves.at(-1)?.()
  }
  await settled()
  expect(between.length).toBeGreaterThan(5)
  expect(told).toBe(count - 1)
})
