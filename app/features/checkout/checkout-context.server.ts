import { createContext } from 'react-router'
import type { OrderContext } from '~/features/orders/commands.server.ts'
import type { CallCounter } from '~/server/rate-limit.ts'
import type { PaymentGateway } from './payment-gateway.server.ts'

/** What checkout needs: that of the orders, and the payment provider. */
export interface CheckoutContext extends OrderContext {
  readonly gateway: PaymentGateway
  /** Counts the calls that this process answers. */
  readonly calls: CallCounter
  /** Says that mails have been queued, so that nobody waits for the next round. */
  readonly wakeMail: () => void
}

/** The key under which world.server.ts hands it to loaders and actions. */
export const checkoutContext = createContext<CheckoutContext>()
