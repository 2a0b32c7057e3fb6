import type { ProductType } from '~/features/products/rules.ts'

/** A counted product in the list of the stock; units are 枚 of a fabric and 点 of a kit. */
export interface CountedProduct {
  readonly number: string
  readonly name: string
  readonly type: ProductType
  readonly status: string
  readonly version: number
  /** Units left in its longest piece, and in all. */
  readonly longest: number
  readonly total: number
  /** Units of open claims. */
  readonly promised: number
  /** Units of orders paid within 7 and 30 days. */
  readonly soldWeek: number
  readonly soldMonth: number
  /** Null while nothing is sold. */
  readonly daysLeft: number | null
  /** Null for the usual number. */
  readonly lowAt: number | null
  /** People who asked to be told when it is back. */
  readonly waiting: number
  /** What was ordered from the supplier and has not come, or not all of it; `at` in epoch ms. */
  readonly reorder: { readonly units: number; readonly arrived: number; readonly at: number } | null
}

export const countedSorts = [
  'number',
  'name',
  'longest',
  'total',
  'promised',
  'soldWeek',
  'soldMonth',
  'daysLeft',
  'lowAt',
  'waiting',
  'reordered',
] as const
export type CountedSort = (typeof countedSorts)[number]

/** What is used up first stands first. */
export const firstOrder: CountedSort = 'longest'

export const countedStates = ['low', 'sold-out', 'short', 'awaited', 'reordered'] as const
export type CountedState = (typeof countedStates)[number]

/** What the list of the stock is narrowed by. */
export type CountedFilterKey = 'state' | 'type'

/** Whole days that so many units last at the pace of the last 30 days; null while nothing was sold. */
export const daysOfStock = (units: number, soldInMonth: number): number | null =>
  soldInMonth <= 0 ? null : Math.floor((units * 30) / soldInMonth)
