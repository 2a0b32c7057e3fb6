import { data } from 'react-router'
import { toldActs } from '~/brought-by-features.server.ts'
import { ownerAtDesk } from '~/features/desk/access/at-desk.server.ts'
import { deskAction, press } from '~/features/desk/access/desk-action.server.ts'
import { correctEmail } from '~/features/orders/desk/commands.server.ts'
import { deskOrder } from '~/features/orders/desk/page.queries.server.ts'
import { href } from '~/href.ts'
import { appContext } from '~/services.server.ts'
import { DeskForm } from '~/ui/desk-form.tsx'
import { DeskPage } from '~/ui/desk-page.tsx'
import { TextField } from '~/ui/form.tsx'
import { orLost, useLastAnswer } from '~/ui/lost-request.ts'
import type { Route } from './+types/order-email'

export const loader = async ({ params, context }: Route.LoaderArgs) => {
  const ctx = context.get(appContext)
  const order = await deskOrder(ctx.db, ownerAtDesk(ctx), params.number, ctx.now(), toldActs)
  if (!order?.sheets.includes('email')) throw data(null, { status: 404 })
  const { number, version, owners } = order
  const email = owners?.email ?? ''
  return { number, version, isPaid: order.paidAt !== null, email, requestId: ctx.newId() }
}

export const action = ({ request, params, context }: Route.ActionArgs) =>
  deskAction(
    context.get(appContext),
    request,
    press(correctEmail, {
      at: params,
      done: (_, { number }) => href('/admin/orders/:number', { number, done: correctEmail.act.name }),
    }),
  )

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
          defaultValue={answer?.typed?.email ?? email}
          error={answer?.errors?.email}
        />
      </DeskForm>
    </DeskPage>
  )
}
