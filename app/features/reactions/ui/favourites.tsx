import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { recipePath } from '~/features/recipes/list.rules.ts'
import { CardList, RecipeCard, recipeCardId } from '~/features/recipes/ui/recipe-cards.tsx'
import { href } from '~/href.ts'
import { Button, ButtonLink } from '~/ui/button.tsx'
import { SubmitButton } from '~/ui/form.tsx'
import { PopoverDialog } from '~/ui/popover-dialog.tsx'
import { Portions } from '~/ui/portions.tsx'
import { PressForm } from '~/ui/press-form.tsx'
import { useFocusOnFirstNew } from '~/ui/use-focus-on-first-new.ts'
import type { Favourite } from '../rules.ts'
import css from './favourites.module.css'

const idPrefix = 'favourite'

/** A member's favourites as cards with links to view and remove each; `none` is shown when there are none. */
export function Favourites({
  favourites,
  count,
  more,
  none,
}: {
  readonly favourites: readonly Favourite[]
  /** How many are shown, from the address. */
  readonly count: number
  /** Address that shows more; null when all are shown. */
  readonly more: string | null
  readonly none: ReactNode
}) {
  const { list, askedForMore } = useFocusOnFirstNew(favourites.length)
  if (favourites.length === 0) return none
  return (
    <>
      <CardList list={list}>
        <Portions>
          {favourites.map(({ recipeId, card }, place) =>
            card === null ? (
              <li key={recipeId} id={recipeCardId(place, idPrefix)} className={css.gone} tabIndex={-1}>
                <p className={css.swatch}>この作品は削除されました</p>
                <Ways recipeId={recipeId} title={null} count={count} />
              </li>
            ) : (
              <RecipeCard key={recipeId} card={card} place={place} idPrefix={idPrefix}>
                <Ways recipeId={recipeId} title={card.title} count={count} />
              </RecipeCard>
            ),
          )}
        </Portions>
      </CardList>
      {more === null ? null : (
        <p className={css.end}>
          <ButtonLink
            look="secondary"
            to={`${more}#${recipeCardId(favourites.length, idPrefix)}`}
            replace
            preventScrollReset
            onClick={askedForMore}
          >
            もっと見る
          </ButtonLink>
        </p>
      )}
    </>
  )
}

/** `title` is null when the recipe is gone. */
function Ways({
  recipeId,
  title,
  count,
}: {
  readonly recipeId: string
  readonly title: string | null
  readonly count: number
}) {
  const question = `remove-${recipeId}`
  const name = title === null ? '削除された作品' : title
  return (
    <>
      <p className={css.ways}>
        {title === null ? null : (
          <Link className={css.way} to={recipePath(recipeId)} aria-label={`${name}を見る`}>
            見る
          </Link>
        )}
        <button
          type="button"
          className={css.way}
          popoverTarget={question}
          aria-label={`${name}を保存した作品から外す`}
        >
          外す
        </button>
      </p>
      <PopoverDialog
        id={question}
        label={`${name}を保存した作品から外す`}
        asks={
          title === null
            ? 'この作品を保存した作品から外しますか？'
            : `「${title}」を保存した作品から外しますか？`
        }
      >
        <PressForm
          action={href('/gallery/mypage/favourites')}
          failed="お気に入りの削除に失敗しました。もう一度お試しください。"
        >
          <input type="hidden" name="recipe" value={recipeId} />
          <input type="hidden" name="count" value={count} />
          <SubmitButton busy="外しています…">外す</SubmitButton>
        </PressForm>
        <Button look="secondary" wide popoverTarget={question} popoverTargetAction="hide">
          やめる
        </Button>
      </PopoverDialog>
    </>
  )
}
