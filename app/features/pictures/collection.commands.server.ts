import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { Schema } from '#db/schema.ts'
import type { AppContext } from '~/server/app-context.ts'
import { filesOf } from './rules.ts'
import { shareCardName } from './share-card.rules.ts'
import { beingRemoved, keptWithoutUseMs, removalMs, toBeRemoved } from './upload-room.rules.ts'

/** Which of these uploads something refers to. */
export type UploadsInUse = (db: Kysely<Schema>, names: readonly string[]) => Promise<readonly string[]>

/** So many uploads are looked at before anything else gets its turn. */
const portion = 25

type Parts = Pick<AppContext, 'db' | 'now' | 'uploadFiles'>

/**
 * Removes uploads that nothing refers to and that nobody has put or used for a week, in portions; those in use are looked at again
 * a week later. Each is marked first, which stops anyone who is about to use, to put or to remove it. Harmless when repeated, and
 * what a crash left a later run removes. Gives how many went.
 */
export const collectUploads = async (
  parts: Parts,
  uploadsInUse: UploadsInUse,
  signal: AbortSignal,
): Promise<number> => {
  const before = parts.now() - keptWithoutUseMs
  let removed = 0
  let last: Place = { lastPutAt: Number.MIN_SAFE_INTEGER, name: '' }
  while (!signal.aborted) {
    const old = await oldAfter(parts, before, last)
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

/** What no process is removing just now. */
const oldAfter = ({ db, now }: Parts, before: number, last: Place) =>
  db
    .selectFrom('upload')
    .select(['name', 'width', 'lastPutAt'])
    .where('lastPutAt', '<', before)
    .where('lastPutAt', '>', beingRemoved(now() - removalMs))
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

/** False where it was used, or another process removes it. */
const removeUpload = async (
  { db, now, uploadFiles }: Parts,
  before: number,
  upload: { readonly name: string; readonly width: number },
): Promise<boolean> => {
  const mark = beingRemoved(now())
  const { numUpdatedRows } = await db
    .updateTable('upload')
    .set({ lastPutAt: mark })
    .where('name', '=', upload.name)
    .where('lastPutAt', '<', before)
    .where('lastPutAt', '>', beingRemoved(now() - removalMs))
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  try {
    for (const file of [...filesOf(upload), shareCardName(upload.name)]) await uploadFiles.remove(file)
  } catch (error) {
    await db
      .updateTable('upload')
      .set({ lastPutAt: toBeRemoved })
      .where('name', '=', upload.name)
      .where('lastPutAt', '=', mark)
      .execute()
    throw error
  }
  await db.deleteFrom('upload').where('name', '=', upload.name).where('lastPutAt', '=', mark).execute()
  return true
}
