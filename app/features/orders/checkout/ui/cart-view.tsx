import { useRef } from 'react'
import { Link } from 'react-router'
import { clearCart, moveItem } from '~/features/cart/changes.rules.ts'
import { fabricNeed, fabricNeedText } from '~/features/cart/fabric-need.rules.ts'
import type { CheckoutFrom } from '~/features/cart/types.ts'
import { CartLines } from '~/features/cart/ui/cart-lines.tsx'
import { CartStatus } from '~/features/cart/ui/cart-status.tsx'
import { CartSums } from '~/features/cart/ui/cart-sums.tsx'
import { useOpenCart } from '~/features/cart/ui/open-cart.tsx'
import { useCart } from '~/features/cart/ui/use-cart.tsx'
import { useCartTotals } from '~/features/cart/ui/use-cart-totals.ts'
import { useWhyClosed } from '~/features/products/ui/shop-closure.tsx'
import { href } from '~/href.ts'
import { formatYen } from '~/kernel/money.ts'
import { Button, ButtonLink } from '~/ui/button.tsx'
import { useSiteFacts } from '~/ui/site-facts.tsx'
import { CartCheckout } from './cart-checkout.tsx'
import css from './cart-view.module.css'
import { ConfirmationItems } from './confirmation-items.tsx'

/** `header-cart` is the header's panel, where minus at one unit removes the line; `react-cart` the product list's modal (C16). */
export function CartContents({ from }: { readonly from: CheckoutFrom }) {
  const { cart, actions } = useCart()
  const totals = useCartTotals()
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
  const legal = (
    <p className={css.legal}>
      <Link to={href('/legal')} onClick={close}>
        特定商取引法に基づく表記
      </Link>
    </p>
  )

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
      <div className={css.inside}>
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
        <FabricForKits onLeave={close} />
        {totals.freeKitsLeft > 0 && !isClosed ? (
          <p className={css.offer}>
            <Link to={href('/kits')} onClick={close}>
              無料のキットを、あと{totals.freeKitsLeft}点選べます
            </Link>
          </p>
        ) : null}
        <CartSums totals={totals} bands={actions.terms.shippingBands} />
        {totals.payable.ok ? <ConfirmationItems>{legal}</ConfirmationItems> : legal}
        <Cards />
      </div>
      <CartCheckout from={from} />
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

function Cards() {
  const { payment } = useSiteFacts().terms
  const cards = cardBrands.filter((brand) => payment.toLowerCase().includes(brand.toLowerCase()))
  return (
    <ul className={css.marks} aria-label="お使いいただけるカード">
      {(cards.length > 0 ? cards : ['カード払い']).map((card) => (
        <li key={card} className={css.card}>
          {card}
        </li>
      ))}
    </ul>
  )
}

/** How much fabric the kits still need, with the way to it (C28). */
function FabricForKits({ onLeave }: { readonly onLeave: () => void }) {
  const { cart } = useCart()
  const need = fabricNeed(cart)
  if (need === null) return null
  return (
    <p className={css.offer}>
      <Link to={href('/all-products')} onClick={onLeave}>
        {fabricNeedText(need)}
        <wbr />
        （布を選ぶ）
      </Link>
    </p>
  )
}
