import { data, redirect } from 'react-router'
import { ownerAtDesk } from '~/features/desk/access/at-desk.server.ts'
import { saveForm } from '~/features/products/desk/act.server.ts'
import { deskProduct, freeNumber } from '~/features/products/desk/queries.server.ts'
import { newProduct } from '~/features/products/desk/typed.rules.ts'
import { type ProductAnswer, ProductForm } from '~/features/products/desk/ui/product-form.tsx'
import { deskProductPath } from '~/features/products/desk/ui/product-list.tsx'
import { productNumber } from '~/features/products/rules.ts'
import { href } from '~/href.ts'
import { formOf } from '~/kernel/form.ts'
import { appContext } from '~/services.server.ts'
import { DeskPage } from '~/ui/desk-page.tsx'
import { orLost, useLastAnswer } from '~/ui/lost-request.ts'
import type { Route } from './+types/product-new'

const ownerOf = ({ context }: Route.LoaderArgs | Route.ActionArgs) => {
  const ctx = context.get(appContext)
  const actor = ownerAtDesk(ctx)
  return { ctx, actor }
}

/** An empty form, or one filled from the product in the address, to add another colour. */
export const loader = async (args: Route.LoaderArgs) => {
  const { ctx } = ownerOf(args)
  const asked = new URL(args.request.url).searchParams
  const from = productNumber((asked.get('from') ?? '').slice(0, 200))
  const sibling = from === null ? null : ((await deskProduct(ctx.db, from)) ?? null)
  const type = sibling?.type ?? (asked.get('type') === 'kit' ? 'kit' : 'fabric')
  const number = await freeNumber(ctx.db, type, sibling?.number)
  return {
    type,
    from: sibling?.number ?? '',
    start: newProduct(number, sibling),
    requestId: ctx.newId(),
  } as const
}

/** Stores the product. */
export const action = async (args: Route.ActionArgs) => {
  const { ctx, actor } = ownerOf(args)
  const form = await formOf(args.request)
  form.delete('version')
  const type = form.get('type') === 'kit' ? 'kit' : 'fabric'
  const saved = await saveForm(ctx, actor, form, type)
  if (saved.ok) return redirect(deskProductPath(saved.value.number, saved.value.done))
  const { status, ...answer } = saved.error
  return data<ProductAnswer>(answer, { status })
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => orLost(serverAction)

export default function ProductNew({ loaderData, actionData }: Route.ComponentProps) {
  const { type, from, start, requestId } = loaderData
  return (
    <DeskPage title={type === 'kit' ? '新しいキット' : '新しい生地'} back={href('/admin/products')}>
      <ProductForm
        key={requestId}
        name={['new', type, from]}
        type={type}
        start={start}
        requestId={requestId}
        answer={useLastAnswer(actionData)}
      />
    </DeskPage>
  )
}
