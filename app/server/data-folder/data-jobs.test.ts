import { expect, test } from 'vitest'
import { ok, refused } from '../../kernel/result.ts'
import { parseMoveNote } from '../database/move-note.ts'
import { reportNoWritesJob, watchWrites } from './data-jobs.ts'

const second = 1_000
const minute = 60 * second
const hour = 60 * minute
const running = new AbortController().signal
const texts = { failing: '書き込めません', over: '書き込めます' }

const start = ({ hasWay = true } = {}) => {
  let now = 0
  let fails = false
  let isMoving = false
  let isBroken = false
  const said: string[] = []
  const way = {
    tell: async (text: string) => {
      if (isBroken) return refused('status 500')
      said.push(text)
      return ok(null)
    },
    close: () => {},
  }
  const clock = () => now
  const note = parseMoveNote(JSON.stringify({ to: 'postgres', until: 9, endsAt: 9 }))
  const database = {
    tryWrite: async () => {
      if (fails || isMoving) throw new Error('the database did not answer')
    },
    get move() {
      return isMoving ? (note ?? JSON.parse('{}')) : undefined
    },
  }
  const writes = watchWrites(database, clock)
  const report = reportNoWritesJob(writes, hasWay ? way : null, texts, clock)
  return {
    said,
    writes,
    /** Both jobs each second, for `ms`. */
    pass: async (ms: number) => {
      for (const end = now + ms; now < end; now += second) {
        await writes.job.run(running)
        await report.run(running)
      }
    },
    fail: (next: boolean) => {
      fails = next
    },
    move: (next: boolean) => {
      isMoving = next
    },
    break: (next: boolean) => {
      isBroken = next
    },
  }
}

test('N28: writes that fail for 20 s are told once by the second way, and that they succeed again', async () => {
  const { said, fail, pass, writes } = start()
  await pass(5 * second)
  expect(said).toEqual([])
  fail(true)
  await pass(20 * second)
  expect(said).toEqual([])
  await pass(second)
  expect(said).toEqual([texts.failing])
  expect(writes.failingSince()).toBe(5 * second)
  await pass(hour)
  expect(said).toEqual([texts.failing])
  fail(false)
  await pass(second)
  expect(said).toEqual([texts.failing, texts.over])
  await pass(hour)
  expect(said).toHaveLength(2)
})

test('N28: a database that is away for a moment, again and again, is told to nobody', async () => {
  const { said, fail, pass } = start()
  for (let count = 0; count < 20; count += 1) {
    fail(true)
    await pass(15 * second)
    fail(false)
    await pass(second)
  }
  expect(said).toEqual([])
})

test('N28: what comes back is told at most once an hour', async () => {
  const { said, fail, pass } = start()
  for (let count = 0; count < 4; count += 1) {
    fail(true)
    await pass(minute)
    fail(false)
    await pass(minute)
  }
  expect(said).toEqual([texts.failing, texts.over])
  fail(true)
  await pass(hour)
  expect(said).toEqual([texts.failing, texts.over, texts.failing])
})

test('N28: a way that does not take it is tried again', async () => {
  const { said, fail, pass, break: breakWay } = start()
  fail(true)
  breakWay(true)
  await pass(minute)
  breakWay(false)
  await pass(second)
  expect(said).toEqual([texts.failing])
  breakWay(true)
  fail(false)
  await pass(minute)
  breakWay(false)
  await pass(second)
  expect(said).toEqual([texts.failing, texts.over])
})

test('N28, D30: a move, which the owner began, is told to nobody', async () => {
  const { said, move, pass, writes } = start()
  move(true)
  await pass(hour)
  expect([said, writes.failingSince()]).toEqual([[], undefined])
})

test('N28: without a second way nothing is told', async () => {
  const { said, fail, pass } = start({ hasWay: false })
  fail(true)
  await pass(minute)
  expect(said).toEqual([])
})
