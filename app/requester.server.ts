import type { Requester } from './kernel/actor.ts'
import { deskPersonOf, isDeskPath } from './server/auth/desk-session.ts'
import { requesterAfterGate } from './server/auth/gate.ts'
import { memberOfSession } from './server/auth/sessions.ts'
import type { SessionTokenOf } from './server/session/session-cookie.ts'
import type { Services } from './services.server.ts'

interface Parts {
  readonly services: Services
  readonly sessionTokenOf: SessionTokenOf
}

interface Asker {
  readonly cookie: string | undefined
  readonly path: string
  readonly address: string
}

/** A member, at the desk a desk person, a curator, or a visitor (A2, A3, N6). */
export const requesterOf = async (
  { services, sessionTokenOf }: Parts,
  { cookie, path, address }: Asker,
): Promise<Requester> => {
  const token = sessionTokenOf(cookie)
  const now = services.now()
  const member =
    token && (await memberOfSession(services.db, services.memberSettings, { token, address, now }))
  if (member && isDeskPath(path)) return (await deskPersonOf(services, member, cookie)) ?? member
  return requesterAfterGate(member || { kind: 'visitor', address }, services, {
    cookie: cookie ?? '',
    path,
    now,
  })
}
