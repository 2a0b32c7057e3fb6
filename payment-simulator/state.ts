import { mkdir, open, readFile, rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Stripe } from 'stripe'
import { z } from 'zod'
import { lineItem } from './requests.ts'

export interface SimulatorLog {
  warn(message: string, fields?: Record<string, unknown>): void
}

/** Only the simulator writes these objects, so only the members that it reads again are checked. */
const membersRead = z.object({
  object: z.literal('checkout.session'),
  id: z.string(),
  status: z.enum(['open', 'complete', 'expired']),
  payment_status: z.enum(['paid', 'unpaid']),
  amount_total: z.int(),
  created: z.int(),
  expires_at: z.int(),
  success_url: z.string(),
  cancel_url: z.string(),
})
const session = z.custom<Stripe.Checkout.Session>((value) => membersRead.safeParse(value).success)

/** `lines` are no part of the provider's session object. */
const sessionEntry = z.object({ session, lines: z.array(lineItem) })
export type SessionEntry = z.infer<typeof sessionEntry>

/** The first response under an idempotency key; `fingerprint` is address and parameters, `at` epoch ms. */
const keptAnswer = z.object({
  key: z.string(),
  fingerprint: z.string(),
  status: z.int(),
  body: z.string(),
  at: z.number(),
})
export type KeptAnswer = z.infer<typeof keptAnswer>

/** `body` is sent byte for byte, every time. */
const eventEntry = z.object({
  id: z.string(),
  type: z.enum([
    'checkout.session.completed',
    'checkout.session.async_payment_succeeded',
    'checkout.session.async_payment_failed',
    'checkout.session.expired',
    'refund.created',
    'refund.updated',
    'refund.failed',
    'charge.dispute.created',
    'charge.dispute.updated',
    'charge.dispute.closed',
  ]),
  sessionId: z.string(),
  body: z.string(),
  state: z.enum(['pending', 'held', 'delivered', 'lost', 'given_up']),
  attempts: z.int(),
})
export type EventEntry = z.infer<typeof eventEntry>

const refund = z.custom<Stripe.Refund>(
  (value) =>
    z.object({ id: z.string(), amount: z.int(), payment_intent: z.string() }).safeParse(value).success,
)
const dispute = z.custom<Stripe.Dispute>(
  (value) => z.object({ id: z.string(), payment_intent: z.string() }).safeParse(value).success,
)

const simulatorState = z.object({
  version: z.literal(2),
  clockAheadMs: z.number(),
  sessions: z.array(sessionEntry),
  /** A file of an earlier version has neither. */
  refunds: z.array(refund).default([]),
  disputes: z.array(dispute).default([]),
  answers: z.array(keptAnswer),
  events: z.array(eventEntry),
})
type SimulatorState = z.infer<typeof simulatorState>

export interface KeptState {
  readonly state: SimulatorState
  /** To be called after each change of `state`. */
  changed(): void
  /** Resolves when every change so far is on disk; rejects when the disk refuses. At once without a state file. */
  saved(): Promise<void>
}

const emptyState = (): SimulatorState => ({
  version: 2,
  clockAheadMs: 0,
  sessions: [],
  refunds: [],
  disputes: [],
  answers: [],
  events: [],
})

const readState = async (path: string, log: SimulatorLog): Promise<SimulatorState> => {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  })
  if (text === undefined) return emptyState()
  try {
    return simulatorState.parse(JSON.parse(text))
  } catch (error) {
    await rename(path, `${path}.damaged`)
    log.warn('the payment simulator set a state file aside', { path, reason: String(error) })
    return emptyState()
  }
}

/** Whatever happens, the file is the old one or the new one. */
const writeDurably = async (path: string, text: string): Promise<void> => {
  {
    await using file = await open(`${path}.new`, 'w', 0o600)
    await file.writeFile(text)
    await file.sync()
  }
  await rename(`${path}.new`, path)
  await using folder = await open(dirname(path), 'r')
  await folder.sync()
}

const worthKeeping = (state: SimulatorState): SimulatorState => ({
  ...state,
  events: state.events.filter((event) => event.state !== 'delivered' && event.state !== 'lost'),
})

/** In memory only without a `path`. A file that cannot be read back is set aside as `.damaged`. */
export const openState = async (path: string | undefined, log: SimulatorLog): Promise<KeptState> => {
  if (path === undefined) {
    return { state: emptyState(), changed: () => {}, saved: () => Promise.resolve() }
  }
  await mkdir(dirname(path), { recursive: true })
  const state = await readState(path, log)
  let dirty = false
  let running: Promise<void> | undefined
  const write = async () => {
    try {
      while (dirty) {
        dirty = false
        await writeDurably(path, JSON.stringify(worthKeeping(state)))
      }
    } catch (error) {
      dirty = true
      throw error
    } finally {
      running = undefined
    }
  }
  return {
    state,
    changed: () => {
      dirty = true
    },
    saved: () => {
      if (dirty) running ??= write()
      return running ?? Promise.resolve()
    },
  }
}
