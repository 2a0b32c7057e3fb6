import { setImmediate as nextTurn } from 'node:timers/promises'

/** Gets the newest version, or undefined when notices may have been missed. Must not throw. */
export type NoticeListener = (version: number | undefined) => void

/** Tells that a topic changed; listeners read its state themselves. */
export interface Notices {
  subscribe(topic: string, listener: NoticeListener): () => void
  /** Call it in `onCommit`; several changes may arrive as one, with the highest version. */
  publish(topic: string, version: number): void
  topics(): readonly string[]
  /** Tells this process's listeners that they may have missed something. */
  missed(topic: string): void
  /** Whether those of other processes do not come: whoever waits for them asks more often (D102). */
  readonly missesOthers: boolean
}

export interface LocalNotices extends Notices {
  allMissed(): void
}

const batchSize = 250

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
      // A new function per call, since one `call` may subscribe twice and unsubscribe once.
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
      // A missed version stays unknown.
      note(topic, untold === undefined ? undefined : Math.max(version, untold))
    },
    topics: () => [...listeners.keys()],
    missed: (topic) => note(topic, undefined),
    missesOthers: false,
    allMissed() {
      for (const topic of listeners.keys()) note(topic, undefined)
    },
  }
}
