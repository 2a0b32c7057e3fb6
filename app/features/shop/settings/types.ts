import type { SettingPart } from './parts.rules.ts'
import type { SettingChange } from './preview.rules.ts'
import type { TypedSettings } from './typed.rules.ts'

/** An earlier change; `id` refers to the values before it. */
export interface PastChange {
  readonly id: string
  /** Epoch ms. */
  readonly happenedAt: number
  readonly who: string
  readonly changes: readonly SettingChange[]
}

/** A settings part for its page. */
export interface PartView {
  readonly part: SettingPart
  readonly typed: TypedSettings
  /** What earlier values that were filled in change. */
  readonly filled: readonly SettingChange[]
  /** Version of the present values, before earlier ones are filled in. */
  readonly mark: string
  /** What the form counts as drawn with (N82). */
  readonly drawn: string
  /** Source of the value by field. */
  readonly sources: Readonly<Record<string, 'desk' | 'file' | 'sample'>>
  /** Newest first, 30 at most. */
  readonly history: readonly PastChange[]
  readonly requestId: string
}
