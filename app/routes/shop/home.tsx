import { newestNews } from '~/features/content/queries.server.ts'
import { NewsList } from '~/features/content/ui/news-list.tsx'
import { Hero, SectionLinks } from '~/features/site/ui/hero.tsx'
import { Mission } from '~/features/site/ui/mission.tsx'
import { OrganizationData } from '~/features/site/ui/organization-data.tsx'
import { ContactBlock } from '~/features/site/ui/shop-contact.tsx'
import { readOrFailure } from '~/server/read-or-failure.ts'
import { appContext } from '~/services.server.ts'
import { OutLink } from '~/ui/out-link.tsx'
import { PageMeta } from '~/ui/page-meta.tsx'
import { useSiteFacts } from '~/ui/site-facts.tsx'
import type { Route } from './+types/home'
import css from './home.module.css'

const mostNews = 30

/** `news` is null when it could not be read (P17). */
export const loader = async ({ context }: Route.LoaderArgs) => {
  const news = await readOrFailure(context.get(appContext), 'news', (db) => newestNews(db, mostNews))
  const { name, nameInLatin, description, seller, hours, subscriptions } = context.get(appContext).settings
  const organization = { name, nameInLatin, description, seller, hours }
  return {
    news: news.ok ? news.value : null,
    organization,
    monthlyCloths: subscriptions[0]?.cloths ?? null,
  }
}

export default function Home({ loaderData: { news, organization, monthlyCloths } }: Route.ComponentProps) {
  const { oldWebsite } = useSiteFacts().links
  return (
    <>
      <PageMeta />
      <OrganizationData settings={organization} />
      <Hero />
      <div className={css.body}>
        <SectionLinks monthlyCloths={monthlyCloths} />
        <NewsList news={news} />
        <Mission />
        <ContactBlock />
        {oldWebsite === null ? null : (
          <p className={css.old}>
            以前のホームページをお探しの方は <OutLink href={oldWebsite}>旧サイトへ</OutLink>
          </p>
        )}
      </div>
    </>
  )
}
