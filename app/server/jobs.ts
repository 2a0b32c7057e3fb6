import { errorFields, type Log } from './log.ts'
import { withinLimit } from './time-limit.ts'

/** Of the 10 s that the whole stop may take (reliability D3). */
const closeLimitMs = 5_000

/** Work without a request. `run` must be harmless when repeated or when another process does the same (reliability D1). */
export interface Job {
  readonly name: string
  /** Pause in ms between the end of one run and the start of the next. */
  readonly everyMs: number
  /** Pause in ms before the first run. */
  readonly firstAfterMs: number
  /** `signal` fires when the shop closes: give up what can be done later. */
  run(signal: AbortSignal): Promise<void>
}

export interface JobRunner {
  /** Runs the job named `name` now (or right after its present run) and resolves when that run has ended. */
  runNow(name: string): Promise<void>
  /** Asks for a run soon, without waiting: used when there is new work. */
  wake(name: string): void
  /** Starts no further run, tells running ones to stop and waits for them, at most 5 s: what is left can be done again. */
  close(): Promise<void>
}

/** Runs each job alone in its own rhythm. A run that throws is logged, and the next comes at its time. */
export const startJobs = (jobs: readonly Job[], log: Log): JobRunner => {
  const stop = new AbortController()
  const timers = new Map<string, NodeJS.Timeout>()
  const running = new Map<string, Promise<void>>()
  const byName = new Map(jobs.map((job) => [job.name, job]))

  const plan = (job: Job, afterMs: number) => {
    clearTimeout(timers.get(job.name))
    if (!stop.signal.aborted) timers.set(job.name, setTimeout(() => void runOnce(job), afterMs).unref())
  }

  const runOnce = (job: Job): Promise<void> => {
    const before = running.get(job.name) ?? Promise.resolve()
    const run = before
      .then(() => (stop.signal.aborted ? undefined : job.run(stop.signal)))
      .catch((error) => log.error('job failed', { job: job.name, ...errorFields(error) }))
      .finally(() => {
        if (running.get(job.name) === run) running.delete(job.name)
        plan(job, job.everyMs)
      })
    running.set(job.name, run)
    return run
  }

  const known = (name: string): Job => {
    const job = byName.get(name)
    if (job === undefined) throw new Error(`there is no job called ${name}`)
    return job
  }

  for (const job of jobs) plan(job, job.firstAfterMs)
  return {
    runNow: (name) => runOnce(known(name)),
    wake: (name) => plan(known(name), 0),
    async close() {
      stop.abort()
      for (const timer of timers.values()) clearTimeout(timer)
      await withinLimit(closeLimitMs, Promise.all(running.values()), () => {
        log.warn('the shop closes while jobs are running', { jobs: [...running.keys()] })
      })
    },
  }
}
