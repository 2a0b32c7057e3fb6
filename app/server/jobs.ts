import { errorFields, type Log } from './log.ts'
import { withinLimit } from './time-limit.ts'

/** A part of the 10 s that the whole stop may take (D3). */
const closeLimitMs = 5_000

/** The abort reason of a run that took too long. */
export class RunGivenUp extends Error {
  override readonly name = 'RunGivenUp'
}

/** `run` must be safe to repeat, and while another process does the same (D1). */
export interface Job {
  readonly name: string
  /** From the end of a run to the next start; a function is asked after each run. */
  readonly everyMs: number | (() => number)
  readonly firstAfterMs: number
  readonly limitMs: number
  /** `signal` fires when the shop closes or the run takes too long: leave the rest for later. */
  run(signal: AbortSignal): Promise<void>
}

export interface JobRunner {
  /** Runs it now or after its present run; resolves when that run ended or was given up. */
  runNow(name: string): Promise<void>
  wake(name: string): void
  /** Starts no more runs, aborts running ones and waits 5 s at most. */
  close(): Promise<void>
}

/** Runs of one job that passed their limit and have not ended: each may hold a connection. */
const mostLost = 3
/** After this a lost run no longer counts, so that its job does not stand still for ever. */
const lostForMs = 3_600_000

const forgotten = () => new Promise<void>((resolve) => setTimeout(resolve, lostForMs).unref())

/**
 * A run that passes its limit is aborted and counts as ended, so two runs may overlap.
 * After three such runs that never settled, the job waits until the first of them is an hour old.
 */
export const startJobs = (jobs: readonly Job[], log: Log): JobRunner => {
  let closing = false
  let closed: Promise<void> | undefined
  const timers = new Map<string, NodeJS.Timeout>()
  const running = new Map<string, Promise<void>>()
  const begun = new Set<AbortController>()
  const lost = new Map(jobs.map(({ name }) => [name, 0]))
  const byName = new Map(jobs.map((job) => [job.name, job]))

  const plan = (job: Job, afterMs: number) => {
    clearTimeout(timers.get(job.name))
    if (!closing) timers.set(job.name, setTimeout(() => void runOnce(job), afterMs).unref())
  }

  const countLost = ({ name }: Job, change: 1 | -1) => lost.set(name, (lost.get(name) ?? 0) + change)

  const giveUp = (job: Job, stop: AbortController, run: Promise<void>) => {
    log.error('job took too long and was given up', { job: job.name, limitMs: job.limitMs })
    if (countLost(job, 1).get(job.name) === mostLost)
      log.error('job stands still: none of its runs ends', { job: job.name, alarm: true })
    void Promise.race([run, forgotten()]).finally(() => countLost(job, -1))
    stop.abort(new RunGivenUp(`not over within ${job.limitMs} ms`))
  }

  const attempt = async (job: Job): Promise<void> => {
    if (closing || (lost.get(job.name) ?? 0) >= mostLost) return
    const stop = new AbortController()
    begun.add(stop)
    const run = (async () => job.run(stop.signal))()
      .catch((error) => log.error('job failed', { job: job.name, ...errorFields(error) }))
      .finally(() => begun.delete(stop))
    await withinLimit(job.limitMs, run, () => giveUp(job, stop, run))
  }

  const runOnce = (job: Job): Promise<void> => {
    const before = running.get(job.name) ?? Promise.resolve()
    const run = before
      .then(() => attempt(job))
      .finally(() => {
        if (running.get(job.name) === run) running.delete(job.name)
        plan(job, typeof job.everyMs === 'number' ? job.everyMs : job.everyMs())
      })
    running.set(job.name, run)
    return run
  }

  const known = (name: string): Job => {
    const job = byName.get(name)
    if (job === undefined) throw new Error(`there is no job called ${name}`)
    return job
  }

  const close = async () => {
    closing = true
    for (const stop of begun) stop.abort()
    for (const timer of timers.values()) clearTimeout(timer)
    await withinLimit(closeLimitMs, Promise.all(running.values()), () => {
      log.warn('the shop closes while jobs are running', { jobs: [...running.keys()] })
    })
  }

  for (const job of jobs) plan(job, job.firstAfterMs)
  return {
    runNow: (name) => runOnce(known(name)),
    wake: (name) => plan(known(name), 0),
    close() {
      closed ??= close()
      return closed
    },
  }
}
