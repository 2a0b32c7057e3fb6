import { itemsOfTerms } from '~/features/orders/checkout/confirmation.rules.ts'
import { appContext } from '~/services.server.ts'
import type { Route } from './+types/sales-terms'

/** What of the last confirmation is the same for every cart (L2), for the cart on any page (W76). */
export const loader = ({ context }: Route.LoaderArgs) =>
  Response.json(itemsOfTerms(context.get(appContext).settings.terms))
