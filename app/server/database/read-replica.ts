import { type Kysely, sql } from 'kysely'
import type { Schema } from '#db/schema.ts'
import type { Job } from '../jobs.ts'
import { errorFields, type Log } from '../log.ts'
import { shopState } from '../shop-state.ts'
import { withinLimit } from '../time-limit.ts'
import { openDatabase } from './open-database.ts'

/** A standby of the database, from which pages that are the same for everybody may be read (D55). */
export interface ReadReplica {
  readonly db: Kysely<Schema>
  /** Whether it belongs to this shop and was less than five seconds behind lately. */
  readonly isFresh: () => boolean
  /** Not used again until the next look, after a query failed. */
  readonly distrust: () => void
  readonly look: () => Promise<void>
  readonly close: () => Promise<void>
}

const mostLagMs = 5_000
const lookEveryMs = 2_000
/** Without a newer look its state counts as unknown. */
const looksCountMs = 3 * lookEveryMs
const answerMs = 1_000

const noAnswer = () => {
  throw new Error('it does not answer')
}

/** A position of the primary in its log, and when it was asked for (monotonic ms). */
interface Head {
  readonly position: number
  readonly at: number
}

/** `clock` gives monotonic ms. Connects at the first look; a look never rejects. */
export const openReadReplica = async (
  databaseUrl: string,
  primary: Kysely<Schema>,
  { log, clock }: { readonly log: Log; readonly clock: () => number },
): Promise<ReadReplica> => {
  const { db, close } = await openDatabase({ databaseUrl, dataDir: '', log })
  let heads: Head[] = []
  let problem: string | undefined = 'it was not looked at yet'
  let lookedAt = Number.NEGATIVE_INFINITY

  const decide = (found: string | undefined, error?: unknown) => {
    if (found !== undefined && found !== problem)
      log.warn('pages are read from the database itself, and not from its replica', {
        why: found,
        ...(error === undefined ? {} : errorFields(error)),
      })
    if (found === undefined && problem !== undefined) log.info('pages are read from the replica')
    problem = found
    lookedAt = clock()
  }

  const problemOf = async (): Promise<string | undefined> => {
    heads = [...heads, { position: await headOf(primary), at: clock() }].slice(-10)
    const { standby, position } = await withinLimit(answerMs, replayed(db), noAnswer)
    if (!standby) return 'it is no standby'
    if ((await shopState(db, 'shop_id')) !== (await shopState(primary, 'shop_id')))
      return 'it is of another shop'
    const reached = heads.findLast((head) => head.position <= position)
    return reached === undefined || clock() - reached.at > mostLagMs ? 'it is behind' : undefined
  }

  return {
    db,
    isFresh: () => problem === undefined && clock() - lookedAt <= looksCountMs,
    distrust: () => decide('it failed'),
    look: () =>
      problemOf().then(
        (found) => decide(found),
        (error: unknown) => decide('it does not answer', error),
      ),
    close,
  }
}

const headOf = async (primary: Kysely<Schema>): Promise<number> => {
  const { rows } = await sql<{ position: number }>`select pg_current_wal_lsn() - '0/0' as position`.execute(
    primary,
  )
  return Number(rows[0]?.position)
}

const replayed = async (db: Kysely<Schema>) => {
  const { rows } = await sql<{ standby: boolean; position: number }>`
    select pg_is_in_recovery() as standby,
      case when pg_is_in_recovery() then pg_last_wal_replay_lsn() - '0/0' else 0 end as position`.execute(db)
  return { standby: rows[0]?.standby === true, position: Number(rows[0]?.position) }
}

export const lookAtReplicaJob = (replica: ReadReplica): Job => ({
  name: 'look at the replica',
  everyMs: lookEveryMs,
  firstAfterMs: 0,
  limitMs: 10_000,
  run: replica.look,
})
