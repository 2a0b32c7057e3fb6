import { todayFacts } from '~/features/desk/queries.server.ts'
import { DayFacts, TodaysCards } from '~/features/desk/ui/desk-cards.tsx'
import { isShopOwner } from '~/kernel/actor.ts'
import { deskDay } from '~/kernel/dates.ts'
import { appContext } from '~/services.server.ts'
import { DeskPage } from '~/ui/desk-page.tsx'
import type { Route } from './+types/today'

/** Loads what the layout has not: the date, and for the owner the figures. */
export const loader = async ({ context }: Route.LoaderArgs) => {
  const ctx = context.get(appContext)
  return { day: deskDay(ctx.now()), facts: isShopOwner(ctx.actor) ? await todayFacts(ctx) : [] }
}

/** きょう: what there is to do today. */
export default function Today({ loaderData: { day, facts } }: Route.ComponentProps) {
  return (
    <DeskPage title="きょう">
      <TodaysCards day={day} />
      <DayFacts facts={facts} />
    </DeskPage>
  )
}
