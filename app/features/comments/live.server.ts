import type { AppContext } from '~/server/app-context.ts'
import { EventStream } from '~/server/live/event-stream.ts'
import { errorFields } from '~/server/log.ts'
import { commentsVersion } from './queries.server.ts'
import { commentTopic } from './rules.ts'

/** Sends the list's version at once and after each change; the list is read elsewhere (R16). Undefined unless the recipe is public. */
export const commentEvents = async (
  { db, notices, log }: Pick<AppContext, 'db' | 'notices' | 'log'>,
  recipe: string,
): Promise<EventStream | undefined> => {
  if ((await commentsVersion(db, recipe)) === undefined) return undefined
  return new EventStream((stream) => {
    const tell = (version: number | undefined) =>
      version === undefined ? stream.end() : stream.send(String(version))
    const unsubscribe = notices.subscribe(commentTopic(recipe), tell)
    // Read again after subscribing, so that no change in between is missed.
    commentsVersion(db, recipe).then(tell, (error: unknown) => {
      log.error('version of comments could not be read', errorFields(error))
      stream.end()
    })
    return unsubscribe
  })
}
