import { Link } from 'react-router'
import { tiedId } from '~/features/recipes/materials/ui/buy-together.tsx'
import { href } from '~/href.ts'
import { formatNumber } from '~/kernel/money.ts'
import { Icon } from '~/ui/icon.tsx'
import { reactionsPath } from '../rules.ts'
import type { ReactionKind } from '../types.ts'
import css from './reactions.module.css'
import { useReactions } from './reactions.tsx'

/** ♡ and 保存, below a recipe's title. */
export function ReactionButtons() {
  return (
    <>
      <ReactionButton kind="like" isNamed />
      <ReactionButton kind="favourite" isNamed />
    </>
  )
}

/** On phones, a bar at the bottom of the screen that replaces the layout's. `tied`: the shop sells some of the materials. */
export function ReactionBar({ tied }: { readonly tied: boolean }) {
  return (
    <section className={css.bar} aria-label="この作品に" data-bottom-bar>
      <ReactionButton kind="like" />
      <ReactionButton kind="favourite" />
      {tied ? (
        <Link to={`#${tiedId}`} className={css.fabrics}>
          材料を買う
        </Link>
      ) : (
        <Link to={href('/all-products')} className={css.fabrics}>
          お店の布を見る
        </Link>
      )}
    </section>
  )
}

/** A form for members, which works without script; a login prompt for others. `isNamed` adds the word いいね. */
function ReactionButton({
  kind,
  isNamed = false,
}: {
  readonly kind: ReactionKind
  readonly isNamed?: boolean
}) {
  const { recipe, isMember, promptOf, likes, [kind]: reaction } = useReactions()
  const { isOn, toggle } = reaction
  const face =
    kind === 'like' ? (
      <>
        <Icon name="heart" size={22} />
        <span className={isNamed ? undefined : 'visually-hidden'}>いいね</span>{' '}
        <span className={css.count}>{formatNumber(likes)}</span>
      </>
    ) : (
      <>
        <Icon name="bookmark" size={22} />
        保存
      </>
    )
  const look = `${css.button} ${kind === 'like' ? css.like : ''}`
  if (!isMember)
    return (
      <button type="button" className={look} popoverTarget={promptOf(kind)} aria-haspopup="dialog">
        {face}
      </button>
    )
  return (
    <form
      method="post"
      action={reactionsPath(recipe)}
      className={css.form}
      onSubmit={(event) => {
        event.preventDefault()
        toggle()
      }}
    >
      <input type="hidden" name="kind" value={kind} />
      <button type="submit" name="on" value={String(!isOn)} className={look} aria-pressed={isOn}>
        {face}
      </button>
    </form>
  )
}
