import type { AppContext } from './app-context.ts'

/** Something that is wrong now and that the owner must know (N23). */
export interface Alarm {
  /** The same while the trouble lasts, so that it is told once; begins with the source's name. */
  readonly key: `${string}:${string}`
  /** One sentence without personal data. */
  readonly text: string
}

export interface AlarmSource {
  readonly name: string
  /** Nobody can buy meanwhile: its alarms are mailed at once, and their end is told both ways too (N26). */
  readonly urgent?: true
  /** Everything that is wrong now; safe to repeat. */
  readonly read: (ctx: AppContext) => Promise<readonly Alarm[]>
}
