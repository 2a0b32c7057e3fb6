import { foldedAs } from '~/kernel/search-text.ts'
import type { AppContext } from '../app-context.ts'
import type { Job } from '../jobs.ts'
import { rememberShopState, shopState } from '../shop-state.ts'

/** Works out anew what a feature has stored as `searchText` gives it, in portions that may be repeated, until `signal` fires. */
export type FoldAgain = (ctx: Pick<AppContext, 'db' | 'log'>, signal: AbortSignal) => Promise<void>

const minute = 60_000

/** What a process of the former release stores beside this one (D51) is found by the second time. */
const againAfterMs = 60 * minute

/** What is kept under `key` says as what it was read last, and until when once more. */
interface ReadAgain {
  readonly name: string
  readonly key: 'folded_as' | 'orders_read_as'
  /** A word without a blank. */
  readonly as: string
}

/** Runs `steps` once for each value of `as`, and once more an hour later. A run that was broken off begins anew. */
export const readAgainJob = (
  { db, log, now }: Pick<AppContext, 'db' | 'log' | 'now'>,
  { name, key, as }: ReadAgain,
  steps: readonly FoldAgain[],
): Job => ({
  name,
  everyMs: 10 * minute,
  firstAfterMs: 1_000,
  limitMs: 10 * minute,
  run: async (signal) => {
    const [was, again] = ((await shopState(db, key)) ?? '').split(' ')
    const isRead = was === as
    if (isRead && (again === undefined || now() < Number(again))) return
    for (const step of steps) await step({ db, log }, signal)
    if (signal.aborted) return
    await rememberShopState(db, key, isRead ? as : `${as} ${now() + againAfterMs}`)
  },
})

/** Folds anew what was stored by the former folding (W46, docs/decisions/0092). */
export const foldAgainJob = (ctx: Pick<AppContext, 'db' | 'log' | 'now'>, steps: readonly FoldAgain[]): Job =>
  readAgainJob(ctx, { name: 'fold search texts again', key: 'folded_as', as: foldedAs }, steps)
