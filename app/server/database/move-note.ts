import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import type { Schema } from '#db/schema.ts'
import { engineOf } from './engine.ts'

const noteSchema = z.object({
  state: z.enum(['leaving', 'left', 'arriving']),
  /** Of one move, the same on both sides. */
  token: z.string(),
  /** Epoch ms by the clock of this database; later than this the note says nothing any more. */
  until: z.number(),
  /** Epoch ms, estimated. */
  endsAt: z.number(),
  /** The other side, without its password. */
  place: z.string(),
})

/**
 * What a database of a shop that moves says of it, in `shop_state`: `leaving` while it is copied, `left` for ever after, and
 * `arriving` in the new one until the former is left (D30). As long as it counts, nobody writes here.
 */
export type MoveNote = z.infer<typeof noteSchema>

export const moveKey = 'move'
const forever = Number.MAX_SAFE_INTEGER

export const noteThatStays = (note: Omit<MoveNote, 'until'>): MoveNote => ({ ...note, until: forever })

/** Undefined for whatever is no note; only a move writes it. */
export const parseMoveNote = (value: unknown): MoveNote | undefined => {
  if (typeof value !== 'string') return undefined
  try {
    return noteSchema.safeParse(JSON.parse(value)).data
  } catch {
    return undefined
  }
}

/** Whether the row keeps others from writing, as a condition of PostgreSQL. */
export const isMovingOnPostgres = `exists (select 1 from shop_state where key = '${moveKey}'
  and (value::json->>'until')::float8 > extract(epoch from clock_timestamp()) * 1000)`

/** Epoch ms by the clock that all processes on this database agree upon. */
export const databaseNow = async (db: Kysely<Schema>): Promise<number> => {
  if (engineOf(db) === 'sqlite') return Date.now()
  const { rows } = await sql<{ now: number }>`
    select floor(extract(epoch from clock_timestamp()) * 1000)::bigint as now`.execute(db)
  return rows[0]?.now ?? Date.now()
}

/** The one that counts now, in a database that has the table. */
export const moveNoteIn = async (db: Kysely<Schema>): Promise<MoveNote | undefined> => {
  const row = await db.selectFrom('shopState').select('value').where('key', '=', moveKey).executeTakeFirst()
  const note = parseMoveNote(row?.value)
  return note !== undefined && note.until > (await databaseNow(db)) ? note : undefined
}

export const forgetMove = async (db: Kysely<Schema>): Promise<void> => {
  await db.deleteFrom('shopState').where('key', '=', moveKey).execute()
}
