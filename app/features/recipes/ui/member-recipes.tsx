import { type MouseEventHandler, type ReactNode, useEffect, useRef } from 'react'
import { useNavigation } from 'react-router'
import { nextCount } from '~/kernel/list-address.ts'
import { hasNoWord } from '~/kernel/search-text.ts'
import { useComing } from '~/ui/blank-cards.tsx'
import { ButtonLink } from '~/ui/button.tsx'
import { EmptyBox } from '~/ui/empty-box.tsx'
import { Chip, Chips } from '~/ui/filters.tsx'
import { SearchBox } from '~/ui/search-box.tsx'
import { useFocusOnFirstNew } from '~/ui/use-focus-on-first-new.ts'
import {
  cardsOfMemberPerPage,
  type MemberListing,
  memberPath,
  recipeOrders,
  recipesOfMemberPath,
  totalText,
} from '../list.rules.ts'
import type { RecipeCardFacts } from '../types.ts'
import css from './member-recipes.module.css'
import { RecipeCards, recipeCardId } from './recipe-cards.tsx'

interface ToolsProps {
  readonly label: string
  readonly listing: MemberListing
  /** Of what was found. */
  readonly total: number
  readonly pageSize: number
  readonly pathOf: (listing: MemberListing) => string
}

/** Search and order above a member's recipes, in the address and without script (W52). */
export function MemberListTools({ label, listing, total, pageSize, pathOf }: ToolsProps) {
  const first = { ...listing, count: pageSize }
  const [action = '', rest = ''] = pathOf({ ...first, q: '' }).split('?')
  const orders = recipeOrders.filter(({ id }) => id !== 'relevance' || listing.q !== '')
  const tools = useRef<HTMLDivElement>(null)
  const count = useRef<HTMLParagraphElement>(null)
  const searched = useRef(listing.q)
  // The page's heading, which the search field focuses, is far above: what was found is below her own search.
  useEffect(() => {
    if (searched.current === listing.q) return
    searched.current = listing.q
    count.current?.focus({ preventScroll: true })
    tools.current?.scrollIntoView({ behavior: 'instant' })
  }, [listing.q])
  return (
    <div className={css.tools} ref={tools}>
      <SearchBox action={action} label={label} q={listing.q} rest={rest} />
      <Chips name="並び順">
        {orders.map(({ id, name }) => (
          <Chip key={id} to={pathOf({ ...first, order: id })} isChosen={listing.order === id}>
            {name}
          </Chip>
        ))}
      </Chips>
      <p role="status" className={css.count} ref={count} tabIndex={-1}>
        {listing.q === '' ? '' : `「${listing.q}」`}
        {totalText(total)}
      </p>
    </div>
  )
}

/** Whether a list has search and order: one that a page holds needs neither. */
export const hasListTools = (listing: MemberListing, totalRecipes: number, pageSize: number): boolean =>
  totalRecipes > pageSize || listing.q !== ''

/** For a search that found nothing, with the way back to all. */
export function NoneOfMember({ q, all }: { readonly q: string; readonly all: string }) {
  return (
    <EmptyBox
      said={
        hasNoWord(q)
          ? 'さがすことばを入力してください。記号だけでは、さがせません。'
          : `「${q}」に合う作品は見つかりませんでした。`
      }
    >
      <p>
        <ButtonLink to={all} look="secondary" preventScrollReset>
          すべての作品を見る
        </ButtonLink>
      </p>
    </EmptyBox>
  )
}

/** もっと見る, or what to do where a list shows no more. */
export function MoreOfMember({
  shown,
  total,
  more,
  onAsk,
}: {
  readonly shown: number
  readonly total: number
  /** Address with the hash of the first new one; null when no more are shown. */
  readonly more: string | null
  readonly onAsk: MouseEventHandler
}): ReactNode {
  if (more === null)
    return shown < total ? <p className={css.end}>続きは、ことばでさがしてご覧ください。</p> : null
  return (
    <p className={css.end}>
      <ButtonLink look="secondary" to={more} replace preventScrollReset onClick={onAsk}>
        もっと見る
      </ButtonLink>
    </p>
  )
}

/** A member's recipes on the page that everybody sees (R25, W52). */
export function RecipesOfMember({
  memberId,
  cards,
  total,
  totalRecipes,
  listing,
}: {
  readonly memberId: string
  readonly cards: readonly RecipeCardFacts[]
  readonly total: number
  readonly totalRecipes: number
  readonly listing: MemberListing
}) {
  const pathOf = (asked: MemberListing) => recipesOfMemberPath(memberId, asked)
  const isChanging = useNavigation().location?.pathname === memberPath(memberId)
  const { list, askedForMore } = useFocusOnFirstNew(cards.length)
  const next = nextCount(total, listing.count, cardsOfMemberPerPage)
  const toMore = next === null ? null : pathOf({ ...listing, count: next })
  const coming = useComing(toMore, { shown: cards.length, more: next, total })
  return (
    <section aria-labelledby="works" className="stack-5">
      <h2 id="works">作品の一覧</h2>
      {hasListTools(listing, totalRecipes, cardsOfMemberPerPage) ? (
        <MemberListTools
          label="この会員の作品をさがす"
          pageSize={cardsOfMemberPerPage}
          {...{ listing, total, pathOf }}
        />
      ) : null}
      {totalRecipes === 0 ? (
        <EmptyBox>公開されている作品は、まだありません。</EmptyBox>
      ) : cards.length === 0 ? (
        <NoneOfMember q={listing.q} all={memberPath(memberId)} />
      ) : (
        <RecipeCards cards={cards} busy={isChanging} coming={coming} list={list} eager={2} />
      )}
      <MoreOfMember
        shown={cards.length}
        total={total}
        more={toMore === null ? null : `${toMore}#${recipeCardId(cards.length)}`}
        onAsk={askedForMore}
      />
    </section>
  )
}
