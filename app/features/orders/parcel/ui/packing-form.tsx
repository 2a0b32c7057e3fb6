import { useEffect, useRef, useState } from 'react'
import { Form, Link, useFetcher, useSearchParams } from 'react-router'
import {
  carrierNames,
  carriers,
  isCarrier,
  parcelsText,
  parcelsWarning,
} from '~/features/orders/carriers.rules.ts'
import { undoMinutes } from '~/features/orders/shipping.rules.ts'
import { smallProductPicture } from '~/features/pictures/sources.rules.ts'
import { href } from '~/href.ts'
import { deskMoment } from '~/kernel/dates.ts'
import type { LeftOut } from '~/kernel/left-out.ts'
import { type DeskAnswer, DeskForm, EnterSubmits, type FormAnswer } from '~/ui/desk-form.tsx'
import { lostIn } from '~/ui/lost-request.ts'
import { useHasScript } from '~/ui/use-has-script.ts'
import {
  boxesDrawn,
  boxesField,
  goneField,
  isPacked,
  oldNumberField,
  type PackingLine,
  type PackingOrder,
} from '../rules.ts'
import { nothingPacked, oldNumberText, withoutFabricText } from '../texts.ts'
import { OrdersCame } from './orders-came.tsx'
import css from './packing.module.css'
import type { LivePacking } from './use-packing-state.ts'

/** Of the form that says of a line that its cloth was there, outside of that of the ticks. */
const foundFormId = 'found-fabric'

const names = { cut: '裁った', packed: '入れた' } as const

/** A tick stored at once; without script with the surrounding form. */
function PackingTick({
  tick: { key, step },
  line,
  requestId,
  live,
  hasLeft,
}: {
  readonly tick: PackingLine['ticks'][number]
  readonly line: string
  readonly requestId: string
  readonly live: LivePacking
  readonly hasLeft: boolean
}) {
  const fetcher = useFetcher<DeskAnswer>({ key: `tick:${key}` })
  const presses = useRef(0)
  const isBusy = fetcher.state !== 'idle'
  const wasBusy = useRef(false)
  const isLost = !isBusy && (lostIn(fetcher.data) !== null || fetcher.data?.failure !== undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each answer
  useEffect(() => {
    if (wasBusy.current && !isBusy)
      live.answered(key, fetcher.data !== undefined && !isLost, fetcher.data?.left ?? [])
    wasBusy.current = isBusy
  }, [isBusy])
  const by = step === 'cut' ? live.tickedBy(key) : ''
  return (
    <label className={css.tick}>
      {live.wasOn(key) && !hasLeft ? <input type="hidden" name={`was:${key}`} value="on" /> : null}
      <input
        type="checkbox"
        name={`tick:${key}`}
        checked={live.isOn(key)}
        disabled={hasLeft}
        onChange={(event) => {
          const isOn = event.currentTarget.checked
          live.press(key, isOn)
          presses.current += 1
          const form = {
            intent: 'tick',
            key,
            value: isOn ? 'on' : 'off',
            requestId: `${requestId}:${key}:${presses.current}`,
          }
          void fetcher.submit(form, { method: 'post', action: href('/admin/packing') })
        }}
      />
      <span>
        <span className="visually-hidden">{line} </span>
        {names[step]}
      </span>
      {by === '' ? null : <small className={css.by}>{by}</small>}
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
type OrderWithNotes = PackingOrder & {
  readonly notes: readonly string[]
  /** Its number is that of before its shipping was taken back. */
  readonly hasOldNumber: boolean
}

/** The orders of a page in cutting order. */
function PackingList({
  orders,
  requestId,
  live,
}: {
  readonly orders: readonly OrderWithNotes[]
  readonly requestId: string
  readonly live: LivePacking
}) {
  return (
    <ol className={css.orders}>
      {orders.map((order) => (
        <li key={order.number} className={css.order}>
          <input type="hidden" name={`version:${order.number}`} value={order.version} />
          <input type="hidden" name={boxesField(order.number)} value={boxesDrawn(order)} />
          <LeftMark left={live.leftOf(order.number)} />
          {isTickedAndLeft(order, live) ? (
            <input type="hidden" name={goneField} value={order.number} />
          ) : null}
          <div className={css.who}>
            <h2>{order.recipient}</h2>
            <p className={css.facts}>
              {order.number}
              {order.practice ? '（練習）' : ''}
              {order.paidAt === null ? null : <span>{deskMoment(order.paidAt)} 支払い</span>}
            </p>
            <ParcelLine order={order} />
            {order.hasOldNumber ? (
              <label className={`${css.tick} ${css.ofOrder}`}>
                <input type="checkbox" name={oldNumberField(order.number)} value="on" />
                <span>
                  この番号のまま発送する
                  <small>{oldNumberText}</small>
                </span>
              </label>
            ) : null}
            {order.notes.map((note) => (
              <p key={note} className={css.note}>
                メモ：{note}
              </p>
            ))}
          </div>
          <ul className="stack-3">
            {order.lines.map((line) => (
              <Line key={line.key} line={line} order={order.number} requestId={requestId} live={live} />
            ))}
          </ul>
        </li>
      ))}
    </ol>
  )
}

const isTickedAndLeft = ({ number, lines }: PackingOrder, live: LivePacking): boolean =>
  live.leftOf(number) !== undefined && lines.some(({ ticks }) => ticks.some(({ key }) => live.isOn(key)))

/** Of an order that has left meanwhile; over its row, so that no row moves. */
function LeftMark({ left }: { readonly left: LeftOut | undefined }) {
  if (left === undefined) return null
  return (
    <p className={css.left}>
      {left.why}。<span>{left.whatToDo}</span>
    </p>
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
  live,
}: {
  readonly line: PackingLine
  readonly order: string
  readonly requestId: string
  readonly live: LivePacking
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
          <PackingTick
            key={tick.key}
            tick={tick}
            line={`${order} ${units}`}
            requestId={requestId}
            live={live}
            hasLeft={live.leftOf(order) !== undefined}
          />
        ))}
      </div>
    </li>
  )
}

/** The orders to pack on this page, and the button that ships all packed ones. */
export function PackingForm({
  orders,
  total,
  carrier,
  requestId,
  live,
  answer,
  isNothingPacked,
}: {
  readonly orders: readonly OrderWithNotes[]
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
        <PackingList orders={orders} requestId={requestId} live={live} />
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
