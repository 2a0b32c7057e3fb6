import { personAtDesk } from '~/features/desk/access/at-desk.server.ts'
import { deskEvents } from '~/features/orders/parcel/live.server.ts'
import { appContext } from '~/services.server.ts'
import type { Route } from './+types/desk-events'

/** GET /admin/events: streams when something was done at the desk (N92). */
export const loader = ({ context }: Route.LoaderArgs) => {
  const ctx = context.get(appContext)
  return deskEvents(ctx, personAtDesk(ctx))
}
