import { todayFacts } from '~/features/desk/queries.server.ts'
import { DayFacts, TodaysCards } from '~/features/desk/ui/desk-cards.tsx'
import { isShopOwner } from '~/kernel/actor.ts'
import { deskDay } from '~/kernel/dates.ts'
import { appContext } from '~/services.server.ts'
import { DeskPage } from '~/ui/desk-page.tsx'
import type { Route } from './+types/today'

/** Adds to the layout's data: the date, and the day's figures for the owner. */
export const loader = async ({ context }: Route.LoaderArgs) => {
  const ctx = context.get(appContext)
  return { day: deskDay(ctx.now()), facts: isShopOwner(ctx.actor) ? await todayFacts(ctx) : [] }
}

/** きょう: the work of the day. */
export default function Today({ loaderData: { day, facts } }: Route.ComponentProps) {
  return (
    <DeskPage title="きょう">
      <TodaysCards day={day} />
      <DayFacts facts={facts} />
    </DeskPage>
  )
}
