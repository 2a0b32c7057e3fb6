import { redirect } from 'react-router'
import { toldActs } from '~/brought-by-features.server.ts'
import { orderAction, orderShown } from '~/features/orders/desk/order-page.server.ts'
import { OrderBody } from '~/features/orders/desk/ui/order-body.tsx'
import { sheetsAround } from '~/features/orders/desk/ui/order-next.tsx'
import { href } from '~/href.ts'
import { queryOf } from '~/kernel/list-address.ts'
import { appContext } from '~/services.server.ts'
import { BesideList } from '~/ui/beside-list.tsx'
import { orLost, useLastAnswer } from '~/ui/lost-request.ts'
import { Notice } from '~/ui/notice.tsx'
import type { Route } from './+types/order-beside'

/** What the list is narrowed by, without what was just done. */
const listQuery = ({ searchParams }: Pick<URL, 'searchParams'>): readonly (readonly [string, string])[] =>
  [...searchParams].filter(([name]) => name !== 'done')

const besidePath = (number: string) => href('/admin/orders/beside/:number', { number })

/** The order beside the list in whose outlet it stands (W77). */
export const loader = async ({ params, url, context }: Route.LoaderArgs) => {
  const shown = await orderShown(context.get(appContext), params.number, toldActs, url)
  const { number } = shown.order
  if (number !== params.number) throw redirect(`${besidePath(number)}${queryOf(listQuery(url))}`)
  return shown
}

/** As on its page, and then beside the same list. */
export const action = ({ request, params, url, context }: Route.ActionArgs) =>
  orderAction(
    context.get(appContext),
    request,
    params,
    ({ number, done }) => `${besidePath(number)}${queryOf([...listQuery(url), ['done', done]])}`,
  )

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => orLost(serverAction)

export default function OrderBeside({ loaderData, actionData }: Route.ComponentProps) {
  const { order, sheets, done, requestId } = loaderData
  const answer = useLastAnswer(actionData)
  const { number } = order
  return (
    <BesideList
      key={number}
      of="注文"
      name={`注文 ${number}`}
      list={href('/admin/orders')}
      page={href('/admin/orders/:number', { number })}
    >
      {done === null || answer !== undefined ? null : (
        <Notice kind="good" announce>
          {done}
        </Notice>
      )}
      <OrderBody {...{ order, requestId, answer }} {...sheetsAround(order, sheets)} />
    </BesideList>
  )
}
