import { Link } from 'react-router'
import type { SellableProduct } from '~/features/products/rules.ts'
import { href } from '~/href.ts'
import { ButtonLink } from '~/ui/button.tsx'
import css from './recipes-of-product.module.css'

/** From `picturedLink`; `avif` and `webp` as in `srcset`. */
interface RecipeLink {
  readonly to: string
  readonly title: string
  readonly src: string
  readonly avif?: string | undefined
  readonly webp?: string | undefined
  readonly width?: number | undefined
  readonly height?: number | undefined
}

interface MadeOfProduct {
  readonly links: readonly RecipeLink[]
  readonly total: string
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
      <ul className={css.recipes}>
        {made.links.map(({ to, title, src, avif, webp, width, height }) => (
          <li key={to}>
            <Link to={to} className={css.recipe}>
              <picture>
                {avif && <source type="image/avif" srcSet={avif} sizes={widths} />}
                {webp && <source type="image/webp" srcSet={webp} sizes={widths} />}
                <img src={src} alt="" width={width} height={height} loading="lazy" decoding="async" />
              </picture>
              {title}
            </Link>
          </li>
        ))}
      </ul>
      <ButtonLink to={href('/gallery/search', { product: number })} look="secondary">
        作品{made.total}をすべて見る
      </ButtonLink>
    </section>
  )
}
