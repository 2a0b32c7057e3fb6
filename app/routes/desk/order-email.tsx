import { data, redirect } from 'react-router'
import { ownerAtDesk } from '~/features/desk/access/at-desk.server.ts'
import { readEmailForm } from '~/features/orders/desk/form.server.ts'
import { deskOrder } from '~/features/orders/desk/page.queries.server.ts'
import { correctEmail } from '~/features/orders/desk.commands.server.ts'
import { deskRefusals } from '~/features/orders/texts.ts'
import { href } from '~/href.ts'
import { fieldOf, formOf, requestIdOf, versionOf } from '~/kernel/form.ts'
import { asFormAnswer } from '~/kernel/refusal.ts'
import { appContext } from '~/services.server.ts'
import { type DeskAnswer, DeskForm } from '~/ui/desk-form.tsx'
import { DeskPage } from '~/ui/desk-page.tsx'
import { TextField } from '~/ui/form.tsx'
import { orLost, useLastAnswer } from '~/ui/lost-request.ts'
import type { Route } from './+types/order-email'

interface EmailAnswer extends DeskAnswer {
  readonly email: string
  /** The order's current version. */
  readonly version?: number
}

const orderOf = async ({ params, context }: Route.LoaderArgs | Route.ActionArgs) => {
  const ctx = context.get(appContext)
  const actor = ownerAtDesk(ctx)
  const order = await deskOrder(ctx.db, actor, params.number, ctx.now())
  if (!order?.sheets.includes('email')) throw data(null, { status: 404 })
  return { ctx, actor, order, present: order.owners?.email ?? '' }
}

export const loader = async (args: Route.LoaderArgs) => {
  const { ctx, order, present } = await orderOf(args)
  const { number, version } = order
  return { number, version, isPaid: order.paidAt !== null, email: present, requestId: ctx.newId() }
}

/** Corrects the email address of an order. */
export const action = async (args: Route.ActionArgs) => {
  const { ctx, actor, order, present } = await orderOf(args)
  const form = await formOf(args.request)
  const [requestId, version] = [requestIdOf(form), versionOf(form)]
  const answer = { email: fieldOf(form, 'email'), requestId }
  const read = readEmailForm(form)
  if (!read.ok) return data<EmailAnswer>({ ...answer, version, errors: read.error }, { status: 422 })
  const done = await correctEmail(ctx, actor, { requestId, version, number: order.number, ...read.value })
  if (done.ok) return redirect(href('/admin/orders/:number', { number: order.number, done: 'email' }))
  const refusal = deskRefusals[done.error]
  const told =
    done.error === 'stale'
      ? { stale: [{ name: 'メール', typed: answer.email, now: present }], version: order.version }
      : { ...asFormAnswer(refusal), version }
  return data<EmailAnswer>({ ...answer, ...told }, { status: refusal.status })
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => orLost(serverAction)

export default function OrderEmail({ loaderData, actionData }: Route.ComponentProps) {
  const { number, version, isPaid, email, requestId } = loaderData
  const answer = useLastAnswer(actionData)
  return (
    <DeskPage title="メールアドレスを直す" back={href('/admin/orders/:number', { number })}>
      <DeskForm
        requestId={requestId}
        version={answer?.version ?? version}
        answer={answer}
        failed="メールアドレスを直せませんでした。"
        sentence={
          isPaid
            ? '前のメールのリンクは開かなくなり、ご注文の確認を新しいアドレスへ送ります。'
            : '前のリンクは開かなくなります。'
        }
        button="メールアドレスを直す"
        busy="直しています…"
      >
        <TextField
          name="email"
          type="email"
          inputMode="email"
          autoComplete="off"
          label="お客様のメールアドレス"
          required
          maxLength={254}
          defaultValue={answer?.email ?? email}
          error={answer?.errors?.email}
        />
      </DeskForm>
    </DeskPage>
  )
}
