import type { AppContext } from './app-context.ts'

/** `exitCode`: 0 done, 1 refused, 2 not understood. */
export interface CommandResult {
  readonly lines: readonly string[]
  readonly exitCode: 0 | 1 | 2
}

/** `npm run NAME -- ACTION WORDS`; safe to repeat, and while the shop is open. */
export interface OwnerAction<Context = AppContext> {
  readonly words: readonly [least: number, most: number]
  /** Undefined when it does not understand the words; the usage is then printed. */
  readonly run: (ctx: Context, words: readonly string[]) => Promise<CommandResult | undefined>
}

/** A feature's part of `npm run NAME`; one of several features brings the usage. */
export interface OwnerCommand<Context = AppContext> {
  readonly actions: Readonly<Record<string, OwnerAction<Context>>>
  readonly usage?: readonly string[]
  readonly switches?: readonly string[]
  /** Works even while shop.settings.json cannot be read. */
  readonly runsWithoutSettings?: true
}
