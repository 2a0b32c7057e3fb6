import { setTimeout as pause } from 'node:timers/promises'
import type { Client } from 'pg'
import { endWhenSilent } from '../database/postgres-pool.ts'
import { errorFields, type Log } from '../log.ts'
import { createNotices, type Notices } from './notices.ts'

const channel = 'shop_notices'
const firstPauseMs = 500
const longestPauseMs = 30_000

/** A connection that only listens does not notice that it is lost: it is checked this often, and ended without an answer in time. */
const lifeSigns = { everyMs: 10_000, answerMs: 5_000 } as const

export interface OpenNotices extends Notices {
  close(): Promise<void>
}

/** pg's next version takes no query while another one runs; several notices may follow one commit. */
const oneAtATime = (client: Client) => {
  let last: Promise<unknown> = Promise.resolve()
  return {
    query: (text: string, values: string[] = []): Promise<unknown> => {
      const asked = last.then(() => client.query(text, values))
      last = asked.catch(() => {})
      return asked
    },
    end: () => client.end(),
  }
}

/**
 * Notices that reach the listeners of all processes on one PostgreSQL, over a connection of their own. While it is lost they
 * stay within the process; listeners are then told that something may have been missed.
 */
export const openPostgresNotices = (
  databaseUrl: string,
  log: Log,
  { everyMs, answerMs }: { readonly everyMs: number; readonly answerMs: number } = lifeSigns,
): OpenNotices => {
  const local = createNotices()
  const closing = new AbortController()
  let client: ReturnType<typeof oneAtATime> | undefined

  const listen = async (onListening: () => void): Promise<void> => {
    const { default: pg } = await import('pg')
    const next = new pg.Client({
      connectionString: databaseUrl,
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
      const inTurn = oneAtATime(next)
      await inTurn.query(`listen ${channel}`)
      asking = setInterval(() => void inTurn.query(`listen ${channel}`).catch(() => {}), everyMs).unref()
      client = inTurn
      onListening()
      if (closing.signal.aborted) void next.end()
      await ended
    } finally {
      clearInterval(asking)
      client = undefined
      await next.end().catch(() => {})
    }
  }

  const keepListening = async () => {
    for (let failures = 0; !closing.signal.aborted; failures += 1) {
      const onListening = () => {
        if (failures > 0) local.allMissed()
        failures = 0
      }
      await listen(onListening).catch((error: unknown) =>
        log.warn('notices: no connection', errorFields(error)),
      )
      const ms = Math.min(longestPauseMs, firstPauseMs * 2 ** failures)
      await pause(ms, undefined, { signal: closing.signal }).catch(() => {})
    }
  }
  const listening = keepListening()

  return {
    subscribe: local.subscribe,
    topics: local.topics,
    missed: local.missed,
    publish(topic, version) {
      const alone = () => local.publish(topic, version)
      if (client === undefined) return alone()
      client.query(`select pg_notify('${channel}', $1)`, [`${version} ${topic}`]).catch(alone)
    },
    async close() {
      closing.abort()
      await client?.end().catch(() => {})
      await listening
    },
  }
}
