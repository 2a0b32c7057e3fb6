import type { Result } from '../kernel/result.ts'
import type { Env } from './env.ts'

/** `problems`: a sentence each, for the person who started the shop. */
export class StartRefused extends Error {
  readonly problems: readonly string[]
  constructor(problems: readonly string[]) {
    super(problems.join('\n'))
    this.problems = problems
  }
}

export const orRefusal = <T>(read: Result<T, readonly string[]>): T => {
  if (!read.ok) throw new StartRefused(read.error)
  return read.value
}

interface DemoDecision {
  readonly demo: boolean
  readonly endsDemo: boolean
}

/** A new folder without payment settings becomes a demo. Throws StartRefused beside a payment key (S11) or a real shop. */
export const decideDemo = (env: Env, recorded: string | undefined): DemoDecision => {
  const hasPayment = env.STRIPE_SECRET_KEY !== undefined
  const demo =
    env.DEMO === '1' ||
    (env.DEMO === undefined && (recorded === '1' || (recorded === undefined && !hasPayment)))
  if (demo && hasPayment)
    throw new StartRefused([
      'This data folder is a demo, and payment settings are set. Start with DEMO=0 to open the real shop, or without them to go on with the demo.',
    ])
  if (demo && recorded === '0')
    throw new StartRefused([
      'This data folder belongs to a real shop and cannot become a demo. Use another DATA_DIR for a demo.',
    ])
  return { demo, endsDemo: !demo && recorded === '1' }
}
