import { setTimeout as wait } from 'node:timers/promises'
import { sql, type Transaction } from 'kysely'
import type { Schema } from '#db/schema.ts'
import { formatNumber } from '../../kernel/money.ts'
import type { Engine } from '../database/engine.ts'
import { moveKey } from '../database/move-note.ts'
import type { AppDatabase, DatabaseSettings } from '../database/open-database.ts'
import { lockAgainstWrites, withinSnapshot } from '../database/snapshot.ts'
import { inTransaction } from '../database/transaction.ts'
import { silentLog } from '../log.ts'
import { checkCopy, copyTables, type DatabaseCount } from './copy-tables.ts'
import { type MoveLease, noteArrival } from './move-lease.ts'
import { databasePlace, type MoveTarget } from './move-places.ts'
import { tableShapes } from './table-shapes.ts'

/** Processes check every two seconds whether writing is refused. */
export const defaultUntilSeenMs = 3_000

export interface ShopMove {
  readonly from: Pick<DatabaseSettings, 'databaseUrl' | 'dataDir'>
  /** `postgres://…`; undefined means the SQLite file in the folder. */
  readonly to: string | undefined
  readonly rebuildSearch: (trx: Transaction<Schema>) => Promise<void>
  readonly tell: (line: string) => void
  /** Ends the move, which then has changed nothing. */
  readonly signal: AbortSignal
  readonly onlyLook?: boolean
  /** How long until every process refuses writes, in ms. */
  readonly untilSeenMs?: number
}

export interface MovedShop {
  readonly engine: Engine
  readonly place: string
  /** By table; null when only the last step of an interrupted move was left. */
  readonly copied: DatabaseCount | null
  /** Where the old file of a shop that moves back was put, if any. */
  readonly aside: string | null
  readonly refusedMs: number
}

export const placeHere = ({ from }: ShopMove): string =>
  from.databaseUrl === undefined ? from.dataDir : databasePlace(from.databaseUrl)

export const sizeOf = async ({ db, engine }: AppDatabase): Promise<{ rows: number; bytes: number }> => {
  let rows = 0
  for (const { name } of await tableShapes(db)) {
    const counted = await sql<{ rows: number }>`select count(*) as rows from ${sql.table(name)}`.execute(db)
    rows += Number(counted.rows[0]?.rows ?? 0)
  }
  const size = await (engine === 'postgres'
    ? sql<{ bytes: number }>`select pg_database_size(current_database()) as bytes`
    : sql<{ bytes: number }>`select page_count * page_size as bytes from pragma_page_count, pragma_page_size`
  ).execute(db)
  return { rows, bytes: Number(size.rows[0]?.bytes ?? 0) }
}

export interface Sides {
  readonly source: AppDatabase
  readonly target: MoveTarget
  readonly lease: MoveLease
}

/** Fills and verifies the target in one transaction. SQLite needs no pause: each write checks for the move under its lock. */
export const copyAll = async (
  move: ShopMove,
  { source, target, lease, rows }: Sides & { readonly rows: number },
): Promise<DatabaseCount> => {
  const signal = AbortSignal.any([move.signal, lease.lost])
  if (source.engine === 'postgres') await wait(move.untilSeenMs ?? defaultUntilSeenMs, undefined, { signal })
  const tables = (await tableShapes(source.db)).map(({ name }) => name)
  const onRows = progress(move.tell, rows)
  return withinSnapshot(source.db, async (snapshot) => {
    if (source.engine === 'postgres')
      await lockAgainstWrites(
        snapshot,
        tables.filter((name) => name !== 'shop_state'),
      )
    return inTransaction({ db: target.database.db, log: silentLog }, async (trx) => {
      const copied = await copyTables(snapshot, trx, { signal, onRows, isTaken })
      move.tell('検索の索引を作り直しています。')
      await move.rebuildSearch(trx)
      signal.throwIfAborted()
      move.tell('写しを読み返して、件数と照合値を比べています。')
      await checkCopy(trx, copied)
      signal.throwIfAborted()
      await noteArrival(trx, { token: lease.token, place: placeHere(move), endsAt: 0 })
      return copied
    })
  })
}

const isTaken = (table: string, row: Readonly<Record<string, unknown>>): boolean =>
  table !== 'shop_state' || row.key !== moveKey

const pauseOfProgressMs = 2_000

const progress = (tell: (line: string) => void, all: number) => {
  let done = 0
  let nextAt = performance.now() + pauseOfProgressMs
  return (_table: string, rows: number): void => {
    done += rows
    if (performance.now() < nextAt) return
    nextAt = performance.now() + pauseOfProgressMs
    tell(
      `写しています：${Math.floor((100 * done) / Math.max(all, 1))}%（${formatNumber(done)} / ${formatNumber(all)}行）`,
    )
  }
}
