import { data } from 'react-router'
import { toldActs } from '~/brought-by-features.server.ts'
import { memberOfDesk } from '~/features/accounts/members/page.queries.server.ts'
import { shownOfMember } from '~/features/accounts/members/rules.ts'
import { MemberPage } from '~/features/accounts/members/ui/member-page.tsx'
import { memberSubject } from '~/features/accounts/standing/rules.ts'
import { ownerAtDesk } from '~/features/desk/access/at-desk.server.ts'
import { logOf } from '~/features/desk/log.queries.server.ts'
import { ordersOfMember } from '~/features/orders/queries.server.ts'
import { reportsOfAuthor } from '~/features/reports/outcomes.queries.server.ts'
import { ReportsOfMember } from '~/features/reports/ui/reports-of-member.tsx'
import { href } from '~/href.ts'
import { doneText } from '~/kernel/facts.ts'
import { subjectOf } from '~/server/desk-act.ts'
import { readOrUnavailable } from '~/server/read-or-failure.ts'
import { appContext } from '~/services.server.ts'
import { DeskPage } from '~/ui/desk-page.tsx'
import { Notice } from '~/ui/notice.tsx'
import type { Route } from './+types/member'

/** A member; 404 for packers, and where there is none. */
export const loader = async ({ params, url, context }: Route.LoaderArgs) => {
  const ctx = context.get(appContext)
  ownerAtDesk(ctx)
  const read = await readOrUnavailable(ctx, 'a member at the desk', async (db) => {
    const member = await memberOfDesk(db, params.id, ctx.now())
    if (member === undefined) return undefined
    const { orders, total } = await ordersOfMember(db, member, shownOfMember)
    return {
      member,
      // Without the links that buyers hold.
      orders: {
        total,
        orders: orders.map(({ number, createdAt, total, standing }) => ({
          number,
          createdAt,
          total,
          standing,
        })),
      },
      reports: await reportsOfAuthor(db, member.id),
      acts: await logOf(db, subjectOf(memberSubject, member.id), toldActs),
    }
  })
  if (read === undefined) throw data(null, { status: 404 })
  return { ...read, done: doneText(toldActs, url.searchParams.get('done')) }
}

export default function Member({ loaderData }: Route.ComponentProps) {
  const { member, orders, reports, acts, done } = loaderData
  return (
    <DeskPage title={`${member.name} さん`} back={href('/admin/members')}>
      {done === null ? null : (
        <Notice kind="good" announce>
          {done}
        </Notice>
      )}
      {member.standing.suspended === null ? null : (
        <Notice>ご利用を停止しています。作品・プロフィール・コメントは、だれにも見えません。</Notice>
      )}
      <MemberPage
        member={member}
        orders={orders}
        reports={<ReportsOfMember reports={reports} />}
        acts={acts}
      />
    </DeskPage>
  )
}
