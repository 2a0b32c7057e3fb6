import { smallProductPicture } from '~/features/pictures/sources.rules.ts'
import { descriptionWithoutColour } from '~/features/products/description.rules.ts'
import { joinedPiece, mostInWords } from '~/features/products/rules.ts'
import { formatYen } from '~/kernel/money.ts'
import type { Joined } from '~/kernel/shop-settings.ts'
import { Button } from '~/ui/button.tsx'
import { Icon } from '~/ui/icon.tsx'
import { inPhrases } from '~/ui/phrases.tsx'
import { useSiteFacts } from '~/ui/site-facts.tsx'
import { unitLimit } from '../rules.ts'
import { type CartLine, canBeSent } from '../totals.rules.ts'
import type { CartItem } from '../types.ts'
import css from './cart-lines.module.css'
import { QuantityStepper } from './quantity-stepper.tsx'

interface CartLineActions {
  readonly setQuantity: (managementNumber: string, quantity: number) => void
  readonly remove: (managementNumber: string) => void
  /** The offer makes the first kits free (C7). */
  readonly moveToFront: (managementNumber: string) => void
}

interface CartLinesProps {
  readonly lines: readonly CartLine[]
  readonly actions: CartLineActions
  /** C16. */
  readonly minusAtOne: 'remove' | 'stop'
  readonly unitsPerLine: number
}

export function CartLines(props: CartLinesProps) {
  const { lines } = props
  const look = [css.lines, css.lines, `${css.several} ${css.two}`][lines.length] ?? css.several
  const hasFreed = lines.some(({ state }) => state === 'free-by-offer')
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the list scrolls, and a keyboard must be able to scroll it
    <ul className={look} tabIndex={0} aria-label="カートの中身">
      {lines.map((line) => (
        <Line
          key={line.item.managementNumber}
          {...props}
          line={line}
          mayBecomeFree={hasFreed && line.state === 'paid' && line.item.productType === 'kit'}
        />
      ))}
    </ul>
  )
}

interface LineProps extends Omit<CartLinesProps, 'lines'> {
  readonly line: CartLine
  readonly mayBecomeFree: boolean
}

function Line({ line, actions, minusAtOne, unitsPerLine, mayBecomeFree }: LineProps) {
  const { shownName, item } = line
  const { managementNumber: number, quantity, productType: type } = item
  const { joined } = useSiteFacts()
  const piece = canBeSent(line) ? joinedPiece(type, quantity, joined) : null
  const description = descriptionWithoutColour({ type, description: item.description })
  const called = `${shownName}（${number}）`
  const remove = () => actions.remove(number)
  return (
    <li className={css.line}>
      <div className={css.which}>
        <img src={smallProductPicture(item.imageUrl)} alt="" width="72" height="72" loading="lazy" />
        <p className={css.number}>
          <span className="visually-hidden">管理番号 </span>
          {number}
        </p>
      </div>
      <div className={css.what}>
        <p className={css.name}>{inPhrases(shownName)}</p>
        {description === '' ? null : <p className={css.description}>{description}</p>}
        {/* P29 */}
        {piece === null ? null : <p className={css.piece}>{piece}</p>}
        <LeftOfLine item={item} joined={joined} />
      </div>
      <div className={css.row}>
        {item.productType === 'kit' ? (
          <small>1点のみ</small>
        ) : (
          <QuantityStepper
            called={called}
            quantity={quantity}
            limit={unitLimit(item, { unitsPerLine })}
            onChange={(units) => actions.setQuantity(number, units)}
            onRemove={minusAtOne === 'remove' ? remove : undefined}
          />
        )}
        {mayBecomeFree ? (
          <Button
            look="quiet"
            aria-label={`こちらを無料にする：${called}`}
            onClick={() => actions.moveToFront(number)}
          >
            こちらを無料にする
          </Button>
        ) : null}
        <LinePrice line={line} />
      </div>
      {/* In the corner: beside the stepper it would be the twin of the trash at one unit (C30). */}
      <div className={css.out}>
        <Button look="icon" aria-label={`${called}を取り出す`} title="取り出す" onClick={remove}>
          <Icon name="close" size={18} />
        </Button>
      </div>
    </li>
  )
}

/** The shop's last word on the cloth left (K10); the order decides. */
function LeftOfLine({ item, joined }: { readonly item: CartItem; readonly joined: Joined }) {
  const { most, waits, quantity, productType } = item
  if (most === undefined || quantity < most) return null
  if (most === 0)
    return (
      <p className={css.problem}>
        {waits ? 'ほかのお客様がお支払い中です。戻ることがあります。' : '売り切れました。'}
      </p>
    )
  // Of a kit a cart has one.
  if (productType === 'kit') return null
  return (
    <p className={quantity > most ? css.problem : css.piece} role="status">
      {mostInWords(most, joined)}です{waits ? '。ほかのお客様がお支払い中の分は、戻ることがあります。' : ''}
    </p>
  )
}

function LinePrice({ line }: { readonly line: CartLine }) {
  const { item, state, unitPrice, regularPrice, amount } = line
  if (state === 'gone')
    return (
      <p className={css.problem}>いま販売していないため、お求めいただけません。取り出してお進みください。</p>
    )
  if (state === 'price-unknown')
    return (
      <p className={css.problem}>価格確認中のため、いまはお求めいただけません。取り出してお進みください。</p>
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
      <small>
        {formatYen(unitPrice)}円 × {item.quantity}
      </small>
      <strong>{formatYen(amount)}円</strong>
    </p>
  )
}
