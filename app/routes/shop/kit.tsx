import { data, redirect } from 'react-router'
import { AddKitButton } from '~/features/cart/ui/buy-buttons.tsx'
import { BuyingTerms, WhyNotForSale } from '~/features/cart/ui/buy-several.tsx'
import { KitPrice } from '~/features/cart/ui/kit-offer.tsx'
import { sharedCard } from '~/features/pictures/share-card.rules.ts'
import { kitOfPage } from '~/features/products/kit.queries.server.ts'
import { numberSold } from '~/features/products/product.queries.server.ts'
import { fabricsNumbered } from '~/features/products/queries.server.ts'
import {
  numberInAddress,
  pictureOfProduct,
  productPath,
  shareCardOfProduct,
} from '~/features/products/rules.ts'
import { fabricsSectionId, LevelBadge } from '~/features/products/ui/product-card.tsx'
import {
  AboutKit,
  GoesWith,
  PriceRow,
  ProductLayout,
  ProductMissing,
} from '~/features/products/ui/product-page.tsx'
import { ProductPictures } from '~/features/products/ui/product-pictures.tsx'
import { useWhyStopped } from '~/features/products/ui/shop-closure.tsx'
import { LoadFailure } from '~/features/site-pages/ui/load-failure.tsx'
import { ProductData } from '~/features/site-pages/ui/product-list-data.tsx'
import { LastSeen } from '~/features/wishlist/ui/last-seen.tsx'
import { WishButton } from '~/features/wishlist/ui/wish-button.tsx'
import { href } from '~/href.ts'
import { formatYenTaxIncluded } from '~/kernel/money.ts'
import { summaryLine } from '~/kernel/text.ts'
import { readOrFailure, statusOfFailure } from '~/server/read-or-failure.ts'
import { appContext } from '~/services.server.ts'
import { ButtonLink } from '~/ui/button.tsx'
import { Page } from '~/ui/page.tsx'
import { PageMeta } from '~/ui/page-meta.tsx'
import type { Route } from './+types/kit'

/** The kit that the address names (P28), with the fabrics that the owner names for it. */
export const loader = async ({ params, context }: Route.LoaderArgs) => {
  const read = await readOrFailure(context.get(appContext), 'kit', async (db) => {
    const number = await numberSold(db, 'kit', params.number)
    const kit = number === undefined ? undefined : await kitOfPage(db, number)
    return kit && { kit, fabrics: await fabricsNumbered(db, kit.fabricNumbers) }
  })
  if (!read.ok) return data({ failure: read.error }, { status: statusOfFailure(read.error) })
  if (read.value === undefined) return data({ missing: true as const }, { status: 404 })
  const { kit } = read.value
  return numberInAddress(kit.number) === params.number ? read.value : redirect(productPath(kit))
}

const list = { name: 'キット', to: href('/kits') }

export default function KitPage({ loaderData }: Route.ComponentProps) {
  const whyStopped = useWhyStopped()
  if ('missing' in loaderData) return <ProductMissing what="キット" list={list.to} />
  if ('failure' in loaderData)
    return (
      <Page heading="キット" steps={[list]}>
        <PageMeta title="キット" noindex />
        <LoadFailure what="キット" {...loaderData.failure} />
      </Page>
    )
  const { kit, fabrics } = loaderData
  const { name, number, price, fabricSize, description } = kit
  const told = price === null ? '価格確認中' : formatYenTaxIncluded(price)
  return (
    <Page heading={name} steps={[list, { name, to: productPath(kit) }]}>
      <PageMeta
        title={`${name}（${number}）`}
        description={summaryLine(`${name}。${told}。${description}`, 120)}
        picture={sharedCard(shareCardOfProduct(kit), pictureOfProduct(kit), `${name}の仕上がり`)}
      />
      <ProductData product={kit} />
      <ProductLayout
        pictures={<ProductPictures key={number} pictures={kit.pictures} alt={`${name}の仕上がり`} />}
        buying={
          <>
            <PriceRow>
              <div>
                <LevelBadge level={kit.level} />
                <KitPrice product={kit} stopped={whyStopped(kit)} />
              </div>
              <WishButton product={kit} worded />
            </PriceRow>
            <AddKitButton product={kit} stopped={whyStopped(kit)} />
            <WhyNotForSale product={kit} />
            <p>布は別売りです。{fabricSize === '' ? '' : `使う布：${fabricSize}`}</p>
            {fabrics.length > 0 ? null : (
              <p id={fabricsSectionId}>
                <ButtonLink to={href('/all-products')} look="secondary">
                  布を選ぶ
                </ButtonLink>
              </p>
            )}
            <BuyingTerms />
          </>
        }
      >
        <GoesWith id={fabricsSectionId} heading="このキットに合う布" products={fabrics} />
        <AboutKit kit={kit} />
      </ProductLayout>
      <LastSeen key={number} product={kit} />
    </Page>
  )
}
