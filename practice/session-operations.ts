import type { Stripe } from 'stripe'
import { done, invalidRequest, noSuchSession, type Outcome, refuse } from './api-answers.ts'
import type { ApiRequest, PageParameters } from './api-request.ts'
import { creationProblem } from './creation-limits.ts'
import { type Page, pageOf } from './paging.ts'
import type { PracticeClock } from './practice-clock.ts'
import type { EventCause, SessionLife } from './session-life.ts'
import { type LineObject, lineObject, sessionObject } from './session-object.ts'
import { openSession } from './session-opening.ts'
import type { SessionRecord } from './session-record.ts'

type ListParams = Stripe.Checkout.SessionListParams

const within = (created: number, wanted: ListParams['created']): boolean => {
  if (wanted === undefined) return true
  if (typeof wanted === 'number') return created === wanted
  const { gt = -1, gte = -1, lt = Infinity, lte = Infinity } = wanted
  return created > gt && created >= gte && created < lt && created <= lte
}

/** No session of the practice account belongs to a customer, a payment link or a subscription. */
const matches = (session: SessionRecord, wanted: ListParams): boolean =>
  wanted.customer === undefined &&
  wanted.customer_account === undefined &&
  wanted.payment_link === undefined &&
  wanted.subscription === undefined &&
  within(session.created, wanted.created) &&
  (wanted.status ?? session.status) === session.status &&
  (wanted.payment_intent ?? session.paymentIntent) === session.paymentIntent &&
  (wanted.customer_details?.email ?? session.payer?.email) === session.payer?.email

const noExpansion = (parameters: { readonly expand?: readonly string[] }) => {
  const wanted = parameters.expand?.[0]
  return wanted === undefined
    ? undefined
    : invalidRequest(`The practice provider expands nothing, not even '${wanted}'.`, { param: 'expand' })
}

/** What a good answer holds. */
export type ApiObject = Stripe.Checkout.Session | Page<Stripe.Checkout.Session> | Page<LineObject>

/** Does what a checked request asks; gives what to answer with. */
export type DoRequest = (request: ApiRequest, cause: EventCause) => Outcome<ApiObject>

/** The five operations over the sessions of `life`. */
export const createOperations = (
  life: SessionLife,
  clock: PracticeClock,
  payPageOrigin: () => string,
): DoRequest => {
  const objectOf = (session: SessionRecord) => sessionObject(session, payPageOrigin())

  const create = (parameters: Stripe.Checkout.SessionCreateParams): Outcome<ApiObject> => {
    const session = openSession(parameters, clock.seconds())
    life.add(session)
    return done(objectOf(session))
  }
  const list = (parameters: ListParams): Outcome<ApiObject> => {
    const fitting = life.all().filter((session) => matches(session, parameters))
    const page = pageOf(fitting, parameters, '/v1/checkout/sessions')
    return page.ok ? done({ ...page.value, data: page.value.data.map(objectOf) }) : page
  }
  const lines = (session: SessionRecord, parameters: PageParameters): Outcome<ApiObject> => {
    const objects = session.lines.map((line) => lineObject(line, session.created))
    return pageOf(objects, parameters, `/v1/checkout/sessions/${session.id}/line_items`)
  }
  const expire = (session: SessionRecord, cause: EventCause): Outcome<ApiObject> => {
    if (session.status !== 'open') {
      return refuse(invalidRequest(`Only an open session can be expired; this one is ${session.status}.`))
    }
    life.expire(session, cause)
    return done(objectOf(session))
  }

  return (request, cause) => {
    if (request.operation === 'create') return create(request.parameters)
    if (request.operation === 'list') return list(request.parameters)
    const session = life.find(request.sessionId)
    if (session === undefined) return refuse(noSuchSession(request.sessionId, 404, 'session'))
    if (request.operation === 'retrieve') return done(objectOf(session))
    return request.operation === 'expire' ? expire(session, cause) : lines(session, request.parameters)
  }
}

/** What the provider refuses although the types are right; to be asked before a key is used up. */
export const requestProblem = (request: ApiRequest, clock: PracticeClock) =>
  noExpansion(request.parameters) ??
  (request.operation === 'create' ? creationProblem(request.parameters, clock.seconds()) : undefined)
