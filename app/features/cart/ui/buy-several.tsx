import { joinedPiece, type SellableProduct } from '~/features/products/rules.ts'
import { Button } from '~/ui/button.tsx'
import { Icon } from '~/ui/icon.tsx'
import { useSiteFacts } from '~/ui/site-facts.tsx'
import { canBeBought, cartProductOf } from '../rules.ts'
import { shippingInShort } from '../texts.ts'
import { shownName } from '../totals.rules.ts'
import { BuyButton } from './buy-buttons.tsx'
import { OwnButton, useChosenUnits } from './chosen-units.tsx'
import css from './quantity-stepper.module.css'

/** Puts as many units of a fabric into the cart as are wanted, and says what piece they are (P29). */
export function BuySeveral({
  product,
  stopped,
}: {
  readonly product: SellableProduct
  readonly stopped?: string | undefined
}) {
  const { joined } = useSiteFacts()
  const { units } = useChosenUnits()
  const cartProduct = cartProductOf(product)
  if (stopped !== undefined || !canBeBought(cartProduct))
    return (
      <>
        <BuyButton product={product} stopped={stopped} />
        <WhyNotForSale product={product} />
      </>
    )
  return (
    <>
      <div className={css.choice}>
        <UnitStepper product={product} />
        <p role="status">{joinedPiece(product.type, units, joined) ?? '50cm角 1枚'}</p>
      </div>
      <OwnButton>
        <BuyButton product={product} units={units} />
      </OwnButton>
    </>
  )
}

/** How many units are meant, here and wherever else the page shows it. */
export function UnitStepper({ product }: { readonly product: SellableProduct }) {
  const { cart } = useSiteFacts()
  const { units, choose } = useChosenUnits()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a legend where the group's name says it all
    <div className={css.stepper} role="group" aria-label={`${shownName(cartProductOf(product))}の枚数`}>
      <Button
        look="icon"
        aria-label="1枚減らす"
        aria-disabled={units === 1}
        onClick={() => choose(Math.max(1, units - 1))}
      >
        <Icon name="minus" size={20} />
      </Button>
      <output className={`${css.quantity} ${css.units}`} aria-live="off">
        {units}枚
      </output>
      <Button
        look="icon"
        aria-label="1枚増やす"
        aria-disabled={units >= cart.unitsPerLine}
        onClick={() => choose(Math.min(cart.unitsPerLine, units + 1))}
      >
        <Icon name="plus" size={20} />
      </Button>
    </div>
  )
}

/** Below a button that cannot be pressed: what its product waits for. A closed shop says so at the head of the page. */
export function WhyNotForSale({ product: { suspended, price } }: { readonly product: SellableProduct }) {
  if (suspended)
    return <p>いまは販売をお休みしています。「気になる」を押しておくと、あとで見つけやすくなります。</p>
  if (price === null) return <p>ただいま価格を確認しています。確認できるまで、ご購入いただけません。</p>
  return null
}

/** What every purchase costs and allows beside the price, and when it comes. */
export function BuyingTerms() {
  const { cart, terms } = useSiteFacts()
  return (
    <div className={css.terms}>
      <p>送料：{shippingInShort(cart.shippingBands)}</p>
      <p>お届け：{terms.delivery}</p>
      <p>返品：{terms.returns}</p>
      <p>お支払い：{terms.payment}</p>
    </div>
  )
}
