import { data } from 'react-router'
import { builtInKeywords, builtInSituations } from '~/features/recipes/curation/curated.rules.ts'
import { popularKeywords, situationCategories } from '~/features/recipes/curation/queries.server.ts'
import {
  headingOf,
  listingOf,
  listingPath,
  type RecipeListing,
  recipesPerPage,
} from '~/features/recipes/list.rules.ts'
import { productOfListing } from '~/features/recipes/search.queries.server.ts'
import {
  ListUnreachable,
  ListWait,
  readWithRetries,
  useLastGood,
} from '~/features/recipes/ui/list-reading.tsx'
import { RecipeSearch } from '~/features/recipes/ui/recipe-search.tsx'
import { findRecipes } from '~/features/search/recipes.queries.server.ts'
import { BesideSearch } from '~/features/search/words/ui/elsewhere.tsx'
import { LoadFailure } from '~/features/shop/site-pages/ui/load-failure.tsx'
import { href } from '~/href.ts'
import { readOrFailure, statusOfFailure } from '~/server/read-or-failure.ts'
import { appContext } from '~/services.server.ts'
import { Page } from '~/ui/page.tsx'
import { PageMeta } from '~/ui/page-meta.tsx'
import type { Route } from './+types/search'

export const loader = async ({ request, context }: Route.LoaderArgs) => {
  const ctx = context.get(appContext)
  const [keywordRead, situationRead] = await Promise.all([
    readOrFailure(ctx, 'popular keywords', popularKeywords),
    readOrFailure(ctx, 'situations', situationCategories),
  ])
  const keywords = (keywordRead.ok ? keywordRead.value : builtInKeywords).map(({ name }) => name)
  const situations = (situationRead.ok ? situationRead.value : builtInSituations).map(({ id, name }) => ({
    id,
    name,
  }))
  const { searchParams } = new URL(request.url)
  const product = await readOrFailure(ctx, 'product of recipes', (db) =>
    productOfListing(db, searchParams.get('product')),
  )
  const listing = listingOf(searchParams, situations, product.ok ? product.value : null)
  const list = await readOrFailure(ctx, 'recipes', () => findRecipes(ctx, listing, keywords))
  if (!list.ok) return data({ listing, failure: list.error }, { status: statusOfFailure(list.error) })
  return { situations, keywords, ...list.value }
}

export const clientLoader = ({ serverLoader, request }: Route.ClientLoaderArgs) =>
  readWithRetries(serverLoader, request.signal)

export default function Search({ loaderData }: Route.ComponentProps) {
  const read = useLastGood(loaderData)
  return (
    <>
      <ListWait path={href('/gallery/search')} />
      <ListUnreachable data={loaderData} />
      {read === undefined ? (
        <Page narrow heading="作品をさがす">
          <PageMeta title="作品をさがす" noindex />
          <p>作品の一覧は、まだ読み込めていません。</p>
        </Page>
      ) : 'failure' in read ? (
        <Page narrow heading={headingOf(read.listing)}>
          <PageMeta title={headingOf(read.listing)} noindex />
          <LoadFailure what="作品" {...read.failure} />
        </Page>
      ) : (
        <>
          <Meta listing={read.listing} keywords={read.keywords} />
          <RecipeSearch
            page={read}
            beside={<BesideSearch name="作品" part={read.part} elsewhere={read.elsewhere} />}
          />
        </>
      )}
    </>
  )
}

/** Indexed: the list of all recipes, popular keywords, levels and situations; other searches are not. */
function Meta({
  listing,
  keywords,
}: {
  readonly listing: RecipeListing
  readonly keywords: readonly string[]
}) {
  const { q, level, situation } = listing
  const choices = [q, level?.name, situation?.name].filter((choice) => choice)
  const heading = headingOf(listing)
  const isKnown = choices.length <= 1 && listing.product === null && (q === '' || keywords.includes(q))
  const canonical = listingPath({
    ...listing,
    order: q === '' ? 'new' : 'relevance',
    category: level?.name ?? situation?.name ?? '',
    count: recipesPerPage,
  })
  return (
    <PageMeta
      title={heading}
      description={
        choices.length === 0 && listing.product === null
          ? '布とキットでつくった作品を、ことば、レベル、場面からさがせます。つくり方と材料もご覧いただけます。'
          : `${heading}の一覧です。写真から選んで、つくり方と材料をご覧いただけます。`
      }
      query={canonical.slice(href('/gallery/search').length)}
      noindex={!isKnown}
    />
  )
}
