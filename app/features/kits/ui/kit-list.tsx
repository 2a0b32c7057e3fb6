import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { ButtonLink } from '~/ui/button.tsx'
import { useFocusOnFirstNew } from '~/ui/use-focus-on-first-new.ts'
import {
  type Kit,
  type KitLevel,
  type KitListing,
  type KitPage,
  kitListingQuery,
  levelName,
} from '../rules.ts'
import { KitCard } from './kit-card.tsx'
import css from './kit-list.module.css'

/** `more` is the count that the next もっと見る asks for, null when there is none. */
export interface ShownKits extends KitPage {
  readonly listing: KitListing
  readonly more: number | null
}

/** `isLoading` while another list is on its way; `add` renders a kit's button. */
export function KitList({
  page,
  pageSize,
  isLoading,
  add,
}: {
  readonly page: ShownKits
  readonly pageSize: number
  readonly isLoading: boolean
  readonly add: (kit: Kit) => ReactNode
}) {
  const { listing, kits, total, levels, more } = page
  const { list, askedForMore } = useFocusOnFirstNew(kits.length)
  if (levels.length === 0)
    return <p className={css.empty}>ただいま販売中のキットはありません。次の入荷をお待ちください。</p>
  return (
    <section className={css.area} aria-labelledby="kits-heading">
      <h2 id="kits-heading" className="visually-hidden">
        キットの一覧
      </h2>
      <LevelButtons levels={levels} level={listing.level} pageSize={pageSize} />
      <p role="status" className={css.numbers}>
        {isLoading
          ? '読み込んでいます…'
          : `${total}件${kits.length < total ? `（${kits.length}件を表示）` : ''}`}
      </p>
      {kits.length === 0 ? <p className={css.empty}>このレベルのキットは、いま販売していません。</p> : null}
      <ul ref={list} className={css.cards} aria-busy={isLoading}>
        {kits.map((kit, place) => (
          <KitCard key={kit.number} kit={kit} place={place} add={add(kit)} />
        ))}
      </ul>
      {more === null ? null : (
        <p className={css.end}>
          <ButtonLink
            look="secondary"
            to={`/kits${kitListingQuery({ ...listing, count: more }, pageSize)}`}
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

function LevelButtons({
  levels,
  level,
  pageSize,
}: {
  readonly levels: readonly KitLevel[]
  readonly level: KitLevel | null
  readonly pageSize: number
}) {
  return (
    <nav aria-label="レベルでしぼり込む">
      <ul className={css.levels}>
        {[null, ...levels].map((each) => (
          <li key={each ?? 'all'}>
            <Link
              className={css.level}
              to={`/kits${kitListingQuery({ level: each, count: pageSize }, pageSize)}`}
              aria-current={each === level ? 'page' : undefined}
              preventScrollReset
            >
              {each === null ? 'すべて' : levelName(each)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
