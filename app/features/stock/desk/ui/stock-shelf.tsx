import type { DeskClaim, DeskPiece, DeskStock } from '~/features/stock/rules.ts'
import { ClaimingOrder } from './claiming-order.tsx'
import css from './stock.module.css'

/** A product's shelf with its claims, and the tasks for those who may count. */
export function StockShelf({
  stock: { counted, isKit },
  mayCount,
  isOwner,
}: {
  readonly stock: DeskStock
  readonly mayCount: boolean
  readonly isOwner: boolean
}) {
  if (counted === null)
    return (
      <p>
        いまは数えていません。{isKit ? '点数' : '枚数'}のかぎりなく販売しています。
        {mayCount ? `${isKit ? 'キットを足すか' : '反物を受け取るか'}、数え直すと数えはじめます。` : null}
      </p>
    )
  const { pieces, short, isDoubtful } = counted
  const open = pieces.filter(({ left, claims }) => left > 0 || claims.length > 0)
  return (
    <section className={css.section} aria-labelledby="shelf">
      <h2 id="shelf">いまの在庫</h2>
      {isDoubtful ? (
        <p className={css.short}>
          つなげ方の設定が変わりました。いま何枚つなげて裁てるか、
          {mayCount ? (
            <>
              <a href="#recount">数え直してください</a>。
            </>
          ) : (
            '数え直すのを待っています。'
          )}
        </p>
      ) : null}
      {short.length === 0 ? null : (
        <div className={css.short}>
          <p>約束より在庫が少なくなっています。次のご注文の分がありません。</p>
          <Claims claims={short} isKit={isKit} isOwner={isOwner} />
        </div>
      )}
      {open.length === 0 ? <p>売り切れです。</p> : null}
      <ul className={css.pieces}>
        {open.map((piece) => (
          <Piece key={piece.label} piece={piece} isKit={isKit} isOwner={isOwner} />
        ))}
      </ul>
    </section>
  )
}

const unitOf = (isKit: boolean) => (isKit ? '点' : '枚')

interface Shown {
  readonly isKit: boolean
  readonly isOwner: boolean
}

function Piece({ piece, isKit, isOwner }: Shown & { readonly piece: DeskPiece }) {
  const { label, left, lengthCm, widthCm, claims } = piece
  const measures = lengthCm === null ? '' : `${lengthCm / 100}m${widthCm === null ? '' : `×${widthCm}cm`}`
  return (
    <li className={css.piece}>
      <p>
        {isKit ? null : <strong>{`反物 ${label}`}</strong>} 残り<strong>{`${left}${unitOf(isKit)}`}</strong>
        {measures === '' ? null : <small>{`（受け取ったとき ${measures}）`}</small>}
      </p>
      <Claims claims={claims} isKit={isKit} isOwner={isOwner} />
    </li>
  )
}

function Claims({ claims, isKit, isOwner }: Shown & { readonly claims: readonly DeskClaim[] }) {
  if (claims.length === 0) return null
  return (
    <ul className={css.claims}>
      {claims.map(({ order, units, held, isPaid }) => (
        <li key={`${order} ${units}`}>
          <ClaimingOrder order={order} isPaid={isPaid} isOwner={isOwner} />
          {`　${units}${unitOf(isKit)}${held ? '（お支払い中）' : '（約束ずみ）'}`}
        </li>
      ))}
    </ul>
  )
}
