import { type EventObject, eventAbout, signature } from './events.ts'
import { type EventFault, faultOf, type PlannedFaults } from './faults.ts'
import type { KeptState } from './state.ts'
import type { SimulatorLog } from './state-file.ts'
import type { EventEntry } from './state-shape.ts'

const attemptMs = 20_000

export interface DeliverySettings {
  readonly webhookSecret: string
  /** Real ms after the first, second ... failed attempt; after the last the event is given up. */
  readonly retryPausesMs: readonly number[]
}

/** Sends events until the shop answers 2xx, first those that an earlier run left pending. */
export const createDelivery = (
  kept: KeptState,
  now: () => number,
  faults: Pick<PlannedFaults, 'takeEvent'>,
  settings: DeliverySettings,
  log: SimulatorLog,
) => {
  const faultsOfEvents = new Map<string, readonly EventFault[]>()
  const faultsOf = (id: string) => faultsOfEvents.get(id) ?? []
  const running = new Map<string, Promise<void>>()
  const timers = new Map<string, NodeJS.Timeout>()
  const watchers = new Set<() => void>()
  const stop = new AbortController()
  let webhookUrl = ''

  /** The shop's status, undefined without an answer in time. A redirect is no success and is not followed. */
  const post = async ({ id, body }: EventEntry): Promise<number | undefined> => {
    const header = signature(settings.webhookSecret, Math.floor(now() / 1000), body, faultsOf(id))
    try {
      const response = await fetch(webhookUrl, {
        method: 'POST',
        body,
        redirect: 'manual',
        signal: AbortSignal.any([stop.signal, AbortSignal.timeout(attemptMs)]),
        headers: {
          'Content-Type': 'application/json; charset=utf-8',
          'Stripe-Signature': header,
          // A kept connection breaks when the shop restarts.
          Connection: 'close',
        },
      })
      await response.body?.cancel()
      return response.status
    } catch {
      return undefined
    }
  }

  const tryOnce = async (entry: EventEntry) => {
    await kept.saved()
    const copies = faultOf(faultsOf(entry.id), 'repeat')?.copies ?? 1
    const statuses = await Promise.all(Array.from({ length: copies }, () => post(entry)))
    if (stop.signal.aborted) return
    const pause = settings.retryPausesMs[entry.attempts]
    entry.attempts += 1
    if (statuses.every((status) => status !== undefined && status >= 200 && status < 300)) {
      entry.state = 'delivered'
    } else {
      log.warn('the shop did not accept an event', { event: entry.id, type: entry.type, statuses, pause })
      if (pause === undefined) entry.state = 'given_up'
      else timers.set(entry.id, setTimeout(() => void attempt(entry.id), pause).unref())
    }
    // Nobody waits for the disk: what is forgotten of this is that an event was delivered, and it is sent again.
    kept.events.keep(entry)
  }

  const attempt = (id: string): Promise<void> => {
    const already = running.get(id)
    if (already !== undefined) return already
    if (webhookUrl === '' || stop.signal.aborted) return Promise.resolve()
    const entry = kept.events.find(id)
    if (entry?.state !== 'pending') return Promise.resolve()
    clearTimeout(timers.get(id))
    timers.delete(id)
    const attempt = tryOnce(entry)
      .catch((error) => log.warn('an event could not be sent', { event: id, reason: String(error) }))
      .finally(() => {
        running.delete(id)
        for (const watcher of watchers) watcher()
      })
    running.set(id, attempt)
    return attempt
  }

  const deliverNow = async () => {
    await Promise.all(kept.events.inState('pending').map(attempt))
  }
  const release = (id: string) => {
    const entry = kept.events.find(id)
    if (entry !== undefined) kept.events.keep({ ...entry, state: 'pending' })
  }

  return {
    announce: (about: EventObject, sessionId: string, type: EventEntry['type']): void => {
      const planned = faults.takeEvent()
      const seconds = Math.floor(now() / 1000)
      const entry = eventAbout(about, sessionId, type, seconds, planned)
      if (planned.length > 0) faultsOfEvents.set(entry.id, planned)
      kept.events.add(entry, seconds)
      void attempt(entry.id)
    },
    /** '' means nowhere yet. Pending events are sent at once. */
    setWebhookUrl: (url: string): void => {
      webhookUrl = url
      void deliverNow()
    },
    deliverNow,
    releaseHeld: async (reversed: boolean): Promise<void> => {
      const held = kept.events.inState('held')
      for (const id of reversed ? held.reverse() : held) {
        release(id)
        await attempt(id)
      }
    },
    clearFaults: (): void => {
      faultsOfEvents.clear()
      for (const id of kept.events.inState('held')) release(id)
      void deliverNow()
    },
    settled: async (): Promise<void> => {
      while (running.size > 0) await Promise.all(running.values())
    },
    /** Resolves when the session has no pending event (held and lost ones are not), or after `limitMs`. */
    accepted: async (sessionId: string, limitMs: number): Promise<void> => {
      const { promise, resolve } = Promise.withResolvers<void>()
      const look = () => {
        if (stop.signal.aborted || !kept.events.hasPending(sessionId)) resolve()
      }
      const timer = setTimeout(resolve, limitMs)
      watchers.add(look)
      look()
      await promise
      watchers.delete(look)
      clearTimeout(timer)
    },
    close: async (): Promise<void> => {
      stop.abort()
      for (const timer of timers.values()) clearTimeout(timer)
      await Promise.all(running.values())
      for (const watcher of watchers) watcher()
    },
  }
}

export type EventDelivery = ReturnType<typeof createDelivery>
