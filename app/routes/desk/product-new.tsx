import { ownerAtDesk } from '~/features/desk/access/at-desk.server.ts'
import { alsoShowing, deskAction, press } from '~/features/desk/access/desk-action.server.ts'
import { saveProduct } from '~/features/products/desk/commands.server.ts'
import { deskProduct, fabricChoices, freeNumber } from '~/features/products/desk/queries.server.ts'
import { newProduct, typedProduct } from '~/features/products/desk/typed.rules.ts'
import { ProductForm } from '~/features/products/desk/ui/product-form.tsx'
import { deskProductPath } from '~/features/products/desk/ui/product-path.ts'
import { productNumber } from '~/features/products/rules.ts'
import { href } from '~/href.ts'
import { fieldOf } from '~/kernel/form.ts'
import { appContext } from '~/services.server.ts'
import { DeskPage } from '~/ui/desk-page.tsx'
import { orLost, useLastAnswer } from '~/ui/lost-request.ts'
import type { Route } from './+types/product-new'

/** An empty form, or one filled from the product in the address, to add another colour. */
export const loader = async ({ context, request }: Route.LoaderArgs) => {
  const ctx = context.get(appContext)
  ownerAtDesk(ctx)
  const asked = new URL(request.url).searchParams
  const from = productNumber((asked.get('from') ?? '').slice(0, 200))
  const sibling = from === null ? null : ((await deskProduct(ctx.db, from)) ?? null)
  const type = sibling?.type ?? (asked.get('type') === 'kit' ? 'kit' : 'fabric')
  const number = await freeNumber(ctx.db, type, sibling?.number)
  return {
    type,
    from: sibling?.number ?? '',
    start: newProduct(number, sibling),
    known: (await fabricChoices(ctx.db, sibling?.kit?.fabricNumbers ?? '')).known,
    requestId: ctx.newId(),
  } as const
}

export const action = ({ request, context }: Route.ActionArgs) =>
  deskAction(
    context.get(appContext),
    request,
    alsoShowing(
      press(saveProduct, {
        at: {},
        done: ({ held }, { product: { number } }) => deskProductPath(number, held ? 'held' : 'created'),
      }),
      ({ db }, form) =>
        fabricChoices(db, typedProduct(form).fabricNumbers, fieldOf(form, 'fabricNumbersSearch')),
    ),
  )

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => orLost(serverAction)

export default function ProductNew({ loaderData, actionData }: Route.ComponentProps) {
  const { type, from, start, known, requestId } = loaderData
  const answer = useLastAnswer(actionData)
  return (
    <DeskPage title={type === 'kit' ? '新しいキット' : '新しい生地'} back={href('/admin/products')}>
      <ProductForm
        key={requestId}
        name={['new', type, from]}
        type={type}
        start={start}
        requestId={requestId}
        answer={answer}
        known={known}
        chosen={answer?.more}
      />
    </DeskPage>
  )
}
