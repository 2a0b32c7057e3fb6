import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Client } from 'pg'
import { withoutLimits } from '../database/pooler-check.ts'
import { endWhenSilent } from '../database/postgres-pool.ts'
import { errorFields, type Log } from '../log.ts'
import { createTaskQueue } from '../task-queue.ts'
import { withinLimit } from '../time-limit.ts'
import { createNotices, type Notices } from './notices.ts'

const channel = 'shop_notices'
const firstPauseMs = 500
const longestPauseMs = 30_000

/** A connection that only listens does not notice that it is lost: it is checked this often, and ended without an answer in time. */
const lifeSigns = { everyMs: 10_000, answerMs: 5_000 } as const

export interface OpenNotices extends Notices {
  /** Resolves when the first connection was tried: whether a notice that this process sent to itself came back. */
  readonly heardItself: Promise<boolean>
  close(): Promise<void>
}

interface NoticesParts {
  /** Where it is false a pooler lends this connection to others too: it tells, and does not listen (D101). */
  readonly ownsConnections?: () => boolean
  readonly everyMs?: number
  readonly answerMs?: number
}

/**
 * Notices that reach the listeners of all processes on one PostgreSQL, over a connection of their own. While it is lost they
 * stay within the process; listeners are then told that something may have been missed.
 */
export const openPostgresNotices = (
  databaseUrl: string,
  log: Log,
  {
    ownsConnections = () => true,
    everyMs = lifeSigns.everyMs,
    answerMs = lifeSigns.answerMs,
  }: NoticesParts = {},
): OpenNotices => {
  const local = createNotices()
  const closing = new AbortController()
  const firstTry = Promise.withResolvers<boolean>()
  let client: Client | undefined
  let hears = false
  /** pg's next version takes no query while another one runs; several notices may follow one commit. */
  const inTurn = createTaskQueue(1)

  const sendTo = (one: Client, text: string) => one.query(`select pg_notify('${channel}', $1)`, [text])

  /** Whether it hears what it sends to itself: what takes LISTEN may still not deliver. */
  const hearsItself = async (one: Client): Promise<boolean> => {
    await one.query(`listen ${channel}`)
    const mark = `0 ${randomUUID()}`
    const heard = new Promise<boolean>((resolve) =>
      one.on('notification', ({ payload }) => payload === mark && resolve(true)),
    )
    await sendTo(one, mark)
    const isHeard = await withinLimit(answerMs, heard, () => false)
    if (!isHeard) log.warn('notices: what this process tells itself does not come back')
    return isHeard
  }

  const listen = async (onListening: () => void): Promise<void> => {
    const { default: pg } = await import('pg')
    const next = new pg.Client({
      connectionString: withoutLimits(databaseUrl),
      application_name: 'nuno-square notices',
      connectionTimeoutMillis: 2_000,
      keepAlive: true,
    })
    const ended = new Promise<void>((resolve) => next.once('end', resolve))
    next.on('error', (error) => log.warn('notices: connection lost', errorFields(error)))
    next.on('notification', ({ payload = '' }) => {
      const [, version, topic] = /^(\d+) (.+)$/s.exec(payload) ?? []
      if (topic !== undefined) local.publish(topic, Number(version))
    })
    let asking: NodeJS.Timeout | undefined
    try {
      await next.connect()
      endWhenSilent(next, answerMs)
      hears = ownsConnections() && (await hearsItself(next))
      const lifeSign = hears ? `listen ${channel}` : 'select 1'
      asking = setInterval(() => void inTurn(() => next.query(lifeSign)).catch(() => {}), everyMs).unref()
      client = next
      onListening()
      if (closing.signal.aborted) void next.end()
      await ended
    } finally {
      clearInterval(asking)
      client = undefined
      hears = false
      await next.end().catch(() => {})
    }
  }

  const keepListening = async () => {
    for (let failures = 0; !closing.signal.aborted; failures += 1) {
      const onListening = () => {
        if (failures > 0) local.allMissed()
        failures = 0
        firstTry.resolve(hears)
      }
      await listen(onListening).catch((error: unknown) =>
        log.warn('notices: no connection', errorFields(error)),
      )
      firstTry.resolve(false)
      const ms = Math.min(longestPauseMs, firstPauseMs * 2 ** failures)
      await pause(ms, undefined, { signal: closing.signal }).catch(() => {})
    }
  }
  const listening = keepListening()

  return {
    subscribe: local.subscribe,
    topics: local.topics,
    missed: local.missed,
    get missesOthers() {
      return !hears
    },
    heardItself: firstTry.promise,
    publish(topic, version) {
      const alone = () => local.publish(topic, version)
      if (!hears) alone()
      const one = client
      if (one === undefined) return
      inTurn(() => sendTo(one, `${version} ${topic}`)).catch(hears ? alone : () => {})
    },
    async close() {
      closing.abort()
      await client?.end().catch(() => {})
      await listening
    },
  }
}
