import { useEffect, useRef } from 'react'
import { noticeText, undoText } from '../texts.ts'
import type { CartNotice } from '../types.ts'
import css from './cart-status.module.css'
import type { CartState } from './cart-store.ts'
import { useCart } from './use-cart.tsx'
import { useSecondTaps } from './use-one-press.ts'

type Place = 'above' | 'below'

const shownMs = 6_000
const notSaved = 'このブラウザーには保存できないため、タブを閉じるとカートは空になります。'

const hasAdded = (notice: CartNotice): boolean =>
  notice.kind === 'added' ||
  notice.kind === 'told' ||
  (notice.kind === 'quantity-capped' && notice.added !== undefined)

/** Undo for 10 seconds (C17). Without `onShowCart` it is inside the open cart, as nothing outside a modal dialog can be reached. */
export function CartStatus({
  onShowCart,
  place = 'below',
  before,
}: {
  readonly onShowCart?: () => void
  readonly place?: Place
  /** What stood there before the view was opened, and is not of it. */
  readonly before?: Pick<CartState, 'notice' | 'undo'>
}) {
  const { isSaved, actions, ...now } = useCart()
  const last = now.notice === before?.notice ? null : now.notice
  const undo = now.undo === before?.undo ? null : now.undo
  const text = useRef<HTMLParagraphElement>(null)
  const isSecondTap = useSecondTaps()
  const isAbove = last?.content.kind === 'prices-changed' && onShowCart === undefined
  const notice = isAbove === (place === 'above') ? last : null
  const isShort = notice !== null && undo === null
  // biome-ignore lint/correctness/useExhaustiveDependencies: each notice gets its own time, also one with the same words
  useEffect(() => {
    if (!isShort) return
    const timer = setTimeout(actions.dismissNotice, shownMs)
    return () => clearTimeout(timer)
  }, [isShort, notice?.number, actions])

  // With a later notice in between, the button names what it puts back.
  const isOther = notice !== null && notice.content.kind !== undo?.done.kind
  const isBelow = place === 'below'
  const said = notice?.content ?? (isBelow ? (undo?.done ?? null) : null)
  const word = isSaved || !isBelow || (onShowCart && said === null) ? '' : notSaved
  const isShown = said !== null || word !== ''
  return (
    <div className={onShowCart ? css.page : css.inside}>
      <div className={isShown ? css.bar : 'visually-hidden'}>
        <p role="status" ref={text} tabIndex={-1} className={css.text}>
          <span key={notice?.number}>{said ? noticeText(said) : ''}</span>
          {word}
        </p>
        {undo && isBelow ? (
          <button
            type="button"
            className={css.way}
            onClick={(event) => {
              if (isSecondTap(event)) return
              actions.undo()
              // The pressed button disappears: the focus stays in the open cart.
              text.current?.focus()
            }}
          >
            {isOther ? undoText(undo.done) : '元に戻す'}
          </button>
        ) : null}
        {onShowCart && notice !== null && hasAdded(notice.content) ? (
          <button
            type="button"
            className={css.way}
            onClick={(event) => {
              if (!isSecondTap(event)) onShowCart()
            }}
          >
            カートを見る
          </button>
        ) : null}
      </div>
    </div>
  )
}
