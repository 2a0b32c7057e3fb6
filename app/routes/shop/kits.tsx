import { data, Link } from 'react-router'
import { freeKitsLeft, hasFabric } from '~/features/cart/offer.rules.ts'
import css from '~/features/cart/ui/free-kits.module.css'
import { KitSale, LaterMissing } from '~/features/cart/ui/kit-offer.tsx'
import { useCart } from '~/features/cart/ui/use-cart.tsx'
import { LaterCompare } from '~/features/products/comparison/ui/later-compare.tsx'
import { parseKitListing } from '~/features/products/form.server.ts'
import { allKits, kitListingQuery, type ShownKits } from '~/features/products/listing.rules.ts'
import { levelName } from '~/features/products/rules.ts'
import { KitList } from '~/features/products/ui/kit-list.tsx'
import { useWhyClosed, useWhyStopped } from '~/features/products/ui/shop-closure.tsx'
import { LaterWish } from '~/features/products/wishlist/ui/later-wish.tsx'
import { recipeCounts } from '~/features/recipes/recipe-counts.queries.server.ts'
import { findKits } from '~/features/search/lists.queries.server.ts'
import { BesideSearch } from '~/features/search/words/ui/elsewhere.tsx'
import { LoadFailure } from '~/features/shop/site-pages/ui/load-failure.tsx'
import { ProductListData } from '~/features/shop/site-pages/ui/product-list-data.tsx'
import { ContactBlock } from '~/features/shop/site-pages/ui/shop-contact.tsx'
import { href } from '~/href.ts'
import { readOrFailure, statusOfFailure } from '~/server/read-or-failure.ts'
import { appContext } from '~/services.server.ts'
import { ButtonLink } from '~/ui/button.tsx'
import { Page } from '~/ui/page.tsx'
import { PageMeta } from '~/ui/page-meta.tsx'
import { useSiteFacts } from '~/ui/site-facts.tsx'
import type { Route } from './+types/kits'

/** With fabric in the cart, tells how many kits are still free (C1). */
export function FreeKits() {
  const { cart: terms } = useSiteFacts()
  const { cart } = useCart()
  const left = freeKitsLeft(cart, terms.freeKits)
  const isClosed = useWhyClosed() !== null
  const holdsFabric = hasFabric(cart)
  return (
    <div className={css.offer}>
      {terms.freeKits === 0 ? null : (
        <p>
          <strong>生地をお買い上げの方は、レシピ・キットを{terms.freeKits}点まで無料でお付けします。</strong>
        </p>
      )}
      <p className={css.words}>
        {terms.freeKits > 0 && holdsFabric && !isClosed
          ? left > 0
            ? `無料のキットを、あと${left}点選べます。`
            : `無料のキットを${terms.freeKits}点お選びいただきました。`
          : '1種類につき1点、布は別売り。'}
        {holdsFabric ? null : (
          <>
            {' '}
            <Link to={href('/all-products')}>生地を選ぶ</Link>
          </>
        )}
      </p>
    </div>
  )
}

export const loader = async ({ request, context }: Route.LoaderArgs) => {
  const ctx = context.get(appContext)
  const listing = parseKitListing(new URL(request.url).searchParams, ctx.settings.pageSize)
  const read = await readOrFailure(ctx, 'kits', () => findKits(ctx, listing))
  if (!read.ok) return data({ failure: read.error }, { status: statusOfFailure(read.error) })
  const made = await readOrFailure(ctx, 'recipes of kits', (db) => recipeCounts(db, read.value.page.kits))
  return { ...read.value, made: made.ok ? made.value : {} }
}

export default function Kits({ loaderData }: Route.ComponentProps) {
  const { pageSize } = useSiteFacts()
  const found = 'page' in loaderData ? loaderData : undefined
  const page = found?.page
  const whyStopped = useWhyStopped()
  return (
    <Page heading="キット" steps={[{ name: 'キット', to: href('/kits') }]} wide dense>
      <Meta page={page} />
      <FreeKits />
      {found === undefined ? null : (
        <KitList
          page={found.page}
          pageSize={pageSize}
          beside={<BesideSearch name="キット" part={found.part} elsewhere={found.elsewhere} />}
          made={found.made}
          need={(kit) => <LaterMissing product={kit} />}
          sale={(kit) => (
            <>
              <KitSale product={kit} stopped={whyStopped(kit)} />
              <LaterWish product={kit} />
              <LaterCompare product={kit} />
            </>
          )}
        />
      )}
      {'failure' in loaderData ? <LoadFailure what="キット" {...loaderData.failure} /> : null}
      <p>
        <ButtonLink to={href('/gallery')} look="secondary">
          作品ギャラリーを見る
        </ButtonLink>
      </p>
      <ContactBlock />
      <LaterCompare />
    </Page>
  )
}

function Meta({ page }: { readonly page: ShownKits | undefined }) {
  const { pageSize, cart } = useSiteFacts()
  const level = page?.listing.level ?? null
  const noindex =
    page === undefined || page.total === 0 || page.listing.q !== '' || page.listing.price !== null
  return (
    <>
      <PageMeta
        title={level === null ? 'ソーイングキット' : `${levelName(level)}のソーイングキット`}
        description={`型紙と材料、つくり方がそろったソーイングキット。初級から上級まで。${cart.freeKits === 0 ? '' : `生地とあわせてのお買い上げで${cart.freeKits}点まで無料です。`}`}
        query={kitListingQuery({ ...allKits(pageSize), level }, pageSize)}
        noindex={noindex}
      />
      {noindex ? null : <ProductListData products={page.kits} />}
    </>
  )
}
