import { opendir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { Schema } from '#db/schema.ts'
import type { AppContext } from '~/server/app-context.ts'
import { uploadsFolder } from '~/server/pictures/picture-files.ts'
import { codeOfError } from '~/server/whole-file.ts'
import { beingRemoved, filesOf, keptWithoutUseMs, removalMs, toBeRemoved } from './rules.ts'
import { shareCardName, uploadOfFile } from './share-card.rules.ts'

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

type SweptParts = Pick<AppContext, 'db' | 'now' | 'imagesDir' | 'pictureBucket'>

interface Swept {
  /** Unfinished files, and month-old share pictures of products. */
  readonly removed: number
  /** Uploads with files but no row. */
  readonly found: number
}

const sweptAtOnce = 200

/**
 * Removes unfinished files and old share pictures of products. Uploads without a row get one, so that collection removes them a week
 * later unless something refers to them. S3 leaves nothing unfinished.
 */
export const sweepPictures = async (parts: SweptParts, signal: AbortSignal): Promise<Swept> => {
  const swept = { removed: 0, found: 0 }
  let names: string[] = []
  const lookUp = async () => {
    swept.found += await noteFound(parts, names)
    names = []
  }
  for await (const { folder, file } of eachFileBelow(parts.imagesDir)) {
    if (signal.aborted) return swept
    const path = join(folder, file)
    const isUpload = folder === join(parts.imagesDir, 'uploads')
    const keptMs = isUnfinished(file)
      ? unfinishedMs
      : isUpload && isProductCard(file)
        ? productCardMs
        : Infinity
    if (keptMs < Infinity) swept.removed += Number(await removeOlder(path, parts.now() - keptMs))
    else if (isUpload && uploadOfFile(file) !== undefined && names.push(file) === sweptAtOnce) await lookUp()
  }
  for await (const { name, putAt, bytes } of parts.pictureBucket?.list(uploadsFolder) ?? []) {
    if (signal.aborted) return swept
    const file = name.slice(uploadsFolder.length)
    if (isProductCard(file) && putAt < parts.now() - productCardMs && bytes > 0) {
      await parts.pictureBucket?.remove(name)
      swept.removed += 1
    } else if (uploadOfFile(file) !== undefined && names.push(file) === sweptAtOnce) await lookUp()
  }
  await lookUp()
  return swept
}

/** Does not follow links. */
async function* eachFileBelow(
  folder: string,
): AsyncGenerator<{ readonly folder: string; readonly file: string }> {
  for await (const entry of await opendir(folder, { bufferSize: 200 })) {
    if (entry.isDirectory()) yield* eachFileBelow(join(folder, entry.name))
    else if (entry.isFile()) yield { folder, file: entry.name }
  }
}

const removeOlder = async (path: string, before: number): Promise<boolean> => {
  const stats = await stat(path).catch((error: unknown) => {
    // The writer renamed it meanwhile.
    if (codeOfError(error) === 'ENOENT') return undefined
    throw error
  })
  // An empty file marks a drawing that failed.
  if (stats === undefined || stats.mtimeMs >= before || (stats.size === 0 && path.endsWith('.jpg')))
    return false
  await rm(path, { force: true })
  return true
}

/** Adds missing rows, as if the files had just been put. Gives how many. */
const noteFound = async ({ db, now }: SweptParts, files: readonly string[]): Promise<number> => {
  const uploads = new Map(files.flatMap((file) => uploadOfFile(file) ?? []).map((each) => [each.name, each]))
  if (uploads.size === 0) return 0
  const known = await db
    .selectFrom('upload')
    .select('name')
    .where('name', 'in', [...uploads.keys()])
    .execute()
  for (const { name } of known) uploads.delete(name)
  if (uploads.size === 0) return 0
  const rows = [...uploads.values()].map((each) => ({
    ...each,
    kind: each.width === 0 ? ('pdf' as const) : ('picture' as const),
    bytes: 0,
    source: 'own' as const,
    lastPutAt: now(),
  }))
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('upload')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return Number(numInsertedOrUpdatedRows)
}

/** Named as by `writeWhole`. */
const isUnfinished = (file: string): boolean => /^\.[\da-f-]{36}\.unfinished$/.test(file)

/** Made again on request; a former release, which may run beside this one, calls them whole and fill. */
const isProductCard = (file: string): boolean => /^[\da-f]{32}-goods-(?:card|whole|fill)\.jpg$/.test(file)

const hour = 3_600_000

/** Writing takes seconds; clocks of a shared folder may differ by minutes. */
const unfinishedMs = hour

/** By then the photograph may have been replaced. */
const productCardMs = 30 * 24 * hour
