import { data } from 'react-router'
import { toldActs } from '~/brought-by-features.server.ts'
import { ownerAtDesk } from '~/features/desk/access/at-desk.server.ts'
import { deskAction, press } from '~/features/desk/access/desk-action.server.ts'
import { presentEmail } from '~/features/orders/address.rules.ts'
import { correctEmail } from '~/features/orders/desk/mails.commands.server.ts'
import { deskOrder, mailsToReaddress } from '~/features/orders/desk/page.queries.server.ts'
import css from '~/features/orders/desk/ui/order-desk.module.css'
import { href } from '~/href.ts'
import { longestEmail } from '~/kernel/email.ts'
import { drawnWith } from '~/server/merged-form.ts'
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
  const mails = await mailsToReaddress(ctx.db, number)
  const drawn = drawnWith(presentEmail(version, email))
  return { number, version, mails, email, drawn, requestId: ctx.newId() }
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
  const { number, version, mails, email, drawn, requestId } = loaderData
  const answer = useLastAnswer(actionData)
  const chosen = answer?.typed.mail?.split('\n')
  return (
    <DeskPage title="メールアドレスを直す" back={href('/admin/orders/:number', { number })}>
      <DeskForm
        requestId={requestId}
        version={version}
        drawn={drawn}
        answer={answer}
        failed="メールアドレスを直せませんでした。"
        sentence="前のメールのリンクは開かなくなります。"
        button="メールアドレスを直す"
        busy="直しています…"
      >
        <TextField
          name="email"
          type="email"
          inputMode="email"
          label="お客様のメールアドレス"
          required
          maxLength={longestEmail}
          defaultValue={answer?.typed?.email ?? email}
          error={answer?.errors?.email}
        />
        <input type="hidden" name="chooses" value="1" />
        {mails.length === 0 ? null : (
          <fieldset className={css.readdressed}>
            <legend>新しいアドレスへ送るメール</legend>
            {mails.map(({ key, name, standing, mayGo, goes }) => (
              <label key={key} className={css.check}>
                <input
                  type="checkbox"
                  name="mail"
                  value={key}
                  disabled={!mayGo}
                  defaultChecked={mayGo && (answer === undefined ? goes : (chosen ?? []).includes(key))}
                />
                <span>
                  {name}
                  <span className="small">
                    （{standing}
                    {mayGo ? '' : '。いまのご注文には当てはまりません'}）
                  </span>
                </span>
              </label>
            ))}
          </fieldset>
        )}
      </DeskForm>
    </DeskPage>
  )
}
