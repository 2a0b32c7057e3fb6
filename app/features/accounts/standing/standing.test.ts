import { expect, test } from 'vitest'
import { acts as allActs, memberSteps } from '~/brought-by-features.server.ts'
import { contextForTests, onBothEngines } from '../../../../tests/support/database-for-tests.ts'
import { deskPersonForTests, invitedForTests } from '../../../../tests/support/desk-person-for-tests.ts'
import { addMember } from '../../../../tests/support/member-for-tests.ts'
import { type MemberId, memberId, type Owner } from '../../../kernel/actor.ts'
import { auditOf } from '../../../server/audit.ts'
import {
  allowCommenting,
  allowPosting,
  liftSuspension,
  stopCommenting,
  stopPosting,
  suspendMember,
} from './commands.server.ts'
import { standingOf, suspensionOf } from './queries.server.ts'
import { longestReason } from './rules.ts'

const machine: Owner = { kind: 'owner' }
const refusal = (error: string) => ({ ok: false, error })
const done = { ok: true, value: null }

onBothEngines('the standing of a member', (open) => {
  const shop = async () => {
    const ctx = contextForTests((await open()).db, { memberSteps })
    const { id } = await addMember(ctx.db, { id: 'hanako', name: '花子' })
    const standing = async (member: MemberId = id) => standingOf(ctx.db, member)
    const form = async (reason = '', member: MemberId = id) => ({
      requestId: ctx.newId(),
      member,
      version: (await standing(member))?.version ?? 0,
      reason,
    })
    return { ctx, id, standing, form, owner: deskPersonForTests(ctx) }
  }

  test('A27: posting and commenting are stopped apart, each with its reason, and each undo gives back its own alone', async () => {
    const { ctx, form, standing, owner, id } = await shop()
    expect(await standing()).toEqual({
      version: 0,
      mayPost: true,
      uploadReason: '',
      mayComment: true,
      commentReason: '',
      suspended: null,
    })
    expect(await stopPosting(ctx, owner, await form('宣伝のため'))).toEqual(done)
    expect(await standing()).toMatchObject({ mayPost: false, uploadReason: '宣伝のため', mayComment: true })
    expect(await stopCommenting(ctx, owner, await form('暴言のため'))).toEqual(done)
    expect(await standing()).toMatchObject({ mayPost: false, mayComment: false, commentReason: '暴言のため' })
    expect(await allowPosting(ctx, owner, await form())).toEqual(done)
    expect(await standing()).toMatchObject({ mayPost: true, uploadReason: '', mayComment: false })
    expect(await allowCommenting(ctx, owner, await form())).toEqual(done)
    expect(await standing()).toMatchObject({ version: 4, mayPost: true, mayComment: true, commentReason: '' })
    const log = await auditOf(ctx.db, `member:${id}`)
    expect(log.map(({ act, before, after }) => ({ act, before, after }))).toEqual([
      { act: 'member.stop-posting', before: undefined, after: { name: '花子', reason: '宣伝のため' } },
      { act: 'member.stop-commenting', before: undefined, after: { name: '花子', reason: '暴言のため' } },
      { act: 'member.allow-posting', before: { name: '花子', reason: '宣伝のため' }, after: undefined },
      { act: 'member.allow-commenting', before: { name: '花子', reason: '暴言のため' }, after: undefined },
    ])
  })

  test('A27: what would change nothing is refused, so that its undo takes nothing back that another act did', async () => {
    const { ctx, form, owner } = await shop()
    for (const act of [allowPosting, allowCommenting, liftSuspension])
      expect(await act(ctx, owner, await form())).toEqual(refusal('already'))
    for (const act of [stopPosting, stopCommenting, suspendMember]) {
      expect(await act(ctx, owner, await form('一'))).toEqual(done)
      expect(await act(ctx, owner, await form('二'))).toEqual(refusal('already'))
    }
  })

  test('N2, A27.2: an act on another version, on nobody, or with too long a reason is refused; a form sent twice is one act', async () => {
    const { ctx, form, owner, standing } = await shop()
    const sent = await form('理由')
    expect(await suspendMember(ctx, owner, sent)).toEqual(done)
    expect(await suspendMember(ctx, owner, sent)).toEqual(done)
    expect(await standing()).toMatchObject({ version: 1, suspended: { since: ctx.now(), reason: '理由' } })
    expect(await stopPosting(ctx, owner, { ...(await form('理由')), version: 0 })).toEqual(refusal('stale'))
    expect(await stopPosting(ctx, owner, await form('理由', memberId('nobody')))).toEqual(refusal('gone'))
    const long = '長'.repeat(longestReason)
    expect(await stopPosting(ctx, owner, await form(`${long}い`))).toEqual(refusal('long-reason'))
    expect(await stopPosting(ctx, owner, await form(long))).toEqual(done)
  })

  test('A27.2: desk people are not suspended before they are taken from the desk, the last owner never', async () => {
    const { ctx, form } = await shop()
    const owner = await invitedForTests(ctx)
    const suspended = async (id: MemberId) => suspendMember(ctx, machine, await form('理由', id))
    expect(await suspended(owner.id)).toEqual(refusal('last-owner'))
    const packer = await invitedForTests(ctx, 'packer')
    expect(await suspended(packer.id)).toEqual(refusal('at-desk'))
    const second = await invitedForTests(ctx, 'owner', 'second')
    expect(await suspended(second.id)).toEqual(refusal('at-desk'))
    await ctx.db.updateTable('deskPerson').set({ endedAt: 1 }).where('memberId', '=', second.id).execute()
    expect(await suspended(second.id)).toEqual(done)
    expect(await suspensionOf(ctx.db, second.id)).toEqual({ reason: '理由' })
    expect(await suspensionOf(ctx.db, owner.id)).toBeUndefined()
  })

  test('N6: a packer does none of it', async () => {
    const { ctx, form } = await shop()
    const packer = deskPersonForTests(ctx, { role: 'packer' })
    for (const act of [
      stopPosting,
      allowPosting,
      stopCommenting,
      allowCommenting,
      suspendMember,
      liftSuspension,
    ]) {
      expect(await act(ctx, packer, await form('理由'))).toEqual(refusal('not-found'))
      expect(allActs).toContain(act)
    }
  })
})
