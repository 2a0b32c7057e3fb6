import { data, redirect } from 'react-router'
import { kitOfPage } from '~/features/products/kit.queries.server.ts'
import { listForKit } from '~/features/products/narrowing.rules.ts'
import { KitPage, kitList } from '~/features/products/page/ui/kit-page.tsx'
import { numberSold } from '~/features/products/product.queries.server.ts'
import { fabricsNumbered } from '~/features/products/queries.server.ts'
import { isForSale, numberInAddress, productPath } from '~/features/products/rules.ts'
import { ProductMissing } from '~/features/products/ui/product-page.tsx'
import { recipesUsing } from '~/features/recipes/search.queries.server.ts'
import { comingArrivals } from '~/features/shop/delivery-dates/queries.server.ts'
import { LoadFailure } from '~/features/shop/site-pages/ui/load-failure.tsx'
import { takeRestockForm } from '~/features/stock/restock/form.server.ts'
import { readOrFailure, statusOfFailure } from '~/server/read-or-failure.ts'
import { appContext } from '~/services.server.ts'
import { orLost } from '~/ui/lost-request.ts'
import { Page } from '~/ui/page.tsx'
import { PageMeta } from '~/ui/page-meta.tsx'
import type { Route } from './+types/kit'

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
      fabrics: fabrics.toSorted((a, b) => Number(isForSale(b)) - Number(isForSale(a))),
      list: listForKit(kit, (await ctx.listedFabrics()).fabrics),
      arrivals: await comingArrivals(ctx),
    }
  })
  if (!read.ok) return data({ failure: read.error }, { status: statusOfFailure(read.error) })
  if (read.value === undefined) return data({ missing: true as const }, { status: 404 })
  const { kit } = read.value
  if (numberInAddress(kit.number) !== params.number) return redirect(productPath(kit))
  const made = await readOrFailure(ctx, 'recipes of a kit', (db) => recipesUsing(db, kit))
  return { ...read.value, made: made.ok ? made.value : null }
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
