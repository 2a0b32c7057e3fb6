import type { ReactNode } from 'react'
import { type ListAsked, type ListFilter, listAddress, type SortDirection } from '~/kernel/desk-list.ts'
import { queryOf } from '~/kernel/list-address.ts'

/** A column of a list; the first one leads to the thing itself. */
export type DeskColumn<Row, Sort extends string = never> = {
  readonly name: string
  readonly cell: (row: Row) => ReactNode
  /** Not there for packers. */
  readonly ownerOnly?: boolean
  /** Numbers stand at the end, in one line. */
  readonly align?: 'end'
  /** Short, and never broken; or a sentence that may take several lines, though it is a link. */
  readonly lines?: 'one' | 'several'
  /** Not where the table has less room: from 1280 px, or from 1440 px. */
  readonly from?: 'wide' | 'widest'
  /** Its place in the row of a phone: none without it. `shows` is what stands there instead of the cell, null for nothing. */
  readonly phone?: {
    readonly place: 'title' | 'end' | 'second' | 'foot'
    readonly shows?: (row: Row) => ReactNode
  }
} & (
  | { readonly key: string; readonly sorts?: undefined }
  | { readonly key: Sort; readonly sorts: SortDirection }
)

/** What is done with the marked rows: a page of its own that takes them from its address, or without `to` a post to this page (`act`). */
export interface DeskListAct {
  readonly key: string
  readonly name: string
  readonly to?: string
  readonly ownerOnly?: boolean
}

/** A list of the desk, declared once: table from 768 px, rows of a phone below, filters and acts of several. */
export interface DeskList<Row, Sort extends string = never, Filter extends string = never> {
  readonly name: string
  readonly columns: readonly DeskColumn<Row, Sort>[]
  readonly filters: readonly ListFilter<Filter>[]
  readonly acts: readonly DeskListAct[]
  /** The name under which marks are sent. */
  readonly mark: string
  readonly keyOf: (row: Row) => string
  readonly versionOf?: (row: Row) => number
  /** What is sent for a marked row, where this is not its key and version; null for a row that no act takes. */
  readonly markOf?: (row: Row) => string | null
  /** What a mark is called, where the key says nothing to her. */
  readonly markName?: (row: Row) => string
  /** Null for a row that leads nowhere. */
  readonly to: (row: Row) => string | null
  /** Where a row is shown beside the list, in its outlet, where there is room (W77). */
  readonly beside?: (row: Row) => string
  /** What the link to a row says besides the first cell, for who does not see the row. */
  readonly linkText?: (row: Row) => string
  /** Rows that follow one another with the same heading stand below it on a phone. */
  readonly groupOf?: (row: Row) => string
}

/** Where a list is, and what of its address is no filter, such as a search. */
export interface ListPlace {
  readonly path: string
  readonly kept: Readonly<Record<string, string>>
}

export const linkTo = (
  { path, kept }: ListPlace,
  asked: ListAsked,
  changes?: Parameters<typeof listAddress>[1],
): string => `${path}${queryOf([...Object.entries(kept), ...listAddress(asked, changes)])}`

/** How many were found, with their sum for an owner; `isMore`: counting ended there. */
export interface Found {
  readonly count: number
  readonly isMore: boolean
  /** Yen. */
  readonly sum?: number | null
}
