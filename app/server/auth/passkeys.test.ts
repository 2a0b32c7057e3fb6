import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { expect, test } from 'vitest'
import { withPlainPasswords } from '../../../tests/support/account-for-tests.ts'
import { contextForTests, onBothEngines } from '../../../tests/support/database-for-tests.ts'
import { invitedForTests } from '../../../tests/support/desk-person-for-tests.ts'
import { passkeyHost } from './passkey-checks.ts'
import { checkNewPasskey, checkPasskey, optionsToCreate, optionsToUse, removePasskey } from './passkeys.ts'

test.each([
  ['https://shop.example', 'shop.example'],
  ['http://localhost:3000', 'localhost'],
  ['http://shop.example', undefined],
  ['http://127.0.0.1:3000', undefined],
  ['https://203.0.113.7', undefined],
  ['https://[2001:db8::1]', undefined],
])('a passkey is offered at %s: %s', (origin, host) => {
  expect(passkeyHost(origin)).toBe(host)
})

const credentialId = Buffer.from('credential').toString('base64url')

/** A device that signs as browsers do. */
const deviceForTests = () => {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const cose = Buffer.concat([
    Buffer.from('a5010203262001215820', 'hex'),
    Buffer.from(x, 'base64url'),
    Buffer.from('225820', 'hex'),
    Buffer.from(y, 'base64url'),
  ])
  const answer = (
    challenge: string,
    {
      origin = 'https://shop.example',
      host = 'shop.example',
      flags = 0x05,
      counter = 1,
      type = 'webauthn.get',
    } = {},
  ) => {
    const client = Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
    const end = Buffer.alloc(5)
    end.writeUInt8(flags)
    end.writeUInt32BE(counter, 1)
    const data = Buffer.concat([createHash('sha256').update(host).digest(), end])
    const signed = Buffer.concat([data, createHash('sha256').update(client).digest()])
    return JSON.stringify({
      id: credentialId,
      rawId: credentialId,
      type: 'public-key',
      clientExtensionResults: {},
      response: {
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: sign('sha256', signed, privateKey).toString('base64url'),
      },
    })
  }
  return { publicKey: cose.toString('base64url'), answer }
}

onBothEngines('passkeys', (open) => {
  const shop = async () => {
    const ctx = withPlainPasswords(contextForTests((await open()).db))
    const member = await invitedForTests(ctx)
    const device = deviceForTests()
    const row = { id: 'p', memberId: member.id, credentialId, counter: 0, label: '', createdAt: 0 }
    await ctx.db
      .insertInto('passkey')
      .values({ ...row, publicKey: device.publicKey })
      .execute()
    const challenge = async () => (await optionsToUse(ctx, member.id))?.challenge ?? ''
    const use = async (json: string, who = member.id) => {
      const store = await checkPasskey(ctx, who, json)
      return store === undefined ? 'refused' : ctx.db.transaction().execute(store)
    }
    return { ctx, member, challenge, use, device }
  }

  test('ASVS 6.5.1, N7: an answer proves it once', async () => {
    const { ctx, use, challenge, device } = await shop()
    const answer = device.answer(await challenge())
    expect(await use(answer)).toBe(true)
    expect(await ctx.db.selectFrom('passkey').select(['counter', 'lastUsedAt']).execute()).toEqual([
      { counter: 1, lastUsedAt: ctx.now() },
    ])
    expect(await use(device.answer(await challenge(), { counter: 2 }))).toBe(true)
    await ctx.db.updateTable('passkey').set({ counter: 0 }).execute()
    expect(await use(answer)).toBe(false)
  })

  test('ASVS 6.5.1, N7: of two answers of a copied key that are judged at once one counts, and one whose passkey is taken away meanwhile does not', async () => {
    const { ctx, member, challenge, device } = await shop()
    const judged = async (counter: number) => {
      const store = await checkPasskey(ctx, member.id, device.answer(await challenge(), { counter }))
      if (store === undefined) throw new Error('refused')
      return store
    }
    const take = (store: Awaited<ReturnType<typeof judged>>) => ctx.db.transaction().execute(store)
    const [first, copy] = [await judged(2), await judged(2)]
    expect(await take(first)).toBe(true)
    expect(await take(copy)).toBe(false)
    const copies = await Promise.all([await judged(3), await judged(3)].map(take))
    expect(copies.toSorted()).toEqual([false, true])
    // A later one of the owner herself is not taken back by an earlier one.
    const [early, late] = [await judged(4), await judged(5)]
    expect([await take(late), await take(early)]).toEqual([true, false])
    expect(await ctx.db.selectFrom('passkey').select('counter').execute()).toEqual([{ counter: 5 }])
    const removed = await judged(6)
    expect(await ctx.db.transaction().execute((trx) => removePasskey(trx, member.id, 'p'))).toBe(true)
    expect(await take(removed)).toBe(false)
  })

  test('N7: a device that counts nothing answers again and again', async () => {
    const { ctx, use, challenge, device } = await shop()
    for (let time = 0; time < 3; time += 1)
      expect(await use(device.answer(await challenge(), { counter: 0 }))).toBe(true)
    expect(await ctx.db.selectFrom('passkey').select('counter').execute()).toEqual([{ counter: 0 }])
  })

  test.each([
    ['another site', { origin: 'https://evil.example' }],
    ['another host', { host: 'evil.example' }],
    ['somebody who did not show face or finger', { flags: 0x01 }],
    ['nobody at the device', { flags: 0x04 }],
    ['a counter that goes back', { counter: 0 }],
    ['the making of a passkey', { type: 'webauthn.create' }],
  ])('an answer of %s proves nothing', async (_, differs) => {
    const { ctx, use, challenge, device } = await shop()
    await ctx.db.updateTable('passkey').set({ counter: 1 }).execute()
    expect(await use(device.answer(await challenge(), { counter: 2, ...differs }))).toBe('refused')
  })

  test('nor does one that comes late, to a challenge that is not ours or another member’s, or of another key', async () => {
    const { ctx, use, challenge, device } = await shop()
    const late = await challenge()
    ctx.advance(5 * 60_000)
    expect(await use(device.answer(late))).toBe('refused')
    expect(await use(device.answer(Buffer.alloc(56).toString('base64url')))).toBe('refused')
    expect(await use(device.answer('short'))).toBe('refused')
    const other = await invitedForTests(ctx, 'packer')
    await ctx.db.updateTable('passkey').set({ memberId: other.id }).execute()
    const hers = (await optionsToUse(ctx, other.id))?.challenge ?? ''
    await ctx.db.updateTable('passkey').set({ memberId: 'desk-owner' }).execute()
    expect(await use(device.answer(hers))).toBe('refused')
    expect(await use(device.answer(await challenge()), other.id)).toBe('refused')
    expect(await use(deviceForTests().answer(await challenge()))).toBe('refused')
    for (const none of ['', '{', '{}', 'x'.repeat(9_000)]) expect(await use(none)).toBe('refused')
    const withNul = { ...JSON.parse(device.answer(await challenge())), id: 'a\0b' }
    expect(await use(JSON.stringify(withNul))).toBe('refused')
    expect(await use(device.answer(await challenge()))).toBe(true)
  })

  test('what is no new passkey is not stored, and without any there is nothing to use', async () => {
    const { ctx, member } = await shop()
    expect(await optionsToCreate(ctx, { ...member, name: '', email: '' })).toMatchObject({
      excludeCredentials: [{ id: credentialId }],
      authenticatorSelection: { userVerification: 'required' },
      pubKeyCredParams: [-8, -7, -257].map((alg) => ({ type: 'public-key', alg })),
    })
    expect(await checkNewPasskey(ctx, member.id, { json: '{}', label: '' })).toBeUndefined()
    await ctx.db.deleteFrom('passkey').execute()
    expect(await optionsToUse(ctx, member.id)).toBeUndefined()
    expect(
      await optionsToCreate({ ...ctx, siteOrigin: 'http://10.0.0.2' }, { ...member, name: '', email: '' }),
    ).toBeUndefined()
  })
})
