import { type ReactNode, useEffect } from 'react'
import { Link } from 'react-router'
import { href } from '~/href.ts'
import type { CountedSearch } from '~/kernel/search-text.ts'
import { ButtonLink } from '~/ui/button.tsx'
import { EmptyBox } from '~/ui/empty-box.tsx'
import { Chip, Chips } from '~/ui/filters.tsx'
import { focusHeading } from '~/ui/focus-heading.ts'
import {
  allFabrics,
  allKits,
  isNarrowed,
  type KitListing,
  type ProductListing,
  type ShownKits,
} from '../listing.rules.ts'
import type { FabricPage } from '../narrowing.rules.ts'
import type { SearchHints } from '../search.rules.ts'
import css from './nothing-found.module.css'
import { ColourWays } from './product-filters.tsx'

export function NoFabric({
  page: { listing, filter, exact, hints, instead },
  to,
  pageSize,
}: {
  readonly page: FabricPage
  readonly to: (change: Partial<ProductListing>) => string
  readonly pageSize: number
}) {
  const { q, name } = listing
  const other = { ...allFabrics(pageSize), order: listing.order }
  const isOnlyNamed = name !== '' && !isNarrowed(listing)
  const said = isOnlyNamed
    ? filter.hasMore && !exact
      ? `「${name}」に合う生地は見つかりませんでした。`
      : `「${name}」の生地は、いま販売していません。`
    : q === ''
      ? 'この条件に合う生地は、いま販売していません。'
      : `「${q}」に合う生地は見つかりませんでした。`
  return (
    <NothingFound
      said={said}
      q={q}
      hints={hints}
      widerAt={to({ ...other, q })}
      searched={(word) => to({ ...other, q: word })}
      popular={instead?.words ?? []}
      colours={
        instead === null || instead.choices.colour.length === 0 ? null : (
          <Ways name="色からさがす" className={css.colours}>
            <ColourWays choices={instead.choices.colour} to={(colour) => to({ ...other, colour })} />
          </Ways>
        )
      }
    >
      <ButtonLink to={href('/all-products')} look="secondary">
        すべての生地を見る
      </ButtonLink>
    </NothingFound>
  )
}

export function NoKit({
  page: { listing, hints, instead },
  to,
  pageSize,
}: {
  readonly page: ShownKits
  readonly to: (change: Partial<KitListing>) => string
  readonly pageSize: number
}) {
  const { q, price } = listing
  const other = { ...allKits(pageSize), order: listing.order }
  const said =
    q !== ''
      ? `「${q}」に合うキットは見つかりませんでした。`
      : price === null
        ? 'このレベルのキットは、いま販売していません。'
        : 'この条件に合うキットは、いま販売していません。'
  return (
    <NothingFound
      said={said}
      q={q}
      hints={hints}
      widerAt={to({ ...other, q })}
      searched={(word) => to({ ...other, q: word })}
      popular={instead?.words ?? []}
    >
      <ButtonLink to={href('/kits')} look="secondary">
        すべてのキットを見る
      </ButtonLink>
    </NothingFound>
  )
}

/** Every suggestion finds something (W32). */
function NothingFound({
  said,
  q,
  hints: { near, hasWord, wider },
  widerAt,
  searched,
  popular,
  colours,
  children,
}: {
  readonly said: string
  readonly q: string
  readonly hints: SearchHints
  /** The same search without other filters. */
  readonly widerAt: string
  readonly searched: (word: string) => string
  /** Words that find something here (W55). */
  readonly popular: readonly CountedSearch[]
  readonly colours?: ReactNode
  readonly children: ReactNode
}) {
  // The pressed link disappears with the box, and the path stays.
  useEffect(() => () => void (document.querySelector(':focus') ?? focusHeading()), [])
  return (
    <EmptyBox said={hasWord ? said : 'さがすことばを入力してください。記号だけでは、さがせません。'}>
      {wider === 0 ? null : (
        <p className={css.ways}>
          <Link to={widerAt}>
            しぼりこみを外して「{q}」をさがす（{wider}点）
          </Link>
        </p>
      )}
      <Words name="近いことば" words={near} searched={searched} />
      <Words name="人気のことば" words={popular} searched={searched} />
      {colours}
      <p className={css.ways}>{children}</p>
    </EmptyBox>
  )
}

function Words({
  name,
  words,
  searched,
}: {
  readonly name: string
  readonly words: readonly CountedSearch[]
  readonly searched: (word: string) => string
}) {
  if (words.length === 0) return null
  return (
    <Ways name={name}>
      {words.map(({ q, count }) => (
        <Chip key={q} to={searched(q)} leadsAway>
          {q} {count}点
        </Chip>
      ))}
    </Ways>
  )
}

function Ways({
  name,
  className = '',
  children,
}: {
  readonly name: string
  readonly className?: string | undefined
  readonly children: ReactNode
}) {
  return (
    <div className={`stack-2 ${css.near} ${className}`}>
      <h3>{name}</h3>
      <Chips name={name}>{children}</Chips>
    </div>
  )
}
