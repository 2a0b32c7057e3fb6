import { addSeveral } from '~/features/cart/several.rules.ts'
import { NeedsScript } from '~/features/cart/ui/buy-buttons.tsx'
import { useCartStore } from '~/features/cart/ui/use-cart.tsx'
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
  if (tied.length === 0) return null
  const free = totals.lines.filter(({ state }) => state === 'free-by-offer').length
  const without = new Set(tied.map(({ number }) => number)).size - wanted.length
  return (
    <div id={tiedId} className={css.together}>
      {wanted.length === 0 ? (
        <p>{whyClosed ?? 'この作品の材料のうち、いまお店で買えるものはありません。'}</p>
      ) : (
        <>
          <Button wide onClick={() => store.change((cart) => addSeveral(cart, wanted, store.terms))}>
            <span>
              材料をまとめてカートに入れる{' '}
              <span className={css.sum}>
                {totals.units}点 {formatYen(totals.subtotal)}円
              </span>
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
