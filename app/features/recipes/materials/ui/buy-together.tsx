import { lineNumbered } from '~/features/cart/rules.ts'
import { addSeveral, severalAhead, type WantedProduct } from '~/features/cart/several.rules.ts'
import { shortAheadText } from '~/features/cart/several.texts.ts'
import type { Cart } from '~/features/cart/types.ts'
import { NeedsScript } from '~/features/cart/ui/buy-buttons.tsx'
import { useCart } from '~/features/cart/ui/use-cart.tsx'
import { useOnePress } from '~/features/cart/ui/use-one-press.ts'
import { useWhyClosed } from '~/features/products/ui/shop-closure.tsx'
import { formatYen } from '~/kernel/money.ts'
import { Button } from '~/ui/button.tsx'
import css from './tied-materials.module.css'
import type { WantedMaterials } from './use-wanted-materials.ts'

export const tiedId = 'tied'

/** Adds all tied materials that can be bought (W3); says before what it will do to this cart (C27). */
export function BuyTogether({ wanted: { tied, wanted } }: { readonly wanted: WantedMaterials }) {
  const { cart, actions } = useCart()
  const whyClosed = useWhyClosed()
  const isSamePress = useOnePress()
  if (tied.length === 0) return null
  const inCart = unitsTogether(cart, wanted)
  const { units, amount, freeKits, short } = severalAhead(cart, wanted, actions.terms)
  const without = new Set(tied.map(({ number }) => number)).size - wanted.length
  return (
    <div id={tiedId} className={css.together}>
      {wanted.length === 0 ? (
        <p>{whyClosed ?? 'この作品の材料のうち、いまお店で買えるものはありません。'}</p>
      ) : (
        <>
          <Button
            wide
            aria-disabled={units === 0}
            onClick={(event) => {
              // C25; what was taken out again may be added at once.
              if (isSamePress(event, wantedKey(wanted)) && inCart > 0) return
              actions.change((now) => addSeveral(now, wanted, actions.terms))
            }}
          >
            <span>
              材料をまとめてカートに入れる{' '}
              <span className={css.sum}>
                {units === 0 ? 'これ以上は入りません' : `${units}点 ${formatYen(amount)}円`}
              </span>
              {inCart === 0 ? null : <span className={css.inCart}> カートに{inCart}点</span>}
            </span>
          </Button>
          {freeKits === 0 ? null : <p>キット{freeKits}点分は、生地といっしょなので無料です。</p>}
          {short.length === 0 ? null : <p>{shortAheadText(short)}</p>}
          {without === 0 ? null : <p>いま買えない{without}種類は入りません。</p>}
          <NeedsScript />
        </>
      )}
    </div>
  )
}

const wantedKey = (wanted: readonly WantedProduct[]): string =>
  wanted.map(({ product, quantity }) => `${product.managementNumber} ${quantity}`).join('\n')

const unitsTogether = (cart: Cart, wanted: readonly WantedProduct[]): number =>
  wanted.reduce((sum, { product }) => sum + (lineNumbered(cart, product.managementNumber)?.quantity ?? 0), 0)
