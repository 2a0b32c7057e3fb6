import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Picture } from '~/features/pictures/ui/picture.tsx'
import { type Kit, type KitLevel, levelName } from '../kit.ts'
import { isForSale, pictureOfProduct, productPath } from '../rules.ts'
import css from './kit-card.module.css'

/** Where a kit's page leads to the cloth for it. */
export const fabricsSectionId = 'goes-with'

export function KitCard({
  kit,
  place,
  sale,
}: {
  readonly kit: Kit
  /** From 0: the first picture is loaded at once. */
  readonly place: number
  /** Price and button. */
  readonly sale: ReactNode
}) {
  const { name, level, fabricSize, description } = kit
  return (
    <li className={css.card} tabIndex={-1} data-not-for-sale={isForSale(kit) ? undefined : true}>
      <Picture
        className={css.picture}
        url={pictureOfProduct(kit)}
        alt={`${name}の仕上がり`}
        sizes="(min-width: 48rem) 18rem, 30vw"
        side={600}
        eager={place === 0}
      />
      <div className={css.words}>
        <LevelBadge level={level} />
        <h3 className={css.name}>
          <Link to={productPath(kit)}>{name}</Link>
        </h3>
        <p>
          <Link to={`${productPath(kit)}#${fabricsSectionId}`} reloadDocument className={css.size}>
            <span>
              布は別売り <span className={css.label}>{fabricSize}</span>
              <span className="visually-hidden">（{name}）</span>
            </span>
          </Link>
        </p>
        {description === '' ? null : <p className={css.comment}>{description}</p>}
      </div>
      <div className={css.sale}>{sale}</div>
    </li>
  )
}

const marks: Readonly<Record<KitLevel, string>> = {
  beginner: '●○○',
  intermediate: '●●○',
  advanced: '●●●',
  other: '',
}

/** The level in a word and in dots, so that no colour has to be told apart (R34). */
export function LevelBadge({ level }: { readonly level: KitLevel }) {
  return (
    <p className={`${css.badge} ${css[level]}`}>
      <span className="visually-hidden">レベル：</span>
      {levelName(level)}
      {marks[level] === '' ? null : <span aria-hidden="true">{marks[level]}</span>}
    </p>
  )
}
