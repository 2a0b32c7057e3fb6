import { copyFileSync, existsSync, renameSync, rmSync } from 'node:fs'
import { type FileHandle, mkdir, open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { DatabaseSync, type SQLInputValue, type SQLOutputValue, type StatementSync } from 'node:sqlite'

export interface SimulatorLog {
  warn(message: string, fields?: Record<string, unknown>): void
}

export type Row = Readonly<Record<string, SQLOutputValue>>

/** One SQLite file, or a database in memory. */
export interface StateFile {
  rows(sql: string, ...values: SQLInputValue[]): Row[]
  /** All changes of one turn of the event loop are one transaction. Throws when the disk refuses. */
  change(sql: string, ...values: SQLInputValue[]): void
  /** Resolves when every change so far is on the disk (at once in memory); rejects when the disk refuses them, which undoes them. */
  saved(): Promise<void>
  close(): Promise<void>
}

/** Of a file of another version nothing is read. */
const version = 3

/** `due` is when an open session expires, `over` when an expired one is forgotten (epoch s). */
const layout = `
  create table if not exists object (seq integer primary key, kind text not null, id text not null unique,
    created integer not null, payment_intent text, due integer, over integer, body text not null, lines text);
  create index if not exists object_newest on object (kind, created, seq);
  create index if not exists object_of_payment on object (payment_intent) where payment_intent is not null;
  create index if not exists object_due on object (due) where due is not null;
  create index if not exists object_over on object (over) where over is not null;
  create table if not exists event (seq integer primary key, id text not null unique, type text not null,
    session_id text not null, body text not null, state text not null, attempts integer not null, at integer not null);
  create index if not exists event_pending on event (session_id) where state = 'pending';
  create table if not exists answer (seq integer primary key, key text not null unique, fingerprint text not null,
    status integer not null, body text not null, at integer not null);
  create index if not exists answer_at on answer (at);
  create table if not exists clock (seq integer primary key, ahead_ms integer not null);
  pragma user_version = ${version};
`
const tables = ['object', 'event', 'answer', 'clock']

/** A commit survives the end of the process; `saved` is what waits for the disk, beside the event loop. */
const settings = 'pragma journal_mode = wal; pragma synchronous = normal;'

const waitMs = 1_000
const ownersAlone = 0o600
const [corrupt, noDatabase] = [11, 26]
/** So many row numbers in a row that cannot be read are the end of what is left. */
const mostUnread = 10_000

const noRoom = 'the disk refused the changes of the payment simulator'

const isDamage = (error: unknown): boolean =>
  error instanceof Error && 'errcode' in error && [corrupt, noDatabase].includes(Number(error.errcode) & 0xff)

class OtherVersion extends Error {}

const openDatabase = (path: string): DatabaseSync => {
  const database = new DatabaseSync(path, { timeout: waitMs })
  try {
    const found = database.prepare('pragma user_version').get()?.user_version
    if (found !== 0 && found !== version) throw new OtherVersion(`the file is of version ${found}`)
    database.exec(settings)
    database.exec(layout)
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

/** Gives how many rows were copied. What cannot be read, or fits no table, is passed over. */
const copyReadable = (from: DatabaseSync, to: DatabaseSync): number => {
  let copied = 0
  for (const table of tables) {
    const reading = from.prepare(`select * from ${table} where seq >= ? order by seq limit 1`)
    let unread = 0
    for (let seq = 1; unread < mostUnread; seq += 1) {
      try {
        const row = reading.get(seq)
        if (row === undefined) break
        // A damaged page may lead back to a row of before, which was copied.
        seq = Math.max(seq, Number(row.seq))
        const marks = Object.keys(row).map(() => '?')
        to.prepare(`insert into ${table} (${Object.keys(row)}) values (${marks})`).run(...Object.values(row))
        unread = 0
        copied += 1
      } catch {
        unread += 1
      }
    }
  }
  return copied
}

/** Puts a new file with all that can be read in the place of a damaged one, which stays beside it as `.damaged`. `old` is closed. */
const replaceDamaged = (path: string, old: DatabaseSync | undefined): number => {
  const beside = `${path}.new`
  for (const end of ['', '-wal', '-shm']) rmSync(`${beside}${end}`, { force: true })
  const fresh = openDatabase(beside)
  let copied = 0
  fresh.exec('begin')
  try {
    if (old !== undefined) copied = copyReadable(old, fresh)
  } catch {
    // Not even its tables can be found.
  }
  fresh.exec('commit')
  fresh.close()
  try {
    old?.close()
  } catch {
    // What it could not write back lies in its log, which is put aside with it.
  }
  for (const end of ['', '-wal'])
    if (existsSync(`${path}${end}`)) copyFileSync(`${path}${end}`, `${path}.damaged${end}`)
  for (const end of ['-wal', '-shm']) rmSync(`${path}${end}`, { force: true })
  renameSync(beside, path)
  return copied
}

/** Where it is opened for the first time: readable by the process's user alone, as SQLite then makes what lies beside it. */
const makeFile = async (path: string) => {
  await mkdir(dirname(path), { recursive: true })
  await (await open(path, 'a', ownersAlone)).close()
}

/** In memory without a `path`. A damaged file, or one of another version, is told and set aside as `.damaged`. */
export const openStateFile = async (path: string | undefined, log: SimulatorLog): Promise<StateFile> => {
  if (path !== undefined) await makeFile(path)
  const statements = new Map<string, StatementSync>()
  /** `open` is the damaged file, where it could be opened. */
  const replace = (file: string, error: unknown, open?: DatabaseSync): DatabaseSync => {
    statements.clear()
    const copied = replaceDamaged(file, open)
    log.warn('the payment simulator set a state file aside', { path: file, reason: String(error), copied })
    return openDatabase(file)
  }
  const openOrReplace = (file: string) => {
    try {
      return openDatabase(file)
    } catch (error) {
      if (isDamage(error)) return replace(file, error, new DatabaseSync(file))
      if (error instanceof OtherVersion) return replace(file, error)
      throw error
    }
  }
  let database = path === undefined ? openDatabase(':memory:') : openOrReplace(path)
  let changing: PromiseWithResolvers<void> | undefined
  let writeAhead: FileHandle | undefined
  const openWriteAhead = async (file: string) => {
    const former = writeAhead
    writeAhead = undefined
    await former?.close()
    writeAhead = await open(`${file}-wal`, 'r+')
  }
  if (path !== undefined) await openWriteAhead(path)
  let saving = Promise.resolve()

  const statement = (sql: string): StatementSync => {
    const known = statements.get(sql) ?? database.prepare(sql)
    statements.set(sql, known)
    return known
  }
  /** Damage is found by whoever reads or writes the damaged place. */
  const orReplace = <T>(act: () => T): T => {
    try {
      return act()
    } catch (error) {
      if (path === undefined || !isDamage(error)) throw error
      database = replace(path, error, database)
      // What was changed in this turn was copied with the rest.
      if (changing !== undefined) database.exec('begin')
      saving = saving
        .then(() => openWriteAhead(path))
        // Without it a change survives the end of the process, and not a power cut.
        .catch((reason) =>
          log.warn('the log of a state file cannot be opened', { path, reason: String(reason) }),
        )
      return act()
    }
  }

  const commit = async (done: PromiseWithResolvers<void>) => {
    changing = undefined
    try {
      if (!database.isTransaction) throw new Error(noRoom)
      database.exec('commit')
      saving = saving.then(() => writeAhead?.datasync())
      await saving
      done.resolve()
    } catch (error) {
      log.warn('the payment simulator could not save', { reason: String(error) })
      if (database.isTransaction) database.exec('rollback')
      saving = Promise.resolve()
      if (saved === done.promise) saved = saving
      done.reject(error)
    }
  }
  let saved = Promise.resolve()
  const begin = () => {
    if (changing !== undefined) {
      // SQLite itself ends a transaction for which there is no room.
      if (!database.isTransaction) throw new Error(noRoom)
      return
    }
    database.exec('begin immediate')
    changing = Promise.withResolvers<void>()
    saved = changing.promise
    // Not everybody waits for it.
    saved.catch(() => {})
    setImmediate(commit, changing)
  }

  return {
    rows: (sql, ...values) => orReplace(() => statement(sql).all(...values)),
    change: (sql, ...values) => {
      orReplace(() => {
        begin()
        statement(sql).run(...values)
      })
    },
    saved: () => saved,
    close: async () => {
      await saved.catch(() => {})
      await writeAhead?.close()
      if (database.isOpen) database.close()
    },
  }
}
