import { createHmac, randomBytes } from 'node:crypto'
import type { Stripe } from 'stripe'
import { type EventFault, falsify, faultOf } from './faults.ts'
import type { EventEntry } from './state-shape.ts'

/** A test compares it with the `stripe` package and `description/checkout-api.json`. */
export const apiVersion = '2026-10-28.endive'

const digest = (secret: string, seconds: number, body: string): string =>
  createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')

/** `Stripe-Signature`: HMAC-SHA256 in hex over time (epoch s), a dot and the body. */
export const signature = (
  secret: string,
  now: number,
  body: string,
  faults: readonly EventFault[],
): string => {
  const seconds = now - (faultOf(faults, 'old_timestamp')?.seconds ?? 0)
  const right = digest(faultOf(faults, 'wrong_secret') ? `${secret}-wrong` : secret, seconds, body)
  const former = faultOf(faults, 'two_signatures') ? `v1=${digest(`${secret}-former`, seconds, body)},` : ''
  return `t=${seconds},${former}v1=${right}`
}

export type EventObject = Stripe.Checkout.Session | Stripe.Refund | Stripe.Dispute

/** Falsifies the event's copy only; for a session some faults change the session too. */
const falsified = (object: EventObject, faults: readonly EventFault[]): EventObject => {
  if (object.object !== 'checkout.session') return structuredClone(object)
  falsify(
    object,
    faults.filter((fault) => !('inEventOnly' in fault && fault.inEventOnly)),
  )
  const copy = structuredClone(object)
  falsify(copy, faults)
  return copy
}

/** `created` in epoch s; `sessionId` is the session whose payment it concerns. */
export const eventAbout = (
  about: EventObject,
  sessionId: string,
  type: EventEntry['type'],
  created: number,
  faults: readonly EventFault[],
): EventEntry => {
  const object = falsified(about, faults)
  const id = `evt_1${randomBytes(12).toString('hex')}`
  const event = {
    id,
    object: 'event',
    api_version: apiVersion,
    created,
    data: { object },
    livemode: 'livemode' in object && object.livemode,
    pending_webhooks: 1,
    request: { id: null, idempotency_key: null },
    type,
  }
  const held = faultOf(faults, 'hold') ? 'held' : 'pending'
  const state = faultOf(faults, 'lose') ? 'lost' : held
  return { id, type, sessionId, body: JSON.stringify(event), state, attempts: 0 }
}
