import type { ListAsked } from '~/kernel/desk-list.ts'
import { ButtonLink } from './button.tsx'
import { OnPhone } from './desk-table.tsx'
import { type ListPlace, linkTo } from './list-declaration.ts'

/** On a phone, where a table has no line of pages: the ways to the pages beside this one of the list. */
export function PhonePages({
  page,
  pages,
  asked,
  place,
  hash = '',
}: {
  readonly page: number
  readonly pages: number
  readonly asked: ListAsked
  readonly place: ListPlace
  /** Such as #all, where the list does not begin its page. */
  readonly hash?: string
}) {
  if (pages === 1) return null
  return (
    <OnPhone>
      <div className="row-3">
        {page === 1 ? null : (
          <ButtonLink look="secondary" to={`${linkTo(place, asked, { page: page - 1 })}${hash}`}>
            前を見る
          </ButtonLink>
        )}
        {page === pages ? null : (
          <ButtonLink look="secondary" to={`${linkTo(place, asked, { page: page + 1 })}${hash}`}>
            もっと見る
          </ButtonLink>
        )}
      </div>
    </OnPhone>
  )
}
