import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { type Job, type JobRunner, startJobs } from './jobs.ts'
import { createLog } from './log.ts'

const logged: string[] = []
const log = createLog('warn', (line) => logged.push(line), Date.now)
const longAway = 1_000_000
let jobs: JobRunner | undefined
afterEach(async () => {
  await jobs?.close()
  logged.length = 0
})

const job = (
  name: string,
  run: (signal: AbortSignal) => Promise<void>,
  { firstAfterMs = longAway, limitMs = longAway } = {},
): Job => ({ name, everyMs: longAway, firstAfterMs, limitMs, run })

const hangs = () => new Promise<never>(() => {})

test('a job runs by itself, and when it is woken', async () => {
  let runs = 0
  jobs = startJobs(
    [
      job(
        'count',
        async () => {
          runs += 1
        },
        { firstAfterMs: 0 },
      ),
    ],
    log,
  )
  await expect.poll(() => runs).toBe(1)
  jobs.wake('count')
  await expect.poll(() => runs).toBe(2)
})

test('a job says after each run when it comes again', async () => {
  const pauses = [0, 0, longAway]
  const seen: number[] = []
  const everyMs = () => pauses[seen.length - 1] ?? 0
  const run = async () => void seen.push(seen.length)
  jobs = startJobs([{ ...job('asked', run, { firstAfterMs: 0 }), everyMs }], log)
  await expect.poll(() => seen).toEqual([0, 1, 2])
})

test('a job is alone: a second call waits for the first run', async () => {
  let inside = 0
  let most = 0
  const run = async () => {
    inside += 1
    most = Math.max(most, inside)
    await new Promise((resolve) => setImmediate(resolve))
    inside -= 1
  }
  jobs = startJobs([job('alone', run)], log)
  await Promise.all([jobs.runNow('alone'), jobs.runNow('alone'), jobs.runNow('alone')])
  expect(most).toBe(1)
})

test('a job that throws is logged and comes again', async () => {
  let runs = 0
  const run = async () => {
    runs += 1
    throw new Error('the mail server is away')
  }
  jobs = startJobs([job('throws', run)], log)
  await jobs.runNow('throws')
  await jobs.runNow('throws')
  expect(runs).toBe(2)
  expect(logged.join()).toContain('the mail server is away')
})

test('closing tells a running job and waits for its end', async () => {
  let ended = false
  let begun = false
  const run = (signal: AbortSignal) =>
    new Promise<void>((resolve) => {
      begun = true
      signal.addEventListener('abort', () => {
        ended = true
        resolve()
      })
    })
  jobs = startJobs([job('long', run)], log)
  void jobs.runNow('long')
  await expect.poll(() => begun).toBe(true)
  await jobs.close()
  expect(ended).toBe(true)
})

test('D3: a run that waits for the present one does not begin when the shop closes', async () => {
  let runs = 0
  const run = (signal: AbortSignal) => {
    runs += 1
    return new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
  }
  jobs = startJobs([job('twice', run)], log)
  const both = Promise.all([jobs.runNow('twice'), jobs.runNow('twice')])
  await expect.poll(() => runs).toBe(1)
  await jobs.close()
  await both
  expect(runs).toBe(1)
})

test('D3: closing waits five seconds, and no longer, for a job that does not heed it', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const begun = Promise.withResolvers<void>()
  const run = () => {
    begun.resolve()
    return new Promise<never>(() => {})
  }
  const deaf = startJobs([job('deaf', run)], log)
  void deaf.runNow('deaf')
  await begun.promise
  let isClosed = false
  void deaf.close().then(() => {
    isClosed = true
  })
  await vi.advanceTimersByTimeAsync(4_999)
  expect(isClosed).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect(isClosed).toBe(true)
  expect(logged.join()).toContain('"jobs":["deaf"]')
})

test('a run that takes too long is told to stop, logged by its name, and the next comes', async () => {
  let runs = 0
  const told: boolean[] = []
  const run = (signal: AbortSignal) => {
    runs += 1
    signal.addEventListener('abort', () => told.push(true))
    return runs === 1 ? hangs() : Promise.resolve()
  }
  jobs = startJobs([{ ...job('import', run, { firstAfterMs: 0, limitMs: 20 }), everyMs: 0 }], log)
  await expect.poll(() => runs).toBeGreaterThan(1)
  expect(told).toEqual([true])
  expect(logged.map((line) => JSON.parse(line))).toMatchObject([
    { level: 'error', message: 'job took too long and was given up', job: 'import', limitMs: 20 },
  ])
})

test('of runs that never settle there are at most three, and it is said', async () => {
  let runs = 0
  const run = () => {
    runs += 1
    return hangs()
  }
  jobs = startJobs([job('hangs', run, { limitMs: 5 })], log)
  for (let count = 0; count < 6; count += 1) await jobs.runNow('hangs')
  expect(runs).toBe(3)
  expect(logged.filter((line) => line.includes('"alarm":true'))).toHaveLength(1)
})

test('D4: a job that stands still runs again an hour after its first run was given up, and is alarming anew', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  let runs = 0
  const run = () => {
    runs += 1
    return hangs()
  }
  const minute = 60_000
  const timed = { ...job('hangs', run, { firstAfterMs: 0, limitMs: minute }), everyMs: minute }
  const runner = startJobs([timed], log)
  await vi.advanceTimersByTimeAsync(60 * minute)
  expect(runs).toBe(3)
  await vi.advanceTimersByTimeAsync(2 * minute)
  expect(runs).toBe(4)
  await vi.advanceTimersByTimeAsync(24 * 60 * minute)
  expect(runs).toBeGreaterThanOrEqual(3 * 24)
  expect(runs).toBeLessThanOrEqual(3 * 26)
  expect(logged.filter((line) => line.includes('"alarm":true')).length).toBeGreaterThan(1)
  const closed = runner.close()
  await vi.advanceTimersByTimeAsync(5_000)
  await closed
})

test('runs that took too long and ended after all are not held against their job', async () => {
  let runs = 0
  const run = (signal: AbortSignal) => {
    runs += 1
    return new Promise<void>((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason))
    })
  }
  jobs = startJobs([job('slow', run, { limitMs: 5 })], log)
  for (let count = 0; count < 6; count += 1) await jobs.runNow('slow')
  expect(runs).toBe(6)
  expect(logged.join()).not.toContain('"alarm":true')
})

test('a job that throws at once does so without harm', async () => {
  const run = () => {
    throw new Error('no promise')
  }
  jobs = startJobs([job('throws', run)], log)
  await jobs.runNow('throws')
  expect(logged.join()).toContain('no promise')
})
