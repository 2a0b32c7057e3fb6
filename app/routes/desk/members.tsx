import { toldActs } from '~/brought-by-features.server.ts'
import { listedMembers } from '~/features/accounts/members/list.queries.server.ts'
import {
  type MemberFilterKey,
  type MemberSort,
  mostMembersLookedAt,
} from '~/features/accounts/members/rules.ts'
import { membersList } from '~/features/accounts/members/ui/members-list.tsx'
import { ownerAtDesk } from '~/features/desk/access/at-desk.server.ts'
import { href } from '~/href.ts'
import { readListAddress } from '~/kernel/desk-list.ts'
import { doneText } from '~/kernel/facts.ts'
import { formatNumber } from '~/kernel/money.ts'
import { readSearch } from '~/kernel/search-text.ts'
import { readOrUnavailable } from '~/server/read-or-failure.ts'
import { appContext } from '~/services.server.ts'
import { ButtonLink } from '~/ui/button.tsx'
import { DeskFilters } from '~/ui/desk-filters.tsx'
import { DeskPage, DeskPageLinks } from '~/ui/desk-page.tsx'
import { DeskTable, OnPhone } from '~/ui/desk-table.tsx'
import { EmptyBox } from '~/ui/empty-box.tsx'
import { Notice } from '~/ui/notice.tsx'
import { SearchBox } from '~/ui/search-box.tsx'
import type { Route } from './+types/members'

/** What a phone offers in place of the filters of the table. */
const kinds = [
  { name: 'すべて', filters: {} },
  { name: '作品あり', filters: { recipes: 'yes' } },
  { name: '停止中', filters: { suspended: '1' } },
  { name: '投稿を止めた', filters: { posting: 'no' } },
  { name: 'コメントを止めた', filters: { commenting: 'no' } },
  { name: 'メール未確認', filters: { verified: 'no' } },
] as const

const isSame = (one: object, other: object): boolean => {
  const kept = new Map<string, unknown>(Object.entries(other))
  const entries = Object.entries(one)
  return entries.length === kept.size && entries.every(([key, value]) => kept.get(key) === value)
}

/** The members whom the address chooses; for the owner. */
export const loader = async ({ request, context }: Route.LoaderArgs) => {
  const ctx = context.get(appContext)
  ownerAtDesk(ctx)
  const { searchParams } = new URL(request.url)
  const q = readSearch(searchParams.get('q'))
  const asked = readListAddress<MemberSort, MemberFilterKey>(membersList, searchParams, true)
  const read = await readOrUnavailable(ctx, 'members', (db) => listedMembers(db, { ...asked, q }))
  return { q, asked, ...read, done: doneText(toldActs, searchParams.get('done')) }
}

export default function Members({ loaderData }: Route.ComponentProps) {
  const { q, asked, rows, found, page, pages, done } = loaderData
  const place = { path: href('/admin/members'), kept: { q } }
  const isNarrowed = q !== '' || Object.keys(asked.filters).length > 0
  return (
    <DeskPage title="会員" back={href('/admin/more')}>
      {done === null ? null : (
        <Notice kind="good" announce>
          {done}
        </Notice>
      )}
      <div className="stack-3">
        <SearchBox action={href('/admin/members')} label="名前・メールアドレス" q={q} />
        <OnPhone>
          <DeskPageLinks label="会員の種類">
            {kinds.map(({ name, filters }) => {
              const isChosen = isSame(filters, asked.filters)
              return (
                <ButtonLink
                  key={name}
                  look={isChosen ? 'primary' : 'secondary'}
                  to={href('/admin/members', { q, ...filters })}
                  aria-current={isChosen ? 'true' : undefined}
                >
                  {name}
                </ButtonLink>
              )
            })}
          </DeskPageLinks>
        </OnPhone>
        <DeskFilters filters={membersList.filters} isOwner asked={asked} place={place} />
      </div>
      {rows.length === 0 ? (
        <EmptyBox said={isNarrowed ? '見つかりません。' : '会員は、まだいません。'}>
          {q === '' ? null : <p>「{q}」を、会員の名前とメールアドレスからさがしました。</p>}
        </EmptyBox>
      ) : (
        <DeskTable list={membersList} rows={rows} isOwner {...{ asked, found, page, pages, place }}>
          {found.isMore ? (
            <p className="small">{`新しい会員${formatNumber(mostMembersLookedAt)}人の中からさがしました。`}</p>
          ) : null}
        </DeskTable>
      )}
    </DeskPage>
  )
}
