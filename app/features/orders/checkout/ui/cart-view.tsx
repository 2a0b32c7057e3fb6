import { useRef } from 'react'
import { Link } from 'react-router'
import { clearCart, moveItem } from '~/features/cart/changes.rules.ts'
import type { CheckoutFrom } from '~/features/cart/types.ts'
import { CartLines } from '~/features/cart/ui/cart-lines.tsx'
import { CartStatus } from '~/features/cart/ui/cart-status.tsx'
import { feeReason } from '~/features/cart/ui/cart-sums.tsx'
import { useOpenCart } from '~/features/cart/ui/open-cart.tsx'
import { useCart } from '~/features/cart/ui/use-cart.tsx'
import { useWhyClosed } from '~/features/products/ui/shop-closure.tsx'
import { ArrivalInCart } from '~/features/shop/delivery-dates/ui/arrival.tsx'
import { href } from '~/href.ts'
import { formatYen } from '~/kernel/money.ts'
import { Button, ButtonLink } from '~/ui/button.tsx'
import { useSiteFacts } from '~/ui/site-facts.tsx'
import { CartCheckout } from './cart-checkout.tsx'
import css from './cart-view.module.css'

/** `header-cart` is the header's panel, where minus at one unit removes the line; `react-cart` the product list's modal (C16). */
export function CartContents({ from }: { readonly from: CheckoutFrom }) {
  const { cart, totals, actions } = useCart()
  const { show } = useOpenCart()
  const isClosed = useWhyClosed() !== null
  const count = useRef<HTMLParagraphElement>(null)
  // The pressed button disappears with its line: the focus moves to the new sum.
  const thenFocusCount =
    <A extends readonly unknown[]>(action: (...given: A) => void) =>
    (...given: A) => {
      action(...given)
      count.current?.focus()
    }
  const firstKit = cart.findIndex(({ productType }) => productType === 'kit')
  const close = () => show('closed')

  return (
    <div className={css.view}>
      <div className={css.head}>
        <p className={css.count} ref={count} role="status" tabIndex={-1}>
          {totals.units}点　合計 <strong>{formatYen(totals.total)}円</strong>
        </p>
        {cart.length > 0 ? (
          <Button look="quiet" onClick={thenFocusCount(() => actions.change(clearCart))}>
            カートを空にする
          </Button>
        ) : null}
      </div>
      <CartStatus place="above" />
      {cart.length === 0 ? (
        <Empty onLeave={close} />
      ) : (
        <CartLines
          lines={totals.lines}
          minusAtOne={from === 'header-cart' ? 'remove' : 'stop'}
          unitsPerLine={actions.terms.unitsPerLine}
          actions={{
            setQuantity: actions.setQuantity,
            remove: thenFocusCount(actions.remove),
            moveToFront: thenFocusCount((number) =>
              actions.change((now) => moveItem(now, number, Math.max(0, firstKit), actions.terms)),
            ),
          }}
        />
      )}
      {totals.freeKitsLeft > 0 && !isClosed ? (
        <p className={css.offer}>
          <Link to={href('/kits')} onClick={close}>
            無料のキットを、あと{totals.freeKitsLeft}点選べます
          </Link>
        </p>
      ) : null}
      <CartCheckout from={from} />
      <Terms onLeave={close} />
    </div>
  )
}

const waysOn = [
  { to: href('/all-products'), name: '生地を選ぶ' },
  { to: href('/kits'), name: 'キットを見る' },
  { to: href('/gallery'), name: '作品ギャラリーを見る' },
]

function Empty({ onLeave }: { readonly onLeave: () => void }) {
  return (
    <div className={css.empty}>
      <p>カートは空です。</p>
      {waysOn.map(({ to, name }) => (
        <ButtonLink key={to} to={to} look="secondary" wide onClick={onLeave}>
          {name}
        </ButtonLink>
      ))}
    </div>
  )
}

const cardBrands = ['Visa', 'Mastercard', 'JCB', 'American Express', 'Diners Club']

function Terms({ onLeave }: { readonly onLeave: () => void }) {
  const { totals } = useCart()
  const { payment, deliveryDays, returnDays } = useSiteFacts().terms
  const cards = cardBrands.filter((brand) => payment.toLowerCase().includes(brand.toLowerCase()))
  return (
    <div className={css.terms}>
      <ul className={css.marks}>
        {(cards.length > 0 ? cards : ['カード払い']).map((card) => (
          <li key={card} className={css.card}>
            {card}
          </li>
        ))}
        <li>
          {deliveryDays.from}〜{deliveryDays.to}営業日でお届け
        </li>
        <li>返品は到着後{returnDays}日以内</li>
      </ul>
      {totals.units > 0 ? <ArrivalInCart /> : null}
      {totals.subtotal > 0 ? <p>{feeReason(totals)}</p> : null}
      <p>
        <Link to={href('/legal')} onClick={onLeave}>
          特定商取引法に基づく表記
        </Link>
      </p>
    </div>
  )
}
