import { isAt } from '~/href.ts'
import { isConfirmed, type Member, type MemberId, type Requester } from '~/kernel/actor.ts'
import type { AppContext } from '~/server/app-context.ts'
import { isOpenLink, openInvitation } from '~/server/auth/desk-invitations.ts'
import { type DeskRole, type InvitedPerson, invitedPerson } from '~/server/auth/desk-people.ts'
import { asksOwnPassword } from '~/server/auth/desk-session.ts'
import { passkeyHost } from '~/server/auth/passkey-checks.ts'
import { optionsToCreate, optionsToUse, passkeysOf } from '~/server/auth/passkeys.ts'
import { factorState, factorToSetUp, presentCode } from '~/server/auth/second-factor.ts'

export interface Door {
  /** `set-up`: nothing to enter with yet; `too-late`: a new invitation is needed. */
  readonly step: 'set-up' | 'too-late' | 'code'
  /** With the code; not with a passkey. */
  readonly asksPassword: boolean
  /** The secret being set up. */
  readonly app?: { readonly address: string; readonly secret: string; readonly qr: Qr }
  /** What a phone offers first. */
  readonly passkey: 'use' | 'create' | null
  /** The code valid now; only in a demo. */
  readonly presentCode?: string
}

interface Qr {
  readonly size: number
  readonly path: string
}

export const stepOf = async (
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  person: InvitedPerson,
): Promise<Door['step']> => {
  const { hasApp } = await factorState(db, person.id)
  if (hasApp || (await passkeysOf(db, person.id)).length > 0) return 'code'
  return person.setUpUntil > now() ? 'set-up' : 'too-late'
}

/** From the invitation page's path, or the router's data request for it. */
const tokenIn = (path: string): string =>
  isAt(path, ['/admin/join/:token'])
    ? (path
        .split('/')
        .at(-1)
        ?.replace(/\.data$/, '') ?? '')
    : ''

/** Desk addresses exist only for invited people, and an invitation's page only for its member and whoever is not signed in (N6, N78). */
export const isHiddenFrom = async (
  ctx: Pick<AppContext, 'db' | 'now'>,
  actor: Requester,
  path: string,
): Promise<boolean> => {
  if (actor.kind === 'desk') return false
  if (actor.kind !== 'member') return !(await isLinkToSignIn(ctx, actor, tokenIn(path)))
  if ((await invitedPerson(ctx.db, actor.id)) !== undefined) return false
  return (await invitationFor(ctx, actor, tokenIn(path))) === undefined
}

/** Whether this is an open link on a device where nobody is signed in, which is told to sign in first (N78). */
export const isLinkToSignIn = async (
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  { kind }: Requester,
  token: string,
): Promise<boolean> =>
  kind !== 'desk' && kind !== 'member' && token !== '' && (await isOpenLink(db, token, now()))

/** Undefined for everybody but the invited member. */
export const invitationFor = async (
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  actor: Requester,
  token: string,
): Promise<{ readonly role: DeskRole } | undefined> =>
  actor.kind === 'member' && token !== ''
    ? openInvitation(db, { token, member: actor.id, now: now() })
    : undefined

/** Undefined for whoever was not invited (N6). */
export const doorFor = async (
  ctx: AppContext,
  actor: Requester,
  cookie: string | null,
): Promise<Door | undefined> => {
  if (actor.kind !== 'member') return undefined
  const person = await invitedPerson(ctx.db, actor.id)
  return person && doorOf(ctx, actor, person, cookie)
}

const doorOf = async (
  ctx: AppContext,
  actor: Member,
  person: InvitedPerson,
  cookie: string | null,
): Promise<Door> => {
  const step = await stepOf(ctx, person)
  const app = step === 'set-up' ? await factorToSetUp(ctx, actor.id, person.email) : undefined
  const code = ctx.demo && step === 'code' ? await presentCode(ctx, actor.id) : undefined
  return {
    step,
    asksPassword: await asksOwnPassword(ctx, actor, cookie),
    passkey: await passkeyAtDoor(ctx, actor, step),
    ...(app && { app: { ...app, qr: await qrOf(app.address) } }),
    ...(code !== undefined && { presentCode: code }),
  }
}

/** Loaded only when needed. */
const qrOf = async (text: string): Promise<Qr> => {
  const { encode } = await import('uqr')
  const { data, size } = encode(text, { border: 4 })
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return { size, path }
}

const passkeyAtDoor = async (
  ctx: AppContext,
  { id }: Member,
  step: Door['step'],
): Promise<'use' | 'create' | null> => {
  if (step === 'set-up') return passkeyHost(ctx.siteOrigin) === undefined ? null : 'create'
  return (await hasPasskey(ctx, id)) ? 'use' : null
}

export const hasPasskey = async (
  { db, siteOrigin }: Pick<AppContext, 'db' | 'siteOrigin'>,
  member: MemberId,
): Promise<boolean> => passkeyHost(siteOrigin) !== undefined && (await passkeysOf(db, member)).length > 0

/** WebAuthn options; `create` only during setup, or at the desk just after confirming (N3). Undefined for everybody else. */
export const passkeyOptions = async (ctx: AppContext, actor: Requester, does: 'use' | 'create') => {
  if (actor.kind !== 'desk' && actor.kind !== 'member') return undefined
  const person = await invitedPerson(ctx.db, actor.id)
  if (person === undefined) return undefined
  if (does === 'use') return optionsToUse(ctx, actor.id)
  const mayCreate =
    actor.kind === 'desk' ? isConfirmed(actor, ctx.now()) : (await stepOf(ctx, person)) === 'set-up'
  return mayCreate ? optionsToCreate(ctx, person) : undefined
}
