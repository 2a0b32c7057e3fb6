import { Notice } from '~/ui/notice.tsx'
import { type OrderDone, orderDoneTexts } from '../rules.ts'

/** Success is said after every act on an order. */
export function OrderDoneNotice({ done }: { readonly done: OrderDone | null }) {
  return done === null ? null : (
    <Notice kind="good" announce>
      {orderDoneTexts[done]}
    </Notice>
  )
}
