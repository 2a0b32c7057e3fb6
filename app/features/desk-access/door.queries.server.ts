import { isAt } from '~/href.ts'
import { isConfirmed, type Member, type MemberId, type Requester } from '~/kernel/actor.ts'
import type { AppContext } from '~/server/app-context.ts'
import { openInvitation } from '~/server/auth/desk-invitations.ts'
import { type DeskRole, type InvitedPerson, invitedPerson } from '~/server/auth/desk-people.ts'
import { asksPassword } from '~/server/auth/desk-session.ts'
import { optionsToCreate, optionsToUse, passkeyHost, passkeysOf } from '~/server/auth/passkeys.ts'
import { factorState, factorToSetUp, presentCode } from '~/server/auth/second-factor.ts'

/** What stands at the door for a desk person who has not entered on this device. */
export interface Door {
  /** `set-up` before she has anything to enter with, `too-late` when it takes a new invitation to begin. */
  readonly step: 'set-up' | 'too-late' | 'code'
  /** Beside the code; a passkey does without. */
  readonly asksPassword: boolean
  /** Of the secret that is being set up. */
  readonly app?: { readonly address: string; readonly secret: string; readonly qr: Qr }
  /** What a phone offers first: to use a passkey, or the first time to make one. */
  readonly passkey: 'use' | 'create' | null
  /** The code that is good now, of a demo alone. */
  readonly presentCode?: string
}

interface Qr {
  readonly size: number
  /** Of an SVG. */
  readonly path: string
}

/** Whether a member who was invited has anything to enter with. */
export const stepOf = async (
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  person: InvitedPerson,
): Promise<Door['step']> => {
  const { hasApp } = await factorState(db, person.id)
  if (hasApp || (await passkeysOf(db, person.id)).length > 0) return 'code'
  return person.setUpUntil > now() ? 'set-up' : 'too-late'
}

/** Of the page of an invitation, or of the same page as the router's script asks for it. */
const tokenIn = (path: string): string =>
  isAt(path, ['/admin/join/:token'])
    ? (path
        .split('/')
        .at(-1)
        ?.replace(/\.data$/, '') ?? '')
    : ''

/**
 * Whether to whoever asks nothing is at this address of the desk (N6): it is there for those who were invited, and the page of an
 * invitation for the member that it was sent to.
 */
export const isHiddenFrom = async (
  ctx: Pick<AppContext, 'db' | 'now'>,
  actor: Requester,
  path: string,
): Promise<boolean> => {
  if (actor.kind === 'desk') return false
  if (actor.kind !== 'member') return true
  if ((await invitedPerson(ctx.db, actor.id)) !== undefined) return false
  return (await invitationFor(ctx, actor, tokenIn(path))) === undefined
}

/** What a link of an invitation opens for whoever asks: undefined for everybody but the member that it was sent to. */
export const invitationFor = async (
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  actor: Requester,
  token: string,
): Promise<{ readonly role: DeskRole } | undefined> =>
  actor.kind === 'member' && token !== ''
    ? openInvitation(db, { token, member: actor.id, now: now() })
    : undefined

/** What the door asks of whoever this is; undefined for everybody who was not invited (N6). */
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
    asksPassword: await asksPassword(ctx, actor, cookie),
    passkey: await passkeyAtDoor(ctx, actor, step),
    ...(app && { app: { ...app, qr: await qrOf(app.address) } }),
    ...(code !== undefined && { presentCode: code }),
  }
}

/** Loaded with the first picture. */
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

/** Whether this site can ask her for a passkey. */
export const hasPasskey = async (
  { db, siteOrigin }: Pick<AppContext, 'db' | 'siteOrigin'>,
  member: MemberId,
): Promise<boolean> => passkeyHost(siteOrigin) !== undefined && (await passkeysOf(db, member)).length > 0

/**
 * What the browser needs to use a passkey, or to make one: while she sets up what she enters with, or at the desk when she has just
 * shown that it is she (N3). Undefined for everybody else.
 */
export const passkeyOptions = async (ctx: AppContext, actor: Requester, does: 'use' | 'create') => {
  if (actor.kind !== 'desk' && actor.kind !== 'member') return undefined
  const person = await invitedPerson(ctx.db, actor.id)
  if (person === undefined) return undefined
  if (does === 'use') return optionsToUse(ctx, actor.id)
  const mayCreate =
    actor.kind === 'desk' ? isConfirmed(actor, ctx.now()) : (await stepOf(ctx, person)) === 'set-up'
  return mayCreate ? optionsToCreate(ctx, person) : undefined
}
