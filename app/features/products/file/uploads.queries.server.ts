import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { Schema } from '#db/schema.ts'
import type { UploadsInUse } from '~/features/pictures/collection.commands.server.ts'
import { uploadUrl, uploadUrlsIn } from '~/features/pictures/rules.ts'
import { inChunks } from '~/server/database/engine.ts'

/** Those of these uploads that the shop does not have, or that were not sent to it by `owners`. */
export const uploadsNotOf = async (
  db: Kysely<Schema>,
  owners: readonly string[],
  names: readonly string[],
): Promise<ReadonlySet<string>> => {
  const strange = new Set(names)
  for (const chunk of inChunks(names)) {
    const rows = await db
      .selectFrom('uploadOwner')
      .innerJoin('upload', 'upload.name', 'uploadOwner.name')
      .select('upload.name')
      .where('upload.name', 'in', chunk)
      .where('upload.lastPutAt', '>', 0)
      .where('owner', 'in', owners)
      .execute()
    for (const { name } of rows) strange.delete(name)
  }
  return strange
}

/** Batch size; reads in about 5 ms. */
const rowsPerTurn = 100

/** The products' former contents as text, read in steps that yield to other work. */
const undosOf = async function* (db: Kysely<Schema>, fileId: string) {
  const ofFile = db
    .selectFrom('productFileRow')
    .select(['ordinal', 'undo'])
    .where('fileId', '=', fileId)
    .where('undo', 'is not', null)
    .orderBy('ordinal')
  for (let last = -1; ; ) {
    const rows = await ofFile.where('ordinal', '>', last).limit(rowsPerTurn).execute()
    for (const { ordinal, undo } of rows) {
      last = ordinal
      yield undo ?? ''
    }
    await nextTurn()
    if (rows.length < rowsPerTurn) return
  }
}

/** Keeps photographs that a file removed while it can be undone; there may be 100 files of 2,000 rows. */
export const uploadsOfFiles: UploadsInUse = async (db, names) => {
  const files = await db.selectFrom('productFile').select('id').where('state', '=', 'taken').execute()
  const named = new Set<string>()
  for (const { id } of files)
    for await (const undo of undosOf(db, id)) for (const url of uploadUrlsIn(undo)) named.add(url)
  return names.filter((name) => named.has(uploadUrl(name)))
}
