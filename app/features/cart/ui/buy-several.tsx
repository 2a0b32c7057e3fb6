import { isSoldOut, joinedPiece, mostInWords, type SellableProduct } from '~/features/products/rules.ts'
import { useBuyable, useOwnHolds } from '~/features/products/ui/shop-closure.tsx'
import type { Joined, SalesTerms } from '~/kernel/shop-settings.ts'
import { Button } from '~/ui/button.tsx'
import { Icon } from '~/ui/icon.tsx'
import { useSiteFacts } from '~/ui/site-facts.tsx'
import { shownName } from '../offer.rules.ts'
import { canBeBought, cartProductOf } from '../rules.ts'
import { shippingInShort } from '../shipping-ahead.rules.ts'
import { LeftOf, NotForSale, useUnitsInCart } from './buy-buttons.tsx'
import { BuyUnits } from './buy-units.tsx'
import { OwnButton, useChosenUnits } from './chosen-units.tsx'
import css from './quantity-stepper.module.css'

/** P29. */
export function BuySeveral({
  product: shown,
  stopped,
}: {
  readonly product: SellableProduct
  readonly stopped?: string | undefined
}) {
  const { joined } = useSiteFacts()
  const product = useBuyable(shown)
  const { units, limit } = useChosenUnits()
  const inCart = useUnitsInCart(product.number)
  const cartProduct = cartProductOf(product)
  if (stopped !== undefined || !canBeBought(cartProduct))
    return (
      <>
        <NotForSale why={stopped} />
        <WhyNotForSale product={product} />
      </>
    )
  return (
    <>
      <div className={css.choice}>
        <UnitStepper product={product} />
        <p role="status">
          {joinedPiece(product.type, units, joined) ?? '50cm角 1枚'}
          {limitText(product, units, { inCart, limit, joined })}
        </p>
      </div>
      <LeftOf product={product} />
      <OwnButton>
        <BuyUnits product={product} units={units} />
      </OwnButton>
    </>
  )
}

/** Why there are no more, where the stepper ends or the button adds nothing. */
const limitText = (
  { most, waits }: SellableProduct,
  units: number,
  { inCart, limit, joined }: { readonly inCart: number; readonly limit: number; readonly joined: Joined },
): string => {
  const others = waits ? '。ほかのお客様がお支払い中の分は、戻ることがあります' : ''
  if (inCart >= limit) return `。カートに${inCart}枚入っていて、これ以上は入れられません${others}`
  return units === most ? `。${mostInWords(units, joined)}です${others}` : ''
}

/** How many units are meant, here and wherever else the page shows it. */
export function UnitStepper({ product }: { readonly product: SellableProduct }) {
  const { units, limit, choose } = useChosenUnits()
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
        aria-disabled={units >= limit}
        onClick={() => choose(Math.min(limit, units + 1))}
      >
        <Icon name="plus" size={20} />
      </Button>
    </div>
  )
}

export function WhyNotForSale({ product }: { readonly product: SellableProduct }) {
  const { suspended, price } = product
  const own = useOwnHolds().get(product.number)
  if (suspended)
    return <p>いまは販売をお休みしています。「気になる」を押しておくと、あとで見つけやすくなります。</p>
  if (isSoldOut(product)) return <p>売り切れました。</p>
  // Of what it holds itself the page tells on its own (K31).
  if (product.most === 0 && own !== undefined) return null
  if (product.most === 0) return <p>ほかのお客様がお支払い中です。戻ることがあります。</p>
  if (price === null) return <p>ただいま価格を確認しています。確認できるまで、ご購入いただけません。</p>
  return null
}

type TermsBesideBuying = Pick<SalesTerms, 'delivery' | 'returns' | 'payment'>

export function BuyingTerms({ terms }: { readonly terms: TermsBesideBuying }) {
  const { cart } = useSiteFacts()
  return (
    <div className={css.terms}>
      <p>送料：{shippingInShort(cart.shippingBands)}</p>
      <p>お届け：{terms.delivery}</p>
      <p>返品：{terms.returns}</p>
      <p>お支払い：{terms.payment}</p>
    </div>
  )
}
