import type { AppContext } from '~/server/app-context.ts'
import { EventStream } from '~/server/live/event-stream.ts'
import { errorFields } from '~/server/log.ts'
import { commentsVersion } from './queries.server.ts'
import { commentTopic } from './rules.ts'

/**
 * Tells the version of a recipe's list, at once and after each change; the list itself is read elsewhere, once for all (R16).
 * Undefined where not everybody may see the recipe.
 */
export const commentEvents = async (
  { db, notices, log }: Pick<AppContext, 'db' | 'notices' | 'log'>,
  recipe: string,
): Promise<EventStream | undefined> => {
  if ((await commentsVersion(db, recipe)) === undefined) return undefined
  return new EventStream((stream) => {
    const tell = (version: number | undefined) =>
      version === undefined ? stream.end() : stream.send(String(version))
    const unsubscribe = notices.subscribe(commentTopic(recipe), tell)
    // Read once more: nothing that comes between two reads may be missed.
    commentsVersion(db, recipe).then(tell, (error: unknown) => {
      log.error('version of comments could not be read', errorFields(error))
      stream.end()
    })
    return unsubscribe
  })
}
