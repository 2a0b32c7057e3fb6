import { data, redirect } from 'react-router'
import { kitsUsing } from '~/features/products/kit.queries.server.ts'
import { FabricPage, fabricList } from '~/features/products/page/ui/fabric-page.tsx'
import { fabricPlan } from '~/features/products/planning/queries.server.ts'
import {
  coloursOf,
  fabricsNear,
  numberSold,
  productOfPage,
} from '~/features/products/product.queries.server.ts'
import { productListState } from '~/features/products/queries.server.ts'
import { numberInAddress, productPath } from '~/features/products/rules.ts'
import { ProductsUnavailable } from '~/features/products/ui/all-products.tsx'
import { ProductMissing } from '~/features/products/ui/product-page.tsx'
import { recipesUsing } from '~/features/recipes/search.queries.server.ts'
import { comingArrivals } from '~/features/shop/delivery-dates/queries.server.ts'
import { takeRestockForm } from '~/features/stock/restock/form.server.ts'
import { readOrFailure } from '~/server/read-or-failure.ts'
import { appContext } from '~/services.server.ts'
import { orLost } from '~/ui/lost-request.ts'
import { Page } from '~/ui/page.tsx'
import { PageMeta } from '~/ui/page-meta.tsx'
import type { Route } from './+types/fabric'

/** The fabric named by the address (P28); 503 with the reason while there is no copy of the feed. */
export const loader = async ({ params, context }: Route.LoaderArgs) => {
  const ctx = context.get(appContext)
  const { db, listedFabrics } = ctx
  const state = await productListState(db)
  if (state.kind !== 'ready') return data({ state }, { status: 503, headers: { 'retry-after': '15' } })
  const number = await numberSold(db, 'fabric', params.number)
  const fabric = number === undefined ? undefined : await productOfPage(db, number)
  if (fabric === undefined) return data({ missing: true as const }, { status: 404 })
  if (numberInAddress(fabric.number) !== params.number) return redirect(productPath(fabric))
  const { fabrics } = await listedFabrics()
  const [colours, kits, near, made, arrivals] = await Promise.all([
    coloursOf(db, fabric, fabrics),
    kitsUsing(db, fabric.number),
    fabricsNear(db, fabric, fabrics),
    readOrFailure(ctx, 'recipes of a fabric', () => recipesUsing(db, fabric)),
    comingArrivals(ctx),
  ])
  return {
    fabric,
    colours,
    kits,
    near,
    made: made.ok ? made.value : null,
    plan: fabricPlan(ctx, fabric),
    arrivals,
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
