import { expect, test } from 'vitest'
import { memberSteps } from '~/brought-by-features.server.ts'
import { orderByToken, ordersOfMember } from '~/features/orders/queries.server.ts'
import { openSession, withPlainPasswords } from '../../../../tests/support/account-for-tests.ts'
import {
  contextForTests,
  onBothEngines,
  untilOneWaits,
} from '../../../../tests/support/database-for-tests.ts'
import { orderRowForTests } from '../../../../tests/support/order-row.ts'
import { addRecipe } from '../../../../tests/support/recipe-for-tests.ts'
import { memberId, type Owner } from '../../../kernel/actor.ts'
import { createInvitation, openInvitation } from '../../../server/auth/desk-invitations.ts'
import { createLink, takeLink } from '../../../server/auth/links.ts'
import { memberOfSession } from '../../../server/auth/sessions.ts'
import { engineOf } from '../../../server/database/engine.ts'
import { commentsPage } from '../../comments/queries.server.ts'
import { acceptInvitation } from '../../desk/access/door.commands.server.ts'
import { confirmByLink } from '../commands.server.ts'
import { submitSignInForm } from '../forms.server.ts'
import { requestPasswordReset, resetPassword } from '../password.commands.server.ts'
import { isResetLinkGood } from '../queries.server.ts'
import { register, signIn } from '../sign-in.commands.server.ts'
import { liftSuspension, stopCommenting, stopPosting, suspendMember } from './commands.server.ts'
import { standingOf, uploadReason } from './queries.server.ts'

const machine: Owner = { kind: 'owner' }
const here = { kind: 'visitor', address: '203.0.113.7' } as const
const browser = { userAgent: 'a phone', known: undefined }
const hana = { name: 'はなこ', email: 'hana@mail.example', password: 'kiku-7-ume' }
const settings = { adminEmails: [], postNeedsVerifiedEmail: false }
const mail = {
  delivers: true,
  domain: 'shop.example',
  send: async () => {},
  tryOut: async () => null,
  close: () => {},
}

onBothEngines('the door of a suspended member', (open) => {
  const shop = async () => {
    const ctx = withPlainPasswords(
      contextForTests((await open()).db, { memberSteps, mail, pause: async () => {} }),
    )
    const signedUp = await ctx.accounts.signUp(hana, { address: '', userAgent: '' })
    if (!signedUp.ok) throw new Error(signedUp.error)
    const { memberId: id, token } = signedUp.value
    const decide = async (act: typeof suspendMember, reason = '宣伝のため') => {
      const { version = -1 } = (await standingOf(ctx.db, id)) ?? {}
      const done = await act(ctx, machine, { requestId: ctx.newId(), member: id, version, reason })
      expect(done).toEqual({ ok: true, value: null })
    }
    const memberWith = (session: string) =>
      memberOfSession(ctx.db, settings, { token: session, address: here.address, now: ctx.now() })
    const submitted = (view: 'sign-in' | 'register' | 'reset', typed: Partial<typeof hana> = {}) => {
      const fields = { ...hana, ...typed }
      return submitSignInForm[view](
        { ...ctx, requestId: 'r', actor: here },
        { ...fields, confirmation: fields.password },
        browser,
      )
    }
    return { ctx, id, token, decide, memberWith, submitted }
  }

  test('A27.2: her sessions end at once, one that begins meanwhile opens nothing, and she signs in again once it is lifted', async () => {
    const { ctx, id, token, decide, memberWith } = await shop()
    expect(await memberWith(token)).toMatchObject({ id })
    await decide(suspendMember)
    expect(await ctx.db.selectFrom('memberSession').select('id').execute()).toEqual([])
    await openSession(ctx, id, 'late')
    expect(await memberWith('token of late')).toBeUndefined()
    await decide(liftSuspension)
    expect(await memberWith('token of late')).toBeUndefined()
    expect(await signIn(ctx, here, hana, browser)).toMatchObject({ ok: true })
  })

  test.each([
    'before the password is looked at',
    'once her session is written',
    'once she was let in',
  ] as const)(
    'A27.2: a sign-in during which she is suspended, %s, opens nothing then and nothing after the lift',
    async (moment) => {
      const { ctx, decide, memberWith } = await shop()
      const { accounts } = ctx
      const tokens: string[] = []
      const during: Pick<typeof ctx, 'accounts' | 'newId'> = {
        ...ctx,
        accounts: {
          ...accounts,
          signIn: async (...typed) => {
            if (moment === 'before the password is looked at') await decide(suspendMember)
            const answer = await accounts.signIn(...typed)
            if (answer.ok) tokens.push(answer.value.token)
            if (moment === 'once her session is written') await decide(suspendMember)
            return answer
          },
        },
      }
      const answer = await signIn({ ...ctx, ...during }, here, hana, browser)
      expect(answer.ok).toBe(moment === 'once she was let in')
      if (answer.ok) await decide(suspendMember)
      expect(tokens).toHaveLength(1)
      for (const token of tokens) expect(await memberWith(token)).toBeUndefined()
      await decide(liftSuspension)
      for (const token of tokens) expect(await memberWith(token)).toBeUndefined()
      expect(await ctx.db.selectFrom('memberSession').select('id').execute()).toEqual([])
    },
  )

  test('A27.2: a session that is written while a suspension is still being written is dead too', async () => {
    const { ctx, id, decide, memberWith } = await shop()
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    const { promise: isSuspending, resolve: suspending } = Promise.withResolvers<void>()
    const slow = {
      ...ctx,
      memberSteps: {
        ...memberSteps,
        suspended: async (...parts: Parameters<typeof memberSteps.suspended>) => {
          await memberSteps.suspended(...parts)
          suspending()
          if (engineOf(ctx.db) === 'postgres') await held
        },
      },
    }
    const { version = -1 } = (await standingOf(ctx.db, id)) ?? {}
    const form = { requestId: 'slow', member: id, version, reason: '宣伝のため' }
    const suspended = suspendMember(slow, machine, form)
    await isSuspending
    const late = openSession(ctx, id, 'late')
    await untilOneWaits(ctx.db)
    release()
    expect(await suspended).toEqual({ ok: true, value: null })
    await late
    expect(await memberWith('token of late')).toBeUndefined()
    await decide(liftSuspension)
    expect(await memberWith('token of late')).toBeUndefined()
  })

  test('A27.3: of a link that is pressed at the moment of the suspension one of both is first: it is used before, or kept for afterwards', async () => {
    const { ctx, id, decide } = await shop()
    const token = await ctx.db
      .transaction()
      .execute((trx) => createLink(ctx, trx, { memberId: id, purpose: 'reset', email: hana.email }))
    const take = () =>
      ctx.db.transaction().execute((trx) => takeLink(trx, { purpose: 'reset', token, now: ctx.now() }))
    await decide(suspendMember)
    // The page was opened, and the press was on its way.
    expect(await take()).toBeUndefined()
    await decide(liftSuspension)
    expect(await take()).toMatchObject({ memberId: id })
    expect(await take()).toBeUndefined()
  })

  test('A27.2, N9: an invitation to the desk that waits for her is void, and stays so once she is back', async () => {
    const { ctx, id, decide } = await shop()
    await ctx.db.updateTable('member').set({ emailVerified: 1 }).where('id', '=', id).execute()
    const token = await ctx.db
      .transaction()
      .execute((trx) =>
        createInvitation(ctx, trx, { memberId: id, email: hana.email, role: 'owner', createdBy: null }),
      )
    const invitation = () => openInvitation(ctx.db, { token, member: id, now: ctx.now() })
    expect(await invitation()).toEqual({ role: 'owner', createdBy: null })
    await decide(suspendMember)
    expect(await invitation()).toBeUndefined()
    await decide(liftSuspension)
    expect(await invitation()).toBeUndefined()
  })

  test('A27.2, N9: of an invitation that is accepted at the moment of a suspension one of both is refused', async () => {
    const { ctx, id, token: session, memberWith } = await shop()
    await ctx.db.updateTable('member').set({ emailVerified: 1 }).where('id', '=', id).execute()
    const actor = await memberWith(session)
    if (actor === undefined) throw new Error('no session')
    for (let round = 0; round < 6; round += 1) {
      const token = await ctx.db
        .transaction()
        .execute((trx) =>
          createInvitation(ctx, trx, { memberId: id, email: hana.email, role: 'packer', createdBy: null }),
        )
      const { version = -1 } = (await standingOf(ctx.db, id)) ?? {}
      const form = { requestId: `round ${round}`, member: id, version, reason: '理由' }
      const accept = () => acceptInvitation(ctx, actor, token)
      const suspend = () => suspendMember(ctx, machine, form)
      const both = await Promise.all(round % 2 === 0 ? [accept(), suspend()] : [suspend(), accept()])
      expect(both.filter(({ ok }) => ok)).toHaveLength(1)
      const people = await ctx.db.selectFrom('deskPerson').select('memberId').execute()
      const suspended = await ctx.db.selectFrom('suspendedMember').select('memberId').execute()
      expect([...people, ...suspended]).toHaveLength(1)
      for (const table of ['deskPerson', 'suspendedMember', 'deskInvitation', 'secondFactor'] as const)
        await ctx.db.deleteFrom(table).execute()
    }
  })

  test('A27.2: sentence 47: a right password alone is told so, with the reason and how to write to the shop; a wrong one and an unknown address learn nothing', async () => {
    const { ctx, decide, submitted } = await shop()
    await decide(suspendMember)
    const told = {
      ok: false,
      error: {
        status: 403,
        failure: expect.stringMatching(
          new RegExp(`^ご利用を停止しています。理由：「宣伝のため」.*${ctx.settings.seller.email}`),
        ),
      },
    }
    expect(await submitted('sign-in')).toEqual(told)
    expect(await ctx.db.selectFrom('memberSession').select('id').execute()).toEqual([])
    const wrong = await submitted('sign-in', { password: 'kiku-7-un' })
    expect(wrong).toEqual(await submitted('sign-in', { email: 'nobody@mail.example' }))
    expect(JSON.stringify(wrong)).not.toContain('停止')
    // Whoever registers with her address has to know her password too.
    expect(await submitted('register')).toEqual(told)
    expect(JSON.stringify(await submitted('register', { password: 'sakura-mochi-2' }))).not.toContain('停止')
    expect(await register(ctx, here, hana, browser)).toMatchObject({
      error: { suspended: { reason: '宣伝のため' } },
    })
  })

  test('A27.3: no link of a mail and no reset leads anywhere while she is suspended; all of them do afterwards', async () => {
    const { ctx, id, decide } = await shop()
    const link = (purpose: 'verify' | 'reset' | 'change' | 'revert') =>
      ctx.db
        .transaction()
        .execute((trx) => createLink(ctx, trx, { memberId: id, purpose, email: hana.email }))
    const tokens = {
      verify: await link('verify'),
      reset: await link('reset'),
      change: await link('change'),
      revert: await link('revert'),
    }
    await decide(suspendMember)
    expect(await isResetLinkGood(ctx, tokens.reset)).toBe(false)
    expect(
      await resetPassword(ctx, here, { token: tokens.reset, password: 'sakura-mochi-2' }, browser),
    ).toEqual({
      ok: false,
      error: 'link_gone',
    })
    for (const purpose of ['verify', 'change', 'revert'] as const)
      expect(
        await confirmByLink(ctx, here, { purpose, token: tokens[purpose], password: hana.password }),
      ).toEqual({ ok: false, error: 'link_dead' })
    // The same answer as for everybody; the mail alone, which only she reads, says why.
    expect(await requestPasswordReset(ctx, here, hana.email, browser)).toEqual({ ok: true, value: null })
    const mails = await ctx.db.selectFrom('mail').select(['kind', 'recipient', 'text']).execute()
    expect(mails).toMatchObject([{ kind: 'account_suspended', recipient: hana.email }])
    expect(mails[0]?.text).toContain('理由：「宣伝のため」')
    expect(mails[0]?.text).not.toContain('/gallery/reset/')
    await decide(liftSuspension)
    expect(await isResetLinkGood(ctx, tokens.reset)).toBe(true)
    expect(
      await confirmByLink(ctx, here, { purpose: 'verify', token: tokens.verify, password: hana.password }),
    ).toMatchObject({ ok: true })
  })

  test('A27.2: sentence 47: her orders are reached by their links as before, and are hers again once she is back', async () => {
    const { ctx, id, decide } = await shop()
    await ctx.db.updateTable('member').set({ emailVerified: 1 }).where('id', '=', id).execute()
    const order = orderRowForTests('order-1', { customerEmail: hana.email, accessToken: 'a-token-of-a-mail' })
    await ctx.db.insertInto('orders').values(order).execute()
    await decide(suspendMember)
    expect(await orderByToken(ctx.db, 'a-token-of-a-mail')).toMatchObject({ id: 'order-1' })
    // The owner reads them on her page, too.
    expect(await ordersOfMember(ctx.db, { id }, 9)).toMatchObject({ total: 1 })
    await decide(liftSuspension)
    expect(await orderByToken(ctx.db, 'a-token-of-a-mail')).toMatchObject({ id: 'order-1' })
  })

  test('A27.4: who may not post or comment reads the reason that was given, and nothing of it once she may again', async () => {
    const { ctx, token, decide, memberWith } = await shop()
    await addRecipe(ctx.db, memberId(String((await memberWith(token))?.id)), { id: 'work' })
    const reasons = async () => {
      const member = await memberWith(token)
      if (member === undefined) throw new Error('no session')
      const { isMuted, mutedReason } = await commentsPage(ctx, member, { recipe: 'work', count: null })
      return { posting: await uploadReason(ctx.db, member), isMuted, mutedReason }
    }
    expect(await reasons()).toEqual({ posting: '', isMuted: false, mutedReason: '' })
    await decide(stopPosting, '転載のため')
    await decide(stopCommenting, '暴言のため')
    expect(await reasons()).toEqual({ posting: '転載のため', isMuted: true, mutedReason: '暴言のため' })
  })
})
