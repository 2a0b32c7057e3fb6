import type { entryStates, TypedEntry } from './desk.rules.ts'

export interface EntryRow {
  readonly id: string
  readonly title: string
  readonly date: string
  /** As 2026-11-27; null for none. */
  readonly fromDay: string | null
  readonly toDay: string | null
  readonly state: keyof typeof entryStates
}

/** A removed entry that can be restored. */
export interface GoneEntry {
  readonly id: string
  readonly title: string
}

/** `version` is null for a removed entry. */
export interface EntryView {
  readonly id: string
  readonly typed: TypedEntry
  readonly version: number | null
  readonly canUndo: boolean
  readonly requestId: string
}
