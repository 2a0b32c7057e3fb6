import { createContext } from 'react-router'
import type { PaymentContext } from '~/features/payments/page.commands.server.ts'
import type { CallCounter } from '~/server/rate-limit.ts'

/** What checkout needs beside what payments do. */
export interface CheckoutContext extends PaymentContext {
  /** Counts the calls that this process answers. */
  readonly calls: CallCounter
}

/** The key under which world.server.ts hands it to loaders and actions. */
export const checkoutContext = createContext<CheckoutContext>()
