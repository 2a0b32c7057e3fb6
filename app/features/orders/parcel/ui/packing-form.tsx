import { useEffect, useRef, useState } from 'react'
import { Form, Link, useFetcher, useFetchers, useSearchParams } from 'react-router'
import { carrierNames, carriers, parcelsText, parcelsWarning } from '~/features/orders/carriers.rules.ts'
import { undoMinutes } from '~/features/orders/shipping.rules.ts'
import { smallProductPicture } from '~/features/pictures/sources.rules.ts'
import { href } from '~/href.ts'
import { deskMoment } from '~/kernel/dates.ts'
import { DeskForm, EnterSubmits, type FormAnswer } from '~/ui/desk-form.tsx'
import { lostIn } from '~/ui/lost-request.ts'
import { isPacked, type PackingLine, type PackingOrder } from '../rules.ts'
import { nothingPacked, withoutFabricText } from '../texts.ts'
import css from './packing.module.css'

/** Of the form that says of a line that its cloth was there, outside of that of the ticks. */
const foundFormId = 'found-fabric'

const names = { cut: '裁った', packed: '入れた' } as const

/** A tick stored at once; without script with the surrounding form. */
function PackingTick({
  tick: { key, step, isOn },
  line,
  requestId,
}: {
  readonly tick: PackingLine['ticks'][number]
  readonly line: string
  readonly requestId: string
}) {
  const fetcher = useFetcher({ key: `tick:${key}` })
  const presses = useRef(0)
  const [pressed, setPressed] = useState<boolean | null>(null)
  const isBusy = fetcher.state !== 'idle'
  const wasBusy = useRef(false)
  // Afterwards the stored value counts, which another packer may change.
  useEffect(() => {
    if (wasBusy.current && !isBusy) setPressed(null)
    wasBusy.current = isBusy
  }, [isBusy])
  const isLost = !isBusy && lostIn(fetcher.data) !== null
  return (
    <label className={css.tick}>
      {isOn ? <input type="hidden" name={`was:${key}`} value="on" /> : null}
      <input
        type="checkbox"
        name={`tick:${key}`}
        checked={pressed ?? isOn}
        onChange={(event) => {
          const value = event.currentTarget.checked ? 'on' : 'off'
          setPressed(event.currentTarget.checked)
          presses.current += 1
          const form = { intent: 'tick', key, value, requestId: `${requestId}:${key}:${presses.current}` }
          void fetcher.submit(form, { method: 'post', action: href('/admin/packing') })
        }}
      />
      <span>
        <span className="visually-hidden">{line} </span>
        {names[step]}
      </span>
      {isLost ? (
        <span role="alert" className={css.lost}>
          印を保存できませんでした
        </span>
      ) : null}
    </label>
  )
}

/** Says at once that a line's cloth was there (K33); without script by a form of its own. */
function FoundButton({
  line,
  about,
  requestId,
}: {
  readonly line: string
  readonly about: string
  readonly requestId: string
}) {
  const fetcher = useFetcher<FormAnswer>({ key: `found:${line}` })
  const [search] = useSearchParams()
  const isBusy = fetcher.state !== 'idle'
  const failure =
    lostIn(fetcher.data) === null ? fetcher.data?.failure : '送れませんでした。もう一度押してください。'
  return (
    <>
      <button
        type="submit"
        form={foundFormId}
        name="line"
        value={line}
        className={css.save}
        onClick={(event) => {
          event.preventDefault()
          if (isBusy) return
          const action = href('/admin/packing/found', { page: search.get('page') ?? '' })
          void fetcher.submit({ line, requestId: `${requestId}:${line}` }, { method: 'post', action })
        }}
      >
        {isBusy ? '書いています…' : '布はありました'}
        <span className="visually-hidden">（{about}）</span>
      </button>
      {isBusy || failure === undefined ? null : (
        <span role="alert" className={css.lost}>
          {failure}
        </span>
      )}
    </>
  )
}

/** Notes on the order, such as a buyer's wish. */
type OrderWithNotes = PackingOrder & { readonly notes: readonly string[] }

/** The orders of a page in cutting order. */
function PackingList({
  orders,
  requestId,
}: {
  readonly orders: readonly OrderWithNotes[]
  readonly requestId: string
}) {
  return (
    <ol className={css.orders}>
      {orders.map((order) => (
        <li key={order.number} className={css.order}>
          <input type="hidden" name={`version:${order.number}`} value={order.version} />
          <div className={css.who}>
            <h2>{order.recipient}</h2>
            <p className={css.facts}>
              {order.number}
              {order.practice ? '（練習）' : ''}
              {order.paidAt === null ? null : <span>{deskMoment(order.paidAt)} 支払い</span>}
            </p>
            <ParcelLine order={order} />
            {order.notes.map((note) => (
              <p key={note} className={css.note}>
                メモ：{note}
              </p>
            ))}
          </div>
          <ul className="stack-3">
            {order.lines.map((line) => (
              <Line key={line.key} line={line} order={order.number} requestId={requestId} />
            ))}
          </ul>
        </li>
      ))}
    </ol>
  )
}

function ParcelLine({ order: { number, parcels } }: { readonly order: PackingOrder }) {
  const text = parcelsText(parcels)
  const warning = parcelsWarning(parcels)
  return (
    <p className={css.parcel}>
      <Link to={href('/admin/orders/:number/ship', { number })}>
        {text === '' ? 'この注文だけ発送' : text}
      </Link>
      <Link to={href('/admin/orders/:number', { number })}>
        お届け先・メモ<span className="visually-hidden">（{number}）</span>
      </Link>
      {warning === null ? null : <strong className={css.odd}>{warning}</strong>}
    </p>
  )
}

function Line({
  line,
  order,
  requestId,
}: {
  readonly line: PackingLine
  readonly order: string
  readonly requestId: string
}) {
  const units = `${line.number} ${line.name} ×${line.quantity}`
  return (
    <li className={css.line}>
      {line.picture === null ? (
        <i className={css.picture} />
      ) : (
        <img
          className={css.picture}
          src={smallProductPicture(line.picture)}
          alt=""
          width="56"
          height="56"
          loading="lazy"
        />
      )}
      <p>
        <strong>{line.number}</strong> {line.name}{' '}
        {line.quantity === 0 ? null : <strong>×{line.quantity}</strong>}
        {line.piece === null ? null : <span className={css.piece}>＝ {line.piece}</span>}
        {line.bolt === undefined ? null : (
          <span className={css.bolt}>
            → {line.bolt.text}
            {line.bolt.hasOther ? (
              <Link to={href('/admin/packing/bolt', { order, line: line.key })}>
                別の反物から
                <span className="visually-hidden">
                  （{order} {units}）
                </span>
              </Link>
            ) : null}
          </span>
        )}
        {line.isWithoutFabric ? <strong className={css.taken}>{withoutFabricText}</strong> : null}
        {line.taken === 0 ? null : (
          <strong className={css.taken}>
            {line.quantity === 0
              ? '取りやめになりました。入れません'
              : `ほかの${line.taken}${line.unit}は取りやめ。入れません`}
          </strong>
        )}
      </p>
      <div className={css.ticks}>
        {line.isWithoutFabric ? (
          <FoundButton line={`${order}:${line.key}`} about={`${order} ${units}`} requestId={requestId} />
        ) : null}
        {line.ticks.map((tick) => (
          <PackingTick key={tick.key} tick={tick} line={`${order} ${units}`} requestId={requestId} />
        ))}
      </div>
    </li>
  )
}

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
