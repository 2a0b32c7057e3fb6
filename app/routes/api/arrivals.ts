import { comingArrivals } from '~/features/delivery-dates/queries.server.ts'
import { appContext } from '~/services.server.ts'
import type { Route } from './+types/arrivals'

/** When orders of now and of the next day arrive (P21), for the cart, whatever page it is opened on. */
export const loader = async ({ context }: Route.LoaderArgs) =>
  Response.json(await comingArrivals(context.get(appContext)))
