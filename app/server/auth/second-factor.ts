import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, randomInt } from 'node:crypto'
import type { Kysely, Transaction } from 'kysely'
import type { Schema } from '#db/schema.ts'
import type { MemberId } from '~/kernel/actor.ts'
import { ok, type Result, refused } from '~/kernel/result.ts'
import type { AppContext } from '../app-context.ts'
import { forUpdate } from '../database/engine.ts'

const minute = 60_000
const stepMs = 30_000
const failuresWithin = 15 * minute
const mostFailures = 5
const lockedForMs = 15 * minute
/** Codes of the previous and the next step are accepted too. */
const stepsOff = 1

type Secrets = Pick<AppContext, 'memberSettings'>

const keyFor = ({ memberSettings }: Secrets, use: string): Buffer =>
  Buffer.from(hkdfSync('sha256', memberSettings.secret, '', `desk ${use}`, 32))

const sealed = (ctx: Secrets, member: MemberId, secret: string): string => {
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', keyFor(ctx, 'second factor'), iv).setAAD(Buffer.from(member))
  const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64url')
}

/** Undefined when AUTH_SECRET has changed: then only a reset helps. */
const opened = (ctx: Secrets, member: MemberId, text: string): string | undefined => {
  const bytes = Buffer.from(text, 'base64url')
  try {
    const decipher = createDecipheriv('aes-256-gcm', keyFor(ctx, 'second factor'), bytes.subarray(0, 12))
      .setAAD(Buffer.from(member))
      .setAuthTag(bytes.subarray(12, 28))
    return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
  } catch {
    return undefined
  }
}

/** Loaded with the first code, so that the shop starts without it. */
export const loadCodes = () => import('otpauth')

export type Codes = Awaited<ReturnType<typeof loadCodes>>

interface CodeParts extends Secrets, Pick<AppContext, 'now'> {
  /** Loaded before the transaction, which must await nothing but the database. */
  readonly codes: Codes
}

const totpOf = ({ Secret, TOTP }: Codes, secret: string, label = '', issuer = '') =>
  new TOTP({ issuer, label, secret: Secret.fromBase32(secret), period: stepMs / 1_000 })

/** A new secret, which counts after its first code; earlier backup codes are void. */
export const drawFactor = async (
  ctx: Secrets & { readonly codes: Codes },
  trx: Transaction<Schema>,
  member: MemberId,
  confirmedAt: number | null = null,
): Promise<void> => {
  const secret = sealed(ctx, member, new ctx.codes.Secret({ size: 20 }).base32)
  const fresh = { secret, confirmedAt, lastStep: 0 }
  await trx.deleteFrom('backupCode').where('memberId', '=', member).execute()
  // Wrong codes still count: otherwise a new secret would lift a lock.
  await trx
    .insertInto('secondFactor')
    .values({ memberId: member, ...fresh })
    .onConflict((conflict) => conflict.column('memberId').doUpdateSet(fresh))
    .execute()
}

/** What an authenticator app needs during the set-up; undefined once the secret is in use. */
export const factorToSetUp = async (
  ctx: Secrets & Pick<AppContext, 'db' | 'settings'>,
  member: MemberId,
  email: string,
): Promise<{ readonly address: string; readonly secret: string } | undefined> => {
  const row = await ctx.db
    .selectFrom('secondFactor')
    .where('memberId', '=', member)
    .where('confirmedAt', 'is', null)
    .select('secret')
    .executeTakeFirst()
  const secret = row && opened(ctx, member, row.secret)
  if (secret === undefined) return undefined
  return { address: totpOf(await loadCodes(), secret, email, ctx.settings.name).toString(), secret }
}

/** The first code that is valid now, for a demo's door; undefined when all were used. */
export const presentCode = async (
  ctx: Secrets & Pick<AppContext, 'db' | 'now'>,
  member: MemberId,
): Promise<string | undefined> => {
  const row = await ctx.db
    .selectFrom('secondFactor')
    .where('memberId', '=', member)
    .select(['secret', 'lastStep'])
    .executeTakeFirst()
  const secret = row && opened(ctx, member, row.secret)
  if (row === undefined || secret === undefined) return undefined
  const now = Math.floor(ctx.now() / stepMs)
  const step = Math.max(now, row.lastStep + 1)
  return step > now + stepsOff
    ? undefined
    : totpOf(await loadCodes(), secret).generate({ timestamp: step * stepMs })
}

export type CodeFailure = 'wrong_code' | 'locked'

/** `locksUntil` (epoch ms) is set only on the failure that locks. */
export type CodeAnswer = Result<null, CodeFailure> & { readonly locksUntil?: number }

const plainCode = (typed: string): string => typed.normalize('NFKC').replaceAll(/[\s-]/g, '').toLowerCase()

const backupHash = (ctx: Secrets, member: MemberId, code: string): string =>
  createHmac('sha256', keyFor(ctx, 'backup codes')).update(`${member} ${code}`).digest('base64url')

/** Takes a code or backup code, once; five wrong ones in 15 min lock both for 15 min (N7). Commit its refusals too. */
export const takeCode = async (
  ctx: CodeParts,
  trx: Transaction<Schema>,
  member: MemberId,
  typed: string,
  /** Whether the first code may take the secret into use. */
  setsUp = false,
): Promise<CodeAnswer> => {
  const factor = await lockedFactor(trx, member)
  if (factor === undefined) return refused('wrong_code')
  if (factor.lockedUntil > ctx.now()) return refused('locked')
  const code = plainCode(typed)
  const isTaken = /^\d{6}$/.test(code)
    ? (setsUp || factor.confirmedAt !== null) && (await takeStep(ctx, trx, member, factor, code))
    : await takeBackupCode(ctx, trx, member, code)
  return isTaken ? ok(null) : countFailure(ctx, trx, member, factor.failures)
}

/** A wrong passkey counts like a wrong code (N7). */
export const countWrongPasskey = async (
  ctx: Pick<AppContext, 'now'>,
  trx: Transaction<Schema>,
  member: MemberId,
): Promise<CodeAnswer> => {
  const factor = await lockedFactor(trx, member)
  if (factor === undefined) return refused('wrong_code')
  // Otherwise whoever has her session could keep the lock going and mail her each time.
  if (factor.lockedUntil > ctx.now()) return refused('locked')
  return countFailure(ctx, trx, member, factor.failures)
}

const lockedFactor = (trx: Transaction<Schema>, member: MemberId) =>
  trx
    .selectFrom('secondFactor')
    .where('memberId', '=', member)
    .select(['secret', 'confirmedAt', 'failures', 'lockedUntil'])
    .$call(forUpdate(trx))
    .executeTakeFirst()

const takeStep = async (
  ctx: CodeParts,
  trx: Transaction<Schema>,
  member: MemberId,
  factor: { readonly secret: string; readonly confirmedAt: number | null },
  token: string,
): Promise<boolean> => {
  const secret = opened(ctx, member, factor.secret)
  if (secret === undefined) return false
  const timestamp = ctx.now()
  const delta = totpOf(ctx.codes, secret).validate({ token, timestamp, window: stepsOff })
  if (delta === null) return false
  const step = Math.floor(timestamp / stepMs) + delta
  const { numUpdatedRows } = await trx
    .updateTable('secondFactor')
    .set({ lastStep: step, confirmedAt: factor.confirmedAt ?? timestamp })
    .where('memberId', '=', member)
    .where('lastStep', '<', step)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

const takeBackupCode = async (
  ctx: Secrets & Pick<AppContext, 'now'>,
  trx: Transaction<Schema>,
  member: MemberId,
  code: string,
): Promise<boolean> => {
  const { numUpdatedRows } = await trx
    .updateTable('backupCode')
    .set({ usedAt: ctx.now() })
    .where('memberId', '=', member)
    .where('hash', '=', backupHash(ctx, member, code))
    .where('usedAt', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

const countFailure = async (
  { now }: Pick<AppContext, 'now'>,
  trx: Transaction<Schema>,
  member: MemberId,
  before: string,
): Promise<CodeAnswer> => {
  const failures = [...momentsIn(before).filter((at) => at > now() - failuresWithin), now()]
  const isLocked = failures.length >= mostFailures
  const locksUntil = now() + lockedForMs
  await trx
    .updateTable('secondFactor')
    .set(isLocked ? { failures: '[]', lockedUntil: locksUntil } : { failures: JSON.stringify(failures) })
    .where('memberId', '=', member)
    .execute()
  return isLocked ? { ...refused('locked'), locksUntil } : refused('wrong_code')
}

const momentsIn = (failures: string): number[] => {
  const list: unknown = JSON.parse(failures)
  return Array.isArray(list) ? list.filter((at): at is number => typeof at === 'number') : []
}

const backupCodes = 10
/** Without letters that are mistaken for one another. */
const letters = 'abcdefghjkmnpqrstuvwxyz23456789'

export const drawBackupCodes = async (
  ctx: Secrets,
  trx: Transaction<Schema>,
  member: MemberId,
): Promise<readonly string[]> => {
  const draw = () => Array.from({ length: 10 }, () => letters[randomInt(letters.length)]).join('')
  const codes = Array.from({ length: backupCodes }, draw)
  await trx.deleteFrom('backupCode').where('memberId', '=', member).execute()
  await trx
    .insertInto('backupCode')
    .values(codes.map((code) => ({ memberId: member, hash: backupHash(ctx, member, code), usedAt: null })))
    .execute()
  return codes.map((code) => `${code.slice(0, 5)}-${code.slice(5)}`)
}

export const factorState = async (
  db: Kysely<Schema>,
  member: MemberId,
): Promise<{ readonly hasApp: boolean; readonly codesLeft: number }> => {
  const [factor, left] = await Promise.all([
    db.selectFrom('secondFactor').where('memberId', '=', member).select('confirmedAt').executeTakeFirst(),
    db
      .selectFrom('backupCode')
      .where('memberId', '=', member)
      .where('usedAt', 'is', null)
      .select('hash')
      .execute(),
  ])
  return { hasApp: typeof factor?.confirmedAt === 'number', codesLeft: left.length }
}
