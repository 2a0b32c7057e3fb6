import type { Stripe } from 'stripe'
import type { Disputes } from './disputes.ts'
import type { Refunds } from './refunds.ts'
import { type Call, invalidRequest, type Refusal } from './requests.ts'
import type { Sessions } from './sessions.ts'

export interface ProviderData {
  readonly sessions: Sessions
  readonly refunds: Refunds
  readonly disputes: Disputes
}

export type ApiObject =
  | Stripe.Checkout.Session
  | Stripe.Dispute
  | Stripe.ApiList<Stripe.Checkout.Session | Stripe.LineItem | Stripe.Refund | Stripe.Dispute>

const missing = (param: string, id: string): Refusal =>
  invalidRequest(`No such ${param}: ${id}`, { code: 'resource_missing', param }, 404)

/** Does what the shop asks for, and gives the object it is answered with. */
export const perform = ({ sessions, refunds, disputes }: ProviderData, call: Call): ApiObject | Refusal => {
  if (call.operation === 'create') return sessions.create(call.parameters)
  if (call.operation === 'list') return sessions.list(call.parameters)
  if (call.operation === 'refunds') return refunds.list(call.parameters)
  if (call.operation === 'disputes') return disputes.list(call.parameters)
  if (call.operation === 'dispute') return disputes.find(call.id) ?? missing('dispute', call.id)
  const entry = sessions.find(call.id)
  if (entry === undefined) return missing('session', call.id)
  if (call.operation === 'lines') return sessions.lines(entry, call.parameters)
  const { session } = entry
  if (call.operation === 'retrieve') return session
  if (session.status !== 'open') return invalidRequest('Only an open session can be expired.')
  sessions.expire(session)
  return session
}
