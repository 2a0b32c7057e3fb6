import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { parcelsText, parcelsWarning } from '~/features/orders/carriers.rules.ts'
import { smallProductPicture } from '~/features/pictures/sources.rules.ts'
import { href } from '~/href.ts'
import { deskMoment } from '~/kernel/dates.ts'
import type { LeftOut } from '~/kernel/left-out.ts'
import type { ProductToCut } from '../pick-list.rules.ts'
import {
  boxesDrawn,
  boxesField,
  goneField,
  oldNumberField,
  type PackingLine,
  type PackingOrder,
} from '../rules.ts'
import { oldNumberText, withoutFabricText } from '../texts.ts'
import css from './packing.module.css'
import { boxesOfStep, FoundButton, PackingTick, SeveralTick } from './packing-ticks.tsx'
import type { LivePacking } from './use-packing-state.ts'

/** Notes on the order, such as a buyer's wish. */
export type OrderWithNotes = PackingOrder & {
  readonly notes: readonly string[]
  /** Its number is that of before its shipping was taken back. */
  readonly hasOldNumber: boolean
}

interface Listed {
  readonly orders: readonly OrderWithNotes[]
  readonly requestId: string
  readonly live: LivePacking
}

/** The orders of a page in cutting order. */
export function PackingList({ orders, requestId, live }: Listed) {
  return (
    <ol className={css.orders}>
      {orders.map((order) => (
        <li key={order.number} className={css.order}>
          <OfOrder order={order} live={live} />
          <LeftMark left={live.leftOf(order.number)} />
          <SeveralTick
            name={order.number}
            keys={boxesOfStep(order.lines, 'packed', live, order.number)}
            className={css.whole}
            requestId={requestId}
            live={live}
          >
            <span className="visually-hidden">{order.number} に印</span>
          </SeveralTick>
          <div className={css.who}>
            <h2>{order.recipient}</h2>
            <p className={css.facts}>
              {order.number}
              {order.practice ? '（練習）' : ''}
              <span className={css.prefecture}>{order.prefecture}</span>
              {order.paidAt === null ? null : (
                <span className={css.paid}>{deskMoment(order.paidAt)} 支払い</span>
              )}
            </p>
            <ParcelLine order={order} />
            {order.hasOldNumber || order.notes.length > 0 ? (
              <div className={css.aside}>
                {order.hasOldNumber ? (
                  <label className={`${css.tick} ${css.ofOrder}`}>
                    <input type="checkbox" name={oldNumberField(order.number)} value="on" />
                    <span>
                      この番号のまま発送する
                      <small>{oldNumberText}</small>
                    </span>
                  </label>
                ) : null}
                <Notes notes={order.notes} />
              </div>
            ) : null}
          </div>
          <ul className="stack-3">
            {order.lines.map((line) => (
              <Line key={line.key} {...{ line, order, requestId, live }}>
                {line.picture === null ? <i className={css.picture} /> : <Picture picture={line.picture} />}
                <p>
                  <span className={css.item}>
                    <strong>{line.number}</strong> {line.name}{' '}
                    {line.quantity === 0 ? null : <strong>×{line.quantity}</strong>}
                  </span>
                  <Piece line={line} order={order.number} />
                </p>
              </Line>
            ))}
          </ul>
        </li>
      ))}
    </ol>
  )
}

/** The lines of a page's orders by product, for who cuts several pieces of one product at a time. */
export function ListByProduct({
  orders,
  byProduct,
  requestId,
  live,
}: Listed & { readonly byProduct: readonly ProductToCut[] }) {
  const byNumber = new Map(orders.map((order) => [order.number, order]))
  const piecesOf = ({ pieces }: ProductToCut) =>
    pieces.flatMap(({ order: number, line: key }) => {
      const order = byNumber.get(number)
      const line = order?.lines.find((each) => each.key === key)
      return order === undefined || line === undefined ? [] : [{ order, line }]
    })
  return (
    <>
      {orders.map((order) => (
        <OfOrder key={order.number} order={order} live={live} />
      ))}
      <ol className={`${css.orders} ${css.products}`}>
        {byProduct.map((product) => {
          const pieces = piecesOf(product)
          const isFabric = pieces[0]?.line.isFabric === true
          return (
            <li key={product.number} className={css.order}>
              <SeveralTick
                name={product.number}
                keys={
                  pieces.length < 2
                    ? []
                    : pieces.flatMap(({ order, line }) => boxesOfStep([line], 'cut', live, order.number))
                }
                className={css.whole}
                requestId={requestId}
                live={live}
              >
                <span className={css.severalName}>
                  {pieces.length}つとも{isFabric ? '裁った' : '入れた'}
                  <span className="visually-hidden">（{product.number}）</span>
                </span>
              </SeveralTick>
              <div className={css.who}>
                {product.picture === null ? null : <Picture picture={product.picture} />}
                <h2>
                  {product.number} {product.name}
                </h2>
                <p className={css.facts}>{`${product.units}${product.unit}・${pieces.length}つ`}</p>
              </div>
              <ul className="stack-3">
                {pieces.map(({ order, line }) => (
                  <Line key={`${order.number} ${line.key}`} {...{ line, order, requestId, live }}>
                    <LeftMark left={live.leftOf(order.number)} />
                    <p>
                      <span className={css.item}>
                        {line.quantity === 0 ? null : <strong>×{line.quantity}</strong>}{' '}
                        <Link to={href('/admin/orders/:number', { number: order.number })}>
                          {order.number}
                        </Link>{' '}
                        {order.recipient}
                      </span>
                      <Piece line={line} order={order.number} />
                    </p>
                    <Notes notes={order.notes} />
                  </Line>
                ))}
              </ul>
            </li>
          )
        })}
      </ol>
    </>
  )
}

/** What the form says of an order beside its ticks. */
function OfOrder({ order, live }: { readonly order: PackingOrder; readonly live: LivePacking }) {
  const isTickedAndLeft =
    live.leftOf(order.number) !== undefined &&
    order.lines.some(({ ticks }) => ticks.some(({ key }) => live.isOn(key)))
  return (
    <>
      <input type="hidden" name={`version:${order.number}`} value={order.version} />
      <input type="hidden" name={boxesField(order.number)} value={boxesDrawn(order)} />
      {isTickedAndLeft ? <input type="hidden" name={goneField} value={order.number} /> : null}
    </>
  )
}

/** Of an order that has left meanwhile; over its row, so that no row moves. */
function LeftMark({ left }: { readonly left: LeftOut | undefined }) {
  if (left === undefined) return null
  return (
    <p className={css.left}>
      {left.why}。<span>{left.whatToDo}</span>
    </p>
  )
}

const Notes = ({ notes }: Pick<OrderWithNotes, 'notes'>) =>
  notes.map((note) => (
    <p key={note} className={css.note}>
      メモ：{note}
    </p>
  ))

function Picture({ picture }: { readonly picture: string }) {
  return (
    <img
      className={css.picture}
      src={smallProductPicture(picture)}
      alt=""
      width="56"
      height="56"
      loading="lazy"
    />
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
        お届け先<span className={css.longName}>・メモ</span>
        <span className="visually-hidden">（{number}）</span>
      </Link>
      {warning === null ? null : <strong className={css.odd}>{warning}</strong>}
    </p>
  )
}

const unitsOf = ({ number, name, quantity }: PackingLine): string => `${number} ${name} ×${quantity}`

/** As it is cut, from which bolt, and what is not to be cut. */
function Piece({ line, order }: { readonly line: PackingLine; readonly order: string }) {
  return (
    <>
      {line.piece === null ? null : <span className={css.piece}>＝ {line.piece}</span>}
      {line.bolt === undefined ? null : (
        <span className={css.bolt}>
          → {line.bolt.text}
          {line.bolt.hasOther ? (
            <Link to={href('/admin/packing/bolt', { order, line: line.key })}>
              別の反物から
              <span className="visually-hidden">
                （{order} {unitsOf(line)}）
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
    </>
  )
}

/** `children` say what it is; its ticks follow. */
function Line({
  line,
  order: { number: order },
  requestId,
  live,
  children,
}: {
  readonly line: PackingLine
  readonly order: PackingOrder
  readonly requestId: string
  readonly live: LivePacking
  readonly children: ReactNode
}) {
  const about = `${order} ${unitsOf(line)}`
  return (
    <li className={css.line}>
      {children}
      <div className={css.ticks}>
        {line.isWithoutFabric ? (
          <FoundButton line={`${order}:${line.key}`} about={about} requestId={requestId} />
        ) : null}
        {line.ticks.map((tick) => (
          <PackingTick
            key={tick.key}
            tick={tick}
            line={about}
            requestId={requestId}
            live={live}
            hasLeft={live.leftOf(order) !== undefined}
          />
        ))}
      </div>
    </li>
  )
}
