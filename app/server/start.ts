import type { Result } from '../kernel/result.ts'
import { configuredDatabase, databaseFault } from './database/database-fault.ts'
import type { Env } from './env.ts'
import { BucketAway } from './pictures/picture-bucket.ts'

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

/**
 * A database that hangs, is away or cannot be used (D74, D96), or a bucket of pictures that is away or refuses (D90), as a sentence for
 * whoever started the shop or a command; other errors as they are.
 */
export const atTerminal = (error: unknown, env: Pick<Env, 'DATABASE_URL'>): unknown => {
  if (error instanceof BucketAway) return new StartRefused([error.message])
  const fault = env.DATABASE_URL === undefined ? undefined : databaseFault(error, configuredDatabase)
  return fault === undefined || error instanceof StartRefused ? error : new StartRefused([fault])
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
      'このデータのフォルダーは練習用のお店のもので、決済の設定があります。本物のお店として開くなら DEMO=0 を、練習を続けるなら決済の設定を外して、もう一度始めてください。',
    ])
  if (demo && recorded === '0')
    throw new StartRefused([
      'このデータのフォルダーは本物のお店のもので、練習用にはできません。練習には別の DATA_DIR を使ってください。',
    ])
  return { demo, endsDemo: !demo && recorded === '1' }
}
