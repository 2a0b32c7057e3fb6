import { useNavigation } from 'react-router'
import { listQuery, nextCount } from '~/kernel/list-address.ts'
import { useComing } from '~/ui/blank-cards.tsx'
import { ButtonLink } from '~/ui/button.tsx'
import { EmptyBox } from '~/ui/empty-box.tsx'
import { useFocusOnFirstNew } from '~/ui/use-focus-on-first-new.ts'
import { memberPath, recipesPerPage } from '../list.rules.ts'
import type { RecipeCard } from '../types.ts'
import { cardId } from './recipe-card.tsx'
import { RecipeCards } from './recipe-cards.tsx'
import css from './recipes-of-member.module.css'

/** The works of one member, six and もっと見る (R25); `count` is what the address asks for. */
export function RecipesOfMember({
  memberId,
  cards,
  total,
  count,
}: {
  readonly memberId: string
  readonly cards: readonly RecipeCard[]
  readonly total: number
  readonly count: number
}) {
  const path = memberPath(memberId)
  const isChanging = useNavigation().location?.pathname === path
  const { list, askedForMore } = useFocusOnFirstNew(cards.length)
  const more = nextCount(total, count, recipesPerPage)
  const toMore = more === null ? null : `${path}${listQuery({}, more, recipesPerPage)}`
  const coming = useComing(toMore, { shown: cards.length, more, total })
  return (
    <section aria-labelledby="works" className={css.works}>
      <h2 id="works">作品の一覧</h2>
      {cards.length === 0 ? (
        <EmptyBox>公開されている作品は、まだありません。</EmptyBox>
      ) : (
        <RecipeCards cards={cards} busy={isChanging} coming={coming} list={list} eager={2} />
      )}
      {toMore === null ? null : (
        <p className={css.end}>
          <ButtonLink
            look="secondary"
            to={`${toMore}#${cardId(cards.length)}`}
            replace
            preventScrollReset
            onClick={askedForMore}
          >
            もっと見る
          </ButtonLink>
        </p>
      )}
    </section>
  )
}
