import type { ComponentProps } from 'react'
import { data, redirect } from 'react-router'
import { BuyBar } from '~/features/cart/ui/buy-bar.tsx'
import { BuyingTerms, BuySeveral } from '~/features/cart/ui/buy-several.tsx'
import { ChosenUnits } from '~/features/cart/ui/chosen-units.tsx'
import { LaterOwnHold } from '~/features/orders/checkout/ui/later-own-hold.tsx'
import { sharedCard } from '~/features/pictures/share-card.rules.ts'
import { CompareButton } from '~/features/products/comparison/ui/compare-button.tsx'
import { descriptionWithoutColour, inBrief, nameWithColour } from '~/features/products/description.rules.ts'
import { retryOf } from '~/features/products/feed-state.rules.ts'
import { kitsUsing } from '~/features/products/kit.queries.server.ts'
import { fabricPlan } from '~/features/products/planning/queries.server.ts'
import { FabricPlanning } from '~/features/products/planning/ui/fabric-planning.tsx'
import {
  coloursOf,
  fabricsNear,
  numberSold,
  productOfPage,
} from '~/features/products/product.queries.server.ts'
import { productListState } from '~/features/products/queries.server.ts'
import {
  isForSale,
  numberInAddress,
  type ProductOfPage,
  pictureOfProduct,
  productPath,
  type SellableProduct,
  shareCardOfProduct,
} from '~/features/products/rules.ts'
import { ProductsUnavailable } from '~/features/products/ui/all-products.tsx'
import { FabricPrice } from '~/features/products/ui/product-card.tsx'
import {
  AboutFabric,
  ColourChips,
  KitsOfFabric,
  NearFabrics,
  PriceRow,
  ProductLayout,
  ProductMissing,
} from '~/features/products/ui/product-page.tsx'
import { ProductPictures } from '~/features/products/ui/product-pictures.tsx'
import { useBuyable, useProductNow, useWhyStopped } from '~/features/products/ui/shop-closure.tsx'
import { LastSeen } from '~/features/products/wishlist/ui/last-seen.tsx'
import { WishButton } from '~/features/products/wishlist/ui/wish-button.tsx'
import { RecipesOfProduct } from '~/features/recipes/materials/ui/recipes-of-product.tsx'
import { recipesUsing } from '~/features/recipes/search.queries.server.ts'
import { comingArrivals } from '~/features/shop/delivery-dates/queries.server.ts'
import { ArrivalLine } from '~/features/shop/delivery-dates/ui/arrival.tsx'
import { ProductData } from '~/features/shop/site-pages/ui/product-list-data.tsx'
import { takeRestockForm } from '~/features/stock/restock/form.server.ts'
import { RestockForm } from '~/features/stock/restock/ui/restock-form.tsx'
import { href } from '~/href.ts'
import { formatYenTaxIncluded } from '~/kernel/money.ts'
import { summaryLine } from '~/kernel/text.ts'
import { readOrFailure } from '~/server/read-or-failure.ts'
import { appContext } from '~/services.server.ts'
import { orLost } from '~/ui/lost-request.ts'
import { Page } from '~/ui/page.tsx'
import { PageMeta } from '~/ui/page-meta.tsx'
import type { Route } from './+types/fabric'

const fabricList = { name: '生地', to: href('/all-products') }

interface FabricFound {
  readonly fabric: ProductOfPage
  readonly colours: readonly SellableProduct[]
  readonly kits: readonly SellableProduct[]
  readonly near: ComponentProps<typeof NearFabrics>
  readonly made: ComponentProps<typeof RecipesOfProduct>['made']
  readonly plan: ComponentProps<typeof FabricPlanning>['plan']
  readonly arrivals: ComponentProps<typeof ArrivalLine>['arrivals']
  readonly terms: ComponentProps<typeof BuyingTerms>['terms']
}

type RestockAnswer = ComponentProps<typeof RestockForm>['answer']

/** The page of a fabric; `answer` is the result of its restock form. */
function FabricPage({ found, answer }: { readonly found: FabricFound; readonly answer: RestockAnswer }) {
  const whyStopped = useWhyStopped()
  const { colours, kits, near, made, plan, arrivals, terms } = found
  const fabric = useProductNow(found.fabric)
  const buyable = useBuyable(fabric)
  const stopped = whyStopped(fabric) ?? (isForSale(buyable) ? undefined : '価格確認中')
  const name = nameWithColour(fabric)
  const hasNear = near.alike.length + near.plain.length > 0
  const price = fabric.price === null ? '価格確認中' : `50cm角 ${formatYenTaxIncluded(fabric.price)}`
  return (
    <Page heading={name} wide dense steps={[fabricList, { name, to: productPath(fabric) }]}>
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
              <LaterOwnHold product={fabric} />
              <BuySeveral product={fabric} stopped={stopped} />
              <RestockForm key={fabric.number} product={fabric} answer={answer} />
              {stopped === undefined ? <ArrivalLine arrivals={arrivals} /> : null}
              <BuyingTerms terms={terms} />
            </>
          }
          first={isForSale(fabric) || !hasNear ? undefined : <NearFabrics {...near} />}
          about={<AboutFabric fabric={fabric} />}
          beside={
            <>
              <FabricPlanning plan={plan} picture={pictureOfRuler(found)} stopped={stopped} />
              <KitsOfFabric kits={kits} />
            </>
          }
        >
          <RecipesOfProduct product={fabric} made={made} />
          {isForSale(fabric) ? <NearFabrics {...near} /> : null}
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

/** The fabric named by the address (P28); 503 with the reason while there is no copy of the feed. */
export const loader = async ({ params, context }: Route.LoaderArgs) => {
  const ctx = context.get(appContext)
  const { db, listedFabrics } = ctx
  const state = await productListState(db)
  if (state.kind !== 'ready') return data({ state }, { status: 503, headers: retryOf(state) })
  const number = await numberSold(db, 'fabric', params.number)
  const fabric = number === undefined ? undefined : await productOfPage(db, number)
  if (fabric === undefined) return data({ missing: true as const }, { status: 404 })
  if (numberInAddress(fabric.number) !== params.number) return redirect(productPath(fabric))
  const { fabrics } = await listedFabrics()
  const { delivery, returns, payment } = ctx.settings.terms
  const [colours, kits, near, made, arrivals] = await Promise.all([
    coloursOf(db, fabric, fabrics),
    kitsUsing(db, fabric.number),
    fabricsNear(db, fabric, fabrics),
    readOrFailure(ctx, 'recipes of a fabric', () => recipesUsing(db, fabric)),
    comingArrivals(ctx),
  ])
  return {
    fabric,
    colours: colours.map(inBrief),
    kits: kits.map(inBrief),
    near: { alike: near.alike.map(inBrief), plain: near.plain.map(inBrief) },
    made: made.ok ? made.value : null,
    plan: fabricPlan(ctx, fabric),
    arrivals,
    terms: { delivery, returns, payment },
  }
}

export const headers = ({ loaderHeaders }: Route.HeadersArgs) => loaderHeaders

/** Handles the restock form. */
export const action = ({ request, params, context }: Route.ActionArgs) =>
  takeRestockForm(context.get(appContext), request, { type: 'fabric', written: params.number })
export const clientAction = ({ serverAction }: Route.ClientActionArgs) => orLost(serverAction)

export default function Fabric({ loaderData, actionData }: Route.ComponentProps) {
  if ('missing' in loaderData) return <ProductMissing what="生地" list={fabricList.to} />
  if ('state' in loaderData)
    return (
      <Page heading="生地" steps={[fabricList]}>
        <PageMeta title="生地" noindex />
        <ProductsUnavailable state={loaderData.state} />
      </Page>
    )
  return <FabricPage found={loaderData} answer={actionData} />
}
