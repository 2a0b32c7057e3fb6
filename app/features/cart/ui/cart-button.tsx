import type { Ref } from 'react'
import { Icon } from '~/ui/icon.tsx'
import css from './cart-button.module.css'

interface CartButtonProps {
  readonly units: number
  readonly expanded: boolean
  readonly onClick: () => void
  readonly ref?: Ref<HTMLButtonElement>
}

/** The header's cart button with its badge: units, not lines (S:L26, C18). */
export function CartButton({ units, expanded, onClick, ref }: CartButtonProps) {
  return (
    <button
      ref={ref}
      type="button"
      className={css.button}
      aria-expanded={expanded}
      aria-haspopup="dialog"
      onClick={onClick}
    >
      <Icon name="cart" />
      <span className={css.word}>カート</span>
      {units > 0 ? (
        <span className={css.badge}>
          {units}
          <span className="visually-hidden">点</span>
        </span>
      ) : null}
    </button>
  )
}
