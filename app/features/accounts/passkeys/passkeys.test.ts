import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { expect, test } from 'vitest'
import { deleteAccount } from '~/features/accounts/commands.server.ts'
import { changePassword, resetPassword } from '~/features/accounts/password.commands.server.ts'
import { suspensionOf } from '~/features/accounts/standing/queries.server.ts'
import { type Actor, type Member, memberId, type Requester } from '~/kernel/actor.ts'
import { lockMember, removePassword } from '~/server/auth/account-changes.ts'
import { createLink } from '~/server/auth/links.ts'
import { checkSignIn, optionsToSignIn } from '~/server/auth/member-passkeys.ts'
import { checkPasskey } from '~/server/auth/passkeys.ts'
import { memberOfSession } from '~/server/auth/sessions.ts'
import { inTransaction } from '~/server/database/transaction.ts'
import { sessionTokenReader } from '~/server/session/session-cookie.ts'
import {
  memberForTests,
  sessionsOf,
  withPlainPasswords,
} from '../../../../tests/support/account-for-tests.ts'
import {
  contextForTests,
  onBothEngines,
  untilOneWaits,
} from '../../../../tests/support/database-for-tests.ts'
import { invitedForTests } from '../../../../tests/support/desk-person-for-tests.ts'
import { mostPasskeys } from '../rules.ts'
import { signIn } from '../sign-in.commands.server.ts'
import { addPasskey, beginPasskey, beginSignIn, removePasskey, signInByPasskey } from './commands.server.ts'
import { submitPasskey } from './endpoint.server.ts'
import { ownPasskeys } from './queries.server.ts'

const refusal = (error: unknown) => ({ ok: false, error })
const browser = { userAgent: 'a test', known: undefined }
const visitor: Requester = { kind: 'visitor', address: '203.0.113.9' }

const b64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')
const sha = (text: string | Uint8Array) => createHash('sha256').update(text).digest()

const bytesOfCbor = (bytes: Buffer): Buffer =>
  Buffer.concat([
    Buffer.from(bytes.length < 256 ? [0x58, bytes.length] : [0x59, bytes.length >> 8, bytes.length & 255]),
    bytes,
  ])

interface Differs {
  readonly origin?: string
  readonly host?: string
  readonly flags?: number
  readonly counter?: number
  readonly type?: string
  readonly handle?: string
}

/** A device with one passkey, that answers as browsers do. */
const deviceForTests = (name = 'credential of a device') => {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const id = Buffer.from(name)
  const cose = Buffer.concat([
    Buffer.from('a5010203262001215820', 'hex'),
    Buffer.from(x, 'base64url'),
    Buffer.from('225820', 'hex'),
    Buffer.from(y, 'base64url'),
  ])
  let handle = ''
  const clientOf = (type: string, challenge: string, { origin = 'https://shop.example' }: Differs) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  const dataOf = ({ host = 'shop.example', counter = 2 }: Differs, flags: number) => {
    const end = Buffer.alloc(5)
    end.writeUInt8(flags)
    end.writeUInt32BE(counter, 1)
    return Buffer.concat([sha(host), end])
  }
  const make = (options: unknown, differs: Differs = {}) => {
    const { challenge, user } = options as { challenge: string; user: { id: string } }
    handle = user.id
    const length = Buffer.alloc(2)
    length.writeUInt16BE(id.length)
    const data = Buffer.concat([
      dataOf({ counter: 1, ...differs }, differs.flags ?? 0x45),
      Buffer.alloc(16),
      length,
      id,
      cose,
    ])
    const attestation = Buffer.concat([
      Buffer.from('a363666d74646e6f6e656761747453746d74a0686175746844617461', 'hex'),
      bytesOfCbor(data),
    ])
    return JSON.stringify({
      id: b64(id),
      rawId: b64(id),
      type: 'public-key',
      clientExtensionResults: {},
      response: {
        clientDataJSON: b64(clientOf(differs.type ?? 'webauthn.create', challenge, differs)),
        attestationObject: b64(attestation),
      },
    })
  }
  const use = (challenge: string, differs: Differs = {}) => {
    const client = clientOf(differs.type ?? 'webauthn.get', challenge, differs)
    const data = dataOf(differs, differs.flags ?? 0x05)
    return JSON.stringify({
      id: b64(id),
      rawId: b64(id),
      type: 'public-key',
      clientExtensionResults: {},
      response: {
        clientDataJSON: b64(client),
        authenticatorData: b64(data),
        signature: sign('sha256', Buffer.concat([data, sha(client)]), privateKey).toString('base64url'),
        userHandle: differs.handle ?? handle,
      },
    })
  }
  return { make, use, credentialId: b64(id), publicKey: b64(cose) }
}

onBothEngines('passkeys of members', (open) => {
  const start = async () => {
    const ctx = withPlainPasswords(contextForTests((await open()).db))
    const { db } = ctx
    const hanako = await memberForTests(ctx)
    const begin = (actor: Actor = hanako, password = 'present-1', label = 'スマホ') =>
      beginPasskey(ctx, actor, { label, password })
    const add = async (device = deviceForTests(), actor: Member = hanako) => {
      const begun = await begin(actor)
      if (!begun.ok) throw new Error(String(begun.error))
      return addPasskey(ctx, actor, { label: 'スマホ', answer: device.make(begun.value.options) })
    }
    const challenge = async () => (await optionsToSignIn(ctx))?.challenge ?? ''
    const enter = (answer: string, actor: Requester = visitor) => signInByPasskey(ctx, actor, answer, browser)
    const mails = async () =>
      (await db.selectFrom('mail').select('kind').orderBy('createdAt').execute()).map(({ kind }) => kind)
    return { ctx, db, hanako, begin, add, challenge, enter, mails }
  }

  test('A29: one is added with the present password, signs her in as a password does, and is removed; each told by mail', async () => {
    const { ctx, db, hanako, add, challenge, enter, mails } = await start()
    const device = deviceForTests()
    expect(await add(device)).toEqual({ ok: true, value: null })
    expect(await mails()).toEqual(['passkey_added'])
    const signedIn = await enter(device.use(await challenge()))
    if (!signedIn.ok) throw new Error('not signed in')
    const [session = '', known = ''] = signedIn.value.cookies
    expect(known).toMatch(/^__Host-known-device=/)
    const read = sessionTokenReader(ctx.memberSettings.secret, ctx.siteOrigin)
    const token = read(session.split(';')[0]) ?? ''
    expect(token).toBe(signedIn.value.token)
    const actor = await memberOfSession(db, ctx.memberSettings, { token, address: '', now: ctx.now() })
    expect(actor).toMatchObject({ kind: 'member', id: hanako.id, emailVerified: true, canUpload: true })
    expect(await ownPasskeys(db, hanako)).toMatchObject([{ label: 'スマホ', lastUsed: '2026/4/1' }])
    const [{ id = '' } = {}] = await ownPasskeys(db, hanako)
    expect(await removePasskey(ctx, hanako, id)).toEqual({ ok: true, value: null })
    expect(await removePasskey(ctx, hanako, id)).toEqual({ ok: true, value: null })
    expect(await mails()).toEqual(['passkey_added', 'welcome', 'passkey_removed'])
    expect(await enter(device.use(await challenge(), { counter: 2 }))).toEqual(refusal('wrong_passkey'))
  })

  test('A29: its session and cookie are those of a sign-in by password, but for their random parts', async () => {
    const { ctx, db, add, challenge, enter } = await start()
    const device = deviceForTests()
    await add(device)
    await db.deleteFrom('memberSession').execute()
    const rows = async () => {
      const all = await db.selectFrom('memberSession').selectAll().execute()
      await db.deleteFrom('memberSession').execute()
      return all.map(({ id, token, createdAt, updatedAt, expiresAt, ...row }) => ({
        ...row,
        token: token.length,
        lives: Math.round((Date.parse(expiresAt) - Date.parse(createdAt)) / 60_000),
        isFresh: createdAt.slice(0, 16) === updatedAt.slice(0, 16),
      }))
    }
    const shape = (cookies: readonly string[]) => cookies.map((cookie) => cookie.replace(/=[^;]+/, '=…'))
    const byPasskey = await enter(device.use(await challenge()))
    const ofPasskey = await rows()
    const byPassword = await signIn(
      ctx,
      visitor,
      { email: 'hanako@mail.example', password: 'present-1' },
      browser,
    )
    const ofPassword = await rows()
    expect(ofPasskey).toEqual(ofPassword)
    if (!byPasskey.ok || !byPassword.ok) throw new Error('not signed in')
    const parts = (cookie = '') =>
      cookie
        .replace(/=[^;]+/, '=…')
        .split('; ')
        .toSorted()
    expect(shape(byPasskey.value.cookies).map(parts)).toEqual(shape(byPassword.value.cookies).map(parts))
  })

  test.each([
    ['another site', { origin: 'https://evil.example' }],
    ['another host', { host: 'evil.example' }],
    ['somebody who did not show face or finger', { flags: 0x01 }],
    ['nobody at the device', { flags: 0x04 }],
    ['a counter that does not rise', { counter: 1 }],
    ['the making of a passkey', { type: 'webauthn.create' }],
    ['the handle of another account', { handle: Buffer.from('other').toString('base64url') }],
  ])('ASVS 6.5.1, A29: an answer of %s signs nobody in', async (_, differs) => {
    const { add, challenge, enter } = await start()
    const device = deviceForTests()
    await add(device)
    expect(await enter(device.use(await challenge(), { counter: 2, ...differs }))).toEqual(
      refusal('wrong_passkey'),
    )
  })

  test('ASVS 6.5.1, A29: an answer counts once and for five minutes, and to our own challenge alone', async () => {
    const { ctx, db, hanako, add, begin, challenge, enter } = await start()
    const device = deviceForTests()
    await add(device)
    const answer = device.use(await challenge(), { counter: 2 })
    expect((await enter(answer)).ok).toBe(true)
    await db.updateTable('memberPasskey').set({ counter: 0 }).execute()
    expect(await enter(answer)).toEqual(refusal('wrong_passkey'))
    const late = await challenge()
    ctx.advance(5 * 60_000)
    expect(await enter(device.use(late, { counter: 3 }))).toEqual(refusal('wrong_passkey'))
    const toAdd = await begin()
    if (!toAdd.ok) throw new Error('no options')
    const { challenge: other } = toAdd.value.options as { challenge: string }
    for (const none of [other, 'short', Buffer.alloc(56).toString('base64url')])
      expect(await enter(device.use(none, { counter: 4 }))).toEqual(refusal('wrong_passkey'))
    const withNul = JSON.stringify({ ...JSON.parse(device.use(await challenge())), id: 'a\0b' })
    for (const none of ['', '{', '{}', 'x'.repeat(9_000), withNul])
      expect(await enter(none)).toEqual(refusal('wrong_passkey'))
    expect(await enter(deviceForTests().use(await challenge(), { counter: 5 }))).toEqual(
      refusal('wrong_passkey'),
    )
    expect((await enter(device.use(await challenge(), { counter: 6 }))).ok).toBe(true)
    expect(await enter(device.use(await challenge(), { counter: 7 }), hanako)).toEqual(refusal('signed_in'))
  })

  test('ASVS 6.5.1, A29: the same answer ten times at once, or two of a copied key, begin one session', async () => {
    const { db, hanako, add, challenge, enter } = await start()
    const device = deviceForTests()
    await add(device)
    const before = (await sessionsOf(db, hanako.id)).length
    const answer = device.use(await challenge(), { counter: 2 })
    const same = await Promise.all(Array.from({ length: 10 }, () => enter(answer)))
    expect(same.filter(({ ok }) => ok)).toHaveLength(1)
    const [one, two] = [await challenge(), await challenge()]
    const copies = await Promise.all([one, two].map((drawn) => enter(device.use(drawn, { counter: 3 }))))
    expect(copies.filter(({ ok }) => ok)).toHaveLength(1)
    expect(await sessionsOf(db, hanako.id)).toHaveLength(before + 2)
  })

  test('ASVS 6.5.1, A29: an answer that was used counts no second time where its five minutes end while it is judged', async () => {
    const { ctx, db, add, challenge, enter } = await start()
    const device = deviceForTests()
    await add(device)
    await db.updateTable('memberPasskey').set({ counter: 0 }).execute()
    const answer = device.use(await challenge(), { counter: 0 })
    const judged = await checkSignIn(ctx, answer)
    expect((await enter(answer)).ok).toBe(true)
    ctx.advance(5 * 60_000 + 1)
    expect(await inTransaction(ctx, async (trx) => judged?.take(trx))).toBe(false)
  })

  test('a device that counts nothing signs in again and again', async () => {
    const { add, challenge, enter, db } = await start()
    const device = deviceForTests()
    await add(device)
    await db.updateTable('memberPasskey').set({ counter: 0 }).execute()
    for (let time = 0; time < 3; time += 1)
      expect((await enter(device.use(await challenge(), { counter: 0 }))).ok).toBe(true)
  })

  test('ASVS 6.2.3, 7.5.1, A30: without the present password there are no options, and an answer counts in its session alone', async () => {
    const { ctx, db, hanako, begin } = await start()
    expect(await begin(visitor)).toEqual(refusal('not_signed_in'))
    expect(await begin(hanako, '')).toEqual(refusal('password_missing'))
    expect(await begin(hanako, 'a wrong one')).toEqual(refusal('wrong_password'))
    for (const label of ['', ' 　', 'あ'.repeat(41)])
      expect(await begin(hanako, 'present-1', label)).toEqual(refusal('no_label'))
    const begun = await begin()
    if (!begun.ok) throw new Error('no options')
    const answer = deviceForTests().make(begun.value.options)
    const put = (actor: Actor, json = answer, label = 'スマホ') =>
      addPasskey(ctx, actor, { label, answer: json })
    expect(await put(visitor)).toEqual(refusal('not_signed_in'))
    expect(await put({ ...hanako, sessionId: 'another' })).toEqual(refusal('wrong_answer'))
    const other = await memberForTests(ctx, { id: 'other' })
    expect(await put(other)).toEqual(refusal('wrong_answer'))
    expect(await put(hanako, '{}')).toEqual(refusal('wrong_answer'))
    expect(await put(hanako, answer, ' ')).toEqual(refusal('no_label'))
    expect(await put(hanako, deviceForTests().make(await optionsToSignInAsMade(ctx)))).toEqual(
      refusal('wrong_answer'),
    )
    expect(await put(hanako, deviceForTests().make(begun.value.options, { flags: 0x41 }))).toEqual(
      refusal('wrong_answer'),
    )
    expect(await db.selectFrom('memberPasskey').selectAll().execute()).toEqual([])
    ctx.advance(5 * 60_000)
    expect(await put(hanako)).toEqual(refusal('wrong_answer'))
    const again = await begin()
    if (!again.ok) throw new Error('no options')
    const device = deviceForTests()
    const good = device.make(again.value.options)
    const both = await Promise.all([put(hanako, good), put(hanako, good)])
    expect(both.filter(({ ok }) => ok)).toHaveLength(1)
    // Her password was given for one.
    expect(await put(hanako, deviceForTests('second').make(again.value.options))).toEqual(
      refusal('wrong_answer'),
    )
    // Another's is not taken over.
    const hers = await beginPasskey(ctx, other, { label: 'x', password: 'present-1' })
    if (!hers.ok) throw new Error('no options')
    expect(await put(other, device.make(hers.value.options))).toEqual(refusal('wrong_answer'))
    expect(await db.selectFrom('memberPasskey').select('memberId').execute()).toEqual([
      { memberId: 'hanako' },
    ])
  })

  test('A31: ten at most, also of two at once; she is asked to take one away', async () => {
    const { ctx, db, hanako, begin } = await start()
    const begun = [await begin(), await begin()]
    const devices = [deviceForTests('one'), deviceForTests('two')]
    const row = (n: number) => ({
      id: `p${n}`,
      memberId: 'hanako',
      credentialId: `c${n}`,
      publicKey: '',
      counter: 0,
      label: `${n}`,
      createdAt: n,
      lastUsedAt: null,
    })
    await db
      .insertInto('memberPasskey')
      .values(Array.from({ length: mostPasskeys - 1 }, (_, n) => row(n)))
      .execute()
    const answers = await Promise.all(
      begun.map((each, n) =>
        each.ok
          ? addPasskey(ctx, hanako, { label: 'x', answer: devices[n]?.make(each.value.options) ?? '' })
          : each,
      ),
    )
    expect(answers.map(({ ok }) => ok).toSorted()).toEqual([false, true])
    expect(answers).toContainEqual(refusal('too_many_passkeys'))
    expect(await begin()).toEqual(refusal('too_many_passkeys'))
    expect(await ownPasskeys(db, hanako)).toHaveLength(mostPasskeys)
  })

  test('ASVS 8.2.2: another’s passkey is not removed', async () => {
    const { ctx, db, hanako, add, mails } = await start()
    await add()
    const other = await memberForTests(ctx, { id: 'other' })
    const [{ id = '' } = {}] = await ownPasskeys(db, hanako)
    expect(await removePasskey(ctx, other, id)).toEqual({ ok: true, value: null })
    expect(await removePasskey(ctx, visitor, id)).toEqual(refusal('not_signed_in'))
    expect(await ownPasskeys(db, hanako)).toHaveLength(1)
    expect(await mails()).toEqual(['passkey_added'])
  })

  test('A32: a new password, its reset, an address that is taken back, and the end of the account end every passkey', async () => {
    const { ctx, db, hanako, add, challenge, enter } = await start()
    const device = deviceForTests()
    const left = async () => (await db.selectFrom('memberPasskey').select('id').execute()).length
    await add(device)
    await changePassword(ctx, hanako, { current: 'present-1', next: 'a-new-good-one' })
    expect(await left()).toBe(0)
    expect(await enter(device.use(await challenge(), { counter: 9 }))).toEqual(refusal('wrong_passkey'))
    const put = () =>
      db
        .insertInto('memberPasskey')
        .values({
          id: 'p',
          memberId: 'hanako',
          credentialId: 'c',
          publicKey: '',
          counter: 0,
          label: '',
          createdAt: 0,
          lastUsedAt: null,
        })
        .execute()
    await put()
    const token = await inTransaction(ctx, (trx) =>
      createLink(ctx, trx, { memberId: hanako.id, purpose: 'reset', email: 'hanako@mail.example' }),
    )
    expect((await resetPassword(ctx, visitor, { token, password: 'another-good-one' }, browser)).ok).toBe(
      true,
    )
    expect(await left()).toBe(0)
    await put()
    await inTransaction(ctx, (trx) => removePassword(trx, hanako.id))
    expect(await left()).toBe(0)
    await put()
    const again = await ctx.passwords.hash('present-2')
    await db.updateTable('memberAccount').set({ password: again }).execute()
    expect((await deleteAccount(ctx, hanako, { password: 'present-2' })).ok).toBe(true)
    expect(await left()).toBe(0)
  })

  test('A32: what ends it while its answer is judged wins', async () => {
    const { ctx, db, hanako, add, begin, challenge, enter } = await start()
    const device = deviceForTests()
    await add(device)
    const answer = device.use(await challenge(), { counter: 2 })
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    const { promise: isLocked, resolve: locked } = Promise.withResolvers<void>()
    const ending = inTransaction(ctx, async (trx) => {
      await lockMember(trx, hanako.id)
      locked()
      await held
      await removePassword(trx, hanako.id)
    })
    await isLocked
    const entering = enter(answer)
    release()
    await ending
    expect(await entering).toEqual(refusal('wrong_passkey'))
    // And what was begun before a new password is not added after it.
    await db
      .updateTable('memberAccount')
      .set({ password: await ctx.passwords.hash('present-1') })
      .execute()
    const begun = await begin()
    if (!begun.ok) throw new Error('no options')
    await db.deleteFrom('memberSession').execute()
    expect(
      await addPasskey(ctx, hanako, { label: 'x', answer: deviceForTests('late').make(begun.value.options) }),
    ).toEqual(refusal('not_signed_in'))
    void untilOneWaits
  })

  test('A27.2, A29: a suspended member is not signed in, and reads why as after a right password', async () => {
    const { ctx, db, hanako, add, challenge, enter } = await start()
    const device = deviceForTests()
    await add(device)
    await db
      .insertInto('suspendedMember')
      .values({ memberId: 'hanako', reason: 'めいわく', suspendedAt: ctx.now() })
      .execute()
    expect(await suspensionOf(db, hanako.id)).toMatchObject({ reason: 'めいわく' })
    const before = await sessionsOf(db, hanako.id)
    expect(await enter(device.use(await challenge(), { counter: 2 }))).toMatchObject({
      ok: false,
      error: { suspended: { reason: 'めいわく' } },
    })
    expect(await sessionsOf(db, hanako.id)).toEqual(before)
    const request = { ...ctx, actor: visitor, requestId: 'r' }
    const told = await submitPasskey(request, device.use(await challenge(), { counter: 3 }), browser)
    expect(told).toMatchObject({
      ok: false,
      error: { status: 403, failure: expect.stringContaining('めいわく') },
    })
    // Nobody without the key is told.
    expect(await submitPasskey(request, deviceForTests().use(await challenge()), browser)).toMatchObject({
      ok: false,
      error: { status: 422, failure: expect.not.stringContaining('めいわく') },
    })
  })

  test('ASVS 6.3.8, A11: options name nobody, and an unknown passkey is refused in the words of a wrong one', async () => {
    const { ctx, add, challenge, enter } = await start()
    const of = async () => {
      const begun = await beginSignIn(ctx, visitor)
      if (!begun.ok) throw new Error('no options')
      return { ...begun.value, challenge: '' }
    }
    const before = await of()
    const device = deviceForTests()
    await add(device)
    expect(await of()).toEqual(before)
    expect(before).toMatchObject({ rpId: 'shop.example', userVerification: 'required', allowCredentials: [] })
    const wrong = await enter(device.use(await challenge(), { flags: 0x01 }))
    expect(await enter(deviceForTests('nobody knows').use(await challenge()))).toEqual(wrong)
  })

  test('ASVS 6.3.1, A29: a client is stopped after a hundred wrong answers an hour, an account after thirty right ones, options after sixty a minute', async () => {
    const { ctx, add, challenge, enter } = await start()
    const device = deviceForTests()
    await add(device)
    for (let time = 0; time < 100; time += 1) expect(await enter('{}')).toEqual(refusal('wrong_passkey'))
    expect(await enter(device.use(await challenge(), { counter: 2 }))).toEqual(refusal('too_many_requests'))
    const elsewhere: Requester = { kind: 'visitor', address: '198.51.100.7' }
    for (let time = 0; time < 29; time += 1)
      expect((await enter(device.use(await challenge(), { counter: 3 + time }), elsewhere)).ok).toBe(true)
    const third: Requester = { kind: 'visitor', address: '192.0.2.7' }
    expect(await enter(device.use(await challenge(), { counter: 90 }), third)).toEqual(
      refusal('too_many_requests'),
    )
    for (let time = 0; time < 60; time += 1) expect((await beginSignIn(ctx, third)).ok).toBe(true)
    expect(await beginSignIn(ctx, third)).toEqual(refusal('too_many_requests'))
  })

  test('A33: none is offered at an address of numbers or without https', async () => {
    const { ctx, hanako, challenge, add } = await start()
    const device = deviceForTests()
    await add(device)
    for (const siteOrigin of ['https://203.0.113.7', 'http://shop.example', 'http://127.0.0.1:3000']) {
      const there = { ...ctx, siteOrigin }
      expect(await beginSignIn(there, visitor)).toEqual(refusal('not_here'))
      expect(await beginPasskey(there, hanako, { label: 'x', password: 'present-1' })).toEqual(
        refusal('not_here'),
      )
      expect(
        await signInByPasskey(there, visitor, device.use(await challenge(), { counter: 2 }), browser),
      ).toEqual(refusal('wrong_passkey'))
    }
  })

  test('N6.2, A33: a member’s passkey opens no door of the desk, and one of the desk signs nobody in', async () => {
    const { ctx, db, challenge, enter } = await start()
    const owner = await invitedForTests(ctx)
    const device = deviceForTests()
    const row = {
      id: 'p',
      memberId: owner.id,
      credentialId: device.credentialId,
      publicKey: device.publicKey,
      counter: 0,
      label: '',
      createdAt: 0,
      lastUsedAt: null,
    }
    await db.insertInto('passkey').values(row).execute()
    expect(await enter(device.use(await challenge()))).toEqual(refusal('wrong_passkey'))
    await db.deleteFrom('passkey').execute()
    await db.insertInto('memberPasskey').values(row).execute()
    expect(await checkPasskey(ctx, owner.id, device.use(await challenge()))).toBeUndefined()
    expect(memberId(owner.id)).toBe(owner.id)
  })
})

/** As if a challenge of the sign-in were one to add a passkey. */
const optionsToSignInAsMade = async (ctx: Parameters<typeof optionsToSignIn>[0]) => ({
  ...(await optionsToSignIn(ctx)),
  user: { id: 'x' },
})
