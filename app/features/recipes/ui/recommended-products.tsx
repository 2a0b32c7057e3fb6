import { displayImageUrl } from '~/kernel/image-url.ts'
import { OutLink } from '~/ui/out-link.tsx'
import { PlainText } from '~/ui/plain-text.tsx'
import type { AffiliateProduct } from '../types.ts'
import css from './shop-picks.module.css'

/** Products of other shops that the author recommends, each with its badge (P11). */
export function RecommendedProducts({ products }: { readonly products: readonly AffiliateProduct[] }) {
  if (products.length === 0) return null
  return (
    <section aria-labelledby="recommended" className={css.part}>
      <h2 id="recommended">作者のおすすめ</h2>
      <ul className={css.recommended}>
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
              <h3 className={css.name}>{name}</h3>
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
