import { setImmediate as nextTurn } from 'node:timers/promises'

/** Says within this process that something changed, by topic; what it is now, listeners read themselves. */
export interface Notices {
  /** Gives the function that unsubscribes. `listener` must not throw. */
  subscribe(topic: string, listener: () => void): () => void
  /** To be called after the commit; several changes in a row may be told as one. */
  publish(topic: string): void
}

/** Between two batches the process does other work. */
const batchSize = 250

export const createNotices = (): Notices => {
  const listeners = new Map<string, Set<() => void>>()
  const changed = new Set<string>()
  const underWay = new Set<string>()

  const tell = async (topic: string) => {
    underWay.add(topic)
    while (changed.has(topic)) {
      await nextTurn()
      changed.delete(topic)
      const present = listeners.get(topic) ?? new Set()
      for (const [index, listener] of [...present].entries()) {
        if (index > 0 && index % batchSize === 0) await nextTurn()
        if (present.has(listener)) listener()
      }
    }
    underWay.delete(topic)
  }

  return {
    subscribe(topic, call) {
      // A function of its own: the same one may subscribe twice, and unsubscribes one at a time.
      const listener = () => call()
      const present = listeners.get(topic) ?? new Set()
      listeners.set(topic, present.add(listener))
      return () => {
        present.delete(listener)
        if (present.size === 0 && listeners.get(topic) === present) listeners.delete(topic)
      }
    },
    publish(topic) {
      if (!listeners.has(topic)) return
      changed.add(topic)
      if (!underWay.has(topic)) void tell(topic)
    },
  }
}
