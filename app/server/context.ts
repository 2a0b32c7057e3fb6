import type { Kysely } from 'kysely'
import type { Schema } from '#db/schema.ts'
import type { Log } from './log.ts'

/** What every command gets: the database, the clock (epoch ms), fresh ids, and the log. Tests pass their own clock and ids. */
export interface CommandContext {
  readonly db: Kysely<Schema>
  readonly now: () => number
  readonly newId: () => string
  readonly log: Log
}
