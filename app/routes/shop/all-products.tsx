import { data, redirect } from 'react-router'
import { BuyButton } from '~/features/cart/ui/buy-buttons.tsx'
import { OpenCartButton } from '~/features/cart/ui/open-cart.tsx'
import { retryFeed } from '~/features/product-feed/feed.commands.server.ts'
import { parseListing } from '~/features/products/form.server.ts'
import { allFabrics, isNarrowed, listingQuery } from '~/features/products/listing.rules.ts'
import { type FabricPage, narrowedFabrics } from '~/features/products/narrowing.rules.ts'
import { fabricsNumbered, productListState, productsFound } from '~/features/products/queries.server.ts'
import { searchHints } from '~/features/products/search.rules.ts'
import {
  HowItIsSold,
  NewsletterBanner,
  ProductsFailed,
  ProductsLoading,
} from '~/features/products/ui/all-products.tsx'
import { FabricList } from '~/features/products/ui/product-list.tsx'
import { useWhyStopped } from '~/features/products/ui/shop-closure.tsx'
import { ProductListData } from '~/features/site-pages/ui/product-list-data.tsx'
import { LaterWish } from '~/features/wishlist/ui/later-wish.tsx'
import { href } from '~/href.ts'
import { appContext } from '~/services.server.ts'
import { Page } from '~/ui/page.tsx'
import { PageMeta } from '~/ui/page-meta.tsx'
import { useSiteFacts } from '~/ui/site-facts.tsx'
import type { Route } from './+types/all-products'

export const loader = async ({ request, context }: Route.LoaderArgs) => {
  const { db, settings, listedFabrics } = context.get(appContext)
  const { pageSize } = settings
  const listing = parseListing(new URL(request.url).searchParams, pageSize)
  const state = await productListState(db)
  if (state.kind === 'failed') return data({ state }, { status: 503, headers: { 'retry-after': '15' } })
  if (state.kind === 'loading') return data({ state }, { headers: { 'cache-control': 'no-store' } })
  const { fabrics, filter } = await listedFabrics()
  const found = await productsFound(db, 'fabric', listing.q)
  const { shown, ...part } = narrowedFabrics(fabrics, listing, found, pageSize)
  const page = {
    listing,
    filter,
    ...part,
    hints: searchHints(shown.length === 0 ? listing.q : ''),
    shown: await fabricsNumbered(
      db,
      shown.map(({ number }) => number),
    ),
  }
  return { state, page }
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
  const page = 'page' in loaderData ? loaderData.page : undefined
  return (
    <Page heading="生地" steps={[{ name: '生地', to: href('/all-products') }]} dense>
      <Meta page={page} />
      <HowItIsSold />
      {state.kind === 'loading' ? <ProductsLoading /> : null}
      {state.kind === 'failed' ? <ProductsFailed message={state.message} /> : null}
      {page === undefined ? null : (
        <FabricList
          page={page}
          pageSize={pageSize}
          sale={(fabric) => (
            <>
              <BuyButton product={fabric} stopped={whyStopped(fabric)} />
              <LaterWish product={fabric} />
            </>
          )}
        />
      )}
      <OpenCartButton />
      {links.newsletter === null ? null : <NewsletterBanner href={links.newsletter} />}
    </Page>
  )
}

/** A list by exact name is indexed as a page of its own, one that is searched or narrowed is not. */
function Meta({ page }: { readonly page: FabricPage | undefined }) {
  const { pageSize } = useSiteFacts()
  const name = page?.listing.name ?? ''
  return (
    <>
      <PageMeta
        title={name === '' ? '生地' : `${name}の生地`}
        description="50cm角から買える生地の一覧です。同じ柄は2枚以上でも、切り離さずにお届けします。"
        query={listingQuery({ ...allFabrics(pageSize), name }, pageSize)}
        noindex={page === undefined || !page.exact || isNarrowed(page.listing)}
      />
      <ProductListData products={page?.shown ?? []} />
    </>
  )
}
