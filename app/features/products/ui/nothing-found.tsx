import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { href } from '~/href.ts'
import { ButtonLink } from '~/ui/button.tsx'
import { EmptyBox } from '~/ui/empty-box.tsx'
import { Chip, Chips } from '~/ui/filters.tsx'
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

export function NoFabric({
  page: { listing, filter, exact, hints },
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
    >
      <ButtonLink to={href('/all-products')} look="secondary">
        すべての生地を見る
      </ButtonLink>
    </NothingFound>
  )
}

export function NoKit({
  page: { listing, hints },
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
  children,
}: {
  readonly said: string
  readonly q: string
  readonly hints: SearchHints
  /** The same search without other filters. */
  readonly widerAt: string
  readonly searched: (word: string) => string
  readonly children: ReactNode
}) {
  return (
    <EmptyBox said={hasWord ? said : 'さがすことばを入力してください。記号だけでは、さがせません。'}>
      {wider === 0 ? null : (
        <p className={css.ways}>
          <Link to={widerAt}>
            しぼりこみを外して「{q}」をさがす（{wider}点）
          </Link>
        </p>
      )}
      {near.length === 0 ? null : (
        <div className={`stack-2 ${css.near}`}>
          <h3>近いことば</h3>
          <Chips name="近いことば">
            {near.map((word) => (
              <Chip key={word.q} to={searched(word.q)}>
                {word.q} {word.count}点
              </Chip>
            ))}
          </Chips>
        </div>
      )}
      <p className={css.ways}>{children}</p>
    </EmptyBox>
  )
}
