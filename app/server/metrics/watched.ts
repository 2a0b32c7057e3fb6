import type { RenderLanes } from '../http/render-lanes.ts'
import { type Job, RunGivenUp } from '../jobs.ts'
import type { Figures } from './figures.ts'

const secondsOf = (ms: number) => ms / 1_000

export const watchedJob = (job: Job, { jobSeconds, lastDone }: Figures, clock: () => number): Job => ({
  ...job,
  run: async (signal) => {
    const startedAt = clock()
    let outcome = 'failed'
    try {
      await job.run(signal)
      outcome = 'done'
    } finally {
      if (signal.reason instanceof RunGivenUp) outcome = 'given up'
      jobSeconds.observe({ job: job.name, outcome }, secondsOf(clock() - startedAt))
      if (outcome === 'done') lastDone.setToCurrentTime({ job: job.name })
    }
  },
})

export const watchedLanes = (lanes: RenderLanes, figures: Figures, clock: () => number): RenderLanes => ({
  close: lanes.close,
  run: async (lane, asker, task) => {
    const { renderSeconds, waiting, inFlight, overloaded } = figures
    waiting.inc({ lane })
    let begun = false
    const begin = () => {
      begun = true
      waiting.dec({ lane })
      inFlight.inc({ lane })
      return clock()
    }
    try {
      const rendered = await lanes.run(lane, asker, async (waitOutside) => {
        const startedAt = begin()
        try {
          return await task(waitOutside)
        } finally {
          renderSeconds.observe({ lane }, secondsOf(clock() - startedAt))
        }
      })
      if (!rendered.ok) overloaded.inc({ lane })
      return rendered
    } finally {
      if (begun) inFlight.dec({ lane })
      else waiting.dec({ lane })
    }
  },
})
