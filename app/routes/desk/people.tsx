import { ownerAtDesk } from '~/features/desk/access/at-desk.server.ts'
import { deskPeoplePage } from '~/features/desk/access/people.queries.server.ts'
import { deskPersonActs, isDeskPersonAct } from '~/features/desk/access/texts.ts'
import { DeskPeople } from '~/features/desk/access/ui/people.tsx'
import { appContext } from '~/services.server.ts'
import type { Route } from './+types/people'

/** For owners; 404 for packers. */
export const loader = async ({ context, url }: Route.LoaderArgs) => {
  const ctx = context.get(appContext)
  const actor = ownerAtDesk(ctx)
  const given = url.searchParams.get('done') ?? ''
  return {
    page: await deskPeoplePage(ctx, actor),
    done: isDeskPersonAct(given) ? deskPersonActs[given].done : null,
  }
}

export default function DeskPeopleRoute({ loaderData }: Route.ComponentProps) {
  return <DeskPeople {...loaderData} />
}
