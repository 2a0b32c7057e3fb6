import type { Order, OrderLine } from '~/features/orders/types.ts'
import { type BackAs, backWays } from '~/features/stock/rules.ts'
import { type NewPart, partsLeft } from './rules.ts'

interface BackUnits {
  readonly position: number
  readonly units: number
}

export const linesOf = (parts: readonly NewPart[]): BackUnits[] =>
  parts.flatMap(({ part, position, units }) =>
    part === 'lines' && position !== null ? [{ position, units }] : [],
  )

export const leftLines = (order: Pick<Order, 'lines' | 'shipping'>, given: readonly NewPart[]): BackUnits[] =>
  partsLeft(order, given).units.map((units, position) => ({ position, units }))

/** By default unsent cloth counts as uncut, and sent cloth stays away (K13). */
export const usualBack = ({ shippedAt }: Pick<Order, 'shippedAt'>): BackAs =>
  shippedAt === null ? 'bolt' : 'keep'

export const backLinesOf = (
  order: Pick<Order, 'lines' | 'shippedAt'>,
  lines: readonly BackUnits[],
  said: Readonly<Record<string, BackAs>> = {},
  stays: readonly number[] = [],
) =>
  lines.flatMap(({ position, units }) => {
    const line = order.lines[position]
    if (line === undefined) return []
    const as = said[position] ?? usualBack(order)
    const { number, quantity: ordered } = line
    return [{ number, position, units, as, ordered, stays: stays[position] ?? 0 }]
  })
