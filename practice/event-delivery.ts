import { signatureHeader } from './event-signature.ts'
import { postEvent } from './post-event.ts'
import type { PracticeClock } from './practice-clock.ts'
import type { PracticeLog } from './practice-log.ts'
import type { EventEntry } from './practice-state.ts'
import type { KeptState } from './state-file.ts'

export interface DeliverySettings {
  readonly webhookSecret: string
  /** Real ms to wait after the first, second ... failed attempt; after the last one the event is given up. */
  readonly retryPausesMs: readonly number[]
  /** How long one attempt may take, in ms. */
  readonly deliveryTimeoutMs: number
}

/** Sends events to the shop until it answers 2xx. */
export interface EventDelivery {
  /** Takes over an event that is already part of the state, and sends it as soon as there is an address. */
  send(entry: EventEntry): void
  /** The address to post to; an empty text means nowhere yet. Waiting events are sent at once. */
  setWebhookUrl(url: string): void
  /** Tries every pending event now, whatever its pause; resolves when these attempts have ended. */
  deliverNow(): Promise<void>
  /** Sends the held events one after the other, the last one first when `reversed`. */
  releaseHeld(reversed: boolean): Promise<void>
  /** Makes every undelivered event right again, held ones included, and sends it. */
  amend(): void
  /** Resolves when no attempt is running. */
  settled(): Promise<void>
  /** Resolves when the session's events have been accepted (held and lost ones do not count), or after `limitMs`. */
  accepted(sessionId: string, limitMs: number): Promise<void>
  /** Stops the timers and cuts running attempts; what is pending stays in the state. */
  close(): Promise<void>
}

/** Starts delivery; what an earlier run left pending is sent as soon as there is an address. */
export const startDelivery = (
  kept: KeptState,
  clock: PracticeClock,
  settings: DeliverySettings,
  log: PracticeLog,
): EventDelivery => {
  const { state } = kept
  const running = new Map<string, Promise<void>>()
  const timers = new Map<string, NodeJS.Timeout>()
  const watchers = new Set<() => void>()
  const stop = new AbortController()
  let webhookUrl = ''
  for (const entry of state.events) entry.attempts = 0

  const post = (entry: EventEntry) => {
    const header = signatureHeader(settings.webhookSecret, clock.seconds(), entry.body, entry.faults)
    return postEvent(webhookUrl, header, entry.body, settings.deliveryTimeoutMs, stop.signal)
  }

  const failed = (entry: EventEntry, statuses: readonly (number | undefined)[]) => {
    const pause = settings.retryPausesMs[entry.attempts]
    entry.attempts += 1
    log.warn('the shop did not accept an event', { event: entry.id, type: entry.type, statuses, pause })
    if (pause === undefined) {
      entry.state = 'given_up'
      return
    }
    const timer = setTimeout(() => void attempt(entry), pause).unref()
    timers.set(entry.id, timer)
  }

  const tryOnce = async (entry: EventEntry) => {
    await kept.saved()
    const repeat = entry.faults.find((fault) => fault.kind === 'repeat')
    const statuses = await Promise.all(Array.from({ length: repeat?.copies ?? 1 }, () => post(entry)))
    if (stop.signal.aborted) return
    if (statuses.every((status) => status !== undefined && status >= 200 && status < 300)) {
      entry.attempts += 1
      entry.state = 'delivered'
    } else failed(entry, statuses)
    kept.changed()
    await kept.saved()
  }

  const attempt = (entry: EventEntry): Promise<void> => {
    const already = running.get(entry.id)
    if (already !== undefined) return already
    if (entry.state !== 'pending' || webhookUrl === '' || stop.signal.aborted) return Promise.resolve()
    clearTimeout(timers.get(entry.id))
    const work = tryOnce(entry)
      .catch((error: unknown) =>
        log.warn('an event could not be sent', { event: entry.id, reason: String(error) }),
      )
      .finally(() => {
        running.delete(entry.id)
        for (const watcher of watchers) watcher()
      })
    running.set(entry.id, work)
    return work
  }

  const pending = () => state.events.filter((entry) => entry.state === 'pending')
  const attemptAll = async () => {
    await Promise.all(pending().map(attempt))
  }

  return {
    send: (entry) => void attempt(entry),
    setWebhookUrl: (url) => {
      if (url !== '' && !URL.canParse(url)) throw new Error('the address of the webhook is none')
      webhookUrl = url
      void attemptAll()
    },
    deliverNow: attemptAll,
    releaseHeld: async (reversed) => {
      const held = state.events.filter((entry) => entry.state === 'held')
      for (const entry of reversed ? held.reverse() : held) {
        entry.state = 'pending'
        kept.changed()
        await attempt(entry)
      }
    },
    amend: () => {
      for (const entry of state.events) {
        if (entry.state !== 'pending' && entry.state !== 'held') continue
        entry.state = 'pending'
        entry.faults = []
      }
      kept.changed()
      void attemptAll()
    },
    settled: async () => {
      while (running.size > 0) await Promise.all(running.values())
    },
    accepted: async (sessionId, limitMs) => {
      const { promise, resolve } = Promise.withResolvers<void>()
      const look = () => {
        if (stop.signal.aborted || !pending().some((entry) => entry.sessionId === sessionId)) resolve()
      }
      const timer = setTimeout(resolve, limitMs)
      watchers.add(look)
      look()
      await promise
      watchers.delete(look)
      clearTimeout(timer)
    },
    close: async () => {
      stop.abort()
      for (const timer of timers.values()) clearTimeout(timer)
      await Promise.all(running.values())
      for (const watcher of watchers) watcher()
    },
  }
}
