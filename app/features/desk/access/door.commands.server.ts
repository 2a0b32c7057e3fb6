import { proveOwnPassword } from '~/features/accounts/own-password.commands.server.ts'
import { deviceName } from '~/features/accounts/rules.ts'
import type { Member, Requester } from '~/kernel/actor.ts'
import { ok, type Result, refused } from '~/kernel/result.ts'
import type { AppContext } from '~/server/app-context.ts'
import { type InvitedPerson, invitedPerson, noteCodes } from '~/server/auth/desk-people.ts'
import { asksOwnPassword, beginDeskSession, hasEntered } from '~/server/auth/desk-session.ts'
import { checkNewPasskey } from '~/server/auth/passkeys.ts'
import { drawBackupCodes } from '~/server/auth/second-factor.ts'
import { type AppTransaction, inTransaction } from '~/server/database/transaction.ts'
import { stepOf } from './door.queries.server.ts'
import { type Proof, proved } from './proof.server.ts'
import type { ProofFailure } from './texts.ts'

/** Fields not given are ''. */
interface DoorProof extends Proof {
  readonly password: string
  /** A passkey made at the first entry. */
  readonly newPasskey: string
}

interface DeskBrowser {
  readonly cookie: string | null
  readonly userAgent: string
}

interface Entered {
  /** The Set-Cookie header of the desk session. */
  readonly cookie: string
  /** New codes, shown only once. */
  readonly backupCodes?: readonly string[]
}

/**
 * Enters with a passkey (also one made now), an app code or a backup code; with a code, an unknown device also needs the password (N6,
 * N7). The first time backup codes are given; pages open only after the person confirms that she has them.
 */
export const enterDesk = async (
  ctx: AppContext,
  actor: Requester,
  proof: DoorProof,
  browser: DeskBrowser,
): Promise<Result<Entered, ProofFailure>> => {
  const person = actor.kind === 'member' ? await invitedPerson(ctx.db, actor.id) : undefined
  if (actor.kind !== 'member' || person === undefined) return refused('not-found')
  const step = await stepOf(ctx, person)
  if (step === 'too-late') return refused('wrong_code')
  const enter = (trx: AppTransaction) => begin(ctx, trx, { actor, person }, browser)
  // A new passkey proves nothing: whoever has the member's session can make one.
  const isNew = step === 'set-up' && proof.newPasskey !== ''
  if ((isNew || proof.passkey === '') && (await asksOwnPassword(ctx, actor, browser.cookie))) {
    const proven = await proveOwnPassword(ctx, actor, proof.password)
    if (!proven.ok) return proven
  }
  if (isNew) return enterWithNewPasskey(ctx, actor, { json: proof.newPasskey, ...browser }, enter)
  const entered = await proved(ctx, actor.id, { ...proof, setsUp: step === 'set-up' }, enter)
  ctx.log.info(entered.ok ? 'a desk person entered' : 'the door of the desk refused', { member: actor.id })
  return entered
}

const enterWithNewPasskey = async (
  ctx: AppContext,
  { id }: Member,
  { json, userAgent }: { readonly json: string; readonly userAgent: string },
  enter: (trx: AppTransaction) => Promise<Entered>,
): Promise<Result<Entered, 'wrong_passkey'>> => {
  const store = await checkNewPasskey(ctx, id, { json, label: deviceName(userAgent) })
  if (store === undefined) return refused('wrong_passkey')
  return inTransaction(ctx, async (trx) =>
    (await store(trx)) ? ok(await enter(trx)) : refused('wrong_passkey' as const),
  )
}

const begin = async (
  ctx: AppContext,
  trx: AppTransaction,
  { actor, person }: { readonly actor: Member; readonly person: InvitedPerson },
  { userAgent }: DeskBrowser,
): Promise<Entered> => {
  const cookie = await beginDeskSession(ctx, trx, actor, { role: person.role, userAgent })
  return person.codesNotedAt === null
    ? { cookie, backupCodes: await drawBackupCodes(ctx, trx, actor.id) }
    : { cookie }
}

/** Pages open once the backup codes are noted (N6). */
export const noteBackupCodes = async (
  ctx: AppContext,
  actor: Requester,
  { cookie }: Pick<DeskBrowser, 'cookie'>,
): Promise<Result<null, 'not-found'>> => {
  if (actor.kind !== 'member' || !(await hasEntered(ctx, actor, cookie))) return refused('not-found')
  await inTransaction(ctx, (trx) => noteCodes(trx, actor.id, ctx.now()))
  return ok(null)
}
