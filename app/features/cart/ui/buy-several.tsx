import { useState } from 'react'
import { joinedPiece, type SellableProduct } from '~/features/catalogue/rules.ts'
import { Button } from '~/ui/button.tsx'
import { Icon } from '~/ui/icon.tsx'
import { useSiteFacts } from '~/ui/site-facts.tsx'
import { canBeBought, goodsOf } from '../rules.ts'
import { shippingInShort } from '../texts.ts'
import { shownName } from '../totals.rules.ts'
import { BuyButton } from './buy-buttons.tsx'
import css from './quantity-stepper.module.css'

/** Puts as many units of a fabric into the cart as are wanted, and says what piece they are (P29). */
export function BuySeveral({
  product,
  stopped,
}: {
  readonly product: SellableProduct
  readonly stopped?: string | undefined
}) {
  const { cart, joined } = useSiteFacts()
  const [units, setUnits] = useState(1)
  const goods = goodsOf(product)
  if (stopped !== undefined || !canBeBought(goods)) return <BuyButton product={product} stopped={stopped} />
  const called = `${shownName(goods)}の枚数`
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a legend where the group's name says it all */}
      <div className={css.stepper} role="group" aria-label={called}>
        <Button
          look="icon"
          aria-label="1枚減らす"
          aria-disabled={units === 1}
          onClick={() => setUnits(Math.max(1, units - 1))}
        >
          <Icon name="minus" size={20} />
        </Button>
        <output className={css.quantity} aria-live="off">
          {units}枚
        </output>
        <Button
          look="icon"
          aria-label="1枚増やす"
          aria-disabled={units >= cart.unitsPerLine}
          onClick={() => setUnits(Math.min(cart.unitsPerLine, units + 1))}
        >
          <Icon name="plus" size={20} />
        </Button>
      </div>
      <p role="status">{joinedPiece(product.type, units, joined) ?? '50cm角 1枚'}</p>
      <BuyButton product={product} units={units} />
    </>
  )
}

/** Why nothing can be bought here without script, and what every purchase costs and allows beside the price. */
export function BuyingTerms() {
  const { cart, terms } = useSiteFacts()
  return (
    <div className={css.terms}>
      <noscript>
        <p>
          ご購入には、ブラウザーのJavaScriptが必要です。設定で有効にして、ページを読み込み直してください。
        </p>
      </noscript>
      <p>送料：{shippingInShort(cart.shippingBands)}</p>
      <p>返品：{terms.returns}</p>
    </div>
  )
}
