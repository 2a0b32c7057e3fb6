import { opendir } from 'node:fs/promises'
import { join } from 'node:path'
import type { AppContext } from '~/server/app-context.ts'
import { errorFields } from '~/server/log.ts'
import { BucketAway } from '~/server/pictures/picture-bucket.ts'
import { uploadsFolder } from '~/server/pictures/picture-files.ts'
import { changeShopState } from '~/server/shop-state.ts'
import { codeOfError } from '~/server/whole-file.ts'
import type { UploadsInUse } from './collection.commands.server.ts'
import {
  type Compared,
  compareUploads,
  type MissingFile,
  type MissingNote,
  missingUploads,
  type UploadsShownBy,
} from './missing.queries.server.ts'

export type PicturePlace = Pick<AppContext, 'imagesDir' | 'pictureBucket'>
type Parts = PicturePlace & Pick<AppContext, 'db' | 'now' | 'uploadFiles' | 'log'>

export interface UploadReaders {
  readonly uploadsInUse: UploadsInUse
  readonly uploadsShownBy: UploadsShownBy
}

/** Names in the folder of uploads and in the bucket; none where there is no folder. */
export async function* storedUploads({ imagesDir, pictureBucket }: PicturePlace): AsyncGenerator<string> {
  const folder = await opendir(join(imagesDir, uploadsFolder), { bufferSize: 200 }).catch(
    (error: unknown) => {
      if (codeOfError(error) !== 'ENOENT') throw error
    },
  )
  for await (const entry of folder ?? []) if (entry.isFile()) yield entry.name
  for await (const { name } of pictureBucket?.list(uploadsFolder) ?? [])
    yield name.slice(uploadsFolder.length)
}

/** An upload is written for so long at most. */
const writingMs = 600_000
const mostShown = 5

/** Compares rows and files, and notes for all processes what is missing (D71). Throws BucketAway. */
export const comparePictures = async (
  parts: Parts,
  { uploadsInUse, uploadsShownBy }: UploadReaders,
  signal: AbortSignal,
): Promise<Compared & { readonly note: MissingNote }> => {
  const { db, now, uploadFiles, log } = parts
  const compared = await compareUploads(db, {
    files: storedUploads(parts),
    uploadsInUse,
    lookAgain: { after: now() - writingMs, has: (file) => uploadFiles.has(file) },
    signal,
  })
  const { uploads, lacking, missing } = compared
  const first = missing.slice(0, mostShown)
  const shownBy = await uploadsShownBy(
    db,
    first.map(({ name }) => name),
  )
  const shown = first.map((each) => ({ ...each, shownBy: shownBy.get(each.name) ?? '' }))
  const note: MissingNote =
    missing.length === 0
      ? { uploads: 0, lacking: 0, missing: 0, shown: [] }
      : { uploads, lacking, missing: missing.length, shown }
  const before = await missingUploads(db)
  await changeShopState(db, 'missing_pictures', JSON.stringify(note))
  if (note.missing > 0 && note.missing !== before.missing)
    log.error('pictures and PDFs are missing', { alarm: true, missing: note.missing, uploads, first })
  if (note.missing === 0 && before.missing > 0) log.info('all pictures and PDFs are there again', { uploads })
  return { ...compared, note }
}

const hour = 3_600_000

/** Compares at its first run and hourly; at each other run it looks at a few files, and compares when one came or went. */
export const createPictureWatch = (parts: Parts, readers: UploadReaders) => {
  let last: { readonly at: number; readonly compared: Compared } | undefined
  const hasChanged = async ({ missing, whole }: Compared): Promise<boolean> => {
    const isThere = ({ file }: MissingFile) => parts.uploadFiles.has(file)
    for (const each of whole) if (!(await isThere(each))) return true
    for (const each of missing.slice(0, 3)) if (await isThere(each)) return true
    return false
  }
  const compare = async (signal: AbortSignal): Promise<void> => {
    last = { at: parts.now(), compared: await comparePictures(parts, readers, signal) }
  }
  return async (signal: AbortSignal): Promise<void> => {
    try {
      if (last === undefined || parts.now() - last.at >= hour || (await hasChanged(last.compared)))
        await compare(signal)
    } catch (error) {
      if (!(error instanceof BucketAway)) throw error
      parts.log.warn('pictures could not be compared: their store does not answer', errorFields(error))
    }
  }
}
