import type { DeskPerson } from '~/kernel/actor.ts'
import type { AppContext } from '~/server/app-context.ts'
import { deskTopic, lastActAt } from '~/server/audit.ts'
import { isStillAtDesk } from '~/server/auth/desk-session.ts'
import { EventStream } from '~/server/http/event-streams.ts'
import { errorFields } from '~/server/log.ts'

const second = 1_000

/** How often an open stream asks whether its person is still at the desk; it also does before each notice. */
const askEveryMs = 15 * second

/** Tells when something was last done at the desk, at once and after each act, until her session ends (N92, N8). */
export const deskEvents = (
  ctx: Pick<AppContext, 'db' | 'now' | 'notices' | 'log'>,
  person: DeskPerson,
): EventStream =>
  new EventStream((stream) => {
    const tell = async (version: number | undefined) => {
      try {
        if (version === undefined || !(await isStillAtDesk(ctx, person))) stream.end()
        else if (version > 0) stream.send(String(version))
      } catch (error) {
        ctx.log.error('a stream of the desk could not be told', errorFields(error))
        stream.end()
      }
    }
    const unsubscribe = ctx.notices.subscribe(deskTopic, (version) => void tell(version))
    const asking = setInterval(() => void tell(0), askEveryMs)
    // Read after subscribing, so that no act in between is missed; 1 for a desk at which nothing was done yet.
    lastActAt(ctx.db).then(
      (at) => tell(Math.max(at, 1)),
      () => stream.end(),
    )
    return () => {
      unsubscribe()
      clearInterval(asking)
    }
  }, person.id)
