import { fieldsOf } from '~/kernel/json.ts'
import { ok, type Result, refused } from '~/kernel/result.ts'
import { reactionsPath } from '../rules.ts'
import type { OwnReactions, ReactionFailure, ReactionKind } from '../types.ts'

const limitMs = 15_000

const failures: readonly ReactionFailure[] = ['not_signed_in', 'too_many', 'not_found']

const ask = async (recipe: string, init: RequestInit): Promise<Result<OwnReactions, ReactionFailure>> => {
  try {
    const response = await fetch(reactionsPath(recipe), {
      ...init,
      headers: { accept: 'application/json' },
      signal: AbortSignal.timeout(limitMs),
    })
    const { like, favourite, likes, asOf, reason } = fieldsOf(await response.json())
    if (
      typeof like === 'boolean' &&
      typeof favourite === 'boolean' &&
      typeof likes === 'number' &&
      typeof asOf === 'number'
    )
      return ok({ like, favourite, likes, asOf })
    return refused(failures.find((each) => each === reason) ?? 'failed')
  } catch {
    return refused('failed')
  }
}

/** Sends the wanted state, also while the page unloads; returns the stored state. Never throws. */
export const sendReaction = (recipe: string, kind: ReactionKind, on: boolean) =>
  ask(recipe, { method: 'POST', body: new URLSearchParams({ kind, on: String(on) }), keepalive: true })

/** Reads the stored state. Never throws. */
export const readReactions = (recipe: string) => ask(recipe, {})
