import { Link, redirect } from 'react-router'
import { ownerAtDesk } from '~/features/desk/access/at-desk.server.ts'
import { deskAction, press } from '~/features/desk/access/desk-action.server.ts'
import { ConfirmAgain } from '~/features/desk/access/ui/confirm-again.tsx'
import { inDays } from '~/features/orders/desk/found-orders.queries.server.ts'
import { exportOrders, type WrittenFile } from '~/features/orders/desk/order-file.commands.server.ts'
import { orderFileLength } from '~/features/orders/desk/order-file.queries.server.ts'
import {
  encodingNames,
  fileRowNames,
  filterText,
  orderFileRefusals,
} from '~/features/orders/desk/order-file.rules.ts'
import css from '~/features/orders/desk/ui/order-desk.module.css'
import { readOrdersAddress } from '~/features/orders/desk/ui/orders-address.ts'
import { markedIn } from '~/features/orders/parcel/marked.rules.ts'
import { href } from '~/href.ts'
import { confirmedForMinutes, isConfirmed } from '~/kernel/actor.ts'
import { formatNumber } from '~/kernel/money.ts'
import type { RequestContext } from '~/server/app-context.ts'
import { appContext } from '~/services.server.ts'
import { DeskForm } from '~/ui/desk-form.tsx'
import { DeskPage } from '~/ui/desk-page.tsx'
import { orLost, useLastAnswer } from '~/ui/lost-request.ts'
import { Notice } from '~/ui/notice.tsx'
import type { Route } from './+types/orders-file'

/** What the address names: the marked orders, or the list with its filters. */
const fileOf = (query: URLSearchParams, demo: boolean) => {
  const { filter } = readOrdersAddress(query, 'owner', demo)
  const { count: _phone, ...rest } = filter
  return { marked: markedIn(query), filter: rest }
}

export const loader = async ({ url: { searchParams: query }, context }: Route.LoaderArgs) => {
  const ctx = context.get(appContext)
  const actor = ownerAtDesk(ctx)
  const { marked, filter } = fileOf(query, ctx.demo)
  if (marked === null && filter.narrow?.period !== undefined) {
    // The list of きょう that she has in sight is this file's also after midnight.
    const { period: _, ...rest } = Object.fromEntries(query)
    const { from, to } = inDays(filter, ctx.now())
    throw redirect(href('/admin/orders/file', { ...rest, from, to }))
  }
  const { state, q, from, to, narrow } = filter
  const told = filterText({ state, filters: { ...narrow, ...(from && { from }), ...(to && { to }) } })
  return {
    ...(await orderFileLength(ctx, { marked, filter })),
    told:
      marked === null ? [told, q === '' ? '' : `「${q}」`].filter((each) => each !== '').join('・') : null,
    asksAgain: !isConfirmed(actor, ctx.now()),
    requestId: ctx.newId(),
  }
}

interface More {
  readonly written: WrittenFile
}

export const action = ({ request, url: { searchParams: query }, context }: Route.ActionArgs) => {
  const ctx = context.get(appContext)
  return deskAction<RequestContext, More>(
    ctx,
    request,
    press(exportOrders, {
      at: fileOf(query, ctx.demo),
      done: (written) => ({ status: 200, answer: {}, more: { written } }),
    }),
  )
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => orLost(serverAction)

/** The link to the file, and what its encoding lacks. */
function Written({ written: { id, count, lacking } }: More) {
  return (
    <>
      {lacking.count === 0 ? null : (
        <Notice kind="error">
          <p>
            Shift_JISにない文字（{lacking.signs}）が、{lacking.count}
            件の注文にあります。ファイルでは「?」になります。そのまま残すには、UTF-8を選んでください。
          </p>
          <p>
            {lacking.orders.join('、')}
            {lacking.count > lacking.orders.length ? `、ほか${lacking.count - lacking.orders.length}件` : ''}
          </p>
        </Notice>
      )}
      <Notice kind="good" announce>
        <p>
          <a href={href('/admin/orders/file/download', { export: id })} download>
            {formatNumber(count)}件のファイルを保存する
          </a>
        </p>
        <p className="small">
          お客様の氏名と住所が入っています。{confirmedForMinutes}分のあいだ保存できます。
        </p>
      </Notice>
    </>
  )
}

function Kinds({
  name,
  legend,
  names,
  chosen,
}: {
  readonly name: string
  readonly legend: string
  readonly names: Readonly<Record<string, string>>
  readonly chosen: string
}) {
  return (
    <fieldset className={css.kinds}>
      <legend>{legend}</legend>
      {Object.entries(names).map(([value, text]) => (
        <label key={value}>
          <input type="radio" name={name} value={value} defaultChecked={value === chosen} />
          {text}
        </label>
      ))}
    </fieldset>
  )
}

export default function OrdersFile({ loaderData, actionData }: Route.ComponentProps) {
  const { count, isMore, isTooMany, leftOut, told, asksAgain, requestId } = loaderData
  const answer = useLastAnswer(actionData)
  const written = answer?.more?.written
  const typed = answer?.typed ?? {}
  return (
    <DeskPage title="注文をCSVに書き出す" back={href('/admin/orders')}>
      <p>
        {told === null
          ? `一覧で選んだ${formatNumber(count)}件`
          : `${told}：${formatNumber(count)}件${isMore ? '以上' : ''}`}
      </p>
      {leftOut.length === 0 ? null : (
        <Notice>{`${leftOut.join('、')}は、練習の注文か、ない番号なので入りません。`}</Notice>
      )}
      {written === undefined ? null : <Written written={written} />}
      {count === 0 || isTooMany ? (
        <p>
          {orderFileRefusals[isTooMany ? 'too-many' : 'nothing'].text}
          <Link to={href('/admin/orders')}>一覧にもどる</Link>
        </p>
      ) : (
        <DeskForm
          key={written?.id}
          requestId={written === undefined ? (answer?.requestId ?? requestId) : `${written.id}:again`}
          answer={written === undefined ? answer : undefined}
          failed="ファイルを作れませんでした。"
          sentence="だれが、いつ、どの条件で書き出したかが、記録に残ります。"
          button="ファイルを作る"
          busy="作っています…"
        >
          <Kinds name="rows" legend="ファイルの行" names={fileRowNames} chosen={typed.rows ?? 'orders'} />
          <Kinds
            name="encoding"
            legend="文字コード"
            names={encodingNames}
            chosen={typed.encoding ?? 'utf-8'}
          />
          <ConfirmAgain
            asks={(asksAgain && written === undefined) || answer?.asksConfirmation === true}
            errors={answer?.errors}
          />
        </DeskForm>
      )}
    </DeskPage>
  )
}
