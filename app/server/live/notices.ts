import { setImmediate as nextTurn } from 'node:timers/promises'

/** Is told the newest version of what changed; undefined when notices may have been missed. Must not throw. */
export type NoticeListener = (version: number | undefined) => void

/** Says that something changed, by topic; what it is now, listeners read themselves. */
export interface Notices {
  /** Gives the function that unsubscribes. */
  subscribe(topic: string, listener: NoticeListener): () => void
  /** After the commit, by `onCommit`; several changes in a row may be told as one, with the highest version. */
  publish(topic: string, version: number): void
  /** To which somebody listens in this process. */
  topics(): readonly string[]
  /** Tells who listens to it in this process that something may have been missed. */
  missed(topic: string): void
}

export interface LocalNotices extends Notices {
  /** As `missed`, to all who listen, whatever to. */
  allMissed(): void
}

/** Between two batches the process does other tasks. */
const batchSize = 250

/** Notices within this process. */
export const createNotices = (): LocalNotices => {
  const listeners = new Map<string, Set<NoticeListener>>()
  const changed = new Map<string, number | undefined>()
  const underWay = new Set<string>()

  const tell = async (topic: string) => {
    underWay.add(topic)
    while (changed.has(topic)) {
      await nextTurn()
      const version = changed.get(topic)
      changed.delete(topic)
      const present = listeners.get(topic) ?? new Set()
      for (const [index, listener] of [...present].entries()) {
        if (index > 0 && index % batchSize === 0) await nextTurn()
        if (present.has(listener)) listener(version)
      }
    }
    underWay.delete(topic)
  }

  const note = (topic: string, version: number | undefined) => {
    if (!listeners.has(topic)) return
    changed.set(topic, version)
    if (!underWay.has(topic)) void tell(topic)
  }

  return {
    subscribe(topic, call) {
      // A function of its own: the same one may subscribe twice, and unsubscribes one at a time.
      const listener: NoticeListener = (version) => call(version)
      const present = listeners.get(topic) ?? new Set()
      listeners.set(topic, present.add(listener))
      return () => {
        present.delete(listener)
        if (present.size === 0 && listeners.get(topic) === present) listeners.delete(topic)
      }
    },
    publish(topic, version) {
      if (!changed.has(topic)) return note(topic, version)
      const untold = changed.get(topic)
      // What was missed stays missed.
      note(topic, untold === undefined ? undefined : Math.max(version, untold))
    },
    topics: () => [...listeners.keys()],
    missed: (topic) => note(topic, undefined),
    allMissed() {
      for (const topic of listeners.keys()) note(topic, undefined)
    },
  }
}
