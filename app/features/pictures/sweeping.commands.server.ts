import { opendir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { AppContext } from '~/server/app-context.ts'
import { uploadsFolder } from '~/server/pictures/picture-files.ts'
import { codeOfError } from '~/server/whole-file.ts'
import { uploadOfFile } from './upload-files.rules.ts'

type Parts = Pick<AppContext, 'db' | 'now' | 'imagesDir' | 'pictureBucket'>

export interface Swept {
  /** Unfinished files, and month-old share pictures of products. */
  readonly removed: number
  /** Uploads with files but no row. */
  readonly found: number
}

const portion = 200

/**
 * Removes unfinished files and old share pictures of products. Uploads without a row get one, so that collection removes them a week
 * later unless something refers to them. S3 leaves nothing unfinished.
 */
export const sweepPictures = async (parts: Parts, signal: AbortSignal): Promise<Swept> => {
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
    else if (isUpload && uploadOfFile(file) !== undefined && names.push(file) === portion) await lookUp()
  }
  for await (const { name, putAt, bytes } of parts.pictureBucket?.list(uploadsFolder) ?? []) {
    if (signal.aborted) return swept
    const file = name.slice(uploadsFolder.length)
    if (isProductCard(file) && putAt < parts.now() - productCardMs && bytes > 0) {
      await parts.pictureBucket?.remove(name)
      swept.removed += 1
    } else if (uploadOfFile(file) !== undefined && names.push(file) === portion) await lookUp()
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
const noteFound = async ({ db, now }: Parts, files: readonly string[]): Promise<number> => {
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

/** Made again on request. */
const isProductCard = (file: string): boolean => /^[\da-f]{32}-goods-(?:whole|fill)\.jpg$/.test(file)

const hour = 3_600_000

/** Writing takes seconds; clocks of a shared folder may differ by minutes. */
const unfinishedMs = hour

/** By then the photograph may have been replaced. */
const productCardMs = 30 * 24 * hour
