import { descriptionWithoutColour } from '~/features/catalogue/description.rules.ts'
import { joinedPiece } from '~/features/catalogue/rules.ts'
import { smallGoodsPicture } from '~/features/pictures/sources.rules.ts'
import { formatYen } from '~/kernel/money.ts'
import { useSiteFacts } from '~/ui/site-facts.tsx'
import type { CartLine } from '../totals.rules.ts'
import { type CartLineActions, LineControls } from './cart-line-controls.tsx'
import css from './cart-lines.module.css'

interface CartLinesProps {
  readonly lines: readonly CartLine[]
  readonly actions: CartLineActions
  readonly minusAtOne: 'remove' | 'stop'
  readonly unitsPerLine: number
}

export function CartLines({ lines, actions, minusAtOne, unitsPerLine }: CartLinesProps) {
  const hasFreed = lines.some(({ state }) => state === 'free-by-offer')
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the list scrolls, and a keyboard must be able to scroll it
    <ul className={css.lines} tabIndex={0} aria-label="カートの中身">
      {lines.map((line) => (
        <li key={line.item.managementNumber} className={css.line}>
          <img src={smallGoodsPicture(line.item.imageUrl)} alt="" width="72" height="72" loading="lazy" />
          <div className={css.what}>
            <p className={css.name}>{line.shownName}</p>
            <Description line={line} />
            <p className={css.number}>管理番号 {line.item.managementNumber}</p>
            <LinePrice line={line} />
            <Piece line={line} />
          </div>
          <LineControls
            line={line}
            actions={actions}
            minusAtOne={minusAtOne}
            unitsPerLine={unitsPerLine}
            mayBecomeFree={hasFreed && line.state === 'paid'}
          />
        </li>
      ))}
    </ul>
  )
}

function Description({ line: { item } }: { readonly line: CartLine }) {
  const text = descriptionWithoutColour({ type: item.productType, description: item.description })
  return text === '' ? null : <p className={css.description}>{text}</p>
}

/** P29. */
function Piece({ line: { item } }: { readonly line: CartLine }) {
  const { joined } = useSiteFacts()
  const piece = joinedPiece(item.productType, item.quantity, joined)
  return piece === null ? null : <p className={css.number}>{piece}</p>
}

function LinePrice({ line }: { readonly line: CartLine }) {
  const { item, state, unitPrice, regularPrice, amount } = line
  if (state === 'gone')
    return (
      <p className={css.problem}>いま販売していないため、お求めいただけません。削除してお進みください。</p>
    )
  if (state === 'price-unknown')
    return (
      <p className={css.problem}>価格確認中のため、いまはお求めいただけません。削除してお進みください。</p>
    )
  if (state === 'needs-refresh') return <p className={css.problem}>価格を確認しています…</p>
  if (state === 'free-by-offer')
    return (
      <p className={css.price}>
        <strong className={css.free}>無料</strong>
        {regularPrice === null ? null : (
          <small>
            （通常 <s>{formatYen(regularPrice)}円</s>）× {item.quantity}
          </small>
        )}
      </p>
    )
  if (state === 'free') return <p className={css.price}>0円 × {item.quantity}</p>
  return (
    <p className={css.price}>
      {formatYen(unitPrice)}円 × {item.quantity}
      <span className={css.amount}>{formatYen(amount)}円</span>
    </p>
  )
}
