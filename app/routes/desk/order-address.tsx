import { data } from 'react-router'
import { toldActs } from '~/brought-by-features.server.ts'
import { ownerAtDesk } from '~/features/desk/access/at-desk.server.ts'
import { deskAction, press } from '~/features/desk/access/desk-action.server.ts'
import { addressLabels, presentAddress } from '~/features/orders/address.rules.ts'
import { correctAddress } from '~/features/orders/desk/commands.server.ts'
import { deskOrder } from '~/features/orders/desk/page.queries.server.ts'
import css from '~/features/orders/desk/ui/order-desk.module.css'
import { href } from '~/href.ts'
import { withHonorific } from '~/kernel/honorific.ts'
import { drawnWith } from '~/server/merged-form.ts'
import { appContext } from '~/services.server.ts'
import { ValueFields } from '~/ui/chosen-above.tsx'
import { type DeskAnswer, DeskForm } from '~/ui/desk-form.tsx'
import { DeskPage } from '~/ui/desk-page.tsx'
import { TextField } from '~/ui/form.tsx'
import { orLost, useLastAnswer } from '~/ui/lost-request.ts'
import { Notice } from '~/ui/notice.tsx'
import type { Route } from './+types/order-address'

const fields = [
  { name: 'recipient', maxLength: 60, required: true },
  { name: 'postalCode', inputMode: 'numeric', maxLength: 10, required: true },
  { name: 'prefecture', maxLength: 30, required: true },
  { name: 'city', maxLength: 100, required: true },
  { name: 'line1', maxLength: 100, required: true },
  { name: 'line2', maxLength: 100, required: false },
  { name: 'phone', type: 'tel', maxLength: 20, required: true },
] as const

function AddressFields({
  values,
  answer,
}: {
  readonly values: Readonly<Record<string, string>>
  readonly answer: DeskAnswer | undefined
}) {
  return (
    <>
      <ValueFields name="address">
        {fields.map((field) => (
          <TextField
            key={field.name}
            {...field}
            label={addressLabels[field.name]}
            defaultValue={answer?.typed?.[field.name] ?? values[field.name]}
            error={answer?.errors?.[field.name]}
          />
        ))}
      </ValueFields>
      <label className={css.check}>
        <input
          type="checkbox"
          name="mails"
          value="1"
          defaultChecked={answer?.typed === undefined || answer.typed.mails === '1'}
        />
        お客様に「お届け先を変更しました」のメールを送る
      </label>
    </>
  )
}

export const loader = async ({ params, context }: Route.LoaderArgs) => {
  const ctx = context.get(appContext)
  const order = await deskOrder(ctx.db, ownerAtDesk(ctx), params.number, ctx.now(), toldActs)
  if (order === undefined) throw data(null, { status: 404 })
  const { number, version, buyer } = order
  const present = presentAddress(order)
  const mayChange = order.sheets.includes('address')
  const shown = { values: present.values, drawn: drawnWith(present) }
  return { number, version, buyer, mayChange, ...shown, requestId: ctx.newId() }
}

export const action = ({ request, params, context }: Route.ActionArgs) =>
  deskAction(
    context.get(appContext),
    request,
    press(correctAddress, {
      at: params,
      done: (_, { number }) => href('/admin/orders/:number', { number, done: correctAddress.act.name }),
    }),
  )

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => orLost(serverAction)

export default function OrderAddress({ loaderData, actionData }: Route.ComponentProps) {
  const { number, version, buyer, mayChange, values, drawn, requestId } = loaderData
  const answer = useLastAnswer(actionData)
  return (
    <DeskPage title="お届け先を直す" back={href('/admin/orders/:number', { number })}>
      {mayChange ? (
        <DeskForm
          requestId={requestId}
          version={version}
          drawn={drawn}
          answer={answer}
          failed="お届け先を直せませんでした。"
          sentence={`注文 ${number}${buyer === null ? '' : `（${withHonorific(buyer)}）`}のお届け先を、この内容にします。`}
          button="お届け先を直す"
          busy="直しています…"
        >
          <AddressFields values={values} answer={answer} />
        </DeskForm>
      ) : (
        <Notice kind="info">お届け先を直せるのは、お支払いが済んで、発送していない注文だけです。</Notice>
      )}
    </DeskPage>
  )
}
