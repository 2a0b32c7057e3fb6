import { parcelText } from '~/features/orders/carriers.rules.ts'
import { href } from '~/href.ts'
import { deskDay } from '~/kernel/dates.ts'
import { withHonorific } from '~/kernel/honorific.ts'
import { formatNumber } from '~/kernel/money.ts'
import type { DeskRowShown } from '~/ui/desk-rows.tsx'
import type { DeskRow } from '../types.ts'

/** An order in one row, outside its list; `line` says where it stands, null where all rows stand alike. */
export const shownOrder = (
  { number, name, units, total, at, parcel }: DeskRow,
  line: string | null,
): DeskRowShown => ({
  to: href('/admin/orders/:number', { number }),
  mark: number,
  name: name === null ? '（名前なし）' : withHonorific(name),
  facts: [
    deskDay(at),
    ...(line === null ? [] : [line]),
    ...(parcel === null ? [] : [parcelText(parcel)]),
    `${units}点${total === null ? '' : ` ${formatNumber(total)}円`}`,
  ],
})
