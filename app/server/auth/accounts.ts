import type { BetterAuthOptions, DBAdapter } from 'better-auth'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { Schema } from '#db/schema.ts'
import { type MemberId, memberId } from '~/kernel/actor.ts'
import { ok, type Result, refused } from '~/kernel/result.ts'
import { cookieName } from '../session/cookies.ts'
import { sessionCookie, sessionLifetimeMs } from '../session/session-cookie.ts'
import type { HashWait, Passwords } from './passwords.ts'
import { endSessions } from './sessions.ts'

/** Where a session begins, shown to its member alone. */
export interface Device {
  readonly address: string
  readonly userAgent: string
}

export interface SignedIn {
  readonly memberId: MemberId
  readonly token: string
  readonly cookies: readonly string[]
}

/** Accounts and sign-in by the sign-in library; never call it inside a transaction. */
export interface Accounts {
  signUp(
    account: { readonly name: string; readonly email: string; readonly password: string },
    device: Device,
  ): Promise<Result<SignedIn, 'email_taken'>>
  /** Unknown addresses and wrong passwords give the same refusal after the same time (A11). */
  signIn(
    credentials: { readonly email: string; readonly password: string },
    device: Device,
  ): Promise<Result<SignedIn, 'wrong'>>
}

/** For one request; signing in and up hash one password each. */
export const accountsOutside = (accounts: Accounts, waitForHash: HashWait): Accounts => ({
  signUp: (account, device) => waitForHash(() => accounts.signUp(account, device)),
  signIn: (credentials, device) => waitForHash(() => accounts.signIn(credentials, device)),
})

interface AccountParts {
  readonly db: Kysely<Schema>
  readonly secret: string
  readonly siteOrigin: string
  readonly newId: () => string
  readonly passwords: Passwords
}

/** Loads the library at the first sign-in or registration: visitors do not need it. */
export const createAccounts = (parts: AccountParts): Accounts => {
  let loaded: ReturnType<typeof openLibrary> | undefined
  const library = () => {
    loaded ??= openLibrary(parts)
    return loaded
  }
  return {
    signUp: async (account, device) => {
      const { api } = await library()
      const signedUp = await signedIn(
        () =>
          api.signUpEmail({
            body: { ...account, email: asKnownToLibrary(account.email) },
            headers: headersOf(device),
            returnHeaders: true,
          }),
        refusedSignUps,
        'email_taken',
      )
      // The library reports any refusal of the database as this error.
      if (!signedUp.ok && !(await isUsed(parts.db, account.email))) throw new Error('no account was made')
      return signedUp
    },
    signIn: async (credentials, device) => {
      const { api } = await library()
      const hash = await passwordHashAt(parts.db, credentials.email)
      const hasChanged = async () => (await passwordHashAt(parts.db, credentials.email)) !== hash
      try {
        const begun = await signedIn(
          () =>
            api.signInEmail({
              body: { ...credentials, email: asKnownToLibrary(credentials.email) },
              headers: headersOf(device),
              returnHeaders: true,
            }),
          refusedSignIns,
          'wrong',
        )
        if (!begun.ok || !(await hasChanged())) return begun
        // A change during the check has ended all sessions but this one (A12, A13).
        await endSessions(parts.db, begun.value.memberId, 'all')
        return refused('wrong')
      } catch (error) {
        // The account was deleted meanwhile (A17).
        if (await hasChanged()) return refused('wrong')
        throw error
      }
    },
  }
}

const isUsed = async (db: Kysely<Schema>, email: string): Promise<boolean> => {
  const member = await db
    .selectFrom('member')
    .where('email', '=', email.toLowerCase())
    .select('id')
    .executeTakeFirst()
  return member !== undefined
}

/** The same query for known and unknown addresses (A11). */
const passwordHashAt = async (db: Kysely<Schema>, email: string): Promise<string | null> => {
  const account = await db
    .selectFrom('member')
    .innerJoin('memberAccount', 'memberAccount.memberId', 'member.id')
    .where('email', '=', email.toLowerCase())
    .where('providerId', '=', 'credential')
    .select('password')
    .executeTakeFirst()
  return account?.password ?? null
}

/** FAILED_TO_CREATE_USER is what the loser of two simultaneous sign-ups gets. */
const refusedSignUps = [
  'USER_ALREADY_EXISTS',
  'USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL',
  'FAILED_TO_CREATE_USER',
]

/** PASSWORD_TOO_LONG comes before the library looks for the account: nobody has such a password. */
const refusedSignIns = ['INVALID_EMAIL_OR_PASSWORD', 'PASSWORD_TOO_LONG']

/** No address is typed so: the library knows none but these, whose address stands in hexadecimal digits. */
const hostOfLibrary = '@address.invalid'

/** The library would refuse an address with dots like those of N62; our own rule has read it before. */
const asKnownToLibrary = (email: string): string =>
  `${Buffer.from(email.toLowerCase()).toString('hex')}${hostOfLibrary}`

const asStored = <T>(value: T): T | string =>
  typeof value === 'string' && value.endsWith(hostOfLibrary)
    ? Buffer.from(value.slice(0, -hostOfLibrary.length), 'hex').toString()
    : value

const addressHeader = 'x-client-address'

const headersOf = ({ address, userAgent }: Device): Headers =>
  new Headers({ [addressHeader]: address, 'user-agent': userAgent })

const libraryError = z.object({ body: z.object({ code: z.string() }) })

interface LibraryAnswer {
  readonly headers: Headers
  readonly response: { readonly token: string | null; readonly user: { readonly id: string } }
}

const signedIn = async <E extends string>(
  ask: () => Promise<LibraryAnswer>,
  refusals: readonly string[],
  refusal: E,
): Promise<Result<SignedIn, E>> => {
  try {
    const { headers, response } = await ask()
    const { user, token } = response
    return ok({ memberId: memberId(user.id), token: token ?? '', cookies: headers.getSetCookie() })
  } catch (error) {
    const known = libraryError.safeParse(error)
    if (known.success && refusals.includes(known.data.body.code)) return refused(refusal)
    throw error
  }
}

/** What signing in and up ask of the database about addresses, with those that are stored. */
const withStoredEmails = (adapter: DBAdapter): DBAdapter => {
  const stored: DBAdapter = {
    ...adapter,
    findOne: async <T>({ where, ...query }: Parameters<DBAdapter['findOne']>[0]) => {
      const asked = where.find(({ field }) => field === 'email')
      const others = where.filter((each) => each !== asked)
      if (asked === undefined) return adapter.findOne<T>({ ...query, where })
      const found = await adapter.findOne<T>({
        ...query,
        where: [...others, { ...asked, value: asStored(asked.value) }],
      })
      // The library takes none whose address is another than it asked for.
      if (found !== null && typeof found === 'object') Object.assign(found, { email: asked.value })
      return found
    },
    create: ({ data, ...query }) =>
      adapter.create({ ...query, data: 'email' in data ? { ...data, email: asStored(data.email) } : data }),
    // Which the library's own would hand the adapter without these.
    transaction: (work) => work(stored),
  }
  return stored
}

/** Without its routes, and with mail links of our own (docs/decisions/0041). */
const openLibrary = async ({ db, secret, siteOrigin, newId, passwords }: AccountParts) => {
  const [{ betterAuth }, { kyselyAdapter }] = await Promise.all([
    import('better-auth/minimal'),
    import('@better-auth/kysely-adapter'),
  ])
  return betterAuth({
    baseURL: siteOrigin,
    secret,
    // On PostgreSQL too: times are then ISO text and flags 0 and 1 on both engines.
    database: (options: BetterAuthOptions) =>
      withStoredEmails(kyselyAdapter(db, { type: 'sqlite' })(options)),
    user: { modelName: 'member' },
    session: {
      modelName: 'memberSession',
      fields: { userId: 'memberId' },
      expiresIn: sessionLifetimeMs / 1_000,
      disableSessionRefresh: true,
    },
    account: { modelName: 'memberAccount', fields: { userId: 'memberId' } },
    emailAndPassword: {
      enabled: true,
      minPasswordLength: 1,
      maxPasswordLength: 10_000,
      password: {
        hash: passwords.hash,
        verify: ({ hash, password }) => passwords.matches(hash, password),
      },
    },
    advanced: {
      // Its check does not know our migrations; the tests on both engines cover it.
      database: { generateId: newId, validateSchema: false },
      ipAddress: { ipAddressHeaders: [addressHeader] },
      // Otherwise the library adds its own prefix.
      useSecureCookies: false,
      cookies: {
        session_token: {
          name: cookieName(sessionCookie, siteOrigin),
          attributes: { secure: siteOrigin.startsWith('https:') },
        },
      },
    },
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    logger: { disabled: true },
  })
}
