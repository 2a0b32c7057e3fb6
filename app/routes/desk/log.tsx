import { Link } from 'react-router'
import { actWords, toldActs } from '~/brought-by-features.server.ts'
import { ownerAtDesk } from '~/features/desk/access/at-desk.server.ts'
import { logPage, namesInLog } from '~/features/desk/log.queries.server.ts'
import type { LogFilterKey, LogSort } from '~/features/desk/log.rules.ts'
import css from '~/features/desk/ui/desk-log.module.css'
import { logList } from '~/features/desk/ui/log-list.tsx'
import { href } from '~/href.ts'
import { readListAddress } from '~/kernel/desk-list.ts'
import { readOrUnavailable } from '~/server/read-or-failure.ts'
import { appContext } from '~/services.server.ts'
import { ButtonLink } from '~/ui/button.tsx'
import { DeskFilters } from '~/ui/desk-filters.tsx'
import { DeskPage } from '~/ui/desk-page.tsx'
import { DeskTable } from '~/ui/desk-table.tsx'
import { EmptyBox } from '~/ui/empty-box.tsx'
import { linkTo } from '~/ui/list-declaration.ts'
import { PhonePages } from '~/ui/phone-pages.tsx'
import type { Route } from './+types/log'

const longestId = 300

/** The log of acts at the desk and by commands (N138); for the owner. */
export const loader = async ({ context, url: { searchParams } }: Route.LoaderArgs) => {
  const ctx = context.get(appContext)
  ownerAtDesk(ctx)
  return readOrUnavailable(ctx, 'log of the desk', async (db) => {
    const people = await namesInLog(db)
    const asked = readListAddress<LogSort, LogFilterKey>(logList(actWords, people), searchParams, true)
    const given = (name: string) => (searchParams.get(name) ?? '').slice(0, longestId)
    const [press, before] = [given('press'), given('before')]
    const page = await logPage(db, { ...asked.filters, press, before }, toldActs, asked)
    return { ...page, asked, press, before, people, acts: actWords }
  })
}

export default function Log({ loaderData }: Route.ComponentProps) {
  const { rows, page, pages, found, older, noOrder, asked, press, before, people, acts } = loaderData
  const list = logList(acts, people)
  const place = { path: href('/admin/log'), kept: { press } }
  const inWindow = { ...place, kept: { press, before } }
  return (
    <DeskPage title="記録" back={href('/admin/more')}>
      {press === '' ? (
        <DeskFilters filters={list.filters} isOwner asked={asked} place={place} onPhone />
      ) : (
        <p>
          1回の操作でしたことです。<Link to={href('/admin/log')}>すべての記録を見る</Link>
        </p>
      )}
      {rows.length === 0 ? (
        <EmptyBox said={noOrder ? 'この番号の注文はありません。' : 'ここに入る記録はありません。'}>
          <p>お店の人がしたことが、だれが、いつ、何をしたかと一緒にここに残ります。</p>
        </EmptyBox>
      ) : (
        <div className={css.list}>
          <DeskTable
            list={list}
            rows={rows}
            isOwner
            order={asked.sort === null ? { sort: 'at', direction: 'desc' } : asked}
            place={inWindow}
            {...{ asked, found, page, pages }}
          />
        </div>
      )}
      {asked.filters.act !== undefined || press !== '' ? null : (
        <p className="small">発送作業の印は、「何をした」で選ぶと出ます。</p>
      )}
      <PhonePages {...{ page, pages, asked }} place={inWindow} />
      <div className="row-3">
        {older === null || page < pages ? null : (
          <ButtonLink
            to={linkTo({ ...place, kept: { press, before: older } }, asked, { page: 1 })}
            look="secondary"
          >
            もっと古い記録を見る
          </ButtonLink>
        )}
        {before === '' && page === 1 ? null : (
          <ButtonLink to={linkTo(place, asked, { page: 1 })} look="quiet">
            新しい記録へ
          </ButtonLink>
        )}
      </div>
    </DeskPage>
  )
}
