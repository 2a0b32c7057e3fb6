import { errorFields, type Log } from '../log.ts'
import { type MoveNote, moveKey, parseMoveNote } from './move-note.ts'

export interface SchemaVersion {
  readonly migrations: number
  readonly last: string
}

export const numberOf = ({ last }: SchemaVersion): number => Number(last.slice(0, 4))

/** Key in `shop_state`: the first migration whose programs may write this schema; absent while all may (D51). */
export const writableSinceKey = 'writable_since'

/** An advisory lock: a migration holds it alone, writing transactions share it. */
export const migrationLockId = 7_301_944_126_550_817

export const versionSql = `select count(*) as migrations, max(name) as last,
  (select value from shop_state where key = '${writableSinceKey}') as since,
  (select value from shop_state where key = '${moveKey}') as move from kysely_migration`

const reasons = {
  schema:
    'the database was migrated by another version of this program: this process writes nothing any more',
  file: 'the database file was removed or replaced: this process writes nothing any more',
  move: 'the shop moves to another database: nothing is written here',
} as const

/** This process must not write: schema or file have changed (D9), or the shop moves (D30). Nothing was done. */
export class WritesRefused extends Error {
  override readonly name = 'WritesRefused'
  readonly reason: keyof typeof reasons
  readonly move: MoveNote | undefined
  constructor(reason: keyof typeof reasons, move?: MoveNote) {
    super(reasons[reason])
    this.reason = reason
    this.move = move
  }
}

export type FoundVersion = Partial<Record<keyof SchemaVersion | 'since' | 'move', unknown>>

export const isSchemaOf = (expected: SchemaVersion, found: FoundVersion = {}): boolean =>
  Number(found.migrations) === expected.migrations && found.last === expected.last

/** A later release has only added to the schema, so the former one may go on (D51). */
export const isWidened = (expected: SchemaVersion, { migrations, last, since }: FoundVersion = {}): boolean =>
  Number(migrations) > expected.migrations &&
  String(last) > expected.last &&
  Number(since ?? 0) <= numberOf(expected)

/** `isSchemaOf` or `isWidened` as a PostgreSQL condition over `kysely_migration`. */
export const isWritableOnPostgres = (expected: SchemaVersion): string =>
  `(count(*) = ${expected.migrations} and max(name) = '${expected.last}'
    or count(*) > ${expected.migrations} and max(name) > '${expected.last}'
      and coalesce((select value::int from shop_state where key = '${writableSinceKey}'), 0) <= ${numberOf(expected)})`

/** Why the database must not be written at `now` (epoch ms), by what `versionSql` found; undefined when it may. */
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

export interface WriteGuard {
  readonly expected: SchemaVersion | undefined
  keepTo(version: SchemaVersion): void
  /** Remembers the result of a check, and throws it if it is a refusal. */
  decide(refusal: WritesRefused | undefined): void
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

/** A move was asked for, so it raises no alarm. */
const tell = (log: Log, refusal: WritesRefused): void => {
  if (refusal.reason === 'move') log.info('the shop is only read while it moves')
  else log.error('the shop takes no writes', { alarm: true, ...errorFields(refusal) })
}
