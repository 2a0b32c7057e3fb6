import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Picture } from '~/features/pictures/ui/picture.tsx'
import { memberFaceOf } from '~/features/profiles/rules.ts'
import { defaultLogo, displayImageUrl } from '~/kernel/image-url.ts'
import { levelOf, memberPath, recipePath } from '../list.rules.ts'
import { cookingTimeNames } from '../texts.ts'
import type { RecipeCard as Card } from '../types.ts'
import css from './recipe-card.module.css'

/** The hash of もっと見る; `place` from 0, and `prefix` where a page has several lists. */
export const cardId = (place: number, prefix = 'work'): string => `${prefix}-${place + 1}`

export interface CardLooks {
  /** Of `img`: how wide a photograph stands on the page. */
  readonly sizes?: string
  /** How many begin within the first screen. */
  readonly eager?: number
  /** Of the ids of the cards, where a page has several lists. */
  readonly idPrefix?: string
}

/** `children` stand below, above the link that the whole card is. */
export function RecipeCard({
  card,
  place,
  sizes = '(min-width: 60rem) 21rem, (min-width: 48rem) 30vw, 46vw',
  eager = 1,
  idPrefix,
  children,
}: CardLooks & { readonly card: Card; readonly place: number; readonly children?: ReactNode }) {
  return (
    <li id={cardId(place, idPrefix)} className={css.card} tabIndex={-1}>
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
          {card.title}
        </Link>
      </h3>
      <Author author={card.author} />
      <p className={css.facts}>
        <LevelMark difficulty={card.difficulty} />
        <span>
          <span className="visually-hidden">制作時間 </span>
          {cookingTimeNames[card.cookingTime]}
        </span>
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

/** Word, shape and colour (R34); `isNamed` where 難易度 stands beside it already. */
export function LevelMark({
  difficulty,
  isNamed = false,
}: {
  readonly difficulty: string
  readonly isNamed?: boolean
}) {
  const { id, name, dots } = levelOf(difficulty)
  return (
    <span className={`${css.level} ${css[id]}`}>
      <span aria-hidden="true" className={css.dots}>
        {dots}
      </span>
      {isNamed ? null : <span className="visually-hidden">難易度 </span>}
      {name}
    </span>
  )
}
