import { setImmediate as nextTurn } from 'node:timers/promises'

/** Says within this process that something changed, by topic, and nothing more: who hears it reads the truth. */
export interface Notices {
  /** Calls `listener` after each change of `topic`, until the function that this gives is called. It must not throw. */
  subscribe(topic: string, listener: () => void): () => void
  /** Tells everybody who listens to `topic`; several changes in a row may be told as one. Call it after the commit. */
  publish(topic: string): void
}

/** So many are told before the process looks at anything else: with thousands who listen, nobody else waits long. */
const toldInOneTurn = 250

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
        if (index > 0 && index % toldInOneTurn === 0) await nextTurn()
        if (present.has(listener)) listener()
      }
    }
    underWay.delete(topic)
  }

  return {
    subscribe(topic, call) {
      // Its own function, so that who subscribes twice with the same one is heard twice and leaves once.
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
