import { nameWithColour } from '~/features/products/description.rules.ts'
import { type Yen, yen } from '~/kernel/money.ts'
import type { Order, OrderLine } from './types.ts'

/** What the order holds now, with positions, without what nothing is left of (M16). */
export const linesNow = <Line extends Pick<OrderLine, 'quantity'>>(
  lines: readonly Line[],
): (Line & { readonly position: number })[] =>
  lines.flatMap((line, position) => (line.quantity > 0 ? [{ ...line, position }] : []))

/** Units that this position ever held, those that were exchanged since included. */
export const unitsEver = (
  lines: readonly Pick<OrderLine, 'quantity' | 'exchangedFrom'>[],
  position: number,
): number =>
  lines.reduce(
    (units, { exchangedFrom }, at) => (exchangedFrom === position ? units + unitsEver(lines, at) : units),
    lines[position]?.quantity ?? 0,
  )

type Exchangeable = Pick<OrderLine, 'number' | 'type' | 'name' | 'description' | 'exchangedFrom'>

/** The name of what was paid for in place of this line; null for a line as it was paid. */
export const orderedName = (lines: readonly Exchangeable[], line: Exchangeable): string | null => {
  const from = line.exchangedFrom == null ? undefined : lines[line.exchangedFrom]
  return from === undefined ? null : (orderedName(lines, from) ?? `${nameWithColour(from)}（${from.number}）`)
}

/** Yen by which what the order holds is cheaper than what was paid for its products (M16). */
export const exchangeDifference = ({ lines, subtotal }: Pick<Order, 'lines' | 'subtotal'>): Yen =>
  lines.some(({ exchangedFrom }) => exchangedFrom != null)
    ? yen(
        Math.max(
          0,
          lines.reduce((left, { unitPrice, quantity }) => left - unitPrice * quantity, Number(subtotal)),
        ),
      )
    : yen(0)

/** Beside what the order holds in place of it. */
export const exchangedText = (orderedAs: string): string => `${orderedAs}から変更しました`

/** Beside the sums that were paid, which stay as they are (M1). */
export const exchangeDifferenceText = '商品の変更の差額（ご返金）'
