import type { ComponentProps } from 'react'
import { BuyBar } from '~/features/cart/ui/buy-bar.tsx'
import { BuyingTerms, BuySeveral } from '~/features/cart/ui/buy-several.tsx'
import { ChosenUnits } from '~/features/cart/ui/chosen-units.tsx'
import { OwnHoldNotice } from '~/features/orders/checkout/ui/own-hold.tsx'
import { sharedCard } from '~/features/pictures/share-card.rules.ts'
import { CompareButton } from '~/features/products/comparison/ui/compare-button.tsx'
import { descriptionWithoutColour, nameWithColour } from '~/features/products/description.rules.ts'
import { FabricPlanning } from '~/features/products/planning/ui/fabric-planning.tsx'
import type { ProductOfPage, SellableProduct } from '~/features/products/rules.ts'
import { isForSale, pictureOfProduct, productPath, shareCardOfProduct } from '~/features/products/rules.ts'
import { FabricPrice } from '~/features/products/ui/product-card.tsx'
import {
  AboutFabric,
  ColourChips,
  NearFabrics,
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

export const fabricList = { name: '生地', to: href('/all-products') }

export interface FabricFound {
  readonly fabric: ProductOfPage
  readonly colours: readonly SellableProduct[]
  readonly kits: readonly SellableProduct[]
  readonly near: ComponentProps<typeof NearFabrics>
  readonly made: ComponentProps<typeof RecipesOfProduct>['made']
  readonly plan: ComponentProps<typeof FabricPlanning>['plan']
  readonly arrivals: ComponentProps<typeof ArrivalLine>['arrivals']
}

type RestockAnswer = ComponentProps<typeof RestockForm>['answer']

/** The page of a fabric; `answer` is the result of its restock form. */
export function FabricPage({
  found,
  answer,
}: {
  readonly found: FabricFound
  readonly answer: RestockAnswer
}) {
  const whyStopped = useWhyStopped()
  const { colours, kits, near, made, plan, arrivals } = found
  const fabric = useProductNow(found.fabric)
  const buyable = useBuyable(fabric)
  const stopped = whyStopped(fabric) ?? (isForSale(buyable) ? undefined : '価格確認中')
  const name = nameWithColour(fabric)
  const price = fabric.price === null ? '価格確認中' : `50cm角 ${formatYenTaxIncluded(fabric.price)}`
  return (
    <Page heading={name} dense steps={[fabricList, { name, to: productPath(fabric) }]}>
      <PageMeta
        title={`${name}（${fabric.number}）`}
        description={summaryLine(`${name}。${price}。${descriptionWithoutColour(fabric)}`, 120)}
        picture={sharedCard(shareCardOfProduct(fabric), pictureOfProduct(fabric), `${name}の布地`)}
      />
      <ProductData product={fabric} />
      <ChosenUnits key={fabric.number} product={fabric}>
        <ProductLayout
          path={productPath(fabric)}
          pictures={<ProductPictures key={fabric.number} pictures={fabric.pictures} alt={`${name}の布地`} />}
          buying={
            <>
              <PriceRow>
                <FabricPrice price={fabric.price} />
                <WishButton product={fabric} worded />
                <CompareButton product={fabric} worded />
              </PriceRow>
              <ColourChips colours={colours} number={fabric.number} />
              <OwnHoldNotice product={fabric} />
              <BuySeveral product={fabric} stopped={stopped} />
              <RestockForm key={fabric.number} product={fabric} answer={answer} />
              {stopped === undefined ? <ArrivalLine arrivals={arrivals} /> : null}
              <BuyingTerms />
            </>
          }
        >
          {isForSale(fabric) ? null : <NearFabrics {...near} />}
          <AboutFabric fabric={fabric} />
          <FabricPlanning plan={plan} picture={pictureOfRuler(found)} stopped={stopped} />
          <RelatedProducts id="kits-of-it" heading="この生地で作れるキット" products={kits} />
          {isForSale(fabric) ? <NearFabrics {...near} /> : null}
          <RecipesOfProduct product={fabric} made={made} />
        </ProductLayout>
        <LastSeen key={fabric.number} product={fabric} />
        <BuyBar product={fabric} stopped={stopped} />
      </ChosenUnits>
    </Page>
  )
}

const pictureOfRuler = ({ fabric, plan: { scale } }: FabricFound): string => {
  const photograph = scale?.photograph
  return photograph === undefined ? pictureOfProduct(fabric) : (fabric.pictures[photograph - 1] ?? '')
}
