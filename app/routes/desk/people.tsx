import { ownerAtDesk } from '~/features/desk-access/at-desk.server.ts'
import { deskPeoplePage } from '~/features/desk-access/people.queries.server.ts'
import { DeskPeople } from '~/features/desk-access/ui/people.tsx'
import { appContext } from '~/services.server.ts'
import type { Route } from './+types/people'

/** For owners; 404 for packers. */
export const loader = async ({ context }: Route.LoaderArgs) => {
  const ctx = context.get(appContext)
  const actor = ownerAtDesk(ctx)
  return deskPeoplePage(ctx, actor)
}

export default function DeskPeopleRoute({ loaderData }: Route.ComponentProps) {
  return <DeskPeople page={loaderData} />
}
