import type { ReactNode, Ref } from 'react'
import { Link } from 'react-router'
import { memberFaceOf } from '~/features/accounts/profile/rules.ts'
import { Picture } from '~/features/pictures/ui/picture.tsx'
import { defaultLogo, displayImageUrl } from '~/kernel/image-url.ts'
import { BlankCards } from '~/ui/blank-cards.tsx'
import { inPhrases } from '~/ui/phrases.tsx'
import { Portions } from '~/ui/portions.tsx'
import { cookingTimeNames, difficultyLevelOf, memberPath, recipePath } from '../list.rules.ts'
import type { CookingTime, RecipeCardFacts } from '../types.ts'
import css from './recipe-card.module.css'

/** The editor's preview may have no cooking time yet. */
type Card = Omit<RecipeCardFacts, 'cookingTime'> & { readonly cookingTime: CookingTime | null }

/** The hash of もっと見る; `place` counts from 0, `prefix` tells several lists of a page apart. */
export const recipeCardId = (place: number, prefix = 'work'): string => `${prefix}-${place + 1}`

export interface CardOptions {
  /** The `sizes` of `img`. */
  readonly sizes?: string
  /** How many load at once because they begin on the first screen. */
  readonly eager?: number
  readonly idPrefix?: string
}

/** `children` stand above the link that covers the card. */
export function RecipeCard({
  card,
  place,
  sizes = '(min-width: 60rem) 21rem, (min-width: 48rem) 30vw, 46vw',
  eager = 1,
  idPrefix,
  children,
}: CardOptions & { readonly card: Card; readonly place: number; readonly children?: ReactNode }) {
  return (
    <li id={recipeCardId(place, idPrefix)} className={css.card} tabIndex={-1}>
      <div className={css.photograph}>
        <Picture
          url={card.mainImageUrl}
          alt=""
          sizes={sizes}
          className={displayImageUrl(card.mainImageUrl) === defaultLogo ? css.none : css.image}
          eager={place < eager}
        />
      </div>
      <h3 className={css.title}>
        <Link to={recipePath(card.id)} className={css.open}>
          {inPhrases(card.title)}
        </Link>
      </h3>
      <Author author={card.author} />
      <p className={css.facts}>
        <LevelMark difficulty={card.difficulty} />
        {card.cookingTime === null ? null : (
          <span>
            <span className="visually-hidden">制作時間 </span>
            {cookingTimeNames[card.cookingTime]}
          </span>
        )}
        <span className={css.likes}>
          <span aria-hidden="true">♡</span>
          <span className="visually-hidden">いいね </span>
          {card.likes}
        </span>
      </p>
      {children}
    </li>
  )
}

function Author({ author }: { readonly author: Card['author'] }) {
  const { name, initial } = memberFaceOf(author.name, null)
  return (
    <p className={css.author}>
      <Link to={memberPath(author.id)} className={css.person}>
        {author.photoUrl === '' ? (
          <span className={css.circle} aria-hidden="true">
            {initial}
          </span>
        ) : (
          <img
            className={css.circle}
            src={displayImageUrl(author.photoUrl)}
            alt=""
            width="24"
            height="24"
            loading="lazy"
            decoding="async"
          />
        )}
        <span className={css.name}>{name}</span>
      </Link>
    </p>
  )
}

const looks = { beginner: css.beginner, intermediate: css.intermediate, advanced: css.advanced }

/** Word, shape and colour (R34); `isNamed` when 難易度 already stands beside it. */
export function LevelMark({
  difficulty,
  isNamed = false,
}: {
  readonly difficulty: string
  readonly isNamed?: boolean
}) {
  const { id, name, dots } = difficultyLevelOf(difficulty)
  return (
    <span className={`${css.level} ${looks[id]}`}>
      <span aria-hidden="true" className={css.dots}>
        {dots}
      </span>
      {isNamed ? null : <span className="visually-hidden">難易度 </span>}
      {name}
    </span>
  )
}

/** `busy`: another list is loading; `coming`: more cards of this list are. */
export function RecipeCards({
  cards,
  busy = false,
  coming = 0,
  list,
  id,
  ...options
}: CardOptions & {
  readonly cards: readonly Card[]
  readonly busy?: boolean
  readonly coming?: number
  readonly list?: Ref<HTMLUListElement>
  readonly id?: string
}) {
  return (
    <CardList busy={busy && coming === 0} list={list} id={id}>
      <Portions>
        {cards.map((card, place) => (
          <RecipeCard key={card.id} card={card} place={place} {...options} />
        ))}
      </Portions>
      <BlankCards count={coming} />
    </CardList>
  )
}

export function CardList({
  busy = false,
  list,
  id,
  children,
}: {
  readonly busy?: boolean
  readonly list?: Ref<HTMLUListElement> | undefined
  /** Of a list that links lead to. */
  readonly id?: string | undefined
  readonly children: ReactNode
}) {
  return (
    <ul
      ref={list}
      id={id}
      tabIndex={id === undefined ? undefined : -1}
      className={css.cards}
      aria-busy={busy}
    >
      {children}
    </ul>
  )
}
