import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import type { Schema } from '#db/schema.ts'
import { engineOf } from './engine.ts'

const noteSchema = z.object({
  state: z.enum(['leaving', 'left', 'arriving']),
  token: z.string(),
  /** Epoch ms by this database's clock; after it the note no longer counts. */
  until: z.number(),
  endsAt: z.number(),
  /** The other database, without its password. */
  place: z.string(),
})

/** Keeps a moving shop from being written: `leaving` during the copy, then `left`; `arriving` in the new database (D30). */
export type MoveNote = z.infer<typeof noteSchema>

export const moveKey = 'move'
const forever = Number.MAX_SAFE_INTEGER

export const noteThatStays = (note: Omit<MoveNote, 'until'>): MoveNote => ({ ...note, until: forever })

export const parseMoveNote = (value: unknown): MoveNote | undefined => {
  if (typeof value !== 'string') return undefined
  try {
    return noteSchema.safeParse(JSON.parse(value)).data
  } catch {
    return undefined
  }
}

/** A PostgreSQL condition: whether a note forbids writing now. */
export const isMovingOnPostgres = `exists (select 1 from shop_state where key = '${moveKey}'
  and (value::json->>'until')::float8 > extract(epoch from clock_timestamp()) * 1000)`

/** Epoch ms by the clock that all processes on this database share. */
export const databaseNow = async (db: Kysely<Schema>): Promise<number> => {
  if (engineOf(db) === 'sqlite') return Date.now()
  const { rows } = await sql<{ now: number }>`
    select floor(extract(epoch from clock_timestamp()) * 1000)::bigint as now`.execute(db)
  return rows[0]?.now ?? Date.now()
}

/** The note that counts now; the table must exist. */
export const moveNoteIn = async (db: Kysely<Schema>): Promise<MoveNote | undefined> => {
  const row = await db.selectFrom('shopState').select('value').where('key', '=', moveKey).executeTakeFirst()
  const note = parseMoveNote(row?.value)
  return note !== undefined && note.until > (await databaseNow(db)) ? note : undefined
}

export const forgetMove = async (db: Kysely<Schema>): Promise<void> => {
  await db.deleteFrom('shopState').where('key', '=', moveKey).execute()
}
