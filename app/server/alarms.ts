import type { AppContext } from './app-context.ts'

/** Something that is wrong now, and that the owner has to know of (N23). */
export interface Alarm {
  /** Lasting as long as the trouble: told once under it. Begins with the name of its source. */
  readonly key: `${string}:${string}`
  /** One sentence without personal data. */
  readonly text: string
}

/** What a feature watches. */
export interface AlarmSource {
  /** The first part of its keys. */
  readonly name: string
  /** All that is wrong now; harmless to repeat. */
  readonly read: (ctx: AppContext) => Promise<readonly Alarm[]>
}
