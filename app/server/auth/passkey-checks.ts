import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { isIP } from 'node:net'
import type { Transaction } from 'kysely'
import { z } from 'zod'
import type { Schema } from '#db/schema.ts'
import type { AppContext } from '../app-context.ts'

const lifetimeMs = 5 * 60_000
const longestAnswer = 8_000

/** EdDSA, ES256 and RS256. The library's own list begins with one that is an experiment of Node's, which warns of it. */
const supportedAlgorithmIDs = [-8, -7, -257]

export type PasskeyParts = Pick<AppContext, 'db' | 'now' | 'memberSettings' | 'siteOrigin' | 'settings'>

/** Loaded with the first passkey, so that the shop starts without it. */
const loadLibrary = () => import('@simplewebauthn/server')

/** The host for which browsers accept passkeys: no IP address, and http only on localhost. */
export const passkeyHost = (siteOrigin: string): string | undefined => {
  const { hostname, protocol } = new URL(siteOrigin)
  if (isIP(hostname.replace(/^\[|\]$/g, '')) !== 0) return undefined
  return protocol === 'https:' || hostname === 'localhost' ? hostname : undefined
}

/** What a challenge was drawn for: an answer counts for that alone. */
export type ChallengePurpose =
  | `desk challenge ${string}`
  | `member passkey ${string}`
  | 'sign-in of members by passkey'

const signature = (
  { memberSettings }: Pick<AppContext, 'memberSettings'>,
  purpose: ChallengePurpose,
  drawn: string,
) => createHmac('sha256', memberSettings.secret).update(`${purpose} ${drawn}`).digest()

/** Signed, so that nothing has to be stored before it is answered. */
const newChallenge = (ctx: PasskeyParts, purpose: ChallengePurpose): Uint8Array<ArrayBuffer> => {
  const end = Buffer.alloc(8)
  end.writeBigUInt64BE(BigInt(ctx.now() + lifetimeMs))
  const drawn = Buffer.concat([end, randomBytes(16)])
  return new Uint8Array(Buffer.concat([drawn, signature(ctx, purpose, drawn.toString('base64url'))]))
}

const endOfChallenge = (challenge: string): number =>
  Number(Buffer.from(challenge, 'base64url').readBigUInt64BE(0))

const isOurChallenge = (ctx: PasskeyParts, purpose: ChallengePurpose, challenge: string): boolean => {
  const bytes = Buffer.from(challenge, 'base64url')
  if (bytes.length !== 56) return false
  const drawn = bytes.subarray(0, 24)
  const isSigned = timingSafeEqual(bytes.subarray(24), signature(ctx, purpose, drawn.toString('base64url')))
  return isSigned && endOfChallenge(challenge) > ctx.now()
}

/** False when the challenge was answered before, or has ended while its answer was judged: then nothing tells any more whether it was. */
export const useUpChallenge = async (
  trx: Transaction<Schema>,
  challenge: string,
  now: number,
): Promise<boolean> => {
  if (endOfChallenge(challenge) <= now) return false
  await trx.deleteFrom('deskChallenge').where('expiresAt', '<', now).execute()
  const { numInsertedOrUpdatedRows = 0n } = await trx
    .insertInto('deskChallenge')
    .values({ challenge, expiresAt: endOfChallenge(challenge) })
    .onConflict((conflict) => conflict.column('challenge').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows > 0n
}

interface PasskeyOwner {
  /** What the device keeps with the passkey, at most 64 bytes: one that it has for the same is replaced. */
  readonly userID: Uint8Array<ArrayBuffer>
  /** What the device shows in its list. */
  readonly userName: string
  readonly userDisplayName: string
  /** Those that she has already, in base64url. */
  readonly has: readonly string[]
  /** `required`: can be chosen without a name having been typed. */
  readonly residentKey: 'preferred' | 'required'
}

/** What the browser needs to create a passkey; undefined where passkeys are impossible. */
export const creationOptions = async (
  ctx: PasskeyParts,
  purpose: ChallengePurpose,
  { has, residentKey, ...user }: PasskeyOwner,
) => {
  const rpID = passkeyHost(ctx.siteOrigin)
  if (rpID === undefined) return undefined
  const { generateRegistrationOptions } = await loadLibrary()
  return generateRegistrationOptions({
    ...user,
    rpID,
    rpName: ctx.settings.name,
    challenge: newChallenge(ctx, purpose),
    timeout: lifetimeMs,
    excludeCredentials: has.map((id) => ({ id })),
    authenticatorSelection: { residentKey, userVerification: 'required' },
    supportedAlgorithmIDs,
  })
}

/** What the browser needs to use a passkey, one of `has` where these are given; undefined where passkeys are impossible. */
export const requestOptions = async (
  ctx: PasskeyParts,
  purpose: ChallengePurpose,
  has: readonly string[] = [],
) => {
  const rpID = passkeyHost(ctx.siteOrigin)
  if (rpID === undefined) return undefined
  const { generateAuthenticationOptions } = await loadLibrary()
  return generateAuthenticationOptions({
    rpID,
    challenge: newChallenge(ctx, purpose),
    timeout: lifetimeMs,
    allowCredentials: has.map((id) => ({ id })),
    userVerification: 'required',
  })
}

const text = z.string().max(longestAnswer)
/** As browsers write it, and the only text that is looked for. */
const credentialId = text.regex(/^[\w-]+$/)
const answerOf = <R extends z.ZodType>(response: R) =>
  z.object({
    id: credentialId,
    rawId: credentialId,
    type: z.literal('public-key'),
    response,
    clientExtensionResults: z.object({}),
  })
const created = answerOf(z.object({ clientDataJSON: text, attestationObject: text }))
const used = answerOf(
  z.object({
    clientDataJSON: text,
    authenticatorData: text,
    signature: text,
    userHandle: text.optional(),
  }),
)

const parsed = <S extends z.ZodType>(schema: S, json: string): z.output<S> | undefined => {
  if (json.length > longestAnswer) return undefined
  try {
    return schema.safeParse(JSON.parse(json)).data
  } catch {
    return undefined
  }
}

const expected = (ctx: PasskeyParts, purpose: ChallengePurpose, rpID: string) => {
  const seen: { challenge: string } = { challenge: '' }
  return {
    seen,
    expectedOrigin: ctx.siteOrigin,
    expectedRPID: rpID,
    expectedChallenge: (challenge: string) => {
      seen.challenge = challenge
      return isOurChallenge(ctx, purpose, challenge)
    },
    requireUserVerification: true,
  }
}

/** Of a checked answer, whose challenge is still to be used up. */
interface NewCredential {
  readonly challenge: string
  readonly credentialId: string
  /** base64url. */
  readonly publicKey: string
  readonly counter: number
}

/** The new credential of a browser's answer; undefined when it proves nothing. */
export const checkedCreation = async (
  ctx: PasskeyParts,
  purpose: ChallengePurpose,
  json: string,
): Promise<NewCredential | undefined> => {
  const rpID = passkeyHost(ctx.siteOrigin)
  const response = parsed(created, json)
  if (rpID === undefined || response === undefined) return undefined
  const { verifyRegistrationResponse } = await loadLibrary()
  const { seen, ...checks } = expected(ctx, purpose, rpID)
  const { registrationInfo } = await verifyRegistrationResponse({
    response,
    ...checks,
    supportedAlgorithmIDs,
  }).catch(() => ({ registrationInfo: undefined }))
  if (registrationInfo === undefined) return undefined
  const { id: credentialId, publicKey, counter } = registrationInfo.credential
  return {
    challenge: seen.challenge,
    credentialId,
    publicKey: Buffer.from(publicKey).toString('base64url'),
    counter,
  }
}

interface StoredCredential {
  readonly credentialId: string
  readonly publicKey: string
  readonly counter: number
}

/**
 * Whether a counter that was judged before still rises over `counter` of its row, which the transaction has locked: of two answers that
 * were judged at once, one of a copied key, the lower one no longer counts. Devices without a counter always say 0.
 */
export const stillRises = (newCounter: number, { counter }: Pick<StoredCredential, 'counter'>): boolean =>
  newCounter > counter || (newCounter === 0 && counter === 0)

/**
 * The stored row of a browser's answer with its new counter; undefined when it proves nothing, also by a counter that does not rise (a
 * copied key). `find` gets the credential's id and the handle that the device keeps with it, in base64url.
 */
export const checkedUse = async <Row extends StoredCredential>(
  ctx: PasskeyParts,
  purpose: ChallengePurpose,
  json: string,
  find: (id: string, userHandle: string | undefined) => Promise<Row | undefined>,
): Promise<{ readonly row: Row; readonly challenge: string; readonly newCounter: number } | undefined> => {
  const rpID = passkeyHost(ctx.siteOrigin)
  const response = parsed(used, json)
  if (rpID === undefined || response === undefined) return undefined
  const { userHandle, ...rest } = response.response
  const row = await find(response.id, userHandle)
  if (row === undefined) return undefined
  const { verifyAuthenticationResponse } = await loadLibrary()
  const { seen, ...checks } = expected(ctx, purpose, rpID)
  const verified = await verifyAuthenticationResponse({
    response: { ...response, response: rest },
    ...checks,
    credential: {
      id: row.credentialId,
      publicKey: new Uint8Array(Buffer.from(row.publicKey, 'base64url')),
      counter: row.counter,
    },
  }).catch(() => undefined)
  if (verified?.verified !== true) return undefined
  return { row, challenge: seen.challenge, newCounter: verified.authenticationInfo.newCounter }
}
