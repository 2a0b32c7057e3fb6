/** A lock on the one writing connection, first come first served. */
export interface WriteQueue {
  /** Gives the function that releases the lock; rejects after the limit. */
  acquire(): Promise<() => void>
}

interface Waiting {
  readonly begin: () => void
}

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

  const releaseOnce = () => {
    let mine = true
    return () => {
      if (!mine) return
      mine = false
      next()
    }
  }

  return {
    acquire: async () => {
      if (!taken) {
        taken = true
        return releaseOnce()
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
      return releaseOnce()
    },
  }
}
