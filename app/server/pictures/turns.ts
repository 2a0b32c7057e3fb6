/** Who waits for the one thing that all share. */
export interface Turns {
  /** How many wait or have their turn. */
  readonly size: () => number
  /** So many of `whose` wait or have their turn. */
  readonly sizeOf: (whose: string) => number
  /** Does `work` when its turn comes: one at a time, and each `whose` in turn, however many of theirs wait. */
  take<T>(whose: string, work: () => Promise<T>): Promise<T>
}

export const createTurns = (): Turns => {
  /** In the order of the turns. */
  const waiting = new Map<string, (() => Promise<unknown>)[]>()
  let running: string | undefined

  const workOff = async () => {
    for (let [next] = waiting; next !== undefined; [next] = waiting) {
      const [whose, works] = next
      waiting.delete(whose)
      const work = works.shift()
      if (works.length > 0) waiting.set(whose, works)
      running = whose
      await work?.().catch(() => {})
    }
    running = undefined
  }

  const sizeOf = (whose: string) => (waiting.get(whose)?.length ?? 0) + (running === whose ? 1 : 0)
  return {
    sizeOf,
    size: () =>
      [...waiting.values()].reduce((sum, { length }) => sum + length, running === undefined ? 0 : 1),
    take: (whose, work) =>
      new Promise((resolve, reject) => {
        const theirs = waiting.get(whose) ?? []
        theirs.push(() => (async () => work())().then(resolve, reject))
        waiting.set(whose, theirs)
        if (running === undefined) void workOff()
      }),
  }
}
