import { keyInUse, keyUsedOtherwise, type Refusal } from './api-answers.ts'
import type { PracticeClock } from './practice-clock.ts'
import type { KeptAnswer } from './practice-state.ts'
import type { KeptState } from './state-file.ts'

/** What a key means for a call: its first answer again, a refusal, or leave to run (`finish` must then be called). */
export type KeyOutcome =
  | { readonly kind: 'replay'; readonly answer: KeptAnswer }
  | { readonly kind: 'refused'; readonly refusal: Refusal }
  | { readonly kind: 'first' }

/** Remembers the first answer under every idempotency key. */
export interface IdempotencyKeys {
  /** `fingerprint` stands for the address and the parameters of the call. */
  begin(key: string, fingerprint: string): KeyOutcome
  /** Ends a call that `begin` let run; without an answer the key is free again, as after a failed validation. */
  finish(key: string, answer?: Omit<KeptAnswer, 'key' | 'at'>): void
}

/** The keys kept in the state; each is forgotten `keepMs` after its answer, by the provider's clock. */
export const createIdempotencyKeys = (
  kept: KeptState,
  clock: PracticeClock,
  keepMs: number,
): IdempotencyKeys => {
  const running = new Map<string, string>()
  const forgetOld = () => {
    const oldest = clock.now() - keepMs
    const { answers } = kept.state
    const fresh = answers.filter((answer) => answer.at > oldest)
    if (fresh.length === answers.length) return
    kept.state.answers = fresh
    kept.changed()
  }
  return {
    begin: (key, fingerprint) => {
      forgetOld()
      const answer = kept.state.answers.find((each) => each.key === key)
      const known = answer?.fingerprint ?? running.get(key)
      if (known !== undefined && known !== fingerprint)
        return { kind: 'refused', refusal: keyUsedOtherwise(key) }
      if (answer !== undefined) return { kind: 'replay', answer }
      if (running.has(key)) return { kind: 'refused', refusal: keyInUse(key) }
      running.set(key, fingerprint)
      return { kind: 'first' }
    },
    finish: (key, answer) => {
      running.delete(key)
      if (answer === undefined) return
      kept.state.answers.push({ ...answer, key, at: clock.now() })
      kept.changed()
    },
  }
}
