import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { smallPictureUrl } from '~/features/pictures/rules.ts'
import {
  hiddenText,
  type MemberListing,
  ownRecipesPath,
  ownRecipesPerPage,
  recipePath,
} from '~/features/recipes/list.rules.ts'
import type { RecipeCardFacts } from '~/features/recipes/types.ts'
import {
  hasListTools,
  MemberListTools,
  MoreOfMember,
  NoneOfMember,
} from '~/features/recipes/ui/member-recipes.tsx'
import { LevelMark } from '~/features/recipes/ui/recipe-cards.tsx'
import { href } from '~/href.ts'
import { displayDate, machineDate } from '~/kernel/dates.ts'
import { nextCount } from '~/kernel/list-address.ts'
import { formatNumber } from '~/kernel/money.ts'
import { cutText } from '~/kernel/text.ts'
import { Button, ButtonLink } from '~/ui/button.tsx'
import { SubmitButton } from '~/ui/form.tsx'
import { PopoverDialog } from '~/ui/popover-dialog.tsx'
import { Portions } from '~/ui/portions.tsx'
import { PressForm } from '~/ui/press-form.tsx'
import { useFocusOnFirstNew } from '~/ui/use-focus-on-first-new.ts'
import css from './own-recipes.module.css'

const shownDescription = 50

export interface OwnRecipesPage {
  readonly cards: readonly RecipeCardFacts[]
  /** Of what was found. */
  readonly total: number
  readonly totalRecipes: number
  readonly listing: MemberListing
}

/**
 * A member's recipes, hidden ones too, to be searched and ordered (W52), with the ways to see, edit and delete each; `none` is shown
 * when there are none.
 */
export function OwnRecipes({
  cards,
  total,
  totalRecipes,
  listing,
  none,
}: OwnRecipesPage & { readonly none: ReactNode }) {
  const { list, askedForMore } = useFocusOnFirstNew(cards.length)
  if (totalRecipes === 0) return none
  // A deletion posts to the list's present address.
  const address = ownRecipesPath(listing)
  const next = nextCount(total, listing.count, ownRecipesPerPage)
  const all = ownRecipesPath({ q: '', order: 'new', count: ownRecipesPerPage })
  return (
    <>
      <p>
        <ButtonLink to={href('/gallery/upload')}>新しい作品を投稿</ButtonLink>
      </p>
      {hasListTools(listing, totalRecipes, ownRecipesPerPage) ? (
        <MemberListTools
          label="自分の作品をさがす"
          pageSize={ownRecipesPerPage}
          pathOf={ownRecipesPath}
          {...{ listing, total }}
        />
      ) : null}
      {cards.length === 0 ? (
        <NoneOfMember q={listing.q} all={all} />
      ) : (
        <ul ref={list} className={css.recipes}>
          <Portions>
            {cards.map((card, place) => (
              <OwnRecipe key={card.id} card={card} place={place} address={address} />
            ))}
          </Portions>
        </ul>
      )}
      <MoreOfMember
        shown={cards.length}
        total={total}
        more={
          next === null ? null : `${ownRecipesPath({ ...listing, count: next })}#own-work-${cards.length + 1}`
        }
        onAsk={askedForMore}
      />
    </>
  )
}

function OwnRecipe({
  card,
  place,
  address,
}: {
  readonly card: RecipeCardFacts
  readonly place: number
  readonly address: string
}) {
  const { id, title, description, mainImageUrl, createdAt, likes } = card
  const question = `delete-${id}`
  return (
    <li id={`own-work-${place + 1}`} className={css.recipe} tabIndex={-1}>
      <img
        className={css.picture}
        src={smallPictureUrl(mainImageUrl)}
        alt=""
        width="72"
        height="72"
        loading="lazy"
        decoding="async"
      />
      <div className={css.words}>
        <h3 className={css.title}>{title}</h3>
        {card.isHidden ? <p className={css.hidden}>{hiddenText('この作品', card.hiddenReason)}</p> : null}
        {description === '' ? null : <p className="soft">{cutText(description, shownDescription)}</p>}
        <p className={css.facts}>
          <time dateTime={machineDate(createdAt) ?? undefined}>{displayDate(createdAt)}</time>
          <LevelMark difficulty={card.difficulty} />
          <span>いいね {formatNumber(likes)}</span>
        </p>
      </div>
      <p className={css.ways}>
        <Link className={css.way} to={recipePath(id)} aria-label={`${title}を見る`}>
          見る
        </Link>
        <Link
          className={css.way}
          to={href('/gallery/recipe-edit/:recipeId', { recipeId: id })}
          aria-label={`${title}を編集`}
        >
          編集
        </Link>
        <button type="button" className={css.delete} popoverTarget={question} aria-label={`${title}を削除`}>
          削除
        </button>
      </p>
      <PopoverDialog id={question} label={`${title}の削除`} asks={`「${title}」を削除しますか？`}>
        <p>写真、材料、つくり方もいっしょに消えて、元に戻せません。</p>
        <PressForm action={address} failed="レシピの削除に失敗しました。もう一度お試しください。">
          <input type="hidden" name="recipeId" value={id} />
          <SubmitButton look="danger" busy="削除しています…">
            削除する
          </SubmitButton>
        </PressForm>
        <Button look="secondary" wide popoverTarget={question} popoverTargetAction="hide">
          やめる
        </Button>
      </PopoverDialog>
    </li>
  )
}
