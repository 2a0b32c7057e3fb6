import type { AppContext } from './app-context.ts'
import type { Env } from './env.ts'
import { rememberShopState, shopState } from './shop-state.ts'

/** What was decided, or why the shop cannot start. `endsDemo`: the demo's content has to go. */
export type DemoDecision =
  | { readonly demo: boolean; readonly endsDemo: boolean }
  | { readonly problem: string }

/**
 * Whether this shop is a demo (DESIGN section 3): a new data folder without payment settings becomes one, and stays one until
 * it is started with DEMO=0. A demo beside a live payment key is a problem, for it would give goods away (S11).
 */
export const decideDemo = (env: Env, recorded: string | undefined): DemoDecision => {
  const hasPayment = env.STRIPE_SECRET_KEY !== undefined
  const demo =
    env.DEMO === '1' ||
    (env.DEMO === undefined && (recorded === '1' || (recorded === undefined && !hasPayment)))
  if (demo && hasPayment)
    return {
      problem:
        'This data folder is a demo, and payment settings are set. Start with DEMO=0 to open the real shop, or without them to go on with the demo.',
    }
  if (demo && recorded === '0')
    return {
      problem:
        'This data folder belongs to a real shop and cannot become a demo. Use another DATA_DIR for a demo.',
    }
  return { demo, endsDemo: !demo && recorded === '1' }
}

/** What was decided at an earlier start: '1', '0', or undefined in a new data folder. */
export const recordedDemo = (db: AppContext['db']): Promise<string | undefined> => shopState(db, 'demo')

/** Records the decision for the next start. */
export const recordDemo = (db: AppContext['db'], demo: boolean): Promise<void> =>
  rememberShopState(db, 'demo', demo ? '1' : '0')
