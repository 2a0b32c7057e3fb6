import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { isIP } from 'node:net'
import type { Kysely, Transaction } from 'kysely'
import { z } from 'zod'
import type { Schema } from '#db/schema.ts'
import type { MemberId } from '~/kernel/actor.ts'
import type { AppContext } from '../app-context.ts'

const lifetimeMs = 5 * 60_000
const longestAnswer = 8_000

/** EdDSA, ES256 and RS256. The library's own list begins with one that is an experiment of Node's, which warns of it. */
const supportedAlgorithmIDs = [-8, -7, -257]

type Parts = Pick<AppContext, 'db' | 'now' | 'memberSettings' | 'siteOrigin' | 'settings'>

/** Loaded with the first passkey, so that the shop starts without it. */
const loadLibrary = () => import('@simplewebauthn/server')

/** The host for which browsers accept passkeys: no IP address, and http only on localhost. */
export const passkeyHost = (siteOrigin: string): string | undefined => {
  const { hostname, protocol } = new URL(siteOrigin)
  if (isIP(hostname.replace(/^\[|\]$/g, '')) !== 0) return undefined
  return protocol === 'https:' || hostname === 'localhost' ? hostname : undefined
}

const signature = ({ memberSettings }: Pick<AppContext, 'memberSettings'>, member: MemberId, drawn: string) =>
  createHmac('sha256', memberSettings.secret).update(`desk challenge ${member} ${drawn}`).digest()

/** Signed, so that nothing has to be stored before it is answered. */
const newChallenge = (ctx: Parts, member: MemberId): Uint8Array<ArrayBuffer> => {
  const end = Buffer.alloc(8)
  end.writeBigUInt64BE(BigInt(ctx.now() + lifetimeMs))
  const drawn = Buffer.concat([end, randomBytes(16)])
  return new Uint8Array(Buffer.concat([drawn, signature(ctx, member, drawn.toString('base64url'))]))
}

const endOfChallenge = (challenge: string): number =>
  Number(Buffer.from(challenge, 'base64url').readBigUInt64BE(0))

const isOurChallenge = (ctx: Parts, member: MemberId, challenge: string): boolean => {
  const bytes = Buffer.from(challenge, 'base64url')
  if (bytes.length !== 56) return false
  const drawn = bytes.subarray(0, 24)
  const isSigned = timingSafeEqual(bytes.subarray(24), signature(ctx, member, drawn.toString('base64url')))
  return isSigned && endOfChallenge(challenge) > ctx.now()
}

/** False when the challenge was answered before. */
const useUpChallenge = async (trx: Transaction<Schema>, challenge: string, now: number): Promise<boolean> => {
  await trx.deleteFrom('deskChallenge').where('expiresAt', '<', now).execute()
  const { numInsertedOrUpdatedRows = 0n } = await trx
    .insertInto('deskChallenge')
    .values({ challenge, expiresAt: endOfChallenge(challenge) })
    .onConflict((conflict) => conflict.column('challenge').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows > 0n
}

/** Her passkeys, the oldest first. */
export const passkeysOf = (db: Kysely<Schema>, member: MemberId) =>
  db
    .selectFrom('passkey')
    .where('memberId', '=', member)
    .select(['id', 'label', 'createdAt', 'lastUsedAt', 'credentialId'])
    .orderBy('createdAt')
    .orderBy('id')
    .execute()

/** What the browser needs to create a passkey; undefined where passkeys are impossible. */
export const optionsToCreate = async (
  ctx: Parts,
  { id, name, email }: { readonly id: MemberId; readonly name: string; readonly email: string },
) => {
  const rpID = passkeyHost(ctx.siteOrigin)
  if (rpID === undefined) return undefined
  const { generateRegistrationOptions } = await loadLibrary()
  return generateRegistrationOptions({
    rpID,
    rpName: ctx.settings.name,
    userName: email,
    userDisplayName: name,
    userID: new TextEncoder().encode(id),
    challenge: newChallenge(ctx, id),
    timeout: lifetimeMs,
    excludeCredentials: (await passkeysOf(ctx.db, id)).map(({ credentialId }) => ({ id: credentialId })),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
    supportedAlgorithmIDs,
  })
}

/** What the browser needs to use a passkey; undefined when she has none. */
export const optionsToUse = async (ctx: Parts, member: MemberId) => {
  const rpID = passkeyHost(ctx.siteOrigin)
  const own = await passkeysOf(ctx.db, member)
  if (rpID === undefined || own.length === 0) return undefined
  const { generateAuthenticationOptions } = await loadLibrary()
  return generateAuthenticationOptions({
    rpID,
    challenge: newChallenge(ctx, member),
    timeout: lifetimeMs,
    allowCredentials: own.map(({ credentialId }) => ({ id: credentialId })),
    userVerification: 'required',
  })
}

const text = z.string().max(longestAnswer)
const answerOf = <R extends z.ZodType>(response: R) =>
  z.object({
    id: text,
    rawId: text,
    type: z.literal('public-key'),
    response,
    clientExtensionResults: z.object({}),
  })
const created = answerOf(z.object({ clientDataJSON: text, attestationObject: text }))
const used = answerOf(z.object({ clientDataJSON: text, authenticatorData: text, signature: text }))

const parsed = <S extends z.ZodType>(schema: S, json: string): z.output<S> | undefined => {
  if (json.length > longestAnswer) return undefined
  try {
    return schema.safeParse(JSON.parse(json)).data
  } catch {
    return undefined
  }
}

/** Stores a checked answer; false when the same answer was stored before. */
export type CheckedPasskey = (trx: Transaction<Schema>) => Promise<boolean>

const expected = (ctx: Parts, member: MemberId, rpID: string) => {
  const seen: { challenge: string } = { challenge: '' }
  return {
    seen,
    expectedOrigin: ctx.siteOrigin,
    expectedRPID: rpID,
    expectedChallenge: (challenge: string) => {
      seen.challenge = challenge
      return isOurChallenge(ctx, member, challenge)
    },
    requireUserVerification: true,
  }
}

export const checkNewPasskey = async (
  ctx: Parts & Pick<AppContext, 'newId'>,
  member: MemberId,
  { json, label }: { readonly json: string; readonly label: string },
): Promise<CheckedPasskey | undefined> => {
  const rpID = passkeyHost(ctx.siteOrigin)
  const response = parsed(created, json)
  if (rpID === undefined || response === undefined) return undefined
  const { verifyRegistrationResponse } = await loadLibrary()
  const { seen, ...checks } = expected(ctx, member, rpID)
  const { registrationInfo } = await verifyRegistrationResponse({
    response,
    ...checks,
    supportedAlgorithmIDs,
  }).catch(() => ({ registrationInfo: undefined }))
  if (registrationInfo === undefined) return undefined
  const { id: credentialId, publicKey, counter } = registrationInfo.credential
  return async (trx) => {
    if (!(await useUpChallenge(trx, seen.challenge, ctx.now()))) return false
    await trx
      .insertInto('passkey')
      .values({
        id: ctx.newId(),
        memberId: member,
        credentialId,
        publicKey: Buffer.from(publicKey).toString('base64url'),
        counter,
        label,
        createdAt: ctx.now(),
        lastUsedAt: null,
      })
      .onConflict((conflict) => conflict.column('credentialId').doNothing())
      .execute()
    return true
  }
}

export const checkPasskey = async (
  ctx: Parts,
  member: MemberId,
  json: string,
): Promise<CheckedPasskey | undefined> => {
  const rpID = passkeyHost(ctx.siteOrigin)
  const response = parsed(used, json)
  if (rpID === undefined || response === undefined) return undefined
  const own = await ctx.db
    .selectFrom('passkey')
    .where('memberId', '=', member)
    .where('credentialId', '=', response.id)
    .selectAll()
    .executeTakeFirst()
  if (own === undefined) return undefined
  const { verifyAuthenticationResponse } = await loadLibrary()
  const { seen, ...checks } = expected(ctx, member, rpID)
  const verified = await verifyAuthenticationResponse({
    response,
    ...checks,
    credential: {
      id: own.credentialId,
      publicKey: new Uint8Array(Buffer.from(own.publicKey, 'base64url')),
      counter: own.counter,
    },
  }).catch(() => undefined)
  if (verified?.verified !== true) return undefined
  const { newCounter } = verified.authenticationInfo
  return async (trx) => {
    if (!(await useUpChallenge(trx, seen.challenge, ctx.now()))) return false
    await trx
      .updateTable('passkey')
      .set({ counter: newCounter, lastUsedAt: ctx.now() })
      .where('id', '=', own.id)
      .execute()
    return true
  }
}

export const removePasskey = async (
  trx: Transaction<Schema>,
  member: MemberId,
  id: string,
): Promise<boolean> => {
  const { numDeletedRows } = await trx
    .deleteFrom('passkey')
    .where('memberId', '=', member)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
