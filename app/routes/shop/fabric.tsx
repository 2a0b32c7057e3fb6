import { data, redirect } from 'react-router'
import { BuyingTerms, BuySeveral } from '~/features/cart/ui/buy-several.tsx'
import { sharedCard } from '~/features/pictures/share-card.rules.ts'
import { descriptionWithoutColour, nameWithColour } from '~/features/products/description.rules.ts'
import { kitsUsing } from '~/features/products/kit.queries.server.ts'
import { coloursOf, numberSold, productOfPage } from '~/features/products/product.queries.server.ts'
import { productListState } from '~/features/products/queries.server.ts'
import {
  numberInAddress,
  pictureOfProduct,
  productPath,
  shareCardOfProduct,
} from '~/features/products/rules.ts'
import { ProductsFailed, ProductsLoading } from '~/features/products/ui/all-products.tsx'
import { FabricPrice } from '~/features/products/ui/product-card.tsx'
import {
  AboutFabric,
  ColourChips,
  GoesWith,
  PriceRow,
  ProductLayout,
  ProductMissing,
} from '~/features/products/ui/product-page.tsx'
import { ProductPictures } from '~/features/products/ui/product-pictures.tsx'
import { useWhyStopped } from '~/features/products/ui/shop-closure.tsx'
import { ProductData } from '~/features/site-pages/ui/product-list-data.tsx'
import { LastSeen } from '~/features/wishlist/ui/last-seen.tsx'
import { WishButton } from '~/features/wishlist/ui/wish-button.tsx'
import { href } from '~/href.ts'
import { formatYenTaxIncluded } from '~/kernel/money.ts'
import { summaryLine } from '~/kernel/text.ts'
import { appContext } from '~/services.server.ts'
import { Page } from '~/ui/page.tsx'
import { PageMeta } from '~/ui/page-meta.tsx'
import type { Route } from './+types/fabric'

/** The fabric that the address names (P28); while there is no copy of the feed, why not. */
export const loader = async ({ params, context }: Route.LoaderArgs) => {
  const { db, listedFabrics } = context.get(appContext)
  const state = await productListState(db)
  if (state.kind !== 'ready') return data({ state }, { status: 503, headers: { 'retry-after': '15' } })
  const number = await numberSold(db, 'fabric', params.number)
  const fabric = number === undefined ? undefined : await productOfPage(db, number)
  if (fabric === undefined) return data({ missing: true as const }, { status: 404 })
  if (numberInAddress(fabric.number) !== params.number) return redirect(productPath(fabric))
  const [colours, kits] = await Promise.all([
    coloursOf(db, fabric, (await listedFabrics()).fabrics),
    kitsUsing(db, fabric.number),
  ])
  return { fabric, colours, kits }
}

export const headers = ({ loaderHeaders }: Route.HeadersArgs) => loaderHeaders

const list = { name: '生地', to: href('/all-products') }

export default function Fabric({ loaderData }: Route.ComponentProps) {
  const whyStopped = useWhyStopped()
  if ('missing' in loaderData) return <ProductMissing what="生地" list={list.to} />
  if ('state' in loaderData)
    return (
      <Page heading="生地" steps={[list]}>
        <PageMeta title="生地" noindex />
        {loaderData.state.kind === 'failed' ? (
          <ProductsFailed message={loaderData.state.message} />
        ) : (
          <ProductsLoading />
        )}
      </Page>
    )
  const { fabric, colours, kits } = loaderData
  const name = nameWithColour(fabric)
  const price = fabric.price === null ? '価格確認中' : `50cm角 ${formatYenTaxIncluded(fabric.price)}`
  return (
    <Page heading={name} steps={[list, { name, to: productPath(fabric) }]}>
      <PageMeta
        title={`${name}（${fabric.number}）`}
        description={summaryLine(`${name}。${price}。${descriptionWithoutColour(fabric)}`, 120)}
        picture={sharedCard(shareCardOfProduct(fabric), pictureOfProduct(fabric), `${name}の布地`)}
      />
      <ProductData product={fabric} />
      <ProductLayout
        pictures={<ProductPictures key={fabric.number} pictures={fabric.pictures} alt={`${name}の布地`} />}
        buying={
          <>
            <PriceRow>
              <FabricPrice price={fabric.price} />
              <WishButton product={fabric} worded />
            </PriceRow>
            <ColourChips colours={colours} number={fabric.number} />
            <BuySeveral key={fabric.number} product={fabric} stopped={whyStopped(fabric)} />
            <BuyingTerms />
          </>
        }
      >
        <AboutFabric fabric={fabric} />
        <GoesWith id="kits-of-it" heading="この生地で作れるキット" products={kits} />
      </ProductLayout>
      <LastSeen key={fabric.number} product={fabric} />
    </Page>
  )
}
