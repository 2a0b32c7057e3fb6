import { Link } from 'react-router'
import { ownerAtDesk } from '~/features/desk/access/at-desk.server.ts'
import { deskPeoplePage } from '~/features/desk/access/people.queries.server.ts'
import { deskPersonActs, isDeskPersonAct, roleNames } from '~/features/desk/access/texts.ts'
import type { DeskPeoplePage, ShownInvitation } from '~/features/desk/access/types.ts'
import css from '~/features/desk/access/ui/people.module.css'
import { peopleSheet } from '~/features/desk/access/ui/people-cells.tsx'
import { type PeopleSort, peopleKeys, peopleList } from '~/features/desk/access/ui/people-list.tsx'
import { href } from '~/href.ts'
import { deskMoment } from '~/kernel/dates.ts'
import { type ListAsked, readListAddress, sortedBy } from '~/kernel/desk-list.ts'
import { appContext } from '~/services.server.ts'
import { ButtonLink } from '~/ui/button.tsx'
import { CardNote, CardRow, CardRows, DeskCard } from '~/ui/desk-card.tsx'
import { DeskFilters } from '~/ui/desk-filters.tsx'
import { DeskPage } from '~/ui/desk-page.tsx'
import { DeskTable } from '~/ui/desk-table.tsx'
import { Notice } from '~/ui/notice.tsx'
import type { Route } from './+types/people'

const sheet = peopleSheet

type Asked = ListAsked<PeopleSort, 'role'>

function DeskPeople({
  page,
  asked,
  done,
}: {
  readonly page: DeskPeoplePage
  readonly asked: Asked
  /** What was done last, in words. */
  readonly done: string | null
}) {
  const place = { path: href('/admin/helpers'), kept: {} }
  const { role } = asked.filters
  const people = page.people.filter((person) => role === undefined || person.role === role)
  const sorted = asked.sort === null ? people : sortedBy(people, peopleKeys[asked.sort], asked.direction)
  return (
    <DeskPage title="お店の人" back={href('/admin')} foot={<Foot />}>
      {done === null ? null : (
        <Notice kind="good" announce>
          {done}
        </Notice>
      )}
      <DeskFilters filters={peopleList.filters} isOwner asked={asked} place={place} />
      <div className={css.list}>
        <DeskTable
          list={peopleList}
          rows={sorted}
          isOwner
          found={{ count: sorted.length, isMore: false }}
          {...{ asked, place }}
        />
      </div>
      <WaitingInvitations waiting={page.waiting} />
      <OwnWays page={page} />
    </DeskPage>
  )
}

function WaitingInvitations({ waiting }: { readonly waiting: readonly ShownInvitation[] }) {
  if (waiting.length === 0) return null
  return (
    <DeskCard id="waiting" heading="まだ使われていない招待">
      <CardRows>
        {waiting.map(({ id, name, email, role, isAgain, expiresAt }) => (
          <CardRow key={id}>
            <span>
              {name}：{roleNames[role]}
              {isAgain ? '（入り方の設定し直し）' : ''}
              <CardNote>
                {email}　{deskMoment(expiresAt)}まで
              </CardNote>
            </span>
            <Link to={sheet('withdraw', id)} aria-label={`${name}への招待を取り消す`}>
              取り消す
            </Link>
          </CardRow>
        ))}
      </CardRows>
    </DeskCard>
  )
}

function Foot() {
  return (
    <ButtonLink to={sheet('invite')} wide>
      お店の人を招待する
    </ButtonLink>
  )
}

function OwnWays({ page }: { readonly page: DeskPeoplePage }) {
  return (
    <DeskCard id="own-ways" heading="あなたの入り方">
      <CardRows>
        <CardRow>
          <span>認証アプリ：{page.hasApp ? '設定済み' : 'なし'}</span>
        </CardRow>
        <CardRow>
          <span>予備のコード：残り{page.codesLeft}個</span>
          <Link to={sheet('codes')}>新しく出す</Link>
        </CardRow>
        {page.passkeys.map(({ id, label, lastUsedAt, createdAt }) => (
          <CardRow key={id}>
            <span>
              顔・指紋：{label}
              <CardNote>
                {lastUsedAt === null
                  ? `設定した日時 ${deskMoment(createdAt)}`
                  : `最後に使った日時 ${deskMoment(lastUsedAt)}`}
              </CardNote>
            </span>
            <Link to={sheet('passkey-remove', id)} aria-label={`${label}の顔・指紋を取り除く`}>
              取り除く
            </Link>
          </CardRow>
        ))}
        {page.canHavePasskey ? (
          <CardRow>
            <Link to={sheet('passkey')}>この端末の顔・指紋を加える</Link>
          </CardRow>
        ) : null}
        <CardRow>
          <Link to={sheet('reset')}>入り方をはじめから設定し直す</Link>
        </CardRow>
      </CardRows>
    </DeskCard>
  )
}

/** For owners; 404 for packers. */
export const loader = async ({ context, url }: Route.LoaderArgs) => {
  const ctx = context.get(appContext)
  const actor = ownerAtDesk(ctx)
  const given = url.searchParams.get('done') ?? ''
  return {
    page: await deskPeoplePage(ctx, actor),
    asked: readListAddress<PeopleSort, 'role'>(peopleList, url.searchParams, true),
    done: isDeskPersonAct(given) ? deskPersonActs[given].done : null,
  }
}

export default function DeskPeopleRoute({ loaderData }: Route.ComponentProps) {
  return <DeskPeople {...loaderData} />
}
