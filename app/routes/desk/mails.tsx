import { ownerAtDesk } from '~/features/desk/access/at-desk.server.ts'
import { undeliveredList } from '~/features/desk/mails.queries.server.ts'
import type { MailFilterKey, MailSort } from '~/features/desk/mails.rules.ts'
import { mailsList } from '~/features/desk/ui/mails-list.tsx'
import css from '~/features/desk/ui/shop-desk.module.css'
import { href } from '~/href.ts'
import { readListAddress } from '~/kernel/desk-list.ts'
import { deadMailDays } from '~/kernel/mail.ts'
import { readOrUnavailable } from '~/server/read-or-failure.ts'
import { appContext } from '~/services.server.ts'
import { DeskFilters } from '~/ui/desk-filters.tsx'
import { DeskPage } from '~/ui/desk-page.tsx'
import { DeskTable } from '~/ui/desk-table.tsx'
import { EmptyBox } from '~/ui/empty-box.tsx'
import { PhonePages } from '~/ui/phone-pages.tsx'
import type { Route } from './+types/mails'

/** Mails that could not be delivered; for the owner. */
export const loader = async ({ context, url: { searchParams } }: Route.LoaderArgs) => {
  const ctx = context.get(appContext)
  ownerAtDesk(ctx)
  const asked = readListAddress<MailSort, MailFilterKey>(mailsList, searchParams, true)
  const listed = await readOrUnavailable(ctx, 'mails', (db) => undeliveredList(db, ctx.now(), asked))
  return { ...listed, asked }
}

export default function Mails({ loaderData: { mails, page, pages, found, asked } }: Route.ComponentProps) {
  const place = { path: href('/admin/mails'), kept: {} }
  const isNarrowed = asked.filters.state !== undefined
  if (found.count === 0 && !isNarrowed)
    return (
      <DeskPage title="届いていないメール" back={href('/admin')}>
        <EmptyBox said="届いていないメールはありません。" />
      </DeskPage>
    )
  return (
    <DeskPage title="届いていないメール" back={href('/admin')}>
      <div className={`stack-4 ${css.cardOnPhone}`}>
        <p>
          {`待っているメールは、届くまで自動で送り直します。届けられなかったものは、${deadMailDays}日のあいだここに残ります。お客様には、別の方法でお知らせください。`}
        </p>
        <DeskFilters filters={mailsList.filters} isOwner asked={asked} place={place} />
        {found.count === 0 ? (
          <EmptyBox said="この状態のメールはありません。" />
        ) : (
          <DeskTable
            list={mailsList}
            rows={mails}
            isOwner
            order={asked.sort === null ? { sort: 'at', direction: 'desc' } : asked}
            {...{ asked, place, found, page, pages }}
          />
        )}
      </div>
      <PhonePages {...{ asked, place, page, pages }} />
    </DeskPage>
  )
}
