import type { AlarmWay } from '../alarm-way.ts'
import type { AppDatabase } from '../database/open-database.ts'
import type { Job } from '../jobs.ts'
import type { ShopData } from './open-shop-data.ts'

const minute = 60_000

export const noteOrdersJob = (data: ShopData): Job => ({
  name: 'note orders',
  everyMs: 10 * minute,
  firstAfterMs: 10 * minute,
  limitMs: minute,
  run: () => data.noteOrders(),
})

/** A payment's event never waits for a connection that others took meanwhile (D103). */
export const keepEventConnectionsJob = (database: Pick<AppDatabase, 'keepEventConnections'>): Job => ({
  name: 'keep the connections for events',
  everyMs: 5_000,
  firstAfterMs: 5_000,
  limitMs: minute,
  run: () => database.keepEventConnections(),
})

/** The owner opens the shop in its new place within this time; until then it is read here. */
const endAfterMoveMs = 10 * minute

/** A process whose shop has moved ends by itself, or it would show what was for ever (D30); `end` gets the place. */
export const endAfterMoveJob = (
  database: Pick<AppDatabase, 'move'>,
  clock: () => number,
  end: (place: string) => void,
): Job => {
  let leftAt: number | undefined
  return {
    name: 'end after the move',
    everyMs: minute,
    firstAfterMs: minute,
    limitMs: minute,
    run: async () => {
      const { move } = database
      leftAt = move?.state === 'left' ? (leftAt ?? clock()) : undefined
      if (move !== undefined && leftAt !== undefined && clock() - leftAt >= endAfterMoveMs) end(move.place)
    },
  }
}

const twoSeconds = 2_000

export interface WritesWatch {
  /** Since when writes fail without a break, in ms of `clock`; undefined while they succeed, or are refused for a move (D30). */
  readonly failingSince: () => number | undefined
  readonly job: Job
}

/** Notices within seconds that writing fails or is forbidden, even when nobody writes. `clock` is monotonic, in ms. */
export const watchWrites = (
  database: Pick<AppDatabase, 'tryWrite' | 'move'>,
  clock: () => number,
): WritesWatch => {
  let failingSince: number | undefined
  return {
    failingSince: () => failingSince,
    job: {
      name: 'check writes',
      everyMs: twoSeconds,
      firstAfterMs: twoSeconds,
      limitMs: minute,
      run: async () => {
        const askedAt = clock()
        const fails = await database.tryWrite().then(
          () => false,
          () => database.move === undefined,
        )
        failingSince = fails ? (failingSince ?? askedAt) : undefined
      },
    },
  }
}

/** A job's outside effects, such as closing a payment page, are only for a process that can record them (D9). */
export const whileWriting = (database: Pick<AppDatabase, 'refusesWrites'>, job: Job): Job => ({
  ...job,
  run: async (signal) => {
    if (!database.refusesWrites) await job.run(signal)
  },
})

/** A database that fails over, or a disk that is cleared at once, is none of the owner's troubles. */
const toldAfterMs = 20_000
const repeatAfterMs = 60 * minute

/**
 * Tells the owner when writes have failed for 20 s, and when they succeed again: alarms are rows, so no other job can (N28). Of each process
 * once, and again at most once an hour; not of a move, which she began (D30). `clock` as in `watchWrites`.
 */
export const reportNoWritesJob = (
  { failingSince }: Pick<WritesWatch, 'failingSince'>,
  way: AlarmWay | null,
  texts: { readonly failing: string; readonly over: string },
  clock: () => number,
): Job => {
  let toldAt = Number.NEGATIVE_INFINITY
  let isTold = false
  return {
    name: 'tell of no writes',
    everyMs: 5_000,
    firstAfterMs: 5_000,
    limitMs: minute,
    run: async (signal) => {
      const since = failingSince()
      if (way === null || isTold === (since !== undefined)) return
      if (since !== undefined && (clock() - since < toldAfterMs || clock() - toldAt < repeatAfterMs)) return
      const told = await way.tell(since === undefined ? texts.over : texts.failing, signal)
      if (!told.ok) return
      isTold = since !== undefined
      if (isTold) toldAt = clock()
    },
  }
}
