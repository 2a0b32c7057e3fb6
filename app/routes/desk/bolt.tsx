import { data } from 'react-router'
import { personAtDesk } from '~/features/desk/access/at-desk.server.ts'
import { deskAction, press } from '~/features/desk/access/desk-action.server.ts'
import { cutFromOther } from '~/features/orders/parcel/bolts.commands.server.ts'
import { throwIfCancelled } from '~/features/orders/parcel/cancelled-order.server.ts'
import { lineOnBolts } from '~/features/orders/parcel/sheet.queries.server.ts'
import css from '~/features/orders/parcel/ui/packing.module.css'
import { type BoltsOfLine, boltName } from '~/features/stock/rules.ts'
import { href } from '~/href.ts'
import { appContext } from '~/services.server.ts'
import { type DeskAnswer, DeskForm } from '~/ui/desk-form.tsx'
import { DeskPage } from '~/ui/desk-page.tsx'
import { orLost, useLastAnswer } from '~/ui/lost-request.ts'
import { Notice } from '~/ui/notice.tsx'
import { reloadAfter } from '~/ui/reload-after.ts'
import type { Route } from './+types/bolt'

/** 別の反物から: chooses the bolt that a line is cut from. */
function BoltSheet({
  line,
  requestId,
  answer,
}: {
  readonly line: BoltsOfLine
  readonly requestId: string
  readonly answer: DeskAnswer | undefined
}) {
  const { units, bolt, others, isCut } = line
  if (isCut) return <Notice>もう裁った布です。裁ち直すときは、先に「裁った」の印を外してください。</Notice>
  if (others.length === 0) return <Notice>{`${units}枚を裁てる反物は、ほかにありません。`}</Notice>
  return (
    <DeskForm
      requestId={requestId}
      answer={answer}
      failed="反物を替えられませんでした。"
      sentence={`${units}枚を、選んだ反物から裁ちます。`}
      button="この反物から裁つ"
      busy="替えています…"
    >
      <input type="hidden" name="from" value={bolt.label} />
      <fieldset className={css.bolts}>
        <legend>反物</legend>
        {others.map(({ label, name, left }, at) => (
          <label key={label} className={css.tick}>
            <input
              type="radio"
              name="to"
              value={label}
              required
              defaultChecked={answer?.typed.to === undefined ? at === 0 : answer.typed.to === label}
            />
            <span>{`反物 ${boltName({ label, name })}（残り${left}枚 → ${left - units}枚）`}</span>
          </label>
        ))}
      </fieldset>
    </DeskForm>
  )
}

const lineOf = async ({ url, context }: Route.LoaderArgs | Route.ActionArgs) => {
  const ctx = context.get(appContext)
  personAtDesk(ctx)
  const order = url.searchParams.get('order') ?? ''
  await throwIfCancelled(ctx, order)
  const line = await lineOnBolts(ctx, order, url.searchParams.get('line') ?? '')
  if (line === undefined) throw data(null, { status: 404 })
  return { ctx, line }
}

/** A line to be packed, and the bolts that it could be cut from. */
export const loader = async (args: Route.LoaderArgs) => {
  const { ctx, line } = await lineOf(args)
  return { line, requestId: ctx.newId() }
}

/** Assigns the line to another bolt. */
export const action = (args: Route.ActionArgs) =>
  deskAction(args.context.get(appContext), args.request, async () => {
    const { line } = await lineOf(args)
    const at = { number: line.order, position: line.position }
    return press(cutFromOther, { at, done: () => href('/admin/packing') })
  })

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => orLost(serverAction)

export const shouldRevalidate = reloadAfter([409])

export default function Bolt({ loaderData, actionData }: Route.ComponentProps) {
  const { line, requestId } = loaderData
  const { order, recipient, name, bolts } = line
  return (
    <DeskPage title="別の反物から" back={href('/admin/packing')}>
      <p>
        {`${recipient}（${order}）`}
        <br />
        {`${name}（${bolts.number}）${bolts.units}枚`}
        <br />
        {`いまは反物 ${boltName(bolts.bolt)}（残り${bolts.bolt.left}枚）`}
      </p>
      <BoltSheet
        key={bolts.bolt.label}
        line={bolts}
        requestId={requestId}
        answer={useLastAnswer(actionData)}
      />
    </DeskPage>
  )
}
