import type { AppContext } from './app-context.ts'

/** `exitCode`: 0 done, 1 refused, 2 not understood. */
export interface CommandResult {
  readonly lines: readonly string[]
  readonly exitCode: 0 | 1 | 2
}

/** `npm run NAME -- ACTION WORDS`. It is safe to repeat, and while the shop is open. */
export interface OwnerAction<Context = AppContext> {
  /** How many words may follow it. */
  readonly words: readonly [least: number, most: number]
  /** Undefined when it does not understand the words: the usage is printed then. */
  readonly run: (ctx: Context, words: readonly string[]) => Promise<CommandResult | undefined>
}

/** What a feature brings to `npm run NAME`; one of those that bring something to it also brings the usage. */
export interface OwnerCommand<Context = AppContext> {
  readonly actions: Readonly<Record<string, OwnerAction<Context>>>
  /** Printed when nothing was understood, in the owner's language. */
  readonly usage?: readonly string[]
  /** Words that may stand anywhere, also before the action. */
  readonly switches?: readonly string[]
  /** It works while shop.settings.json is being edited and cannot be read. */
  readonly runsWithoutSettings?: true
}
