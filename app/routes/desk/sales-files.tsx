import { data, Link } from 'react-router'
import { ownerAtDesk } from '~/features/desk/access/at-desk.server.ts'
import { deskAction, press } from '~/features/desk/access/desk-action.server.ts'
import { ConfirmAgain } from '~/features/desk/access/ui/confirm-again.tsx'
import { exportSales, type WrittenSales } from '~/features/orders/sales/files/commands.server.ts'
import { isMonthOver } from '~/features/orders/sales/files/queries.server.ts'
import { SalesDownloads } from '~/features/orders/sales/files/ui/sales-downloads.tsx'
import { monthAsked } from '~/features/orders/sales/page.queries.server.ts'
import { monthName, monthOf, monthsLater } from '~/features/orders/sales/rules.ts'
import { href } from '~/href.ts'
import { isConfirmed } from '~/kernel/actor.ts'
import { machineDate } from '~/kernel/dates.ts'
import type { RequestContext } from '~/server/app-context.ts'
import { appContext } from '~/services.server.ts'
import { DeskForm } from '~/ui/desk-form.tsx'
import { DeskPage } from '~/ui/desk-page.tsx'
import { orLost, useLastAnswer } from '~/ui/lost-request.ts'
import { Notice } from '~/ui/notice.tsx'
import type { Route } from './+types/sales-files'

/** The month that the address names; without one the last that is over. 404 for those to come, as on the page of a month. */
const monthNamed = (query: URLSearchParams, ctx: RequestContext): string => {
  const named = query.get('month') ?? ''
  if (named === '') return monthsLater(monthOf(machineDate(ctx.now()) ?? ''), -1)
  const month = monthAsked(ctx, named)
  if (month === undefined) throw data(null, { status: 404 })
  return month
}

export const loader = async ({ url: { searchParams: query }, context }: Route.LoaderArgs) => {
  const ctx = context.get(appContext)
  const actor = ownerAtDesk(ctx)
  const month = monthNamed(query, ctx)
  return {
    month,
    isOver: await isMonthOver(ctx, month),
    isPractice: ctx.demo,
    asksAgain: !isConfirmed(actor, ctx.now()),
    requestId: ctx.newId(),
  }
}

interface More {
  readonly written: WrittenSales
}

export const action = ({ request, url: { searchParams: query }, context }: Route.ActionArgs) => {
  const ctx = context.get(appContext)
  ownerAtDesk(ctx)
  return deskAction<RequestContext, More>(
    ctx,
    request,
    press(exportSales, {
      at: { month: monthNamed(query, ctx) },
      done: (written) => ({ status: 200, answer: {}, more: { written } }),
    }),
  )
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => orLost(serverAction)

export default function SalesFiles({ loaderData, actionData }: Route.ComponentProps) {
  const { month, isOver, isPractice, asksAgain, requestId } = loaderData
  const answer = useLastAnswer(actionData)
  const written = answer?.more?.written
  return (
    <DeskPage title={`${monthName(month)}のファイル`} back={href('/admin/sales', { month })}>
      {isPractice ? (
        <Notice>
          <p>
            練習用のお店の数字です。ファイルの名前とそれぞれの行に「練習」と入ります。本物の帳簿には入れないでください。
          </p>
        </Notice>
      ) : null}
      {isOver ? null : (
        <Notice>
          <p>この月はまだ終わっていません。きょうまでの分で作り、ファイルの名前に「途中」と入れます。</p>
        </Notice>
      )}
      {written === undefined ? (
        <>
          <p>
            税理士さんや会計ソフトに渡すファイルです。明細と、freee・マネーフォワード・弥生会計の4つを、一度に作ります。
          </p>
          <p>
            お客様の氏名・住所は入りません。カード会社からお店の口座への振込も、入りません。終わった月のファイルは、いつ作っても同じです。
          </p>
        </>
      ) : (
        <SalesDownloads written={written} />
      )}
      <p>
        科目や税区分の名前は、
        <Link to={href('/admin/settings/:part', { part: 'accounting' })}>会計ソフトの科目</Link>
        で変えられます。
      </p>
      {written === undefined ? (
        <DeskForm
          requestId={answer?.requestId ?? requestId}
          answer={answer}
          failed="ファイルを作れませんでした。"
          sentence="だれが、いつ、どの月を書き出したかが、記録に残ります。"
          button="ファイルを作る"
          busy="作っています…"
        >
          <ConfirmAgain asks={asksAgain || answer?.asksConfirmation === true} errors={answer?.errors} />
        </DeskForm>
      ) : null}
    </DeskPage>
  )
}
