import { expect, test } from 'vitest'
import { memberSteps } from '~/brought-by-features.server.ts'
import { contextForTests, onBothEngines } from '../../../../tests/support/database-for-tests.ts'
import { deskPersonForTests, invitedForTests } from '../../../../tests/support/desk-person-for-tests.ts'
import { addMember } from '../../../../tests/support/member-for-tests.ts'
import { addRecipe } from '../../../../tests/support/recipe-for-tests.ts'
import { turnsWhile } from '../../../../tests/support/turns.ts'
import { memberId, type Owner } from '../../../kernel/actor.ts'
import { auditOf } from '../../../server/audit.ts'
import {
  allowCommenting,
  liftSuspension,
  stopCommenting,
  stopPosting,
  suspendMember,
} from '../standing/commands.server.ts'
import { deleteMemberAccount, endMemberDevices } from './commands.server.ts'
import { listedMembers, membersFound } from './list.queries.server.ts'
import { memberOfDesk } from './page.queries.server.ts'
import type { MemberFilterKey, MemberSort } from './rules.ts'

const machine: Owner = { kind: 'owner' }
const refusal = (error: string) => ({ ok: false, error })
const done = { ok: true, value: null }

onBothEngines('the members at the desk', (open) => {
  const shop = async () => {
    const { db } = await open()
    const ctx = contextForTests(db, { memberSteps })
    const joined = async (id: string, name: string, day: number, parts = {}) => {
      await addMember(db, { id, name, ...parts })
      const createdAt = new Date(Date.UTC(2026, 2, day)).toISOString()
      await db.updateTable('member').set({ createdAt }).where('id', '=', id).execute()
    }
    await joined('hanako', '山田 はなこ', 3)
    await joined('taro', 'タロウ', 2, { emailVerified: false })
    await joined('yoko', 'ようこ', 1)
    await addRecipe(db, 'hanako', { id: 'work', title: '巾着', createdAt: 2 })
    await addRecipe(db, 'hanako', { id: 'hidden', title: 'ポーチ', createdAt: 1, hidden: 1 })
    const comment = { recipeId: 'work', authorName: '', source: 'own', createdAt: 1 } as const
    await db
      .insertInto('comment')
      .values({ ...comment, id: 'comment-1', authorId: 'taro', text: 'すてき' })
      .execute()
    const form = (id: string) => ({ requestId: ctx.newId(), member: memberId(id) })
    const list = async (
      asked: {
        q?: string
        sort?: MemberSort
        direction?: 'asc' | 'desc'
        filters?: Partial<Record<MemberFilterKey, string>>
        page?: number
      } = {},
    ) => {
      const { rows, found, page, pages } = await listedMembers(db, {
        ...{ q: '', sort: null, direction: 'asc', size: 50, page: 1, filters: {} },
        ...asked,
      })
      return { ids: rows.map(({ id }) => String(id)), found, page, pages }
    }
    const ids = async (asked: Parameters<typeof list>[0]) => (await list(asked)).ids
    const session = async (id: string, member: string) =>
      db
        .insertInto('memberSession')
        .values({
          id,
          memberId: member,
          token: `token of ${id}`,
          expiresAt: '2027-01-01T00:00:00.000Z',
          createdAt: '2026-03-31T00:00:00.000Z',
          updatedAt: `2026-03-31T00:00:0${id.length}.000Z`,
          userAgent: 'iPhone Safari',
        })
        .execute()
    return { db, ctx, form, list, ids, session, owner: deskPersonForTests(ctx) }
  }

  test('N146: are found by the words of a name in any kana, or a part of the address, the newest first', async () => {
    const { db, ids, list } = await shop()
    expect(await list()).toEqual({
      ids: ['hanako', 'taro', 'yoko'],
      found: { count: 3, isMore: false },
      page: 1,
      pages: 1,
    })
    expect(await ids({ q: 'ハナコ 山田' })).toEqual(['hanako'])
    expect(await ids({ q: 'やまだ' })).toEqual([])
    expect(await ids({ q: '山田 たろう' })).toEqual([])
    expect(await ids({ q: 'たろう' })).toEqual(['taro'])
    expect(await ids({ q: 'YOKO@mail' })).toEqual(['yoko'])
    expect(await ids({ q: 'mail.example' })).toEqual(['hanako', 'taro', 'yoko'])
    expect(await ids({ q: '。' })).toEqual([])
    expect((await membersFound(db, 'mail.example', 2)).rows.map(({ id }) => String(id))).toEqual([
      'hanako',
      'taro',
    ])
    expect((await membersFound(db, 'mail.example', 2)).hasMore).toBe(true)
    expect((await membersFound(db, 'mail.example', 3)).hasMore).toBe(false)
  })

  test('N146: are filtered by what is known of them, both ways, and sorted by each column', async () => {
    const { ctx, ids, owner, form } = await shop()
    const standing = { version: 0, reason: '理由' }
    await stopPosting(ctx, owner, { ...form('yoko'), ...standing })
    await stopCommenting(ctx, owner, { ...form('taro'), ...standing })
    await suspendMember(ctx, owner, { ...form('hanako'), ...standing })
    for (const [filters, expected] of [
      [{ verified: 'yes' }, ['hanako', 'yoko']],
      [{ verified: 'no' }, ['taro']],
      [{ recipes: 'yes' }, ['hanako']],
      [{ recipes: 'no' }, ['taro', 'yoko']],
      [{ posting: 'yes' }, ['hanako', 'taro']],
      [{ posting: 'no' }, ['yoko']],
      [{ commenting: 'yes' }, ['hanako', 'yoko']],
      [{ commenting: 'no' }, ['taro']],
      [{ suspended: '1' }, ['hanako']],
      [{ recipes: 'no', posting: 'no' }, ['yoko']],
    ] as const)
      expect(await ids({ filters })).toEqual(expected)
    expect(await ids({ sort: 'name' })).toEqual(['taro', 'yoko', 'hanako'])
    expect(await ids({ sort: 'joined' })).toEqual(['yoko', 'taro', 'hanako'])
    expect(await ids({ sort: 'recipes', direction: 'desc' })).toEqual(['hanako', 'taro', 'yoko'])
    expect(await ids({ sort: 'comments', direction: 'desc' })).toEqual(['taro', 'hanako', 'yoko'])
  })

  test('N146: a shop with 1,200 members lists all of them, each once, and serves others between', async () => {
    const { db, list } = await shop()
    const at = '2026-01-01T00:00:00.000Z'
    const rows = Array.from({ length: 1_200 }, (_, each) => ({
      id: `m${String(each).padStart(4, '0')}`,
      name: `会員${each}`,
      email: `m${each}@many.example`,
      emailVerified: 1,
      createdAt: at,
      updatedAt: at,
    }))
    for (let from = 0; from < rows.length; from += 400)
      await db
        .insertInto('member')
        .values(rows.slice(from, from + 400))
        .execute()
    const seen = new Set<string>()
    for (let page = 1; page <= 25; page += 1) for (const id of (await list({ page })).ids) seen.add(id)
    expect(seen.size).toBe(1_203)
    expect(await list({ page: 99 })).toMatchObject({ page: 25, pages: 25, found: { count: 1_203 } })
    const turns = await turnsWhile(() => list({ q: '会員' }))
    expect(turns).toBeGreaterThan(1)
  })

  test('N147: her page tells what she made, where she is signed in and what waits, hidden things too', async () => {
    const { db, ctx, session } = await shop()
    await session('a', 'hanako')
    await db
      .insertInto('memberLink')
      .values({
        ...{ id: 'l', memberId: 'hanako', purpose: 'change', tokenHash: 'h', email: 'new@mail.example' },
        ...{ createdAt: 0, expiresAt: ctx.now() + 1 },
      })
      .execute()
    expect(await memberOfDesk(db, 'hanako', ctx.now())).toMatchObject({
      name: '山田 はなこ',
      isVerified: true,
      isAtDesk: false,
      otherEmails: ['new@mail.example'],
      likesGiven: 0,
      recipes: {
        total: 2,
        newest: [
          { id: 'work', isHidden: false },
          { id: 'hidden', isHidden: true },
        ],
      },
      comments: { total: 0, newest: [] },
      devices: [{ id: 'a' }],
    })
    expect(await memberOfDesk(db, 'hanako', ctx.now() + 1)).toMatchObject({ otherEmails: [] })
    expect(await memberOfDesk(db, 'taro', ctx.now())).toMatchObject({
      comments: { total: 1, newest: [{ id: 'comment-1', recipe: 'work', title: '巾着', text: 'すてき' }] },
    })
    const packer = await invitedForTests(ctx, 'packer')
    expect(await memberOfDesk(db, packer.id, ctx.now())).toMatchObject({ isAtDesk: true })
    for (const id of ['nobody', '', 'a\0b']) expect(await memberOfDesk(db, id, ctx.now())).toBeUndefined()
  })

  test('N147: a press at an address that names nobody is refused in words, whatever stands there', async () => {
    const { ctx, owner } = await shop()
    const form = new FormData()
    form.set('requestId', 'a form of this test')
    form.set('reason', '理由')
    form.set('version', '0')
    for (const id of ['a\0b', '', "'", 'x'.repeat(101), 'nobody']) {
      const at = { id, of: 'a\0b' }
      const requestId = ctx.newId()
      const decided = await Promise.all(
        [stopPosting, allowCommenting, suspendMember, liftSuspension].map(async (act) => {
          const read = await act.act.form?.({ ctx, form, at })
          return read?.ok === true ? act(ctx, owner, { ...read.value, requestId }) : read
        }),
      )
      expect(decided).toEqual(Array.from({ length: 4 }, () => refusal('gone')))
      const devices = await endMemberDevices.act.form?.({ ctx, form, at })
      const account = await deleteMemberAccount.act.form?.({ ctx, form, at })
      expect([
        devices?.ok === true ? await endMemberDevices(ctx, owner, { ...devices.value, requestId }) : devices,
        account?.ok === true
          ? await deleteMemberAccount(ctx, owner, { ...account.value, requestId })
          : account,
      ]).toEqual([refusal('gone'), refusal('gone')])
    }
  })

  test('N147, A14: the owner ends one of her devices or all of them, and nobody else’s', async () => {
    const { db, ctx, form, session, owner } = await shop()
    for (const [id, member] of [
      ['a', 'hanako'],
      ['bb', 'hanako'],
      ['ccc', 'hanako'],
      ['dddd', 'taro'],
    ] as const)
      await session(id, member)
    const open = async () =>
      (await db.selectFrom('memberSession').select('id').orderBy('id').execute()).map(({ id }) => id)
    const end = (device: string, id = 'hanako') => endMemberDevices(ctx, owner, { ...form(id), device })
    expect(await end('dddd')).toEqual(refusal('no-device'))
    expect(await end('bb')).toEqual(done)
    expect(await open()).toEqual(['a', 'ccc', 'dddd'])
    expect(await end('')).toEqual(done)
    expect(await open()).toEqual(['dddd'])
    expect(await end('')).toEqual(refusal('no-device'))
    expect(await end('', 'nobody')).toEqual(refusal('gone'))
    expect(await auditOf(db, 'member:hanako')).toMatchObject([
      { after: { devices: 1 } },
      { after: { devices: 2 } },
    ])
  })

  test('N147, N3, A17: the owner deletes an account that was asked for by mail, suspended too; the log keeps no name of it', async () => {
    const { db, ctx, form, owner } = await shop()
    const stale = deskPersonForTests(ctx, { confirmedAt: 0 })
    expect(await deleteMemberAccount(ctx, stale, form('taro'))).toEqual(refusal('confirm'))
    await suspendMember(ctx, owner, { ...form('taro'), version: 0, reason: '理由' })
    expect(await deleteMemberAccount(ctx, owner, form('taro'))).toEqual(done)
    expect(await db.selectFrom('member').where('id', '=', 'taro').select('id').execute()).toEqual([])
    expect(await db.selectFrom('suspendedMember').select('memberId').execute()).toEqual([])
    // Nobody read her comments while she was suspended, and nobody does because she went.
    expect(await db.selectFrom('comment').select(['text', 'authorId', 'hidden']).execute()).toEqual([
      { text: 'すてき', authorId: null, hidden: 1 },
    ])
    expect(await db.selectFrom('mail').select(['kind', 'recipient']).execute()).toEqual([
      { kind: 'account_deleted', recipient: 'taro@mail.example' },
    ])
    const log = await auditOf(db, 'member:taro')
    expect(log.map(({ act, before, after }) => [act, before, after])).toEqual([
      ['member.suspend', undefined, undefined],
      ['member.delete', undefined, undefined],
    ])
    expect(await deleteMemberAccount(ctx, owner, form('taro'))).toEqual(refusal('gone'))
    const last = await invitedForTests(ctx)
    expect(await deleteMemberAccount(ctx, machine, form(last.id))).toEqual(refusal('last-owner'))
    const packer = await invitedForTests(ctx, 'packer')
    expect(await deleteMemberAccount(ctx, machine, form(packer.id))).toEqual(refusal('at-desk'))
  })
})
