import { unitsEver } from '~/features/orders/exchanges.rules.ts'
import type { Order, OrderLine } from '~/features/orders/types.ts'
import { backWays, type ReturnedAs } from '~/features/stock/rules.ts'
import { type NewPart, partsLeft } from './rules.ts'

interface BackUnits {
  readonly position: number
  readonly units: number
}

/** The units of the lines whose money goes back with these parts. */
export const linesToLayBack = (parts: readonly NewPart[]): BackUnits[] =>
  parts.flatMap(({ part, position, units }) =>
    part === 'lines' && position !== null ? [{ position, units }] : [],
  )

/** All units whose money has not gone back before. */
export const leftLines = (order: Pick<Order, 'lines' | 'shipping'>, given: readonly NewPart[]): BackUnits[] =>
  partsLeft(order, given).units.map((units, position) => ({ position, units }))

/** Default for cloth (K13): unsent units count as uncut, sent ones are not returned. */
const usualBack = ({ shippedAt }: Pick<Order, 'shippedAt'>): ReturnedAs =>
  shippedAt === null ? 'bolt' : 'keep'

/** Choices for a counted line, and the default. */
export interface BackChoice {
  readonly ways: readonly ReturnedAs[]
  readonly usual: ReturnedAs
  /** Pieces are cloth alone. */
  readonly isKit: boolean
}

/** Not asked for sent units and kits; cut cloth always returns as its own piece. */
export const backChoice = (
  order: Pick<Order, 'shippedAt'>,
  { type }: Pick<OrderLine, 'type'>,
  isCut: boolean,
): BackChoice => {
  const isKit = type === 'kit'
  const usual = usualBack(order)
  if (order.shippedAt !== null) return { ways: ['piece', 'keep'], usual, isKit }
  if (isKit) return { ways: ['bolt', 'keep'], usual, isKit }
  return { ways: backWays, usual: isCut ? 'piece' : usual, isKit }
}

/** These units with the owner's choice for each line, by position; `stays` has the units of each line that the order keeps. */
export const backLinesOf = (
  order: Pick<Order, 'lines' | 'shippedAt'>,
  lines: readonly BackUnits[],
  said: Readonly<Record<string, ReturnedAs>> = {},
  stays: readonly number[] = [],
) =>
  lines.flatMap(({ position, units }) => {
    const line = order.lines[position]
    if (line === undefined) return []
    const as = said[position] ?? usualBack(order)
    const ordered = unitsEver(order.lines, position)
    return [{ number: line.number, position, units, as, ordered, stays: stays[position] ?? 0 }]
  })
