import { data } from 'react-router'
import { helpersPage } from '~/features/desk-access/people.queries.server.ts'
import { Helpers } from '~/features/desk-access/ui/people.tsx'
import { isShopOwner } from '~/kernel/actor.ts'
import { appContext } from '~/services.server.ts'
import type { Route } from './+types/people'

/** For owners; 404 for packers. */
export const loader = async ({ context }: Route.LoaderArgs) => {
  const ctx = context.get(appContext)
  const { actor } = ctx
  if (actor.kind !== 'desk' || !isShopOwner(actor)) throw data(null, { status: 404 })
  return helpersPage(ctx, actor)
}

export default function HelpersRoute({ loaderData }: Route.ComponentProps) {
  return <Helpers page={loaderData} />
}
