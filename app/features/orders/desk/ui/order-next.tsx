import { href } from '~/href.ts'
import { ButtonLink } from '~/ui/button.tsx'
import { nextSheet, type Sheet, sheetNames } from '../rules.ts'
import type { DeskOrder } from '../types.ts'

/** The button of an order's next act, the other sheets, and where each leads. */
export const sheetsAround = (order: DeskOrder, sheets: readonly Sheet[]) => {
  const { number, standing } = order
  const returned = order.owners?.returnToRefund ?? null
  const next = nextSheet(standing, sheets, returned !== null)
  const pathOf = (sheet: Sheet) =>
    sheet === 'refund' && returned !== null
      ? href('/admin/orders/:number/refund', { number, return: returned })
      : `${href('/admin/orders/:number', { number })}/${sheet}`
  return {
    next:
      next === undefined ? undefined : (
        <ButtonLink wide to={pathOf(next)}>
          {sheetNames[next]}
        </ButtonLink>
      ),
    sheets: sheets.filter((sheet) => sheet !== next),
    pathOf,
  }
}
