import type { SettingPart } from './parts.rules.ts'
import type { SettingChange } from './preview.rules.ts'
import type { TypedSettings } from './typed.rules.ts'

/** A change of the past; `id` leads to what was there before it. */
export interface PastChange {
  readonly id: string
  /** Epoch ms. */
  readonly happenedAt: number
  readonly who: string
  readonly changes: readonly SettingChange[]
}

/** A part of the settings as its page shows it. */
export interface PartView {
  readonly part: SettingPart
  readonly typed: TypedSettings
  /** Of what stands in `typed` now, before anything of the past is filled in. */
  readonly mark: string
  /** By field: where its value comes from. */
  readonly sources: Readonly<Record<string, 'desk' | 'file' | 'sample'>>
  /** Newest first, 30 at most. */
  readonly history: readonly PastChange[]
  readonly requestId: string
}
