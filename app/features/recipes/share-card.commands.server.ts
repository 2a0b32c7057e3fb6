import { keepUploads } from '~/features/pictures/commands.server.ts'
import { pictureUrl } from '~/features/pictures/rules.ts'
import { shareCardName, shareCardOf } from '~/features/pictures/share-card.rules.ts'
import type { Actor } from '~/kernel/actor.ts'
import { ok, type Result, refused } from '~/kernel/result.ts'
import type { AppContext } from '~/server/app-context.ts'
import { inTransaction } from '~/server/database/transaction.ts'
import { recipeOfId } from './recipe.queries.server.ts'
import { sharedPictureOf, versionOf } from './recipe.rules.ts'

type ShareCardAnswer = Result<{ readonly jpeg: Buffer; readonly version: string }, 'not_there' | 'busy'>

/**
 * The picture that is shared with a work, for whoever may see the work (A7): a JPEG, and its version. It is made when it is first
 * asked for, lies beside the photograph that it is cut from, and goes with it.
 */
export const shareCard = async (ctx: AppContext, actor: Actor, id: string): Promise<ShareCardAnswer> => {
  const recipe = await recipeOfId(ctx.db, actor, id)
  const picture = recipe && sharedPictureOf(recipe)
  if (picture === undefined) return refused('not_there')
  const { name } = picture
  const file = shareCardName(name)
  const read = async (): Promise<ShareCardAnswer> => {
    const jpeg = await ctx.uploadFiles.read(file)
    return jpeg === undefined ? refused('not_there') : ok({ jpeg, version: versionOf(name) })
  }
  const kept = await read()
  if (kept.ok) return kept
  const made = await ctx.pictureEncoder.cut({
    ...shareCardOf(picture),
    // Another request may have made it while this one waited.
    read: async () => ((await ctx.uploadFiles.has(file)) ? undefined : ctx.uploadFiles.read(`${name}.jpg`)),
    // A photograph that is just being removed must leave no card behind.
    keep: async (jpeg) => {
      const gone = await inTransaction(ctx, (trx) => keepUploads(trx, ctx.now(), [pictureUrl(name)]))
      if (gone.length === 0) await ctx.uploadFiles.put(file, jpeg)
    },
  })
  if (made.ok) return ok({ jpeg: made.value, version: versionOf(name) })
  return made.error === 'not_there' ? read() : made
}
