import type { PicturedLink } from '~/features/pictures/rules.ts'
import type { SellableProduct } from '~/features/products/rules.ts'
import { href } from '~/href.ts'
import { ButtonLink } from '~/ui/button.tsx'
import { PicturedLinks } from './pictured-links.tsx'
import css from './recipes-of-product.module.css'

interface MadeOfProduct {
  readonly links: readonly PicturedLink[]
  /** Null when all are shown. */
  readonly total: string | null
}

const widths = '(min-width: 64rem) 8rem, (min-width: 40rem) 24vw, 46vw'

/** Recipes made with a product (W4); renders nothing without any. */
export function RecipesOfProduct({
  product: { number, type },
  made,
}: {
  readonly product: Pick<SellableProduct, 'number' | 'type'>
  readonly made: MadeOfProduct | null
}) {
  if (made === null || made.links.length === 0) return null
  return (
    <section aria-labelledby="made-of-it">
      <h2 id="made-of-it" className={css.heading}>
        {type === 'fabric' ? 'この生地でつくられた作品' : 'このキットでつくられた作品'}
      </h2>
      <PicturedLinks links={made.links} sizes={widths} className={css.recipes} />
      {made.total === null ? null : (
        <ButtonLink to={href('/gallery/search', { product: number })} look="secondary">
          作品{made.total}をすべて見る
        </ButtonLink>
      )}
    </section>
  )
}
