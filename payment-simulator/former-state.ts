import { existsSync } from 'node:fs'
import { readFile, rename } from 'node:fs/promises'
import { z } from 'zod'
import { fingerprintOf } from './idempotency.ts'
import type { KeptState } from './state.ts'
import type { SimulatorLog } from './state-file.ts'
import { dispute, eventEntry, keptAnswer, refund, session, sessionLines } from './state-shape.ts'

const entries = z.array(z.unknown())
const formerState = z.object({
  version: z.literal(2),
  clockAheadMs: z.number(),
  sessions: entries,
  // Missing in still older files.
  refunds: entries.default([]),
  disputes: entries.default([]),
  answers: entries,
  events: entries,
})
const sessionEntry = z.object({ session, lines: sessionLines })

/**
 * Carries over once what former releases kept as one JSON file. An entry that cannot be read costs itself and is told; a file that cannot be
 * read is set aside as `.damaged`. What the state knows already stays as it is there.
 */
export const carryOver = async (path: string, kept: KeptState, log: SimulatorLog): Promise<void> => {
  if (!existsSync(path)) return
  let passedOver = 0
  const each = <T>(all: readonly unknown[], shape: z.ZodType<T>, take: (one: T) => void) => {
    for (const one of all) {
      const read = shape.safeParse(one)
      if (read.success) take(read.data)
      else passedOver += 1
    }
  }
  try {
    const former = formerState.parse(JSON.parse(await readFile(path, 'utf8')))
    const seconds = Math.floor(Date.now() / 1000)
    if (kept.clockAheadMs() === 0 && former.clockAheadMs !== 0) kept.moveClock(former.clockAheadMs)
    each(former.sessions, sessionEntry, ({ session, lines }) => {
      if (kept.sessions.find(session.id) === undefined) kept.sessions.add(session, lines)
    })
    each(former.refunds, refund, (one) => kept.refunds.find(one.id) ?? kept.refunds.keep(one))
    each(former.disputes, dispute, (one) => kept.disputes.find(one.id) ?? kept.disputes.keep(one))
    each(former.answers, keptAnswer, (one) => {
      if (kept.answers.find(one.key) === undefined)
        kept.answers.add({ ...one, fingerprint: fingerprintOf(one.fingerprint) })
    })
    each(former.events, eventEntry, (one) => kept.events.add({ ...one, attempts: 0 }, seconds))
    await kept.saved()
    if (passedOver > 0)
      log.warn('the payment simulator passed over entries that it cannot read', { path, passedOver })
    await rename(path, `${path}.${passedOver > 0 ? 'damaged' : 'former'}`)
  } catch (error) {
    if (!(error instanceof SyntaxError || error instanceof z.ZodError)) throw error
    await rename(path, `${path}.damaged`)
    log.warn('the payment simulator set a state file aside', { path, reason: String(error) })
  }
}
