import { errorFields, type Log } from '../log.ts'

/** The migrations that a database has: how many, and the last by name. */
export interface SchemaVersion {
  readonly migrations: number
  readonly last: string
}

/** Of PostgreSQL's advisory lock: a migration takes it alone, each transaction that writes shares it. */
export const migrationLockId = 7_301_944_126_550_817

/** Reads it, on both engines. */
export const versionSql = 'select count(*) as migrations, max(name) as last from kysely_migration'

const reasons = {
  schema:
    'the database was migrated by another version of this program: this process writes nothing any more',
  file: 'the database file was removed or replaced: this process writes nothing any more',
} as const

/** This process must not write, for what it knows of the database is not so any more (D9). Nothing was done. */
export class WritesRefused extends Error {
  override readonly name = 'WritesRefused'
  constructor(reason: keyof typeof reasons) {
    super(reasons[reason])
  }
}

/** Why a database with the schema `found` is not to be written to; undefined where it is, or before there is an `expected` one. */
export const refusalOfVersion = (
  expected: SchemaVersion | undefined,
  found: Partial<Record<keyof SchemaVersion, unknown>> = {},
): WritesRefused | undefined =>
  expected === undefined || (Number(found.migrations) === expected.migrations && found.last === expected.last)
    ? undefined
    : new WritesRefused('schema')

/** What one open database knows of the schema that it was opened for. */
export interface WriteGuard {
  readonly expected: SchemaVersion | undefined
  keepTo(version: SchemaVersion): void
  /** Takes down what a check found, and throws it where it refuses. */
  decide(refusal: WritesRefused | undefined): void
  /** What the last check decided. */
  readonly refuses: boolean
}

export const createWriteGuard = (log: Log): WriteGuard => {
  let expected: SchemaVersion | undefined
  let refuses = false
  return {
    get expected() {
      return expected
    },
    keepTo: (version) => {
      expected = version
    },
    decide: (refusal) => {
      if (refusal && !refuses) log.error('the shop takes no writes', { alarm: true, ...errorFields(refusal) })
      refuses = refusal !== undefined
      if (refusal) throw refusal
    },
    get refuses() {
      return refuses
    },
  }
}
