import type { Kysely } from 'kysely'
import type { Schema } from '#db/schema.ts'
import type { AppContext } from '~/server/app-context.ts'
import type { Job } from '~/server/jobs.ts'
import { collectUploads, type UploadsInUse } from './collection.commands.server.ts'
import { createHostPauses } from './source-bytes.server.ts'
import { copyNextPicture, forgetProductPictures, noteProductPictures } from './sources.commands.server.ts'
import { sweepPictures } from './sweeping.commands.server.ts'
import type { ProductPicture } from './types.ts'

const minute = 60_000

export type ReadProductPictures = (db: Kysely<Schema>) => Promise<readonly (readonly ProductPicture[])[]>

export const collectUploadsJob = (
  ctx: AppContext,
  uploadsInUse: UploadsInUse,
  productPictures: ReadProductPictures,
): Job => ({
  name: 'collect uploads',
  everyMs: 60 * minute,
  firstAfterMs: 10 * minute,
  limitMs: 5 * minute,
  run: async (signal) => {
    await forgetProductPictures(ctx, await productPictures(ctx.db))
    const removed = await collectUploads(ctx, uploadsInUse, signal)
    if (removed > 0) ctx.log.info('uploads that nothing refers to were removed', { removed })
  },
})

export const sweepPicturesJob = (ctx: AppContext): Job => ({
  name: 'sweep pictures',
  everyMs: 24 * 60 * minute,
  firstAfterMs: 20 * minute,
  limitMs: 30 * minute,
  run: async (signal) => {
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
      await noteProductPictures(ctx, await productPictures(ctx.db))
      const copyOnAndOn = async () => {
        while (!signal.aborted && ctx.now() < until && (await copyNextPicture(ctx, signal, hosts)));
      }
      await Promise.all(Array.from({ length: mostHosts }, copyOnAndOn))
    },
  }
}
