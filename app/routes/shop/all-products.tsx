import { data, redirect } from 'react-router'
import { BuyButton } from '~/features/cart/ui/buy-buttons.tsx'
import { OpenCartButton } from '~/features/cart/ui/open-cart.tsx'
import { LaterCompare } from '~/features/products/comparison/ui/later-compare.tsx'
import { retryFeed } from '~/features/products/feed/feed.commands.server.ts'
import { retryOf } from '~/features/products/feed-state.rules.ts'
import { parseListing } from '~/features/products/form.server.ts'
import { allFabrics, isNarrowed, listingQuery } from '~/features/products/listing.rules.ts'
import type { FabricPage } from '~/features/products/narrowing.rules.ts'
import { productListState } from '~/features/products/queries.server.ts'
import { HowItIsSold, NewsletterBanner, ProductsUnavailable } from '~/features/products/ui/all-products.tsx'
import { FabricList } from '~/features/products/ui/fabric-list.tsx'
import { useWhyStopped } from '~/features/products/ui/shop-closure.tsx'
import { LaterWish } from '~/features/products/wishlist/ui/later-wish.tsx'
import { recipeCounts } from '~/features/recipes/recipe-counts.queries.server.ts'
import { findFabrics } from '~/features/search/lists.queries.server.ts'
import { BesideSearch } from '~/features/search/words/ui/elsewhere.tsx'
import { ProductListData } from '~/features/shop/site-pages/ui/product-list-data.tsx'
import { href } from '~/href.ts'
import { readOrFailure } from '~/server/read-or-failure.ts'
import { appContext } from '~/services.server.ts'
import { Page } from '~/ui/page.tsx'
import { PageMeta } from '~/ui/page-meta.tsx'
import { useSiteFacts } from '~/ui/site-facts.tsx'
import type { Route } from './+types/all-products'

export const loader = async ({ request, context }: Route.LoaderArgs) => {
  const ctx = context.get(appContext)
  const listing = parseListing(new URL(request.url).searchParams, ctx.settings.pageSize)
  const state = await productListState(ctx.db)
  if (state.kind !== 'ready') return data({ state }, { status: 503, headers: retryOf(state) })
  const found = await findFabrics(ctx, listing)
  const made = await readOrFailure(ctx, 'recipes of fabrics', (db) => recipeCounts(db, found.page.shown))
  return { state, ...found, made: made.ok ? made.value : {} }
}

export const headers = ({ loaderHeaders }: Route.HeadersArgs) => loaderHeaders

/** もう一度読み込む also asks the feed at once (P4). */
export const action = async ({ context }: Route.ActionArgs) => {
  const ctx = context.get(appContext)
  await retryFeed(ctx, ctx.actor)
  return redirect(href('/all-products'))
}

export default function AllProducts({ loaderData }: Route.ComponentProps) {
  const { pageSize, links } = useSiteFacts()
  const { state } = loaderData
  const whyStopped = useWhyStopped()
  const found = 'page' in loaderData ? loaderData : undefined
  const page = found?.page
  return (
    <Page heading="生地" steps={[{ name: '生地', to: href('/all-products') }]} wide dense>
      <Meta page={page} />
      <HowItIsSold />
      <ProductsUnavailable state={state} />
      {found === undefined ? null : (
        <FabricList
          page={found.page}
          pageSize={pageSize}
          beside={<BesideSearch name="生地" part={found.part} elsewhere={found.elsewhere} />}
          made={found.made}
          sale={(fabric) => (
            <>
              <BuyButton product={fabric} stopped={whyStopped(fabric)} />
              <LaterWish product={fabric} />
              <LaterCompare product={fabric} />
            </>
          )}
        />
      )}
      <OpenCartButton />
      <LaterCompare />
      {links.newsletter === null ? null : <NewsletterBanner href={links.newsletter} />}
    </Page>
  )
}

/** A list by exact name is indexed; searched or filtered lists are not. */
function Meta({ page }: { readonly page: FabricPage | undefined }) {
  const { pageSize } = useSiteFacts()
  const name = page?.listing.name ?? ''
  const noindex = page === undefined || !page.exact || isNarrowed(page.listing)
  return (
    <>
      <PageMeta
        title={name === '' ? '生地' : `${name}の生地`}
        description="50cm角から買える生地の一覧です。同じ柄は2枚以上でも、切り離さずにお届けします。"
        query={listingQuery({ ...allFabrics(pageSize), name }, pageSize)}
        noindex={noindex}
      />
      {noindex ? null : <ProductListData products={page.shown} />}
    </>
  )
}
