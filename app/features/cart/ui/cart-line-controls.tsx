import { Button } from '~/ui/button.tsx'
import { Icon } from '~/ui/icon.tsx'
import type { CartLine } from '../totals.rules.ts'
import css from './cart-lines.module.css'

export interface CartLineActions {
  readonly setQuantity: (managementNumber: string, quantity: number) => void
  readonly remove: (managementNumber: string) => void
  /** Moves a kit before the others, so that the offer makes it free (C7). */
  readonly moveToFront: (managementNumber: string) => void
}

interface LineControlsProps {
  readonly line: CartLine
  readonly actions: CartLineActions
  /** C16. */
  readonly minusAtOne: 'remove' | 'stop'
  readonly unitsPerLine: number
  /** Whether it can be chosen in place of a kit that is free (C7). */
  readonly mayBecomeFree: boolean
}

/** Fabrics may share name and colour: only with its number does a button say which line it changes. */
const calledOf = ({ shownName, item }: CartLine) => `${shownName}（${item.managementNumber}）`

export function LineControls(props: LineControlsProps) {
  const { line, actions } = props
  return (
    <div className={css.controls}>
      {line.item.productType === 'kit' ? <KitControls {...props} /> : <Stepper {...props} />}
      <Button
        look="quiet"
        aria-label={`${calledOf(line)}を削除`}
        onClick={() => actions.remove(line.item.managementNumber)}
      >
        削除
      </Button>
    </div>
  )
}

function KitControls({ line, actions, mayBecomeFree }: LineControlsProps) {
  return (
    <div className={css.kit}>
      <small>1点のみ</small>
      {mayBecomeFree ? (
        <Button
          look="quiet"
          aria-label={`こちらを無料にする：${calledOf(line)}`}
          onClick={() => actions.moveToFront(line.item.managementNumber)}
        >
          こちらを無料にする
        </Button>
      ) : null}
    </div>
  )
}

/** Buttons at their limit are only aria-disabled, so that the focus stays where it is. */
function Stepper({ line, actions, minusAtOne, unitsPerLine }: LineControlsProps) {
  const { managementNumber, quantity } = line.item
  const called = calledOf(line)
  const isLast = quantity === 1
  const removesNow = isLast && minusAtOne === 'remove'
  const minus = () => {
    if (removesNow) actions.remove(managementNumber)
    else if (!isLast) actions.setQuantity(managementNumber, quantity - 1)
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a legend where the group's name says it all
    <div className={css.stepper} role="group" aria-label={`${called}の数量`}>
      <Button
        look="icon"
        aria-label={removesNow ? `${called}をカートから出す` : `${called}を1点減らす`}
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
        aria-label={`${called}を1点増やす`}
        aria-disabled={quantity >= unitsPerLine}
        onClick={() => actions.setQuantity(managementNumber, quantity + 1)}
      >
        <Icon name="plus" size={20} />
      </Button>
    </div>
  )
}
