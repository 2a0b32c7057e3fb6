import { type Ref, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { undoText } from '~/features/cart/texts.ts'
import type { CartTotals, Payability } from '~/features/cart/totals.rules.ts'
import type { CheckoutFrom } from '~/features/cart/types.ts'
import { CartStatus } from '~/features/cart/ui/cart-status.tsx'
import { CartTotal } from '~/features/cart/ui/cart-sums.tsx'
import { useCart } from '~/features/cart/ui/use-cart.tsx'
import { useCartTotals } from '~/features/cart/ui/use-cart-totals.ts'
import { useSecondTaps } from '~/features/cart/ui/use-one-press.ts'
import { useWhyClosed } from '~/features/products/ui/shop-closure.tsx'
import { Button } from '~/ui/button.tsx'
import { Notice } from '~/ui/notice.tsx'
import { useSiteFacts } from '~/ui/site-facts.tsx'
import { checkoutRequest } from '../request.rules.ts'
import css from './cart-view.module.css'
import { DifferenceSheet } from './difference-sheet.tsx'
import { useCheckout } from './use-checkout.ts'

const reasons: Readonly<Record<Exclude<Payability, { ok: true }>['why'], string | null>> = {
  empty: null,
  'only-free': '無料の商品だけではお会計に進めません。生地か有料のキットを追加してください。',
  gone: 'いま販売していない商品が入っています。取り出すとお会計に進めます。',
  'price-unknown': '価格確認中の商品が入っています。取り出すとお会計に進めます。',
  'needs-refresh': '価格を確認しています。少しお待ちください。',
}

/** The foot: refusal, total and button, which stay in view together below what scrolls, and cover none of it (S36). */
export function CartCheckout({ from }: { readonly from: CheckoutFrom }) {
  const { cart, undo, actions } = useCart()
  const totals = useCartTotals()
  const before = useNoticeOfBefore()
  const isSecondTap = useSecondTaps()
  const foot = useRef<HTMLDivElement>(null)
  const { origin: siteOrigin } = useSiteFacts()
  const { pathname } = useLocation()
  const { state, start, dismiss } = useCheckout()
  const button = useFocusAfter(state.step === 'differs')
  const { payable } = totals
  const closed = useWhyClosed()
  const why = closed ?? (payable.ok ? null : reasons[payable.why])
  const pay = () => {
    const request = checkoutRequest(cart, { origin: siteOrigin, path: pathname, from }, actions.terms)
    if (request !== null) void start(request, cart)
  }

  return (
    <>
      <div ref={foot} className={css.foot}>
        <CartStatus before={before} />
        {undo !== null && undo === before?.undo ? (
          <Button
            look="quiet"
            wide
            onClick={(event) => {
              if (isSecondTap(event)) return
              actions.undo()
              // The pressed button disappears.
              foot.current?.querySelector<HTMLElement>('[role="status"]')?.focus()
            }}
          >
            {undoText(undo.done)}
          </Button>
        ) : null}
        {state.step === 'failed' ? (
          <div className={css.refusal}>
            <Notice kind="error">
              <p>{state.message}</p>
              {state.hint === null ? null : <p>{state.hint}</p>}
            </Notice>
          </div>
        ) : null}
        <CheckoutButton
          ref={button}
          totals={totals}
          payable={payable.ok && closed === null}
          closed={closed !== null}
          why={why}
          generating={state.step === 'generating'}
          onPress={pay}
        />
      </div>
      {state.step === 'differs' ? <DifferenceSheet {...state} onClose={dismiss} /> : null}
    </>
  )
}

/** The open cart shows what a notice of the page said: of one that can be undone only that is left. */
const useNoticeOfBefore = () => {
  const { actions } = useCart()
  const [{ notice, undo }] = useState(() => actions.getSnapshot())
  return undo !== null && notice?.content === undo.done ? { notice, undo } : undefined
}

const useFocusAfter = (isSheetOpen: boolean): RefObject<HTMLButtonElement | null> => {
  const button = useRef<HTMLButtonElement>(null)
  const wasOpen = useRef(false)
  useEffect(() => {
    if (wasOpen.current && !isSheetOpen) button.current?.focus()
    wasOpen.current = isSheetOpen
  }, [isSheetOpen])
  return button
}

interface CheckoutButtonProps {
  readonly totals: CartTotals
  readonly payable: boolean
  readonly why: string | null
  readonly generating: boolean
  readonly closed: boolean
  readonly onPress: () => void
  readonly ref?: Ref<HTMLButtonElement>
}

/** C15. Only aria-disabled: the focus stays, and the reason is read. */
function CheckoutButton({ totals, payable, why, generating, closed, onPress, ref }: CheckoutButtonProps) {
  const whyId = useId()
  const idle = closed ? 'ただいま休業中です' : payable ? '購入へ進む' : '商品を追加してください'
  const text = generating ? '決済ページを生成しています…' : idle
  return (
    <div className={css.pay}>
      {why === null ? null : (
        <p className={css.why} id={whyId}>
          {why}
        </p>
      )}
      <CartTotal totals={totals} />
      <Button
        ref={ref}
        wide
        aria-disabled={!payable || generating}
        aria-describedby={why === null ? undefined : whyId}
        onClick={onPress}
      >
        {text}
      </Button>
    </div>
  )
}
