import { mkdir, open, readFile, rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Stripe } from 'stripe'
import { z } from 'zod'
import { lineItem } from './requests.ts'

/** Where the simulator says what went wrong. */
export interface SimulatorLog {
  warn(message: string, fields?: Record<string, unknown>): void
}

/** Only the simulator writes these objects: the members that it reads again tell whether it can. */
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

/** The provider's own object of a session, and the lines that it leaves out of an answer. */
const sessionEntry = z.object({ session, lines: z.array(lineItem) })
export type SessionEntry = z.infer<typeof sessionEntry>

/** The first answer given under an idempotency key; `fingerprint` tells address and parameters, `at` is epoch ms. */
const keptAnswer = z.object({
  key: z.string(),
  fingerprint: z.string(),
  status: z.int(),
  body: z.string(),
  at: z.number(),
})
export type KeptAnswer = z.infer<typeof keptAnswer>

/** An event and how far its delivery has come; `body` is what is sent, byte for byte, every time. */
const eventEntry = z.object({
  id: z.string(),
  type: z.enum([
    'checkout.session.completed',
    'checkout.session.async_payment_succeeded',
    'checkout.session.async_payment_failed',
    'checkout.session.expired',
  ]),
  sessionId: z.string(),
  body: z.string(),
  state: z.enum(['pending', 'held', 'delivered', 'lost', 'given_up']),
  attempts: z.int(),
})
export type EventEntry = z.infer<typeof eventEntry>

/** Everything that outlives a restart. */
const simulatorState = z.object({
  version: z.literal(2),
  clockAheadMs: z.number(),
  sessions: z.array(sessionEntry),
  answers: z.array(keptAnswer),
  events: z.array(eventEntry),
})
type SimulatorState = z.infer<typeof simulatorState>

/** The simulator's memory, and the promise that it is on disk. */
export interface KeptState {
  readonly state: SimulatorState
  /** Says that `state` has been changed. */
  changed(): void
  /** Resolves when every change so far is on disk; rejects when the disk refuses. At once without a state file. */
  saved(): Promise<void>
}

const emptyState = (): SimulatorState => ({
  version: 2,
  clockAheadMs: 0,
  sessions: [],
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

/** Written beside, flushed, renamed over, folder flushed: whatever happens, the file is the old one or the new one. */
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

/** An event that has arrived is done with. */
const worthKeeping = (state: SimulatorState): SimulatorState => ({
  ...state,
  events: state.events.filter((event) => event.state !== 'delivered' && event.state !== 'lost'),
})

/**
 * Opens the memory kept at `path`, or an empty one that lives only as long as the process. Changes made while a write
 * runs share the next write. A file that cannot be read back is set aside as `.damaged`.
 */
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
