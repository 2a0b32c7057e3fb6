import { useFetchers } from 'react-router'
import { carrierNames, carriers } from '~/features/orders/carriers.rules.ts'
import { undoMinutes } from '~/features/orders/shipping.rules.ts'
import { DeskForm, EnterSubmits, type FormAnswer } from '~/ui/desk-form.tsx'
import { isPacked } from '../rules.ts'
import { nothingPacked } from '../texts.ts'
import css from './packing.module.css'
import { type OrderWithNotes, PackingList } from './packing-list.tsx'

/** The ticks that are set, pending ones included. */
const useTicks = (orders: readonly OrderWithNotes[]): ReadonlySet<string> => {
  const on = new Set(
    orders.flatMap(({ lines }) =>
      lines.flatMap(({ ticks }) => ticks.filter(({ isOn }) => isOn).map(({ key }) => key)),
    ),
  )
  for (const { formData } of useFetchers()) {
    const key = formData?.get('key')
    if (typeof key !== 'string') continue
    if (formData?.get('value') === 'on') on.add(key)
    else on.delete(key)
  }
  return on
}

/** The orders to pack on this page, and the button that ships all packed ones. */
export function PackingForm({
  orders,
  total,
  carrier,
  requestId,
  answer,
  isNothingPacked,
}: {
  readonly orders: readonly OrderWithNotes[]
  readonly total: number
  /** Default carrier. */
  readonly carrier: string | null
  readonly requestId: string
  readonly answer?: FormAnswer | undefined
  /** Whether the last press found no packed order; told until one is. */
  readonly isNothingPacked: boolean
}) {
  const on = useTicks(orders)
  const ready = orders.filter((order) => isPacked(order, on)).length
  const isPart = orders.length < total
  return (
    <div className={css.form}>
      <DeskForm
        requestId={requestId}
        answer={isNothingPacked && ready === 0 ? { ...answer, failure: nothingPacked } : answer}
        failed="発送済みにできませんでした。"
        sentence={
          <>
            <span role="status">
              {isPart ? `このページの${orders.length}件` : `${total}件`}のうち{ready}件に印
            </span>
            <span
              className={css.undoHint}
            >{`メールは${undoMinutes}分後に送り、それまでは元に戻せます。`}</span>
          </>
        }
        button={ready === 0 ? '印のあるものを発送済みにする' : `印のある${ready}件を発送済みにする`}
        busy="発送済みにしています…"
      >
        <EnterSubmits intent="save" />
        <PackingList orders={orders} requestId={requestId} />
        <label className={css.carrier}>
          配送会社
          <select name="carrier" defaultValue={carrier ?? ''}>
            <option value="">書かない</option>
            {carriers.map((each) => (
              <option key={each} value={each}>
                {carrierNames[each]}
              </option>
            ))}
          </select>
        </label>
        <noscript>
          <button type="submit" name="intent" value="save" className={css.save}>
            印を保存する
          </button>
        </noscript>
      </DeskForm>
    </div>
  )
}
