import type { ComponentProps } from 'react'
import { BuyBar } from '~/features/cart/ui/buy-bar.tsx'
import { AddKitButton } from '~/features/cart/ui/buy-buttons.tsx'
import { BuyingTerms, WhyNotForSale } from '~/features/cart/ui/buy-several.tsx'
import { ChosenUnits, OwnButton } from '~/features/cart/ui/chosen-units.tsx'
import { KitPrice } from '~/features/cart/ui/kit-offer.tsx'
import { OwnHoldNotice } from '~/features/orders/checkout/ui/own-hold.tsx'
import { sharedCard } from '~/features/pictures/share-card.rules.ts'
import { CompareButton } from '~/features/products/comparison/ui/compare-button.tsx'
import type { KitOfPage, SellableProduct } from '~/features/products/rules.ts'
import { isForSale, pictureOfProduct, productPath, shareCardOfProduct } from '~/features/products/rules.ts'
import { fabricsSectionId, LevelBadge } from '~/features/products/ui/product-card.tsx'
import {
  AboutKit,
  ChooseFabric,
  PriceRow,
  ProductLayout,
  RelatedProducts,
} from '~/features/products/ui/product-page.tsx'
import { ProductPictures } from '~/features/products/ui/product-pictures.tsx'
import { useBuyable, useProductNow, useWhyStopped } from '~/features/products/ui/shop-closure.tsx'
import { LastSeen } from '~/features/products/wishlist/ui/last-seen.tsx'
import { WishButton } from '~/features/products/wishlist/ui/wish-button.tsx'
import { RecipesOfProduct } from '~/features/recipes/materials/ui/recipes-of-product.tsx'
import { ArrivalLine } from '~/features/shop/delivery-dates/ui/arrival.tsx'
import { ProductData } from '~/features/shop/site-pages/ui/product-list-data.tsx'
import { RestockForm } from '~/features/stock/restock/ui/restock-form.tsx'
import { href } from '~/href.ts'
import { formatYenTaxIncluded } from '~/kernel/money.ts'
import { summaryLine } from '~/kernel/text.ts'
import { Page } from '~/ui/page.tsx'
import { PageMeta } from '~/ui/page-meta.tsx'

export const kitList = { name: 'キット', to: href('/kits') }

export interface KitFound {
  readonly kit: KitOfPage
  readonly fabrics: readonly SellableProduct[]
  readonly list: ComponentProps<typeof ChooseFabric>['list']
  readonly made: ComponentProps<typeof RecipesOfProduct>['made']
  readonly arrivals: ComponentProps<typeof ArrivalLine>['arrivals']
}

type RestockAnswer = ComponentProps<typeof RestockForm>['answer']

/** The page of a kit; `answer` is the result of its restock form. */
export function KitPage({ found, answer }: { readonly found: KitFound; readonly answer: RestockAnswer }) {
  const whyStopped = useWhyStopped()
  const { fabrics, list, made, arrivals } = found
  const kit = useProductNow(found.kit)
  const isBuyable = isForSale(useBuyable(kit)) && whyStopped(kit) === undefined
  const { name, number, price, fabricSize, description } = kit
  const told = price === null ? '価格確認中' : formatYenTaxIncluded(price)
  return (
    <Page heading={name} dense steps={[kitList, { name, to: productPath(kit) }]}>
      <PageMeta
        title={`${name}（${number}）`}
        description={summaryLine(`${name}。${told}。${description}`, 120)}
        picture={sharedCard(shareCardOfProduct(kit), pictureOfProduct(kit), `${name}の仕上がり`)}
      />
      <ProductData product={kit} />
      <ChosenUnits key={number} product={kit}>
        <ProductLayout
          path={productPath(kit)}
          pictures={<ProductPictures key={number} pictures={kit.pictures} alt={`${name}の仕上がり`} />}
          buying={
            <>
              <PriceRow>
                <div>
                  <LevelBadge level={kit.level} />
                  <KitPrice product={kit} stopped={whyStopped(kit)} />
                </div>
                <WishButton product={kit} worded />
                <CompareButton product={kit} worded />
              </PriceRow>
              <OwnHoldNotice product={kit} />
              <OwnButton>
                <AddKitButton product={kit} stopped={whyStopped(kit)} />
              </OwnButton>
              <WhyNotForSale product={kit} />
              <RestockForm product={kit} answer={answer} />
              <p>布は別売りです。{fabricSize === '' ? '' : `使う布：${fabricSize}`}</p>
              <ChooseFabric fabrics={fabrics} list={list} />
              {isBuyable ? <ArrivalLine arrivals={arrivals} /> : null}
              <BuyingTerms />
            </>
          }
        >
          <RelatedProducts id={fabricsSectionId} heading="このキットに合う布" products={fabrics} />
          <AboutKit kit={kit} />
          <RecipesOfProduct product={kit} made={made} />
        </ProductLayout>
        <LastSeen key={number} product={kit} />
        <BuyBar product={kit} stopped={whyStopped(kit)} />
      </ChosenUnits>
    </Page>
  )
}
