import { BuyButton } from '~/features/cart/ui/buy-buttons.tsx'
import { KitSale } from '~/features/cart/ui/kit-offer.tsx'
import type { Kit, SellableProduct } from '~/features/products/rules.ts'
import { ProductCard } from '~/features/products/ui/product-card.tsx'
import { useWhyStopped } from '~/features/products/ui/shop-closure.tsx'
import { Shelf, shelfCards } from '~/features/shop/site-pages/ui/shelf.tsx'
import { href } from '~/href.ts'
import { useSiteFacts } from '~/ui/site-facts.tsx'
import { LaterWish } from './later-wish.tsx'

export function NewFabrics({ fabrics }: { readonly fabrics: readonly SellableProduct[] }) {
  const whyStopped = useWhyStopped()
  if (fabrics.length === 0) return null
  return (
    <Shelf id="new-fabrics" heading="新しい生地" to={href('/all-products')} all="生地をすべて見る">
      <ul className={shelfCards}>
        {fabrics.map((fabric, at) => (
          <ProductCard
            key={fabric.number}
            product={fabric}
            place={at + 1}
            sale={
              <>
                <BuyButton product={fabric} stopped={whyStopped(fabric)} />
                <LaterWish product={fabric} />
              </>
            }
          />
        ))}
      </ul>
    </Shelf>
  )
}

/** Includes the offer of free kits. */
export function FirstKits({ kits }: { readonly kits: readonly Kit[] }) {
  const { cart } = useSiteFacts()
  const whyStopped = useWhyStopped()
  if (kits.length === 0) return null
  return (
    <Shelf
      id="first-kits"
      heading="はじめての方のキット"
      lead={
        cart.freeKits > 0
          ? `生地をお買い上げの方は、レシピ・キットを${cart.freeKits}点まで無料でお付けします。`
          : undefined
      }
      to={href('/kits')}
      all="キットをすべて見る"
    >
      <ul className={shelfCards}>
        {kits.map((kit, at) => (
          <ProductCard
            key={kit.number}
            product={kit}
            place={at + 1}
            sale={
              <>
                <KitSale product={kit} stopped={whyStopped(kit)} />
                <LaterWish product={kit} />
              </>
            }
          />
        ))}
      </ul>
    </Shelf>
  )
}
