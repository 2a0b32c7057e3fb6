/** Gives the one writing connection to one owner after the other, in the order they asked. */
export interface WriteQueue {
  /**
   * Resolves with the function that hands the turn back (calling it again does nothing). Rejects when the turn has
   * not come within the limit: either the machine cannot keep up, or a transaction awaits a write that does not go through it.
   */
  turn(): Promise<() => void>
}

interface Waiting {
  readonly begin: () => void
}

/** A queue whose members wait at most `limitMs`. */
export const createWriteQueue = (limitMs: number): WriteQueue => {
  const waiting = new Set<Waiting>()
  let taken = false

  const next = () => {
    for (const first of waiting) {
      waiting.delete(first)
      first.begin()
      return
    }
    taken = false
  }

  const handBack = () => {
    let mine = true
    return () => {
      if (!mine) return
      mine = false
      next()
    }
  }

  return {
    turn: async () => {
      if (!taken) {
        taken = true
        return handBack()
      }
      await new Promise<void>((resolve, reject) => {
        const timer = setTimeout(() => {
          waiting.delete(entry)
          reject(
            new Error(
              `waited ${limitMs} ms for the one writing connection (inside a transaction, write through it)`,
            ),
          )
        }, limitMs)
        const entry: Waiting = {
          begin: () => {
            clearTimeout(timer)
            resolve()
          },
        }
        waiting.add(entry)
      })
      return handBack()
    },
  }
}
