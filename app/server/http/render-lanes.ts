import { ok, type Result, refused } from '../../kernel/result.ts'
import { createRenderTurns } from './render-turns.ts'

/**
 * Where a render queues: `checkout` is the way of a payment, `cached` the pages of the cache whose addresses nobody can make
 * up, `pages` all others. What is `outside` never queues.
 */
export type LaneName = 'cached' | 'pages' | 'checkout' | 'outside'

/** How many renders are in hand at once, how many more may queue, and for how long (ms). */
export interface LaneSize {
  readonly inHand: number
  readonly queue: number
  readonly longestWaitMs: number
}

export type LaneSizes = Readonly<Record<Exclude<LaneName, 'outside'>, LaneSize>>

/**
 * One thread renders: a few at once fill the waits for the database, more would only make everybody late. A full queue of
 * pages is done in about a tenth of a second; the longest wait is for a database that hangs.
 */
const laneSizes: LaneSizes = {
  cached: { inHand: 2, queue: 32, longestWaitMs: 3_000 },
  pages: { inHand: 4, queue: 48, longestWaitMs: 3_000 },
  checkout: { inHand: 4, queue: 64, longestWaitMs: 3_000 },
}

/** Waits for another service; meanwhile the render that waits is not in hand, and another one may begin. */
export type WaitOutside = <T>(wait: () => Promise<T>) => Promise<T>

/** The renders in hand, and those that queue. */
export interface RenderLanes {
  /**
   * Does `work` when its turn in `lane` comes; what it throws is thrown. Refused as `overloaded` when the queue is full, the
   * wait too long, or the shop stops; and when `isWanted` then says that nobody waits any more.
   */
  run<T>(
    lane: LaneName,
    isWanted: () => boolean,
    work: (waitOutside: WaitOutside) => Promise<T>,
  ): Promise<Result<T, 'overloaded'>>
  /** Refuses what queues, now and from now on; what is in hand goes on. */
  close(): void
}

/** The lanes are independent of each other: a flood in one closes no other. */
export const createRenderLanes = (sizes: LaneSizes = laneSizes): RenderLanes => {
  const lanes = {
    cached: createLane(sizes.cached),
    pages: createLane(sizes.pages),
    checkout: createLane(sizes.checkout),
  }
  const inTurn = createRenderTurns()
  return {
    async run(name, isWanted, work) {
      if (name === 'outside') return ok(await work((wait) => wait()))
      const lane = lanes[name]
      if (!(await lane.enter(isWanted))) return refused('overloaded')
      const place = takenPlace(lane)
      try {
        return ok(await inTurn(() => work(place.waitOutside)))
      } finally {
        place.giveBack()
      }
    },
    close() {
      for (const lane of Object.values(lanes)) lane.close()
    },
  }
}

type Lane = ReturnType<typeof createLane>

/** A place in hand, which is given back once, or for as long as one or several waits last. */
const takenPlace = (lane: Lane) => {
  let waits = 0
  let isOver = false
  const waitOutside: WaitOutside = async (wait) => {
    if (!isOver && waits === 0) lane.leave()
    waits += 1
    try {
      return await wait()
    } finally {
      waits -= 1
      if (!isOver && waits === 0) lane.comeBack()
    }
  }
  const giveBack = () => {
    isOver = true
    if (waits === 0) lane.leave()
  }
  return { waitOutside, giveBack }
}

interface Queued {
  readonly isWanted: () => boolean
  readonly settle: (mayBegin: boolean) => void
}

const createLane = ({ inHand: most, queue: longest, longestWaitMs }: LaneSize) => {
  let inHand = 0
  let mayQueue = longest
  let queue: Queued[] = []

  const refuse = (these: readonly Queued[]) => {
    queue = queue.filter((each) => !these.includes(each))
    for (const { settle } of these) settle(false)
  }
  const refuseUnwanted = () => refuse(queue.filter(({ isWanted }) => !isWanted()))

  return {
    /** True when the work may begin, which is then in hand. */
    async enter(isWanted: () => boolean): Promise<boolean> {
      if (inHand < most) {
        inHand += 1
        return true
      }
      if (queue.length >= mayQueue) refuseUnwanted()
      if (queue.length >= mayQueue) return false
      const turn = Promise.withResolvers<boolean>()
      const queued = { isWanted, settle: turn.resolve }
      queue.push(queued)
      const limit = setTimeout(() => refuse([queued]), longestWaitMs)
      return turn.promise.finally(() => clearTimeout(limit))
    },
    leave() {
      inHand -= 1
      refuseUnwanted()
      while (inHand < most && queue.length > 0) {
        inHand += 1
        queue.shift()?.settle(true)
      }
    },
    /** What had begun goes on at once, though others have begun meanwhile. */
    comeBack() {
      inHand += 1
    },
    close() {
      mayQueue = 0
      refuse(queue)
    },
  }
}
