import {
  type ListFilter,
  type ListToRead,
  listAddress,
  pageSizes,
  readListAddress,
} from '~/kernel/desk-list.ts'
import { queryOf } from '~/kernel/list-address.ts'
import type { Who } from './desk-act.ts'

/** A list of the desk whose addresses can be named (N134). */
export interface NamedList extends ListToRead<string, string> {
  readonly name: string
  readonly path: string
  /** What its address says besides filters: the chips above it and, where no person is looked for, the search. */
  readonly kept?: readonly ListFilter[]
  readonly who: Who
}

/** The search of a list that finds no people. */
export const searchKept: ListFilter = { key: 'q', name: 'さがすことば', kind: 'text' }

/** Where the list stands and what was just done: no part of a view, and nothing that keeps an address from being one. */
const passing = ['sort', 'dir', 'size', 'page', 'before', 'count', 'done']
const longestView = 2_000

const filtersOf = ({ kept = [], filters }: NamedList) => [...kept, ...filters]

/** What the list reads of this, as far as this person may ask for it: filters, chips and order, such as `state=shipped&prefecture=…`. */
export const keptIn = (list: NamedList, params: URLSearchParams, isOwner: boolean): string => {
  const asked = readListAddress({ columns: list.columns, filters: filtersOf(list) }, params, isOwner)
  return queryOf(listAddress(asked, { size: pageSizes[0] })).slice(1)
}

/** What of an address a view keeps; '' for the list itself. Null where it also asks for what no view keeps, such as a name (N135). */
export const viewIn = (list: NamedList, params: URLSearchParams, isOwner: boolean): string | null => {
  const known = [...filtersOf(list).map(({ key }) => key), ...passing]
  if ([...params].some(([name, value]) => value !== '' && !known.includes(name))) return null
  const kept = keptIn(list, params, isOwner)
  return kept.length > longestView ? null : kept
}

/** Whether it is more than what a chip above the list shows. */
export const isWorthAName = (list: NamedList, search: string): boolean => {
  const chips = (list.kept ?? []).flatMap(({ key, kind }) => (kind === 'choice' ? [key] : []))
  return [...new URLSearchParams(search).keys()].some((name) => !chips.includes(name))
}
