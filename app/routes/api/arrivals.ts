import { comingArrivals } from '~/features/shop/delivery-dates/queries.server.ts'
import { appContext } from '~/services.server.ts'
import type { Route } from './+types/arrivals'

/** Delivery dates of orders placed now and the next day (P21), for the cart on any page. */
export const loader = async ({ context }: Route.LoaderArgs) =>
  Response.json(await comingArrivals(context.get(appContext)))
