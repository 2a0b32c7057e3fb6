import { data } from 'react-router'
import { nameWithColour } from '~/features/products/description.rules.ts'
import { productOfPage } from '~/features/products/product.queries.server.ts'
import { productPath } from '~/features/products/rules.ts'
import { answerRestock } from '~/features/stock/restock/commands.server.ts'
import { openedRestock } from '~/features/stock/restock/queries.server.ts'
import { NoRestock, RestockLink, type ShownRestock } from '~/features/stock/restock/ui/restock-link.tsx'
import { formOf } from '~/kernel/form.ts'
import { readOrUnavailable } from '~/server/read-or-failure.ts'
import { appContext } from '~/services.server.ts'
import { orLost, useLastAnswer } from '~/ui/lost-request.ts'
import { reloadAfter } from '~/ui/reload-after.ts'
import type { Route } from './+types/restock'

// No no-referrer despite the secret address: without script the form would be posted with the origin null.
export const headers = () => ({ 'cache-control': 'no-store' })

/** Shows what a mail's link does; 410 for an expired one (W11). */
export const loader = async ({ params, context }: Route.LoaderArgs) => {
  const ctx = context.get(appContext)
  const restock = await readOrUnavailable(ctx, 'restock notice', async (db): Promise<ShownRestock | null> => {
    const opened = await openedRestock(db, params.token, ctx.now())
    if (opened === undefined) return null
    const { number, email, isConfirmed } = opened
    const product = await productOfPage(db, number)
    return product === undefined
      ? { name: number, path: null, email, isConfirmed }
      : { name: nameWithColour(product), path: productPath(product), email, isConfirmed }
  })
  return data({ restock }, { status: restock === null ? 410 : 200 })
}

/** Confirms or deletes the restock request. */
export const action = async ({ request, params, context }: Route.ActionArgs) => {
  const ctx = context.get(appContext)
  const form = await formOf(request)
  const act = form.get('act')
  if (act !== 'confirm' && act !== 'stop') return data({ isStopped: false }, { status: 422 })
  const done = await answerRestock(ctx, ctx.actor, { token: params.token, act })
  return data({ isStopped: done.ok && act === 'stop' }, { status: done.ok ? 200 : 410 })
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => orLost(serverAction)

/** 410: the link was stopped meanwhile, which the loader shows. */
export const shouldRevalidate = reloadAfter([410])

export default function Restock({ loaderData, actionData }: Route.ComponentProps) {
  const answer = useLastAnswer(actionData)
  const { restock } = loaderData
  if (restock === null || answer?.isStopped) return <NoRestock isStopped={answer?.isStopped === true} />
  return <RestockLink restock={restock} />
}
