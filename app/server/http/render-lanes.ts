import { ok, type Result, refused } from '../../kernel/result.ts'
import { createRenderScheduler } from './render-scheduler.ts'

/** `cached`: cacheable pages without parameters, whose addresses nobody can make up; `outside` never queues. */
export type LaneName = 'cached' | 'pages' | 'checkout' | 'desk' | 'outside'

export interface LaneSize {
  readonly inFlight: number
  readonly queue: number
  readonly longestWaitMs: number
}

export type LaneSizes = Readonly<Record<Exclude<LaneName, 'outside'>, LaneSize>>

/** Rendering is single-threaded: a few at once use the time of database waits, more would only delay everybody. */
const laneSizes: LaneSizes = {
  cached: { inFlight: 2, queue: 32, longestWaitMs: 3_000 },
  pages: { inFlight: 4, queue: 48, longestWaitMs: 3_000 },
  checkout: { inFlight: 4, queue: 64, longestWaitMs: 3_000 },
  desk: { inFlight: 2, queue: 16, longestWaitMs: 5_000 },
}

/** Waits for another service; meanwhile its render gives up its slot in the lane. */
export type WaitOutside = <T>(wait: () => Promise<T>) => Promise<T>

export interface RenderLanes {
  /** Runs `task` when `lane` has room; `overloaded` if the queue is full, the wait too long, or `isWanted` says no. */
  run<T>(
    lane: LaneName,
    isWanted: () => boolean,
    task: (waitOutside: WaitOutside) => Promise<T>,
  ): Promise<Result<T, 'overloaded'>>
  /** Refuses all that is queued or comes later; running tasks go on. */
  close(): void
}

export const createRenderLanes = (sizes: LaneSizes = laneSizes): RenderLanes => {
  const lanes = {
    cached: createLane(sizes.cached),
    pages: createLane(sizes.pages),
    checkout: createLane(sizes.checkout),
    desk: createLane(sizes.desk),
  }
  const schedule = createRenderScheduler()
  return {
    async run(name, isWanted, task) {
      if (name === 'outside') return ok(await task((wait) => wait()))
      const lane = lanes[name]
      if (!(await lane.enter(isWanted))) return refused('overloaded')
      const slot = takenSlot(lane)
      try {
        return ok(await schedule(() => task(slot.waitOutside)))
      } finally {
        slot.release()
      }
    },
    close() {
      for (const lane of Object.values(lanes)) lane.close()
    },
  }
}

type Lane = ReturnType<typeof createLane>

/** A slot that is given up during waits, of which several may overlap. */
const takenSlot = (lane: Lane) => {
  let waits = 0
  let isOver = false
  const waitOutside: WaitOutside = async (wait) => {
    if (!isOver && waits === 0) lane.leave()
    waits += 1
    try {
      return await wait()
    } finally {
      waits -= 1
      if (!isOver && waits === 0) lane.reenter()
    }
  }
  const release = () => {
    isOver = true
    if (waits === 0) lane.leave()
  }
  return { waitOutside, release }
}

interface Queued {
  readonly isWanted: () => boolean
  readonly settle: (mayBegin: boolean) => void
}

const createLane = ({ inFlight: most, queue: longest, longestWaitMs }: LaneSize) => {
  let inFlight = 0
  let mayQueue = longest
  let queue: Queued[] = []

  const refuse = (these: readonly Queued[]) => {
    queue = queue.filter((each) => !these.includes(each))
    for (const { settle } of these) settle(false)
  }
  const refuseUnwanted = () => refuse(queue.filter(({ isWanted }) => !isWanted()))

  return {
    async enter(isWanted: () => boolean): Promise<boolean> {
      if (inFlight < most) {
        inFlight += 1
        return true
      }
      if (queue.length >= mayQueue) refuseUnwanted()
      if (queue.length >= mayQueue) return false
      const admission = Promise.withResolvers<boolean>()
      const queued = { isWanted, settle: admission.resolve }
      queue.push(queued)
      const limit = setTimeout(() => refuse([queued]), longestWaitMs)
      return admission.promise.finally(() => clearTimeout(limit))
    },
    leave() {
      inFlight -= 1
      refuseUnwanted()
      while (inFlight < most && queue.length > 0) {
        inFlight += 1
        queue.shift()?.settle(true)
      }
    },
    /** Takes a slot even when the lane is full: the task has begun already. */
    reenter() {
      inFlight += 1
    },
    close() {
      mayQueue = 0
      refuse(queue)
    },
  }
}
