import type { entryStates, TypedEntry } from './desk.rules.ts'

/** An entry as its list shows it. */
export interface EntryRow {
  readonly id: string
  readonly title: string
  readonly date: string
  readonly state: keyof typeof entryStates
}

/** Who is not there any more, and can be had back. */
export interface GoneEntry {
  readonly id: string
  readonly title: string
}

/** An entry with its form; `version` is null for one that was taken out. */
export interface EntryView {
  readonly id: string
  readonly typed: TypedEntry
  readonly version: number | null
  readonly canUndo: boolean
  readonly requestId: string
}
