import { fieldsOf, parsedJson } from '~/kernel/json.ts'
import { safeStorage } from '~/ui/safe-storage.ts'
import { type ReactionKind, reactionKinds } from '../types.ts'

const key = 'galleryWantedReaction'
/** Who registers may look for a mail first; what was pressed another day is not meant any more. */
const longestMs = 3_600_000

const storage = () => safeStorage(() => window.sessionStorage)

/** In this tab, until its visitor comes back to `recipe` as a member. */
export const rememberWanted = (recipe: string, kind: ReactionKind): void => {
  storage().write(key, JSON.stringify({ recipe, kind, at: Date.now() }))
}

/** What a visitor pressed at `recipe` within the last hour, before she signed in; given once. */
export const takeWanted = (recipe: string): ReactionKind | undefined => {
  const wanted = fieldsOf(parsedJson(storage().read(key) ?? ''))
  if (wanted.recipe !== recipe) return undefined
  storage().forget(key)
  const age = Date.now() - Number(wanted.at)
  return age >= 0 && age < longestMs ? reactionKinds.find((kind) => kind === wanted.kind) : undefined
}
