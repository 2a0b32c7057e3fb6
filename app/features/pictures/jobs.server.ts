import type { Kysely } from 'kysely'
import type { Schema } from '#db/schema.ts'
import type { AppContext } from '~/server/app-context.ts'
import type { Job } from '~/server/jobs.ts'
import { collectUploads, sweepPictures } from './collection.commands.server.ts'
import { comparePictures, createPictureWatch, type UploadReaders } from './missing.commands.server.ts'
import { areMostLost, missingUploads } from './missing.queries.server.ts'
import type { ProductPicture } from './rules.ts'
import { createHostPauses } from './source-bytes.server.ts'
import { copyNextPicture, forgetProductPictures, noteProductPictures } from './sources.commands.server.ts'

const minute = 60_000

export type ReadProductPictures = (db: Kysely<Schema>) => Promise<readonly (readonly ProductPicture[])[]>

/** Tells within a minute that a folder or bucket of pictures went, and within an hour that a file did (D71). */
export const watchPicturesJob = (ctx: AppContext, readers: UploadReaders): Job => ({
  name: 'compare pictures',
  everyMs: minute,
  firstAfterMs: 3_000,
  limitMs: 10 * minute,
  run: createPictureWatch(ctx, readers),
})

/** Compares first: while a folder or bucket is away nothing is removed (D71). */
export const collectUploadsJob = (
  ctx: AppContext,
  readers: UploadReaders,
  productPictures: ReadProductPictures,
): Job => ({
  name: 'collect uploads',
  everyMs: 60 * minute,
  firstAfterMs: 10 * minute,
  limitMs: 10 * minute,
  run: async (signal) => {
    if (areMostLost((await comparePictures(ctx, readers, signal)).note)) return
    await forgetProductPictures(ctx, await productPictures(ctx.db))
    const removed = await collectUploads(ctx, readers.uploadsInUse, signal)
    if (removed > 0) ctx.log.info('uploads that nothing refers to were removed', { removed })
  },
})

export const sweepPicturesJob = (ctx: AppContext): Job => ({
  name: 'sweep pictures',
  everyMs: 24 * 60 * minute,
  firstAfterMs: 20 * minute,
  limitMs: 30 * minute,
  run: async (signal) => {
    if (areMostLost(await missingUploads(ctx.db))) return
    const { removed, found } = await sweepPictures(ctx, signal)
    if (removed + found > 0) ctx.log.info('the folder of pictures was swept', { removed, found })
  },
})

/** Limited because each picture may have 20 MB. */
const mostHosts = 3

/** Copies product pictures (P34), one at a time from each host, so that a slow host delays no other; a run lasts at most a minute. */
export const copyPicturesJob = (ctx: AppContext, productPictures: ReadProductPictures): Job => {
  const hosts = createHostPauses(ctx.now)
  return {
    name: 'copy pictures of products',
    everyMs: minute / 4,
    firstAfterMs: minute / 20,
    limitMs: 5 * minute,
    run: async (signal) => {
      const until = ctx.now() + minute
      if (!areMostLost(await missingUploads(ctx.db)))
        await noteProductPictures(ctx, await productPictures(ctx.db))
      const copyOnAndOn = async () => {
        while (!signal.aborted && ctx.now() < until && (await copyNextPicture(ctx, signal, hosts)));
      }
      await Promise.all(Array.from({ length: mostHosts }, copyOnAndOn))
    },
  }
}
