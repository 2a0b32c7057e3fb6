import { Link } from 'react-router'
import { BuyButton } from '~/features/cart/ui/buy-buttons.tsx'
import { smallPictureUrl } from '~/features/pictures/rules.ts'
import { nameWithColour } from '~/features/products/description.rules.ts'
import { productPath } from '~/features/products/rules.ts'
import { useWhyStopped } from '~/features/products/ui/shop-closure.tsx'
import { href } from '~/href.ts'
import { formatYenTaxIncluded } from '~/kernel/money.ts'
import type { ShopPick } from '../shop-picks.rules.ts'
import css from './shop-picks.module.css'

/** Two of the shop's own fabrics with their colours (R33). */
export function ShopPicks({ picks }: { readonly picks: readonly ShopPick[] }) {
  const whyStopped = useWhyStopped()
  return (
    <section id="shop" aria-labelledby="picks" className={css.picks}>
      <h2 id="picks">お店のおすすめ</h2>
      {picks.length === 0 ? null : (
        <ul className={css.pickList}>
          {picks.map(({ product, pictures }) => (
            <li key={product.number} className={css.pick}>
              <ul className={css.thumbnails}>
                {pictures.map((picture, at) => (
                  <li key={picture}>
                    <img
                      className={css.cloth}
                      src={smallPictureUrl(picture)}
                      alt={at === 0 ? `${nameWithColour(product)}の布地` : `${product.name}の色ちがい${at}`}
                      width="64"
                      height="64"
                      loading="lazy"
                      decoding="async"
                    />
                  </li>
                ))}
              </ul>
              <h3 className={css.name}>
                <Link to={productPath(product)}>{nameWithColour(product)}</Link>
              </h3>
              <p className={css.price}>
                {product.price === null ? '価格確認中' : formatYenTaxIncluded(product.price)}
              </p>
              <BuyButton product={product} stopped={whyStopped(product)} />
            </li>
          ))}
        </ul>
      )}
      <p>
        <Link to={href('/all-products')} className={css.all}>
          お店の布を見る
        </Link>
      </p>
    </section>
  )
}
