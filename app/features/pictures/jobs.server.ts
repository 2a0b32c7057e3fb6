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

/** The pictures that products show, each list in the order of its screen. */
export type ReadProductPictures = (db: Kysely<Schema>) => Promise<readonly (readonly ProductPicture[])[]>

/** Takes away the pictures and PDFs that no feature refers to. */
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

/** Once a day, what lies in the pictures' folder and belongs to nothing. */
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

/** So many hosts are asked at once: each picture may be 20 MB. */
const mostHosts = 3

/**
 * Copies the pictures of products in the background (P34): of each host one after the other, so that a host that is slow or dead
 * holds up no other. A run ends after a minute, to look for new ones.
 */
export const copyPicturesJob = (ctx: AppContext, productPictures: ReadProductPictures): Job => {
  const hosts = createHostPauses(ctx.now)
  return {
    name: 'copy pictures of goods',
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
