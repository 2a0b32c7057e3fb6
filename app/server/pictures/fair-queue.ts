/** Who waits for the one thing that all share. */
export interface FairQueue {
  /** How many wait or have their turn. */
  readonly size: () => number
  /** So many of `whose` wait or have their turn. */
  readonly sizeOf: (whose: string) => number
  /** Does `task` when its turn comes: one at a time, and each `whose` in turn, however many of theirs wait. */
  run<T>(whose: string, task: () => Promise<T>): Promise<T>
}

export const createFairQueue = (): FairQueue => {
  /** In the order of the turns. */
  const waiting = new Map<string, (() => Promise<unknown>)[]>()
  let running: string | undefined

  const runAll = async () => {
    for (let [next] = waiting; next !== undefined; [next] = waiting) {
      const [whose, tasks] = next
      waiting.delete(whose)
      const task = tasks.shift()
      if (tasks.length > 0) waiting.set(whose, tasks)
      running = whose
      await task?.().catch(() => {})
    }
    running = undefined
  }

  const sizeOf = (whose: string) => (waiting.get(whose)?.length ?? 0) + (running === whose ? 1 : 0)
  return {
    sizeOf,
    size: () =>
      [...waiting.values()].reduce((sum, { length }) => sum + length, running === undefined ? 0 : 1),
    run: (whose, task) =>
      new Promise((resolve, reject) => {
        const theirs = waiting.get(whose) ?? []
        theirs.push(() => (async () => task())().then(resolve, reject))
        waiting.set(whose, theirs)
        if (running === undefined) void runAll()
      }),
  }
}
