import { deviceName } from '~/features/accounts/rules.ts'
import { type DeskPerson, isConfirmed, isShopOwner } from '~/kernel/actor.ts'
import { ok, type Result, refused } from '~/kernel/result.ts'
import type { AppContext } from '~/server/app-context.ts'
import { actOnce } from '~/server/audit.ts'
import { beginSetUpAgain } from '~/server/auth/desk-people.ts'
import { endDeskSession } from '~/server/auth/desk-session.ts'
import { checkNewPasskey, passkeysOf, removePasskey } from '~/server/auth/passkeys.ts'
import { drawBackupCodes, drawFactor, factorState, loadCodes } from '~/server/auth/second-factor.ts'
import type { PeopleFailure } from './texts.ts'

const done = () => null

const mayChange = (actor: DeskPerson, now: number): Result<null, 'not-found' | 'confirm'> => {
  if (!isShopOwner(actor)) return refused('not-found')
  return isConfirmed(actor, now) ? ok(null) : refused('confirm')
}

/** Ten new codes replace the former ones. They are told once: the same form sent again gives none. */
export const newBackupCodes = async (
  ctx: AppContext,
  actor: DeskPerson,
  { requestId }: { readonly requestId: string },
): Promise<Result<readonly string[], PeopleFailure>> => {
  const may = mayChange(actor, ctx.now())
  if (!may.ok) return may
  // The codes must not reach the audit log.
  let codes: readonly string[] = []
  const act = await actOnce<null, never>(
    ctx,
    actor,
    'desk.backup-codes',
    { requestId, content: '' },
    done,
    async (trx) => {
      codes = await drawBackupCodes(ctx, trx, actor.id)
      return ok({ answer: null, subject: `member:${actor.id}` })
    },
  )
  return act.ok ? ok(codes) : act
}

export const addPasskey = async (
  ctx: AppContext,
  actor: DeskPerson,
  {
    requestId,
    json,
    userAgent,
  }: { readonly requestId: string; readonly json: string; readonly userAgent: string },
): Promise<Result<null, PeopleFailure>> => {
  const may = mayChange(actor, ctx.now())
  if (!may.ok) return may
  const label = deviceName(userAgent)
  const store = await checkNewPasskey(ctx, actor.id, { json, label })
  if (store === undefined) return refused('no-passkey')
  return actOnce(ctx, actor, 'desk.passkey-add', { requestId, content: json }, done, async (trx) =>
    (await store(trx))
      ? ok({ answer: null, subject: `member:${actor.id}`, after: { label } })
      : refused('no-passkey'),
  )
}

/** Refused if it is the only way to enter. */
export const takePasskeyAway = async (
  ctx: AppContext,
  actor: DeskPerson,
  { requestId, passkey }: { readonly requestId: string; readonly passkey: string },
): Promise<Result<null, PeopleFailure>> => {
  const may = mayChange(actor, ctx.now())
  if (!may.ok) return may
  const { id } = actor
  return actOnce(ctx, actor, 'desk.passkey-remove', { requestId, content: passkey }, done, async (trx) => {
    const isLast = (await passkeysOf(trx, id)).every((own) => own.id === passkey)
    if (isLast && !(await factorState(trx, id)).hasApp) return refused('last-factor')
    return (await removePasskey(trx, id, passkey))
      ? ok({ answer: null, subject: `member:${id}`, before: { passkey } })
      : refused('not-at-desk')
  })
}

/** Voids all own ways to enter, on every device; setup follows at the door. */
export const resetOwnFactor = async (
  ctx: AppContext,
  actor: DeskPerson,
  { requestId }: { readonly requestId: string },
): Promise<Result<null, PeopleFailure>> => {
  const may = mayChange(actor, ctx.now())
  if (!may.ok) return may
  const codes = await loadCodes()
  return actOnce(ctx, actor, 'desk.reset-own-factor', { requestId, content: '' }, done, async (trx) => {
    await beginSetUpAgain(trx, actor.id, ctx.now())
    await drawFactor({ ...ctx, codes }, trx, actor.id)
    return ok({ answer: null, subject: `member:${actor.id}` })
  })
}

/** Any person's device. */
export const endDevice = async (
  ctx: AppContext,
  actor: DeskPerson,
  { requestId, device }: { readonly requestId: string; readonly device: string },
): Promise<Result<null, PeopleFailure>> => {
  if (!isShopOwner(actor)) return refused('not-found')
  return actOnce(ctx, actor, 'desk.device-end', { requestId, content: device }, done, async (trx) =>
    (await endDeskSession(trx, device))
      ? ok({ answer: null, subject: `device:${device}` })
      : refused('not-at-desk'),
  )
}
