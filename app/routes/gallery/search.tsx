import { type ReactNode, useEffect } from 'react'
import { data, Link, useNavigation } from 'react-router'
import { productPath } from '~/features/products/rules.ts'
import { popularKeywords, situationCategories } from '~/features/recipes/curation/queries.server.ts'
import { builtInKeywords, builtInSituations } from '~/features/recipes/curation/rules.ts'
import {
  headingOf,
  levels,
  listingOf,
  listingPath,
  type RecipeListing,
  recipeCountText,
  recipeOrders,
  recipesPerPage,
  type Situation,
  searchPath,
  totalText,
} from '~/features/recipes/list.rules.ts'
import { productOfListing } from '~/features/recipes/search.queries.server.ts'
import type { RecipeCardFacts } from '~/features/recipes/types.ts'
import {
  ListUnreachable,
  ListWait,
  readWithRetries,
  useLastGood,
} from '~/features/recipes/ui/list-reading.tsx'
import { RecipeCards, recipeCardId } from '~/features/recipes/ui/recipe-cards.tsx'
import { findRecipes } from '~/features/search/recipes.queries.server.ts'
import { BesideSearch } from '~/features/search/words/ui/elsewhere.tsx'
import { LoadFailure } from '~/features/shop/site-pages/ui/load-failure.tsx'
import { href } from '~/href.ts'
import { nextCount } from '~/kernel/list-address.ts'
import { type CountedSearch, hasNoWord, type WaysOn } from '~/kernel/search-text.ts'
import { readOrFailure, statusOfFailure } from '~/server/read-or-failure.ts'
import { appContext } from '~/services.server.ts'
import { useComing } from '~/ui/blank-cards.tsx'
import { ButtonLink } from '~/ui/button.tsx'
import { EmptyBox } from '~/ui/empty-box.tsx'
import {
  Chip,
  Chips,
  Choices,
  ChosenFilters,
  ClearFilters,
  Filters,
  FiltersButton,
  filteredListId,
} from '~/ui/filters.tsx'
import { focusHeading } from '~/ui/focus-heading.ts'
import { Page } from '~/ui/page.tsx'
import { PageMeta } from '~/ui/page-meta.tsx'
import { useFocusOnFirstNew } from '~/ui/use-focus-on-first-new.ts'
import type { Route } from './+types/search'
import css from './search.module.css'

const looks = { beginner: css.beginner, intermediate: css.intermediate, advanced: css.advanced }

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

interface SearchPage {
  readonly listing: RecipeListing
  readonly situations: readonly Situation[]
  readonly cards: readonly RecipeCardFacts[]
  readonly total: number
  /** Set when the list shows results for a part of what was typed. */
  readonly part: { readonly typed: string } | null
  /** Only for an empty list. */
  readonly ways: WaysOnFromHere | null
}

/** Each way finds something (W32); `any` tells whether there is any recipe. */
interface WaysOnFromHere extends WaysOn {
  readonly keywords: readonly CountedSearch[]
  readonly any: boolean
}

/** Every choice is a link, which works without script (P6, P7). */
function RecipeSearch({ page, beside }: { readonly page: SearchPage; readonly beside: ReactNode }) {
  const { listing, cards, total } = page
  const isChanging = useNavigation().location?.pathname === href('/gallery/search')
  const { list, askedForMore } = useFocusOnFirstNew(cards.length)
  const more = nextCount(total, listing.count, recipesPerPage)
  const toMore = more === null ? null : listingPath({ ...listing, count: more })
  const coming = useComing(toMore, { shown: cards.length, more, total })
  const chosen = chosenOf(listing)
  // Words alone that find nothing leave nothing to narrow.
  const hasFilters = total > 0 || chosen.length > 0
  return (
    <div className={css.page}>
      <h1 className={css.heading}>{headingOf({ ...listing, q: page.part?.typed ?? listing.q })}</h1>
      {listing.product === null ? null : (
        <p>
          <Link to={productPath(listing.product)}>{listing.product.shownName}を見る</Link>
        </p>
      )}
      <div className={css.bar}>
        <p role="status" className={css.count}>
          {recipeCountText(listing, total)}
        </p>
        {hasFilters ? <FiltersButton chosen={chosen.length} /> : null}
      </div>
      {hasFilters ? <RecipeFilters page={page} /> : null}
      <section aria-labelledby="works" className={css.results}>
        <h2 id="works" className="visually-hidden">
          作品の一覧
        </h2>
        {beside}
        {page.ways !== null ? (
          <NothingFound listing={listing} chosen={chosen} ways={page.ways} />
        ) : (
          <RecipeCards
            key={listingPath({ ...listing, count: recipesPerPage })}
            cards={cards}
            busy={isChanging}
            coming={coming}
            list={list}
            id={filteredListId}
            eager={2}
            sizes="(min-width: 60rem) 17rem, (min-width: 48rem) 30vw, 46vw"
          />
        )}
        <More page={page} toMore={toMore} onAsk={askedForMore} />
      </section>
    </div>
  )
}

interface ChosenFilter {
  readonly name: string
  readonly undoneAt: string
}

const unfiltered = { level: null, situation: null, product: null, category: '', count: recipesPerPage }

const chosenOf = (listing: RecipeListing): readonly ChosenFilter[] => {
  const { level, situation, product } = listing
  const undone = (name: string | undefined, change: Partial<RecipeListing>) =>
    name === undefined
      ? []
      : [{ name, undoneAt: listingPath({ ...listing, category: '', count: recipesPerPage, ...change }) }]
  return [
    ...undone(level?.name, { level: null }),
    ...undone(situation?.name, { situation: null }),
    ...undone(product?.shownName, { product: null }),
  ]
}

function RecipeFilters({ page: { listing, situations, total } }: { readonly page: SearchPage }) {
  const to = (change: Partial<RecipeListing>) =>
    listingPath({ ...listing, category: '', count: recipesPerPage, ...change })
  const shownOrders = recipeOrders.filter(({ id }) => id !== 'relevance' || listing.q !== '')
  return (
    <Filters key={listing.q} close={total === 0 ? '閉じる' : `${totalText(total)}を見る`}>
      <Choices name="レベル">
        {levels.map((level) => {
          const isChosen = listing.level?.id === level.id
          return (
            <Chip key={level.id} to={to({ level: isChosen ? null : level })} isChosen={isChosen} canBeUndone>
              <span aria-hidden="true" className={`${css.dots} ${looks[level.id]}`}>
                {level.dots}
              </span>
              {level.name}
            </Chip>
          )
        })}
      </Choices>
      {situations.length === 0 ? null : (
        <Choices name="場面">
          {situations.map((situation) => {
            const isChosen = listing.situation?.id === situation.id
            return (
              <Chip
                key={situation.id}
                to={to({ situation: isChosen ? null : situation })}
                isChosen={isChosen}
                canBeUndone
              >
                {situation.name}
              </Chip>
            )
          })}
        </Choices>
      )}
      <Choices name="並び順">
        {shownOrders.map(({ id, name }) => (
          <Chip key={id} to={to({ order: id, category: listing.category })} isChosen={listing.order === id}>
            {name}
          </Chip>
        ))}
      </Choices>
      {listing.product === null ? null : (
        <Choices name="使われている商品">
          <Chip to={to({ product: null })} isChosen canBeUndone>
            {listing.product.shownName}
          </Chip>
        </Choices>
      )}
      <ClearFilters to={chosenOf(listing).length === 0 ? null : to(unfiltered)} />
    </Filters>
  )
}

interface MoreProps {
  readonly page: SearchPage
  readonly toMore: string | null
  readonly onAsk: () => void
}

function More({ page: { cards, total }, toMore, onAsk }: MoreProps) {
  if (cards.length === 0) return null
  if (toMore === null)
    return cards.length < total ? (
      <p className={css.end}>続きは、ことばやレベルでしぼりこんでご覧ください。</p>
    ) : null
  return (
    <p className={css.end}>
      <ButtonLink
        look="secondary"
        to={`${toMore}#${recipeCardId(cards.length)}`}
        replace
        preventScrollReset
        onClick={onAsk}
      >
        もっと見る
      </ButtonLink>
    </p>
  )
}

function NothingFound({
  listing,
  chosen,
  ways,
}: {
  readonly listing: RecipeListing
  readonly chosen: readonly ChosenFilter[]
  readonly ways: WaysOnFromHere
}) {
  const { q } = listing
  const allAt = listingPath({ ...listing, ...unfiltered })
  // The pressed link disappears with the box, and the path stays.
  useEffect(() => () => void (document.querySelector(':focus') ?? focusHeading()), [])
  return (
    <EmptyBox said={saidOf(listing)}>
      <ChosenFilters chosen={chosen} allUndoneAt={allAt} />
      {ways.wider === 0 ? null : (
        <p className={css.hints}>
          <Link to={allAt}>
            しぼりこみを外して「{q}」をさがす（{totalText(ways.wider)}）
          </Link>
        </p>
      )}
      <Words name="近いことば" words={ways.near} />
      <Words name="人気のキーワード" words={ways.keywords} />
      <p className={css.invitation}>あなたがつくったものを、最初の一点にしませんか。</p>
      <p className={`row-3 ${css.ways}`}>
        <ButtonLink to={href('/gallery/upload')}>作品を投稿する</ButtonLink>
        {ways.any ? (
          <ButtonLink to={href('/gallery/search')} look="secondary">
            すべての作品を見る
          </ButtonLink>
        ) : null}
      </p>
    </EmptyBox>
  )
}

const saidOf = (listing: RecipeListing): string => {
  const { q, level, situation, product } = listing
  if (hasNoWord(q)) return 'さがすことばを入力してください。記号だけでは、さがせません。'
  const narrowed = [level?.name, situation?.name].filter((name) => name !== undefined).join('・')
  if (product !== null)
    return `「${product.shownName}」でつくられた${narrowed === '' ? '' : `${narrowed}の`}作品は${q === '' ? '、まだありません。' : `、「${q}」では見つかりませんでした。`}`
  if (q !== '') return `「${q}」に合う${narrowed === '' ? '' : `${narrowed}の`}作品は見つかりませんでした。`
  return narrowed === '' ? 'まだ作品はありません。' : `${narrowed}の作品は、まだありません。`
}

function Words({ name, words }: { readonly name: string; readonly words: readonly CountedSearch[] }) {
  if (words.length === 0) return null
  return (
    <div className={`stack-2 ${css.words}`}>
      <h2>{name}</h2>
      <Chips name={name}>
        {words.map(({ q, count }) => (
          <Chip key={q} to={searchPath({ q })} leadsAway>
            {q} {totalText(count)}
          </Chip>
        ))}
      </Chips>
    </div>
  )
}
