import { Link } from 'react-router'
import type { PicturedLink } from '~/features/pictures/rules.ts'
import type { SellableProduct } from '~/features/products/rules.ts'
import { href } from '~/href.ts'
import { PicturedLinks } from './pictured-links.tsx'
import css from './recipes-of-product.module.css'

interface MadeOfProduct {
  readonly links: readonly PicturedLink[]
  /** Null when all are shown. */
  readonly total: string | null
}

const widths = '(min-width: 90rem) 18rem, (min-width: 75rem) 12rem, (min-width: 40rem) 24vw, 46vw'

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
      <div className={css.head}>
        <h2 id="made-of-it" className={css.heading}>
          {type === 'fabric' ? 'この生地でつくられた作品' : 'このキットでつくられた作品'}
        </h2>
        {made.total === null ? null : (
          <Link to={href('/gallery/search', { product: number })} className="tap">
            作品{made.total}をすべて見る
          </Link>
        )}
      </div>
      <PicturedLinks links={made.links} sizes={widths} className={css.recipes} />
    </section>
  )
}
