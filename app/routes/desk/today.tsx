import { toldActs } from '~/brought-by-features.server.ts'
import { personAtDesk } from '~/features/desk/access/at-desk.server.ts'
import { todayFigures } from '~/features/desk/queries.server.ts'
import { DayFacts, TodaysCards } from '~/features/desk/ui/desk-cards.tsx'
import { LastActs, OldestOrders, Paying, WeekOfSales } from '~/features/desk/ui/today-beside.tsx'
import { deskOrders } from '~/features/orders/desk/list.queries.server.ts'
import { shownOrder } from '~/features/orders/desk/ui/shown-order.ts'
import { isShopOwner } from '~/kernel/actor.ts'
import { deskDay } from '~/kernel/dates.ts'
import { readOrFailure } from '~/server/read-or-failure.ts'
import { appContext } from '~/services.server.ts'
import { useListed } from '~/ui/desk-lists.tsx'
import { DeskPage } from '~/ui/desk-page.tsx'
import type { Route } from './+types/today'
import css from './today.module.css'

/** Of the open orders, the oldest. */
const mostOldest = 10

/** Adds to the layout's data: the date, the oldest open orders, and for the owner the figures (N12). */
export const loader = async ({ context }: Route.LoaderArgs) => {
  const ctx = context.get(appContext)
  const actor = personAtDesk(ctx)
  const now = ctx.now()
  const filter = {
    state: 'open',
    q: '',
    from: '',
    to: '',
    buyer: '',
    count: mostOldest,
    demo: ctx.demo,
  } as const
  const oldest = await readOrFailure(ctx, 'oldest open orders', (db) => deskOrders(db, actor, filter, now))
  return {
    day: deskDay(now),
    oldest: oldest.ok ? oldest.value.orders.map((row) => shownOrder(row, null)) : null,
    figures: isShopOwner(actor) ? await todayFigures(ctx, toldActs) : null,
  }
}

/** きょう: the work of the day, and where a screen has room what is known of it beside. */
export default function Today({ loaderData: { day, oldest, figures } }: Route.ComponentProps) {
  useListed((oldest ?? []).map(({ to }) => to))
  return (
    <DeskPage title="きょう">
      <div className={figures === null ? css.alone : css.today}>
        <div className={css.toDo}>
          <TodaysCards day={day} />
          <OldestOrders rows={oldest} />
        </div>
        {figures === null ? null : (
          <div className={css.beside}>
            <WeekOfSales week={figures.week} />
            <DayFacts facts={figures.facts} />
            <Paying count={figures.paying} />
            <LastActs acts={figures.acts} />
          </div>
        )}
      </div>
    </DeskPage>
  )
}
