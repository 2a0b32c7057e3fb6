import { foldedAs } from '~/kernel/search-text.ts'
import type { AppContext } from '../app-context.ts'
import type { Job } from '../jobs.ts'
import { rememberShopState, shopState } from '../shop-state.ts'

/** Works out anew what a feature has stored as `searchText` gives it, in portions that may be repeated, until `signal` fires. */
export type FoldAgain = (ctx: Pick<AppContext, 'db' | 'log'>, signal: AbortSignal) => Promise<void>

const minute = 60_000

/** What a process of the former release stores beside this one (D51) is found by the second time. */
const againAfterMs = 60 * minute

/**
 * Runs `steps` once for each value of `foldedAs`, and once more an hour later (W46, docs/decisions/0092). A run that was broken off begins
 * anew.
 */
export const foldAgainJob = (
  { db, log, now }: Pick<AppContext, 'db' | 'log' | 'now'>,
  steps: readonly FoldAgain[],
): Job => ({
  name: 'fold search texts again',
  everyMs: 10 * minute,
  firstAfterMs: 1_000,
  limitMs: 10 * minute,
  run: async (signal) => {
    const [as, again] = ((await shopState(db, 'folded_as')) ?? '').split(' ')
    const wasFolded = as === foldedAs
    if (wasFolded && (again === undefined || now() < Number(again))) return
    for (const step of steps) await step({ db, log }, signal)
    if (signal.aborted) return
    await rememberShopState(db, 'folded_as', wasFolded ? foldedAs : `${foldedAs} ${now() + againAfterMs}`)
  },
})
