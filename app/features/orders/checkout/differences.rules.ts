import type { AcceptedChanges } from '~/features/cart/changes.rules.ts'
import { lineNumbered } from '~/features/cart/rules.ts'
import type { Cart } from '~/features/cart/types.ts'
import { shippingNumber } from '~/features/products/rules.ts'
import type { Yen } from '~/kernel/money.ts'

/** A changed line (S1); unit prices in yen, null is unknown, in `after` no longer for sale. */
export interface LineDifference {
  readonly managementNumber: string
  readonly oldName: string
  readonly name: string
  readonly before: Yen | null
  readonly after: Yen | null
  /** No piece is large enough (K4): `most` units can be had; `waits` if others are paying for more, `isShared` if more is left for others (K8). */
  readonly short?: { readonly most: number; readonly waits: boolean; readonly isShared: boolean }
}

/** Nothing can be had now, but others hold it and may give it back: it leaves a cart by her own press alone (C23). */
export const mayComeBack = ({ short }: LineDifference): boolean =>
  short !== undefined && short.most === 0 && (short.waits || short.isShared)

/** The lines of a cart that she has still to decide on; the fee's own difference is none, it stands with the sums. */
export const openDifferences = (differences: readonly LineDifference[], cart: Cart): LineDifference[] =>
  differences.filter(({ managementNumber, short }) => {
    const line = lineNumbered(cart, managementNumber)
    return line !== undefined && (short === undefined || line.quantity > short.most)
  })

/** Whether the fee differs by itself, beyond what the lines explain. */
export const hasOtherFee = (differences: readonly LineDifference[]): boolean =>
  differences.some(({ managementNumber }) => managementNumber === shippingNumber)

export const acceptedChangesOf = (differences: readonly LineDifference[]): AcceptedChanges => ({
  leaving: differences
    .filter((each) => each.after === null && !mayComeBack(each))
    .map(({ managementNumber }) => managementNumber),
  units: new Map(
    differences.flatMap(({ managementNumber, short }) =>
      short !== undefined && short.most > 0 ? [[managementNumber, short.most] as const] : [],
    ),
  ),
})
