import { Button } from '~/ui/button.tsx'
import { Icon } from '~/ui/icon.tsx'
import css from './quantity-stepper.module.css'

/** Buttons at their limit are only aria-disabled, so that the focus stays. Without `onRemove` minus stops at one (C16). */
export function QuantityStepper({
  called,
  quantity,
  limit,
  onChange,
  onRemove,
}: {
  /** Includes the number, as colours of one fabric share a name. */
  readonly called: string
  readonly quantity: number
  readonly limit: number
  readonly onChange: (quantity: number) => void
  readonly onRemove?: (() => void) | undefined
}) {
  const isLast = quantity === 1
  const removesNow = isLast && onRemove !== undefined
  const minus = () => {
    if (removesNow) onRemove()
    else if (!isLast) onChange(quantity - 1)
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a legend where the group's name says it all
    <div className={css.stepper} role="group" aria-label={`${called}の数量`}>
      <Button
        look="icon"
        aria-label={removesNow ? `${called}をカートから取り出す` : `${called}を1枚減らす`}
        aria-disabled={isLast && !removesNow}
        onClick={minus}
      >
        <Icon name={removesNow ? 'trash' : 'minus'} size={20} />
      </Button>
      <output className={css.quantity} aria-live="off">
        {quantity}
      </output>
      <Button
        look="icon"
        aria-label={`${called}を1枚増やす`}
        aria-disabled={quantity >= limit}
        onClick={() => onChange(quantity + 1)}
      >
        <Icon name="plus" size={20} />
      </Button>
    </div>
  )
}
