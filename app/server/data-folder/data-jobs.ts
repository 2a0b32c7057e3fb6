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

/** Notices within seconds that writing is forbidden, even when nobody writes. */
export const checkWritesJob = (database: AppDatabase): Job => ({
  name: 'check writes',
  everyMs: twoSeconds,
  firstAfterMs: twoSeconds,
  limitMs: minute,
  run: () => database.checkWrites().catch(() => undefined),
})

/** A job's outside effects, such as closing a payment page, are only for a process that can record them (D9). */
export const whileWriting = (database: Pick<AppDatabase, 'refusesWrites'>, job: Job): Job => ({
  ...job,
  run: async (signal) => {
    if (!database.refusesWrites) await job.run(signal)
  },
})

/** Tells the owner once when this process may not write, since alarms are rows (N23); not of a move, which she began (D30). */
export const reportNoWritesJob = (
  database: Pick<AppDatabase, 'refusesWrites' | 'move'>,
  way: AlarmWay | null,
  text: string,
): Job => {
  let isTold = false
  return {
    name: 'tell of no writes',
    everyMs: minute,
    firstAfterMs: minute,
    limitMs: minute,
    run: async (signal) => {
      if (!database.refusesWrites || database.move) isTold = false
      else if (way !== null && !isTold) isTold = (await way.tell(text, signal)).ok
    },
  }
}
