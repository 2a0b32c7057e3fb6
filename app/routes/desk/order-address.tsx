import { data, redirect } from 'react-router'
import { ownerAtDesk } from '~/features/desk/access/at-desk.server.ts'
import { readAddressForm } from '~/features/orders/desk/form.server.ts'
import { deskOrder } from '~/features/orders/desk/page.queries.server.ts'
import {
  type AddressFieldName,
  AddressFields,
  addressFields,
  staleFields,
  valuesOf,
} from '~/features/orders/desk/ui/address-fields.tsx'
import { correctAddress } from '~/features/orders/desk.commands.server.ts'
import { deskRefusals } from '~/features/orders/texts.ts'
import { href } from '~/href.ts'
import { fieldOf, formOf, requestIdOf, versionOf } from '~/kernel/form.ts'
import { asFormAnswer } from '~/kernel/refusal.ts'
import { appContext } from '~/services.server.ts'
import { type DeskAnswer, DeskForm } from '~/ui/desk-form.tsx'
import { DeskPage } from '~/ui/desk-page.tsx'
import { orLost, useLastAnswer } from '~/ui/lost-request.ts'
import { Notice } from '~/ui/notice.tsx'
import type { Route } from './+types/order-address'

interface AddressAnswer extends DeskAnswer {
  readonly values: Readonly<Record<AddressFieldName, string>>
  readonly mails: boolean
  /** The order's current version. */
  readonly version?: number
}

const orderOf = async ({ params, context }: Route.LoaderArgs | Route.ActionArgs) => {
  const ctx = context.get(appContext)
  const actor = ownerAtDesk(ctx)
  const order = await deskOrder(ctx.db, actor, params.number, ctx.now())
  if (order === undefined) throw data(null, { status: 404 })
  return { ctx, actor, order }
}

export const loader = async (args: Route.LoaderArgs) => {
  const { ctx, order } = await orderOf(args)
  const { number, version, buyer } = order
  const mayChange = order.sheets.includes('address')
  return { number, version, buyer, mayChange, values: valuesOf(order), requestId: ctx.newId() }
}

/** Corrects the delivery address. */
export const action = async (args: Route.ActionArgs) => {
  const { ctx, actor, order } = await orderOf(args)
  const form = await formOf(args.request)
  const [requestId, version] = [requestIdOf(form), versionOf(form)]
  const mails = form.get('mails') === '1'
  const typed = (name: AddressFieldName) => fieldOf(form, name)
  const values = Object.fromEntries(addressFields.map(({ name }) => [name, typed(name)]))
  const answer = { values: { ...valuesOf(order), ...values }, mails, requestId }
  const read = readAddressForm(form)
  if (!read.ok) return data<AddressAnswer>({ ...answer, version, errors: read.error }, { status: 422 })
  const { phone, ...address } = read.value
  const done = await correctAddress(ctx, actor, {
    requestId,
    version,
    number: order.number,
    address,
    phone,
    mails,
  })
  if (done.ok) return redirect(href('/admin/orders/:number', { number: order.number, done: 'address' }))
  const refusal = deskRefusals[done.error]
  const told =
    done.error === 'stale'
      ? { stale: staleFields(answer.values, valuesOf(order)), version: order.version }
      : { ...asFormAnswer(refusal), version }
  return data<AddressAnswer>({ ...answer, ...told }, { status: refusal.status })
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => orLost(serverAction)

export default function OrderAddress({ loaderData, actionData }: Route.ComponentProps) {
  const { number, version, buyer, mayChange, values, requestId } = loaderData
  const answer = useLastAnswer(actionData)
  return (
    <DeskPage title="お届け先を直す" back={href('/admin/orders/:number', { number })}>
      {mayChange ? (
        <DeskForm
          requestId={requestId}
          version={answer?.version ?? version}
          answer={answer}
          failed="お届け先を直せませんでした。"
          sentence={`注文 ${number}${buyer === null ? '' : `（${buyer} 様）`}のお届け先を、この内容にします。`}
          button="お届け先を直す"
          busy="直しています…"
        >
          <AddressFields values={answer?.values ?? values} mails={answer?.mails ?? true} answer={answer} />
        </DeskForm>
      ) : (
        <Notice kind="info">お届け先を直せるのは、お支払いが済んで、発送していない注文だけです。</Notice>
      )}
    </DeskPage>
  )
}
