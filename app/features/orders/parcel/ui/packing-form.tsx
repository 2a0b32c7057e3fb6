import { useState } from 'react'
import { Form } from 'react-router'
import { carrierNames, carriers, isCarrier } from '~/features/orders/carriers.rules.ts'
import { undoMinutes } from '~/features/orders/shipping.rules.ts'
import { href } from '~/href.ts'
import { DeskForm, EnterSubmits, type FormAnswer } from '~/ui/desk-form.tsx'
import { useHasScript } from '~/ui/use-has-script.ts'
import type { ProductToCut } from '../pick-list.rules.ts'
import { isPacked, type PackingView } from '../rules.ts'
import { nothingPacked } from '../texts.ts'
import { OrdersCame } from './orders-came.tsx'
import css from './packing.module.css'
import { ListByProduct, type OrderWithNotes, PackingList } from './packing-list.tsx'
import { boxesOfStep, foundFormId, SeveralTick } from './packing-ticks.tsx'
import type { LivePacking } from './use-packing-state.ts'

/** The orders to pack on this page, and the button that ships all packed ones. */
export function PackingForm({
  orders,
  byProduct,
  by,
  action,
  total,
  carrier,
  requestId,
  live,
  answer,
  isNothingPacked,
}: {
  readonly orders: readonly OrderWithNotes[]
  /** Of these orders, where they are shown by product. */
  readonly byProduct: readonly ProductToCut[]
  readonly by: PackingView
  /** This page with its size, so that what it answers stands on the same one. */
  readonly action: string
  readonly total: number
  readonly live: LivePacking
  /** Default carrier. */
  readonly carrier: string | null
  readonly requestId: string
  readonly answer?: FormAnswer | undefined
  /** Whether the last press found no packed order; told until one is. */
  readonly isNothingPacked: boolean
}) {
  const boxes = orders.flatMap(({ lines }) => lines.flatMap(({ ticks }) => ticks.map(({ key }) => key)))
  const on = new Set(boxes.filter(live.isOn))
  const packed = orders.filter((order) => live.leftOf(order.number) === undefined && isPacked(order, on))
  const ready = packed.length
  const open = packed.filter(({ parcels }) => parcels.length === 0).length
  const [chosen, setChosen] = useState(carrier ?? '')
  const hasScript = useHasScript()
  const isPart = orders.length < total
  const step = by === 'product' ? 'cut' : 'packed'
  const isWithoutFabric = orders.some(({ lines }) => lines.some((line) => line.isWithoutFabric))
  return (
    <div className={css.form}>
      {isWithoutFabric ? (
        <Form id={foundFormId} method="post" action={href('/admin/packing/found')}>
          <input type="hidden" name="requestId" value={`${requestId}:found`} />
        </Form>
      ) : null}
      <DeskForm
        sticks="rows"
        action={action}
        requestId={requestId}
        answer={isNothingPacked && ready === 0 ? { ...answer, failure: nothingPacked } : answer}
        failed="発送済みにできませんでした。"
        sentence={
          <>
            <span role="status">
              {isPart ? `このページの${orders.length}件` : `${total}件`}のうち{ready}件に印
            </span>
            <OrdersCame
              came={live.came}
            >{`メールは${undoMinutes}分後に送り、それまでは元に戻せます。`}</OrdersCame>
            <label className={css.carrier}>
              番号のない荷物の配送会社
              <select
                name="carrier"
                value={chosen}
                onChange={({ currentTarget }) => setChosen(currentTarget.value)}
              >
                <option value="">書かない</option>
                {carriers.map((each) => (
                  <option key={each} value={each}>
                    {carrierNames[each]}
                  </option>
                ))}
              </select>
            </label>
          </>
        }
        button={shipWords(hasScript ? ready : 0, open, chosen)}
        busy="発送済みにしています…"
      >
        <EnterSubmits intent="save" />
        {orders.length > 1 ? (
          <SeveralTick
            name="all"
            keys={orders.flatMap(({ number, lines }) => boxesOfStep(lines, step, live, number))}
            className={css.all}
            requestId={requestId}
            live={live}
          >
            {isPart ? `このページの${orders.length}件` : `${orders.length}件`}
            {by === 'product' ? 'とも裁った（キットは入れた）' : 'すべてに印'}
          </SeveralTick>
        ) : null}
        {by === 'product' ? (
          <ListByProduct {...{ orders, byProduct, requestId, live }} />
        ) : (
          <PackingList {...{ orders, requestId, live }} />
        )}
        <noscript>
          <button type="submit" name="intent" value="save" className={css.save}>
            印を保存する
          </button>
        </noscript>
      </DeskForm>
    </div>
  )
}

/** How many leave, and with which carrier those that have none yet. Without script nobody counts what is ticked. */
const shipWords = (ready: number, open: number, carrier: string): string => {
  if (ready === 0) return '印のあるものを発送済みにする'
  const by = isCarrier(carrier) ? carrierNames[carrier] : null
  if (open === ready && by !== null) return `印のある${ready}件を${by}で発送済みにする`
  const rest = by === null ? '会社を書かない' : `${by}で`
  return `印のある${ready}件を発送済みにする${open === 0 ? '' : `（番号のない${open}件は${rest}）`}`
}
