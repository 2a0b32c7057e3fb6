import type { ComponentProps } from 'react'
import { data, redirect } from 'react-router'
import { BuyBar } from '~/features/cart/ui/buy-bar.tsx'
import { AddKitButton } from '~/features/cart/ui/buy-buttons.tsx'
import { BuyingTerms, WhyNotForSale } from '~/features/cart/ui/buy-several.tsx'
import { ChosenUnits, OwnButton } from '~/features/cart/ui/chosen-units.tsx'
import { KitPrice } from '~/features/cart/ui/kit-offer.tsx'
import { FabricOfKit } from '~/features/cart/ui/missing-fabric.tsx'
import { LaterOwnHold } from '~/features/orders/checkout/ui/later-own-hold.tsx'
import { sharedCard } from '~/features/pictures/share-card.rules.ts'
import { CompareButton } from '~/features/products/comparison/ui/compare-button.tsx'
import { inBrief } from '~/features/products/description.rules.ts'
import { kitOfPage } from '~/features/products/kit.queries.server.ts'
import { listForKit } from '~/features/products/near-fabrics.rules.ts'
import { numberSold } from '~/features/products/product.queries.server.ts'
import { fabricsNumbered } from '~/features/products/queries.server.ts'
import {
  isForSale,
  type KitOfPage,
  numberInAddress,
  pictureOfProduct,
  productPath,
  type SellableProduct,
  shareCardOfProduct,
} from '~/features/products/rules.ts'
import { fabricsSectionId, LevelBadge } from '~/features/products/ui/product-card.tsx'
import {
  AboutKit,
  ChooseFabric,
  FabricGrid,
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
import { LoadFailure } from '~/features/shop/site-pages/ui/load-failure.tsx'
import { ProductData } from '~/features/shop/site-pages/ui/product-list-data.tsx'
import { takeRestockForm } from '~/features/stock/restock/form.server.ts'
import { RestockForm } from '~/features/stock/restock/ui/restock-form.tsx'
import { href } from '~/href.ts'
import { formatYenTaxIncluded } from '~/kernel/money.ts'
import { summaryLine } from '~/kernel/text.ts'
import { readOrFailure, statusOfFailure } from '~/server/read-or-failure.ts'
import { appContext } from '~/services.server.ts'
import { orLost } from '~/ui/lost-request.ts'
import { Page } from '~/ui/page.tsx'
import { PageMeta } from '~/ui/page-meta.tsx'
import type { Route } from './+types/kit'

const kitList = { name: 'キット', to: href('/kits') }

interface KitFound {
  readonly kit: KitOfPage
  readonly fabrics: readonly SellableProduct[]
  readonly list: ComponentProps<typeof ChooseFabric>['list']
  readonly made: ComponentProps<typeof RecipesOfProduct>['made']
  readonly arrivals: ComponentProps<typeof ArrivalLine>['arrivals']
  readonly terms: ComponentProps<typeof BuyingTerms>['terms']
}

type RestockAnswer = ComponentProps<typeof RestockForm>['answer']

/** The page of a kit; `answer` is the result of its restock form. */
function KitPage({ found, answer }: { readonly found: KitFound; readonly answer: RestockAnswer }) {
  const whyStopped = useWhyStopped()
  const { fabrics, list, made, arrivals, terms } = found
  const kit = useProductNow(found.kit)
  const isBuyable = isForSale(useBuyable(kit)) && whyStopped(kit) === undefined
  const { name, number, price, fabricSize, description } = kit
  const told = price === null ? '価格確認中' : formatYenTaxIncluded(price)
  return (
    <Page heading={name} wide dense steps={[kitList, { name, to: productPath(kit) }]}>
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
              <LaterOwnHold product={kit} />
              <OwnButton>
                <AddKitButton product={kit} stopped={whyStopped(kit)} />
              </OwnButton>
              <WhyNotForSale product={kit} />
              <RestockForm product={kit} answer={answer} />
              <p>布は別売りです。{fabricSize === '' ? '' : `使う布：${fabricSize}`}</p>
              <FabricOfKit product={kit} to={fabricsSectionId} />
              <ChooseFabric fabrics={fabrics} list={list} />
              {isBuyable ? <ArrivalLine arrivals={arrivals} /> : null}
              <BuyingTerms terms={terms} />
            </>
          }
          about={<AboutKit kit={kit} />}
          beside={<FabricGrid id={fabricsSectionId} heading="このキットに合う布" fabrics={fabrics} />}
        >
          <RecipesOfProduct product={kit} made={made} />
        </ProductLayout>
        <LastSeen key={number} product={kit} />
        <BuyBar product={kit} stopped={whyStopped(kit)} />
      </ChosenUnits>
    </Page>
  )
}

/** The kit named by the address (P28), with the fabrics that the owner chose for it. */
export const loader = async ({ params, context }: Route.LoaderArgs) => {
  const ctx = context.get(appContext)
  const read = await readOrFailure(ctx, 'kit', async (db) => {
    const number = await numberSold(db, 'kit', params.number)
    const kit = number === undefined ? undefined : await kitOfPage(db, number)
    if (kit === undefined) return undefined
    const fabrics = await fabricsNumbered(db, kit.fabricNumbers)
    return {
      kit,
      // Products on sale come first.
      fabrics: fabrics.toSorted((a, b) => Number(isForSale(b)) - Number(isForSale(a))).map(inBrief),
      list: listForKit(kit, (await ctx.listedFabrics()).fabrics),
      arrivals: await comingArrivals(ctx),
    }
  })
  if (!read.ok) return data({ failure: read.error }, { status: statusOfFailure(read.error) })
  if (read.value === undefined) return data({ missing: true as const }, { status: 404 })
  const { kit } = read.value
  if (numberInAddress(kit.number) !== params.number) return redirect(productPath(kit))
  const made = await readOrFailure(ctx, 'recipes of a kit', (db) => recipesUsing(db, kit))
  const { delivery, returns, payment } = ctx.settings.terms
  return { ...read.value, made: made.ok ? made.value : null, terms: { delivery, returns, payment } }
}

/** Handles the restock form. */
export const action = ({ request, params, context }: Route.ActionArgs) =>
  takeRestockForm(context.get(appContext), request, { type: 'kit', written: params.number })
export const clientAction = ({ serverAction }: Route.ClientActionArgs) => orLost(serverAction)

export default function Kit({ loaderData, actionData }: Route.ComponentProps) {
  if ('missing' in loaderData) return <ProductMissing what="キット" list={kitList.to} />
  if ('failure' in loaderData)
    return (
      <Page heading="キット" steps={[kitList]}>
        <PageMeta title="キット" noindex />
        <LoadFailure what="キット" {...loaderData.failure} />
      </Page>
    )
  return <KitPage found={loaderData} answer={actionData} />
}
