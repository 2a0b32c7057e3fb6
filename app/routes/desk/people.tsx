import { ownerAtDesk } from '~/features/desk-access/at-desk.server.ts'
import { helpersPage } from '~/features/desk-access/people.queries.server.ts'
import { Helpers } from '~/features/desk-access/ui/people.tsx'
import { appContext } from '~/services.server.ts'
import type { Route } from './+types/people'

/** For owners; 404 for packers. */
export const loader = async ({ context }: Route.LoaderArgs) => {
  const ctx = context.get(appContext)
  const actor = ownerAtDesk(ctx)
  return helpersPage(ctx, actor)
}

export default function HelpersRoute({ loaderData }: Route.ComponentProps) {
  return <Helpers page={loaderData} />
}
