import { Link } from 'react-router'
import { BuyButton } from '~/features/cart/ui/buy-buttons.tsx'
import { smallPictureUrl } from '~/features/pictures/rules.ts'
import { nameWithColour } from '~/features/products/description.rules.ts'
import { productPath } from '~/features/products/rules.ts'
import { useWhyStopped } from '~/features/products/ui/shop-closure.tsx'
import { href } from '~/href.ts'
import { displayImageUrl } from '~/kernel/image-url.ts'
import { formatYenTaxIncluded } from '~/kernel/money.ts'
import { OutLink } from '~/ui/out-link.tsx'
import { inPhrases } from '~/ui/phrases.tsx'
import { PlainText } from '~/ui/plain-text.tsx'
import type { AffiliateProduct, ShopPick } from '../types.ts'
import css from './shop-picks.module.css'

/** Two of the shop's fabrics with their colours (R33). */
export function ShopPicks({ picks }: { readonly picks: readonly ShopPick[] }) {
  const whyStopped = useWhyStopped()
  return (
    <section id="shop" aria-labelledby="picks" className={`stack-4 ${css.picks}`}>
      <h2 id="picks">お店のおすすめ</h2>
      {picks.length === 0 ? null : (
        <ul className={css.pickList}>
          {picks.map(({ product, pictures }) => (
            <li key={product.number} className={css.pick}>
              <ul className={css.thumbnails}>
                {pictures.map((picture, at) => (
                  <li key={picture}>
                    <img
                      className={css.fabric}
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
                <Link to={productPath(product)}>{inPhrases(nameWithColour(product))}</Link>
              </h3>
              <p className={css.price}>
                {product.price === null ? '価格確認中' : formatYenTaxIncluded(product.price)}
              </p>
              <div>
                <BuyButton product={product} stopped={whyStopped(product)} />
              </div>
            </li>
          ))}
        </ul>
      )}
      <p>
        <Link to={href('/all-products')} className="tap">
          お店の布を見る
        </Link>
      </p>
    </section>
  )
}

/** Products of other shops, each with the badge PR (P11). */
export function RecommendedProducts({ products }: { readonly products: readonly AffiliateProduct[] }) {
  if (products.length === 0) return null
  return (
    <section aria-labelledby="recommended" className="stack-4">
      <h2 id="recommended">作者のおすすめ</h2>
      <ul className="stack-4">
        {products.map(({ id, name, description, productUrl, price = '', imageUrl = '' }) => (
          <li key={id} className={css.product}>
            {imageUrl === '' ? null : (
              <img
                className={css.picture}
                src={displayImageUrl(imageUrl)}
                alt=""
                width="96"
                height="96"
                loading="lazy"
                decoding="async"
              />
            )}
            <div className={css.words}>
              <p className={css.badge}>PR／広告</p>
              <h3 className={css.name}>{inPhrases(name)}</h3>
              {price === '' ? null : <p className={css.price}>{price}</p>}
              {description === '' ? null : <PlainText text={description} rel="sponsored ugc nofollow" />}
              <p>
                <OutLink href={productUrl} rel="sponsored ugc nofollow" plainHttp>
                  {name}を見る
                </OutLink>
              </p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
