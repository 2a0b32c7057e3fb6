import { Link } from 'react-router'
import { BuyButton } from '~/features/cart/ui/buy-buttons.tsx'
import { KitSale, LaterMissing } from '~/features/cart/ui/kit-offer.tsx'
import Compare, { CompareButton } from '~/features/products/comparison/ui/compare-button.tsx'
import { ProductCard } from '~/features/products/ui/product-card.tsx'
import { useWhyStopped } from '~/features/products/ui/shop-closure.tsx'
import { WishButton } from '~/features/products/wishlist/ui/wish-button.tsx'
import { Wishlist } from '~/features/products/wishlist/ui/wishlist.tsx'
import { href } from '~/href.ts'
import { Page } from '~/ui/page.tsx'
import { PageMeta } from '~/ui/page-meta.tsx'

const heading = '気になるリスト'

/** The list of this device: one page for everybody, filled in the browser (P32). */
export default function WishlistPage() {
  const whyStopped = useWhyStopped()
  return (
    <Page
      heading={heading}
      wide
      steps={[{ name: heading, to: href('/wishlist') }]}
      lead={
        <>
          <p>
            ハートを押した生地とキットを、お使いのこの端末に残しています。会員登録はいりません。価格と販売の状況は、いまのものを表示します。
          </p>
          <p>
            ギャラリーの作品は、マイページの
            <Link to={href('/gallery/mypage', { tab: 'favorites' })}>保存した作品</Link>
            にあります。
          </p>
        </>
      }
    >
      <PageMeta
        title={heading}
        description="気になる生地とキットを、お使いの端末に残しておけるリストです。会員登録はいりません。"
        noindex
      />
      <Wishlist
        fabric={(fabric, place) => (
          <ProductCard
            key={fabric.number}
            product={fabric}
            place={place}
            sale={
              <>
                <BuyButton product={fabric} stopped={whyStopped(fabric)} />
                <WishButton product={fabric} />
                <CompareButton product={fabric} />
              </>
            }
          />
        )}
        kit={(kit, place) => (
          <ProductCard
            key={kit.number}
            product={kit}
            place={place}
            need={<LaterMissing product={kit} />}
            sale={
              <>
                <KitSale product={kit} stopped={whyStopped(kit)} />
                <WishButton product={kit} />
                <CompareButton product={kit} />
              </>
            }
          />
        )}
      />
      <Compare />
    </Page>
  )
}
