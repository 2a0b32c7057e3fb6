import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { Schema } from '#db/schema.ts'
import type { AppContext } from '~/server/app-context.ts'
import { filesOf } from './rules.ts'
import { shareCardName } from './share-card.rules.ts'
import { keptWithoutUseMs } from './upload-room.rules.ts'

/** Which of these uploads something refers to. */
export type UploadsInUse = (db: Kysely<Schema>, names: readonly string[]) => Promise<readonly string[]>

/** So many uploads are looked at before anything else gets its turn. */
const portion = 25

type Parts = Pick<AppContext, 'db' | 'now' | 'uploadFiles'>

/**
 * Removes uploads that nothing refers to and that nobody has put or used for a week, in portions; those in use are looked at again
 * a week later. Each is marked with the time 0 first, which stops anyone who is about to use or to put it. Harmless when repeated,
 * and after a crash the next run goes on. Gives how many went.
 */
export const collectUploads = async (
  parts: Parts,
  uploadsInUse: UploadsInUse,
  signal: AbortSignal,
): Promise<number> => {
  const before = parts.now() - keptWithoutUseMs
  let removed = 0
  let last: Place = { lastPutAt: -1, name: '' }
  while (!signal.aborted) {
    const old = await oldAfter(parts.db, before, last)
    const end = old.at(-1)
    if (end === undefined) break
    last = end
    await nextTurn()
    // What is used from here on is no longer older than `before`; what a removal has begun to take nothing uses.
    const names = old.flatMap(({ name, lastPutAt }) => (lastPutAt > 0 ? [name] : []))
    const used = new Set(names.length === 0 ? [] : await uploadsInUse(parts.db, names))
    await nextTurn()
    await lookAgainLater(parts, before, [...used])
    for (const upload of old) {
      if (signal.aborted) break
      if (!used.has(upload.name) && (await removeUpload(parts, before, upload))) removed += 1
    }
    await nextTurn()
  }
  return removed
}

interface Place {
  readonly lastPutAt: number
  readonly name: string
}

const oldAfter = (db: Kysely<Schema>, before: number, last: Place) =>
  db
    .selectFrom('upload')
    .select(['name', 'width', 'lastPutAt'])
    .where('lastPutAt', '<', before)
    .where('lastPutAt', '>=', last.lastPutAt)
    .where(({ eb, or }) => or([eb('lastPutAt', '>', last.lastPutAt), eb('name', '>', last.name)]))
    .orderBy('lastPutAt')
    .orderBy('name')
    .limit(portion)
    .execute()

const lookAgainLater = async ({ db, now }: Parts, before: number, used: readonly string[]) => {
  if (used.length === 0) return
  await db
    .updateTable('upload')
    .set({ lastPutAt: now() })
    .where('name', 'in', used)
    .where('lastPutAt', '>', 0)
    .where('lastPutAt', '<', before)
    .execute()
  // Another member may have put what is used already.
  await db
    .updateTable('uploadOwner')
    .set({ waiting: 0 })
    .where('name', 'in', used)
    .where('waiting', '=', 1)
    .execute()
}

const removeUpload = async (
  { db, uploadFiles }: Parts,
  before: number,
  upload: { readonly name: string; readonly width: number },
): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('upload')
    .set({ lastPutAt: 0 })
    .where('name', '=', upload.name)
    .where('lastPutAt', '<', before)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  for (const file of [...filesOf(upload), shareCardName(upload.name)]) await uploadFiles.remove(file)
  await db.deleteFrom('upload').where('name', '=', upload.name).where('lastPutAt', '=', 0).execute()
  return true
}
