import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { Schema } from '#db/schema.ts'
import type { AppContext } from '~/server/app-context.ts'
import { filesOf } from './rules.ts'
import { shareCardName } from './share-card.rules.ts'
import { beingRemoved, keptWithoutUseMs, removalMs, toBeRemoved } from './upload-room.rules.ts'

export type UploadsInUse = (db: Kysely<Schema>, names: readonly string[]) => Promise<readonly string[]>

/** Small, so that other work gets its turn. */
const portion = 25

type Parts = Pick<AppContext, 'db' | 'now' | 'uploadFiles'>

/**
 * Removes uploads that nothing refers to and nobody put or used for a week; those in use are checked again a week later. Each is
 * marked first, so that nobody uses or puts it meanwhile. Repeatable, also after a crash. Gives how many went.
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
    // Uploads used from here on are younger than `before`; those marked for removal nobody can use.
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

/** Skips what a process is removing now. */
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
  // Another member may have put the same file before it came into use.
  await db
    .updateTable('uploadOwner')
    .set({ waiting: 0 })
    .where('name', 'in', used)
    .where('waiting', '=', 1)
    .execute()
}

/** False when it came into use, or another process removes it. */
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
