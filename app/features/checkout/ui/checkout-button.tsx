import { type Ref, useId } from 'react'
import { Button } from '~/ui/button.tsx'
import css from './checkout-button.module.css'

interface CheckoutButtonProps {
  /** Whether there is something to pay; `why` says in a sentence why not. */
  readonly payable: boolean
  readonly why: string | null
  readonly generating: boolean
  /** Nothing is sold for now. */
  readonly closed: boolean
  readonly onPress: () => void
  readonly ref?: Ref<HTMLButtonElement>
}

/**
 * The button that leads to the payment page, in its three named texts (S:L28) or that of a closed shop, with the reason when it cannot be pressed
 * (C15). It is disabled by word only: the focus stays on it, and whoever comes to it hears the reason.
 */
export function CheckoutButton({ payable, why, generating, closed, onPress, ref }: CheckoutButtonProps) {
  const whyId = useId()
  const idle = closed ? 'ただいま休業中です' : payable ? '購入へ進む' : '商品を追加してください'
  const text = generating ? '決済ページを生成しています…' : idle
  return (
    <div className={css.place}>
      {why === null ? null : (
        <p className={css.why} id={whyId}>
          {why}
        </p>
      )}
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
