import { NoticeBox } from '~/features/accounts/profile/ui/member-notice.tsx'
import { builtInKeywords, builtInSituations } from '~/features/recipes/curation/curated.rules.ts'
import { popularKeywords, situationCategories } from '~/features/recipes/curation/queries.server.ts'
import { topRecipes } from '~/features/recipes/list.queries.server.ts'
import { GalleryHome } from '~/features/recipes/ui/gallery-home.tsx'
import {
  ListUnreachable,
  ListWait,
  readWithRetries,
  useLastGood,
} from '~/features/recipes/ui/list-reading.tsx'
import { LoadFailure } from '~/features/shop/site-pages/ui/load-failure.tsx'
import { href } from '~/href.ts'
import { readOrFailure } from '~/server/read-or-failure.ts'
import { appContext } from '~/services.server.ts'
import { PageMeta } from '~/ui/page-meta.tsx'
import type { Route } from './+types/home'

const recipesInAList = 2

export const loader = async ({ context }: Route.LoaderArgs) => {
  const ctx = context.get(appContext)
  const { actor } = ctx
  const top = (order: 'popular' | 'new') =>
    readOrFailure(ctx, `${order} recipes`, (db) => topRecipes(db, actor, { order, limit: recipesInAList }))
  const [keywords, situations, popular, newest] = await Promise.all([
    readOrFailure(ctx, 'popular keywords', popularKeywords),
    readOrFailure(ctx, 'situations', situationCategories),
    top('popular'),
    top('new'),
  ])
  const failed = [popular, newest].find((list) => !list.ok)
  return {
    isMember: actor.kind === 'member',
    keywords: keywords.ok ? keywords.value : builtInKeywords,
    situations: situations.ok ? situations.value : builtInSituations,
    popular: popular.ok ? popular.value : null,
    newest: newest.ok ? newest.value : null,
    failure: failed === undefined || failed.ok ? null : failed.error,
  }
}

export const clientLoader = ({ serverLoader, request }: Route.ClientLoaderArgs) =>
  readWithRetries(serverLoader, request.signal)

export default function Home({ loaderData }: Route.ComponentProps) {
  const home = useLastGood(loaderData)
  return (
    <>
      <PageMeta
        title="作品ギャラリー"
        description="布とキットでつくった作品と、そのつくり方を見せ合うギャラリーです。レベルや場面から、次につくりたいものが見つかります。"
      />
      <ListWait path={href('/gallery')} />
      <ListUnreachable data={loaderData} />
      {home === undefined ? null : (
        <GalleryHome
          {...home}
          notice={<NoticeBox />}
          loadFailure={home.failure === null ? null : <LoadFailure what="作品" {...home.failure} />}
        />
      )}
    </>
  )
}
