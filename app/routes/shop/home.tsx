import { BuyButton } from '~/features/cart/ui/buy-buttons.tsx'
import { KitSale, LaterMissing } from '~/features/cart/ui/kit-offer.tsx'
import { listKits } from '~/features/products/kit.queries.server.ts'
import { allKits } from '~/features/products/listing.rules.ts'
import { newestFabrics } from '~/features/products/queries.server.ts'
import type { Kit, SellableProduct } from '~/features/products/rules.ts'
import { ProductCard } from '~/features/products/ui/product-card.tsx'
import { sixCards } from '~/features/products/ui/product-grid.ts'
import { useWhyStopped } from '~/features/products/ui/shop-closure.tsx'
import { LaterWish } from '~/features/products/wishlist/ui/later-wish.tsx'
import { homeShelf } from '~/features/recipes/home-shelf.queries.server.ts'
import { picturedLink } from '~/features/recipes/list.rules.ts'
import { PicturedLinks } from '~/features/recipes/materials/ui/pictured-links.tsx'
import { newestNews } from '~/features/shop/news-and-collaborations/queries.server.ts'
import { shownNews } from '~/features/shop/news-and-collaborations/rules.ts'
import { NewsList } from '~/features/shop/news-and-collaborations/ui/news-list.tsx'
import { Hero, SectionLinks } from '~/features/shop/site-pages/ui/hero.tsx'
import { Mission } from '~/features/shop/site-pages/ui/mission.tsx'
import { OrganizationData } from '~/features/shop/site-pages/ui/organization-data.tsx'
import { fewShelfCards, Shelf, shelfCards } from '~/features/shop/site-pages/ui/shelf.tsx'
import { ContactBlock } from '~/features/shop/site-pages/ui/shop-contact.tsx'
import { href } from '~/href.ts'
import { readOrFailure } from '~/server/read-or-failure.ts'
import { appContext } from '~/services.server.ts'
import { OutLink } from '~/ui/out-link.tsx'
import { PageMeta } from '~/ui/page-meta.tsx'
import { useSiteFacts } from '~/ui/site-facts.tsx'
import type { Route } from './+types/home'
import css from './home.module.css'

function NewFabrics({ fabrics }: { readonly fabrics: readonly SellableProduct[] }) {
  const whyStopped = useWhyStopped()
  if (fabrics.length === 0) return null
  return (
    <Shelf id="new-fabrics" heading="新しい生地" to={href('/all-products')} what="生地">
      <ul className={shelfCards}>
        {fabrics.map((fabric, at) => (
          <ProductCard
            key={fabric.number}
            product={fabric}
            place={at + 1}
            sizes={sixCards.sizes}
            sale={
              <>
                <BuyButton product={fabric} stopped={whyStopped(fabric)} />
                <LaterWish product={fabric} />
              </>
            }
          />
        ))}
      </ul>
    </Shelf>
  )
}

/** Includes the offer of free kits. */
function FirstKits({ kits }: { readonly kits: readonly Kit[] }) {
  const { cart } = useSiteFacts()
  const whyStopped = useWhyStopped()
  if (kits.length === 0) return null
  return (
    <Shelf
      id="first-kits"
      heading="はじめての方のキット"
      lead={
        cart.freeKits > 0
          ? `生地をお買い上げの方は、レシピ・キットを${cart.freeKits}点まで無料でお付けします。`
          : undefined
      }
      to={href('/kits')}
      what="キット"
    >
      <ul className={fewShelfCards}>
        {kits.map((kit, at) => (
          <ProductCard
            key={kit.number}
            product={kit}
            place={at + 1}
            sizes={sixCards.sizes}
            need={<LaterMissing product={kit} />}
            sale={
              <>
                <KitSale product={kit} stopped={whyStopped(kit)} />
                <LaterWish product={kit} />
              </>
            }
          />
        ))}
      </ul>
    </Shelf>
  )
}

const mostNews = 30
const productsOnAShelf = 6
const workWidths = '(min-width: 90rem) 18rem, (min-width: 75rem) 12rem, (min-width: 48rem) 21rem, 46vw'
const firstKits = { ...allKits(productsOnAShelf), level: 'beginner' } as const

/** `news` is null when it could not be read (P17); an unreadable shelf is left out. */
export const loader = async ({ context }: Route.LoaderArgs) => {
  const ctx = context.get(appContext)
  const [news, fabrics, kits, recipes] = await Promise.all([
    readOrFailure(ctx, 'news', (db) => newestNews(db, mostNews, ctx.now())),
    readOrFailure(ctx, 'newest fabrics', (db) => newestFabrics(db, productsOnAShelf)),
    readOrFailure(ctx, 'kits for beginners', (db) => listKits(db, firstKits)),
    readOrFailure(ctx, 'recipes of the home', homeShelf),
  ])
  return {
    news: news.ok ? news.value.map(shownNews) : null,
    fabrics: fabrics.ok ? fabrics.value : [],
    kits: kits.ok ? kits.value.kits : [],
    recipes: recipes.ok ? recipes.value.map(picturedLink) : [],
    monthlyFabrics: ctx.settings.subscriptions[0]?.cloths ?? null,
    oldWebsite: ctx.settings.links.oldWebsite,
  }
}

export default function Home({ loaderData }: Route.ComponentProps) {
  const { fabrics, kits, recipes, news, monthlyFabrics, oldWebsite } = loaderData
  return (
    <>
      <PageMeta />
      <OrganizationData />
      <Hero />
      <div className={css.body}>
        <NewFabrics fabrics={fabrics} />
        {recipes.length === 0 ? null : (
          <Shelf id="works" heading="みんなの作品" to={href('/gallery')} what="作品">
            <PicturedLinks links={recipes} sizes={workWidths} className={shelfCards} />
          </Shelf>
        )}
        <FirstKits kits={kits} />
        <SectionLinks monthlyFabrics={monthlyFabrics} />
        <NewsList news={news} />
        <Mission />
        <ContactBlock />
        {oldWebsite === null ? null : (
          <p className={css.old}>
            以前のホームページは <OutLink href={oldWebsite}>旧サイトへ</OutLink>
          </p>
        )}
      </div>
    </>
  )
}
