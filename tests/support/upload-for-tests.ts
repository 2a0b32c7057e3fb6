import type { Kysely } from 'kysely'
import type { Schema } from '../../db/schema.ts'

/** The row of a small picture or PDF without its files, and its owner: by default none, as before owners were stored. */
export const addUpload = async (
  db: Kysely<Schema>,
  {
    owner = '',
    name,
    bytes = 1,
    lastPutAt = 5,
    waiting = 0,
  }: {
    readonly owner?: string
    readonly name: string
    readonly bytes?: number
    readonly lastPutAt?: number
    readonly waiting?: 0 | 1
  },
): Promise<void> => {
  const kind = name.includes('-') ? 'picture' : 'pdf'
  const side = kind === 'picture' ? 9 : 0
  await db
    .insertInto('upload')
    .values({ name, kind, width: side, height: side, bytes, source: 'own', lastPutAt })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await db.insertInto('uploadOwner').values({ name, owner, bytes, waiting }).execute()
}
