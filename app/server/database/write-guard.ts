import { errorFields, type Log } from '../log.ts'
import { type MoveNote, moveKey, parseMoveNote } from './move-note.ts'

/** The migrations that a database has: how many, and the last by name. */
export interface SchemaVersion {
  readonly migrations: number
  readonly last: string
}

/** Of the last migration, by which releases are compared. */
export const numberOf = ({ last }: SchemaVersion): number => Number(last.slice(0, 4))

/** In `shop_state`: the number of the migration from which on programs may write into this schema; absent while all may (D51). */
export const writableSinceKey = 'writable_since'

/** Of PostgreSQL's advisory lock: a migration takes it alone, each transaction that writes shares it. */
export const migrationLockId = 7_301_944_126_550_817

/** Reads it, who may write, and whether the shop moves, on both engines. */
export const versionSql = `select count(*) as migrations, max(name) as last,
  (select value from shop_state where key = '${writableSinceKey}') as since,
  (select value from shop_state where key = '${moveKey}') as move from kysely_migration`

const reasons = {
  schema:
    'the database was migrated by another version of this program: this process writes nothing any more',
  file: 'the database file was removed or replaced: this process writes nothing any more',
  move: 'the shop moves to another database: nothing is written here',
} as const

/** This process must not write, for what it knows of the database is not so any more (D9), or moves (D30). Nothing was done. */
export class WritesRefused extends Error {
  override readonly name = 'WritesRefused'
  readonly reason: keyof typeof reasons
  /** Of a shop that moves. */
  readonly move: MoveNote | undefined
  constructor(reason: keyof typeof reasons, move?: MoveNote) {
    super(reasons[reason])
    this.reason = reason
    this.move = move
  }
}

/** What `versionSql` found. */
export type FoundVersion = Partial<Record<keyof SchemaVersion | 'since' | 'move', unknown>>

export const isSchemaOf = (expected: SchemaVersion, found: FoundVersion = {}): boolean =>
  Number(found.migrations) === expected.migrations && found.last === expected.last

/** A schema that a later release has made wider and not otherwise: the former release goes on beside it (D51). */
export const isWidened = (expected: SchemaVersion, { migrations, last, since }: FoundVersion = {}): boolean =>
  Number(migrations) > expected.migrations &&
  String(last) > expected.last &&
  Number(since ?? 0) <= numberOf(expected)

/** The same as a condition of PostgreSQL over `kysely_migration`: whether a program of this schema may write. */
export const isWritableOnPostgres = (expected: SchemaVersion): string =>
  `(count(*) = ${expected.migrations} and max(name) = '${expected.last}'
    or count(*) > ${expected.migrations} and max(name) > '${expected.last}'
      and coalesce((select value::int from shop_state where key = '${writableSinceKey}'), 0) <= ${numberOf(expected)})`

/**
 * Why a database of which `versionSql` found this is not to be written to at `now` (epoch ms); undefined where it is, or before
 * there is an `expected` schema.
 */
export const refusalOfVersion = (
  expected: SchemaVersion | undefined,
  found: FoundVersion = {},
  now = Date.now(),
): WritesRefused | undefined => {
  if (expected === undefined) return undefined
  if (!isSchemaOf(expected, found) && !isWidened(expected, found)) return new WritesRefused('schema')
  const move = parseMoveNote(found.move)
  return move !== undefined && move.until > now ? new WritesRefused('move', move) : undefined
}

/** What one open database knows of the schema that it was opened for. */
export interface WriteGuard {
  readonly expected: SchemaVersion | undefined
  keepTo(version: SchemaVersion): void
  /** Takes down what a check found, and throws it where it refuses. */
  decide(refusal: WritesRefused | undefined): void
  /** What the last check decided. */
  readonly refusal: WritesRefused | undefined
}

export const createWriteGuard = (log: Log): WriteGuard => {
  let expected: SchemaVersion | undefined
  let last: WritesRefused | undefined
  return {
    get expected() {
      return expected
    },
    keepTo: (version) => {
      expected = version
    },
    decide: (refusal) => {
      if (refusal && refusal.reason !== last?.reason) tell(log, refusal)
      last = refusal
      if (refusal) throw refusal
    },
    get refusal() {
      return last
    },
  }
}

/** A move was asked for, and is no alarm. */
const tell = (log: Log, refusal: WritesRefused): void => {
  if (refusal.reason === 'move') log.info('the shop is only read while it moves')
  else log.error('the shop takes no writes', { alarm: true, ...errorFields(refusal) })
}
