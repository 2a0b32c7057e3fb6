import { setImmediate as nextTurn } from 'node:timers/promises'
import { ok, type Result, refused } from '../../kernel/result.ts'
import { createSharedRoom, type TakenRoom } from './shared-room.ts'

/** `cached`: cacheable pages without parameters, whose addresses nobody can make up; `outside` never queues. */
export type LaneName = 'cached' | 'pages' | 'checkout' | 'desk' | 'outside'

export interface LaneSize {
  readonly inFlight: number
  /** Shared: one client gets a third of it, one network a half (S17). */
  readonly queue: number
  readonly longestWaitMs: number
}

export type LaneSizes = Readonly<Record<Exclude<LaneName, 'outside'>, LaneSize>>

/** Rendering is single-threaded: a few at once use the time of database waits, more would only delay everybody. */
const laneSizes: LaneSizes = {
  cached: { inFlight: 2, queue: 96, longestWaitMs: 3_000 },
  pages: { inFlight: 4, queue: 144, longestWaitMs: 3_000 },
  checkout: { inFlight: 4, queue: 192, longestWaitMs: 3_000 },
  desk: { inFlight: 2, queue: 48, longestWaitMs: 5_000 },
}

/** Waits for another service; meanwhile its render gives up its slot in the lane. */
export type WaitOutside = <T>(wait: () => Promise<T>) => Promise<T>

/** Who waits for a render. */
export interface Asker {
  readonly address: string
  readonly isWanted: () => boolean
}

export interface RenderLanes {
  /** Runs `task` when `lane` has room; `overloaded` if `asker` has no place in the queue, waits too long, or has left. */
  run<T>(
    lane: LaneName,
    asker: Asker,
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
    async run(name, asker, task) {
      if (name === 'outside') return ok(await task((wait) => wait()))
      const lane = lanes[name]
      const render = await lane.enter(asker)
      if (render === null) return refused('overloaded')
      const slot = takenSlot(lane, render)
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
const takenSlot = (lane: Lane, render: TakenRoom) => {
  let waits = 0
  let isOver = false
  const waitOutside: WaitOutside = async (wait) => {
    if (!isOver && waits === 0) lane.leave(render)
    waits += 1
    try {
      return await wait()
    } finally {
      waits -= 1
      if (!isOver && waits === 0) lane.reenter(render)
    }
  }
  const release = () => {
    isOver = true
    if (waits === 0) lane.leave(render)
  }
  return { waitOutside, release }
}

interface Queued {
  readonly isWanted: () => boolean
  readonly render: TakenRoom
  readonly settle: (mayBegin: boolean) => void
}

const createLane = ({ inFlight: most, queue: longest, longestWaitMs }: LaneSize) => {
  const places = createSharedRoom(longest)
  // Never full: it tells who has how many renders in flight.
  const renders = createSharedRoom(Number.POSITIVE_INFINITY)
  let inFlight = 0
  let isClosed = false
  let queue: Queued[] = []

  const begin = (render: TakenRoom) => {
    inFlight += 1
    render.take(1)
  }
  const settle = (these: readonly Queued[], mayBegin: boolean) => {
    queue = queue.filter((each) => !these.includes(each))
    for (const each of these) each.settle(mayBegin)
  }
  const refuseUnwanted = () =>
    settle(
      queue.filter(({ isWanted }) => !isWanted()),
      false,
    )
  const beginNext = () => {
    // Fewest renders in flight first, then first come: a flood waits behind others.
    const next = queue.reduce((first, each) => (each.render.weight() < first.render.weight() ? each : first))
    begin(next.render)
    settle([next], true)
  }

  return {
    /** The place of a render that may begin; null when it may not. */
    async enter({ address, isWanted }: Asker): Promise<TakenRoom | null> {
      const render = renders.place(address)
      if (inFlight < most) {
        begin(render)
        return render
      }
      const place = places.place(address)
      if (isClosed) return null
      if (!place.take(1)) {
        refuseUnwanted()
        if (!place.take(1)) return null
      }
      const admission = Promise.withResolvers<boolean>()
      const queued = {
        isWanted,
        render,
        settle: (mayBegin: boolean) => {
          place.leave()
          admission.resolve(mayBegin)
        },
      }
      queue.push(queued)
      const limit = setTimeout(() => settle([queued], false), longestWaitMs)
      const mayBegin = await admission.promise.finally(() => clearTimeout(limit))
      return mayBegin ? render : null
    },
    leave(render: TakenRoom) {
      inFlight -= 1
      render.leave()
      refuseUnwanted()
      while (inFlight < most && queue.length > 0) beginNext()
    },
    /** Takes a slot even when the lane is full: the task has begun already. */
    reenter: begin,
    close() {
      isClosed = true
      settle(queue, false)
    },
  }
}

/** At least a fifth of the time is left to read requests, refuse, answer health checks and serve cached pages. */
const rendersPerReading = 4
const mostTurns = 16
/** After this long, and the render that is running then, requests are read again. */
const longestBurstMs = 100

/** CPU time of this thread: other programs on the machine do not count. */
const cpuMs = () => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

/** Runs renders in bursts between turns of the event loop: with SQLite a render never waits, so hundreds would run in a row. */
const createRenderScheduler = () => {
  const ready: Array<() => Promise<unknown>> = []
  let isBusy = false
  let burstMs = 0

  const read = async () => {
    const from = cpuMs()
    const spent = () => cpuMs() - from
    for (let turn = 0; turn === 0 || (turn < mostTurns && spent() * rendersPerReading < burstMs); turn += 1)
      await nextTurn()
    return spent()
  }

  const beginAll = async () => {
    isBusy = true
    while (ready.length > 0) {
      const mayTakeMs = Math.min((await read()) * rendersPerReading, longestBurstMs)
      const from = cpuMs()
      do {
        const render = ready.shift()
        // A render that waits for something lets the next turn begin.
        if (render) await Promise.race([render(), nextTurn()])
        burstMs = cpuMs() - from
      } while (ready.length > 0 && burstMs < mayTakeMs)
    }
    isBusy = false
  }

  return <T>(render: () => Promise<T>): Promise<T> => {
    const { promise, resolve } = Promise.withResolvers<T>()
    ready.push(() => {
      resolve(render())
      return promise.catch(() => undefined)
    })
    if (!isBusy) void beginAll()
    return promise
  }
}
