import { expect, test } from 'vitest'
import { contextForTests, onBothEngines } from '../../../../tests/support/database-for-tests.ts'
import { addMember } from '../../../../tests/support/member-for-tests.ts'
import { addUpload } from '../../../../tests/support/upload-for-tests.ts'
import { releasePhoto, saveProfile } from './commands.server.ts'
import type { ProfileInput } from './form.rules.ts'
import { ownProfile, photosInUse } from './queries.server.ts'

const profileWith = (parts: Partial<ProfileInput> = {}): ProfileInput => ({
  displayName: '花子',
  photoURL: '',
  bio: '一行目\n二行目',
  authorSNS: { instagram: 'https://instagram.com/hana', twitter: '', youtube: '', tiktok: '', website: '' },
  hometown: '長野',
  favoriteFood: 'おやき',
  cookingStyle: 'ゆっくり',
  interests: ['刺し子'],
  personalStory: 'むかし',
  ...parts,
})

onBothEngines('a profile', (open) => {
  const start = async () => {
    const { db } = await open()
    const renamed: string[] = []
    const ctx = contextForTests(db, {
      memberSteps: {
        gone: async () => {},
        suspended: async () => {},
        renamed: async (trx, member, name) => {
          // In the same transaction: what it changed is seen.
          const row = await trx
            .selectFrom('member')
            .select('name')
            .where('id', '=', member)
            .executeTakeFirst()
          renamed.push(`${member} ${name} ${row?.name}`)
        },
      },
    })
    const hanako = await addMember(db)
    return { ctx, db, renamed, hanako, profile: () => ownProfile(db, hanako.id) }
  }

  test('is saved whole, with its first row and over one that is there; the rest of the row stays', async () => {
    const { ctx, db, hanako, profile } = await start()
    expect(await profile()).toMatchObject({ displayName: '花子', joinDate: '2026年4月', updatedAt: 0 })
    expect(await saveProfile(ctx, hanako, { profile: profileWith(), basedOn: 0 })).toEqual({
      ok: true,
      value: null,
    })
    expect(await profile()).toEqual({
      ...profileWith(),
      formerSNS: { facebook: '', line: '' },
      photoURL: '',
      joinDate: '2026年4月',
      achievements: [],
      updatedAt: ctx.now(),
    })
    await db
      .updateTable('memberProfile')
      .set({
        role: 'admin',
        canUpload: 0,
        photoUrl: '/Image/uploads/a.jpg',
        achievements: '["金賞"]',
        facebook: 'f',
      })
      .execute()
    const basedOn = ctx.now()
    ctx.advance(5)
    const changed = profileWith({ bio: '', interests: [], photoURL: '/Image/uploads/a.jpg' })
    await saveProfile(ctx, hanako, { profile: changed, basedOn })
    expect(await db.selectFrom('memberProfile').selectAll().executeTakeFirst()).toMatchObject({
      role: 'admin',
      canUpload: 0,
      photoUrl: '/Image/uploads/a.jpg',
      achievements: '["金賞"]',
      facebook: 'f',
      joinDate: '2026年4月',
      bio: '',
      interests: '[]',
      updatedAt: basedOn + 5,
    })
  })

  test('A4: is her own: nobody else is changed', async () => {
    const { ctx, db, hanako } = await start()
    const other = await addMember(db, { id: 'member-2', name: '次郎' })
    await saveProfile(ctx, other, {
      profile: profileWith({ displayName: '次郎', bio: '次郎です' }),
      basedOn: 0,
    })
    await saveProfile(ctx, hanako, { profile: profileWith({ displayName: '新しい花子' }), basedOn: 0 })
    expect(await ownProfile(db, other.id)).toMatchObject({ displayName: '次郎', bio: '次郎です' })
  })

  test.each([
    { kind: 'visitor', address: '203.0.113.7' } as const,
    { kind: 'curator', address: '203.0.113.7' } as const,
    { kind: 'owner' } as const,
  ])('A1: is not saved for somebody without a session of a member: $kind', async (actor) => {
    const { ctx, db } = await start()
    expect(await saveProfile(ctx, actor, { profile: profileWith(), basedOn: 0 })).toEqual({
      ok: false,
      error: { reason: 'not_signed_in' },
    })
    expect(await db.selectFrom('memberProfile').selectAll().execute()).toEqual([])
  })

  test('is not saved for a member whose account has just gone', async () => {
    const { ctx, db, hanako } = await start()
    await db.deleteFrom('member').execute()
    expect(await saveProfile(ctx, hanako, { profile: profileWith(), basedOn: 0 })).toMatchObject({
      ok: false,
    })
  })

  test('a new name is told to the features, in the same transaction, and only a new one', async () => {
    const { ctx, hanako, renamed, profile } = await start()
    await saveProfile(ctx, hanako, { profile: profileWith(), basedOn: 0 })
    expect(renamed).toEqual([])
    const basedOn = (await profile())?.updatedAt ?? 0
    await saveProfile(ctx, hanako, { profile: profileWith({ displayName: 'はなこ' }), basedOn })
    expect(renamed).toEqual(['member-1 はなこ はなこ'])
  })

  test('ASVS 2.3.3: a feature that fails keeps name and profile as they were', async () => {
    const { ctx, hanako, profile } = await start()
    const renamed = async () => {
      throw new Error('a feature failed')
    }
    const failing = { ...ctx, memberSteps: { ...ctx.memberSteps, renamed } }
    await expect(
      saveProfile(failing, hanako, { profile: profileWith({ displayName: 'はなこ' }), basedOn: 0 }),
    ).rejects.toThrow('a feature failed')
    expect(await profile()).toMatchObject({ displayName: '花子', bio: '', updatedAt: 0 })
  })

  test('R18: the later save of two is refused and changes nothing, and may overwrite knowingly', async () => {
    const { ctx, hanako, profile, renamed } = await start()
    const first = profileWith({ bio: '電話から' })
    const second = profileWith({ bio: 'パソコンから', displayName: 'はなこ' })
    await saveProfile(ctx, hanako, { profile: first, basedOn: 0 })
    const updatedAt = (await profile())?.updatedAt ?? 0
    const refusal = { ok: false, error: { reason: 'changed_meanwhile', updatedAt } }
    expect(await saveProfile(ctx, hanako, { profile: second, basedOn: 0 })).toEqual(refusal)
    expect(await saveProfile(ctx, hanako, { profile: second, basedOn: -1 })).toEqual(refusal)
    expect(await profile()).toMatchObject({ bio: '電話から', displayName: '花子' })
    expect(renamed).toEqual([])
    expect(await saveProfile(ctx, hanako, { profile: second, basedOn: updatedAt })).toMatchObject({
      ok: true,
    })
    // In the same millisecond, and yet another one.
    expect(await profile()).toMatchObject({
      bio: 'パソコンから',
      displayName: 'はなこ',
      updatedAt: updatedAt + 1,
    })
    expect(await saveProfile(ctx, hanako, { profile: first, basedOn: updatedAt })).toMatchObject({
      ok: false,
    })
  })

  test('R18.2: a form that was opened by another member writes nothing, also where neither saved before or she overwrites', async () => {
    const { ctx, hanako, profile } = await start()
    const before = await profile()
    const form = { profile: profileWith({ bio: 'ほかの人の自己紹介' }), member: 'another' }
    for (const basedOn of [0, before?.updatedAt ?? 0])
      expect(await saveProfile(ctx, hanako, { ...form, basedOn })).toEqual({
        ok: false,
        error: { reason: 'other_member' },
      })
    expect(await profile()).toEqual(before)
    expect(await saveProfile(ctx, hanako, { ...form, member: hanako.id, basedOn: 0 })).toMatchObject({
      ok: true,
    })
    const { updatedAt = 0 } = (await profile()) ?? {}
    const ofBefore = { profile: profileWith({ bio: '前の画面から' }), basedOn: updatedAt, member: '' }
    expect(await saveProfile(ctx, hanako, ofBefore), 'a form of before names nobody').toMatchObject({
      ok: true,
    })
  })

  test('R18: of eight saves at once one is taken', async () => {
    const { ctx, hanako, profile } = await start()
    // Opens the connections, so that none of the saves waits for one.
    await Promise.all(Array.from({ length: 8 }, profile))
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, at) =>
        saveProfile(ctx, hanako, { profile: profileWith({ bio: `${at}` }), basedOn: 0 }),
      ),
    )
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
  })

  test('the same save again, as after a lost answer, is no conflict', async () => {
    const { ctx, hanako, profile } = await start()
    for (let times = 0; times < 2; times += 1) {
      expect(await saveProfile(ctx, hanako, { profile: profileWith(), basedOn: 0 })).toMatchObject({
        ok: true,
      })
      ctx.advance(1_000)
    }
    expect(await profile()).toMatchObject({ updatedAt: ctx.now() - 2_000 })
  })

  test('a list that cannot be read is no empty list, which would be saved over it', async () => {
    const { ctx, db, hanako, profile } = await start()
    await saveProfile(ctx, hanako, { profile: profileWith(), basedOn: 0 })
    await db.updateTable('memberProfile').set({ interests: '["刺し子"' }).execute()
    await expect(profile()).rejects.toThrow()
  })

  test('A4, R40: a photograph is one that she uploaded and that is still there; the former one is let go', async () => {
    const { ctx, db, hanako, profile } = await start()
    const [first, second] = ['a', 'b'].map((letter) => `/Image/uploads/${letter.repeat(32)}-9x9.jpg`)
    if (first === undefined || second === undefined) throw new Error('two photographs')
    const pdf = `/Image/uploads/${'c'.repeat(32)}.pdf`
    for (const name of [`${'a'.repeat(32)}-9x9`, `${'b'.repeat(32)}-9x9`, 'c'.repeat(32)])
      await addUpload(db, { name, owner: hanako.id })
    await addUpload(db, { name: `${'e'.repeat(32)}-9x9`, owner: 'member-2' })
    const inUse = () =>
      photosInUse(
        db,
        ['a', 'b'].map((letter) => `${letter.repeat(32)}-9x9`),
      )
    const save = async (photoURL: string) =>
      saveProfile(ctx, hanako, {
        profile: profileWith({ photoURL }),
        basedOn: (await profile())?.updatedAt ?? 0,
      })
    const times = async () => {
      const rows = await db.selectFrom('upload').select('lastPutAt').orderBy('name').execute()
      return rows.map(({ lastPutAt }) => lastPutAt)
    }
    for (const url of [
      'https://evil.example/x.jpg',
      '/Image/logo.svg',
      'javascript:alert(1)',
      `/Image/uploads/${'d'.repeat(32)}-9x9.jpg`,
      // R40: of another member.
      `/Image/uploads/${'e'.repeat(32)}-9x9.jpg`,
      pdf,
    ])
      expect(await save(url)).toEqual({ ok: false, error: { reason: 'no_such_photo' } })
    expect(await profile()).toMatchObject({ photoURL: '', bio: '' })
    expect(await save(first)).toMatchObject({ ok: true })
    expect(await times()).toEqual([ctx.now(), 5, 5, 5])
    expect(await inUse()).toEqual([`${'a'.repeat(32)}-9x9`])
    expect(await save(second)).toMatchObject({ ok: true })
    expect(await times()).toEqual([1, ctx.now(), 5, 5])
    await db.transaction().execute((trx) => releasePhoto(trx, hanako.id))
    expect(await times()).toEqual([1, 1, 5, 5])
    expect(await save('')).toMatchObject({ ok: true })
    expect(await profile()).toMatchObject({ photoURL: '' })
    expect(await inUse()).toEqual([])
  })
})
