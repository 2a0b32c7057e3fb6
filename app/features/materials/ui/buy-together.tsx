import { useSyncExternalStore } from 'react'
import { lineNumbered } from '~/features/cart/rules.ts'
import { addSeveral, type WantedProduct } from '~/features/cart/several.rules.ts'
import { NeedsScript } from '~/features/cart/ui/buy-buttons.tsx'
import type { CartState } from '~/features/cart/ui/cart-store.ts'
import { useCartStore } from '~/features/cart/ui/use-cart.tsx'
import { useOnePress } from '~/features/cart/ui/use-one-press.ts'
import { useWhyClosed } from '~/features/products/ui/shop-closure.tsx'
import { formatYen } from '~/kernel/money.ts'
import { Button } from '~/ui/button.tsx'
import css from './tied-materials.module.css'
import type { WantedMaterials } from './use-wanted-materials.ts'

export const tiedId = 'tied'

/** Adds all tied materials that can be bought (W3). */
export function BuyTogether({ wanted: { tied, wanted, totals } }: { readonly wanted: WantedMaterials }) {
  const store = useCartStore()
  const whyClosed = useWhyClosed()
  const isSamePress = useOnePress()
  const inCart = useUnitsTogether(wanted)
  if (tied.length === 0) return null
  const free = totals.lines.filter(({ state }) => state === 'free-by-offer').length
  const without = new Set(tied.map(({ number }) => number)).size - wanted.length
  return (
    <div id={tiedId} className={css.together}>
      {wanted.length === 0 ? (
        <p>{whyClosed ?? 'この作品の材料のうち、いまお店で買えるものはありません。'}</p>
      ) : (
        <>
          <Button
            wide
            onClick={(event) => {
              // C25; what was taken out again may be added at once.
              if (isSamePress(event, wantedKey(wanted)) && inCart > 0) return
              store.change((cart) => addSeveral(cart, wanted, store.terms))
            }}
          >
            <span>
              材料をまとめてカートに入れる{' '}
              <span className={css.sum}>
                {totals.units}点 {formatYen(totals.subtotal)}円
              </span>
              {inCart === 0 ? null : <span className={css.inCart}> カートに{inCart}点</span>}
            </span>
          </Button>
          {free === 0 ? null : <p>キット{free}点分は、生地といっしょなので無料です。</p>}
          {without === 0 ? null : <p>いま買えない{without}種類は入りません。</p>}
          <NeedsScript />
        </>
      )}
    </div>
  )
}

const wantedKey = (wanted: readonly WantedProduct[]): string =>
  wanted.map(({ product, quantity }) => `${product.managementNumber} ${quantity}`).join('\n')

/** 0 on the server and until the cart has been read. */
const useUnitsTogether = (wanted: readonly WantedProduct[]): number => {
  const { subscribe, getSnapshot, getServerSnapshot } = useCartStore()
  const unitsIn = ({ cart }: CartState) =>
    wanted.reduce(
      (sum, { product }) => sum + (lineNumbered(cart, product.managementNumber)?.quantity ?? 0),
      0,
    )
  return useSyncExternalStore(
    subscribe,
    () => unitsIn(getSnapshot()),
    () => unitsIn(getServerSnapshot()),
  )
}
