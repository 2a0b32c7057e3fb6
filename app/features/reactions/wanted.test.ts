import { expect, test } from 'vitest'
import { register } from '~/features/accounts/sign-in.commands.server.ts'
import { returnPath } from '~/features/accounts/sign-in.rules.ts'
import { recipePath } from '~/features/recipes/list.rules.ts'
import { withPlainPasswords } from '../../../tests/support/account-for-tests.ts'
import { contextForTests, onBothEngines } from '../../../tests/support/database-for-tests.ts'
import { addMember } from '../../../tests/support/member-for-tests.ts'
import { addRecipe } from '../../../tests/support/recipe-for-tests.ts'
import { doWanted } from './endpoint.server.ts'
import { toldReaction, wantedReaction } from './rules.ts'

test('R47: only 保存 and いいね of a recipe are wanted', () => {
  const path = recipePath('work-1')
  const wanted = { recipe: 'work-1', kind: 'favourite' }
  expect(wantedReaction(path, 'favourite')).toEqual(wanted)
  expect(wantedReaction(`${path}?comments=2#comment`, 'favourite')).toEqual(wanted)
  expect(wantedReaction(path, 'like')).toEqual({ recipe: 'work-1', kind: 'like' })
  for (const [at, kind] of [
    [path, null],
    [path, 'off'],
    ['/gallery', 'like'],
    ['/gallery/detail', 'like'],
    ['/gallery/detail/', 'like'],
    ['/gallery/delete/work-1', 'like'],
    [`${path}/comments`, 'like'],
    ['', 'like'],
  ] as const)
    expect(wantedReaction(at, kind), at).toBeUndefined()
})

test('R47: what the page has not told is not done, however its address comes to the recipe', () => {
  const path = recipePath('work-1')
  const wanted = { recipe: 'work-1', kind: 'like' }
  expect(toldReaction({ next: `${path}?q=青`, path: `${path}?q=%E9%9D%92` }, 'like')).toEqual(wanted)
  for (const next of [
    `/gallery/detail/..${path.slice('/gallery'.length)}`,
    `/gallery/./..${path}`,
    `/x/%2e%2e${path}`,
    path.replace('gallery', 'gal\tlery'),
    path.replaceAll('/', '\\').replace('\\', '/'),
    null,
  ]) {
    const followed = returnPath(next, () => true)
    expect(toldReaction({ next, path: followed }, 'like'), String(next)).toBeUndefined()
  }
  expect(toldReaction({ next: path, path: '/gallery' }, 'like')).toBeUndefined()
})

onBothEngines('what was pressed before a sign-in', (open) => {
  test('R47: is done for the member of the new session alone, as often as it is asked; who has none gets nothing', async () => {
    const { db } = await open()
    const visitor = { kind: 'visitor', address: '203.0.113.7' } as const
    const ctx = { ...withPlainPasswords(contextForTests(db)), requestId: 'r', actor: visitor }
    await addMember(db, { id: 'hanako' })
    await addRecipe(db, 'hanako', { id: 'work' })
    const hana = { name: 'はな', email: 'hana@mail.example', password: 'six-ok' }
    const registered = await register(ctx, visitor, hana, { userAgent: '', known: undefined })
    if (!registered.ok) throw new Error(JSON.stringify(registered.error))
    const { token } = registered.value
    const kept = () =>
      db
        .selectFrom('favourite')
        .innerJoin('member', 'member.id', 'favourite.memberId')
        .select(['recipeId', 'email'])
        .execute()
    const wanted = { recipe: 'work', kind: 'favourite' } as const
    for (const unknown of [undefined, '', `${token}x`])
      expect(await doWanted(ctx, unknown, wanted)).toBe('failed')
    expect(await kept()).toEqual([])
    for (const _ of [1, 2]) expect(await doWanted(ctx, token, wanted)).toBe('on')
    expect(await kept()).toEqual([{ recipeId: 'work', email: 'hana@mail.example' }])
    expect(await doWanted(ctx, token, { ...wanted, recipe: 'gone' })).toBe('failed')
    // A second form of who is signed in already.
    const own = { ...ctx, actor: await addMember(db, { id: 'yoko' }) }
    expect(await doWanted(own, undefined, { recipe: 'work', kind: 'like' })).toBe('on')
    expect(await db.selectFrom('recipeLike').select('memberId').execute()).toEqual([{ memberId: 'yoko' }])
  })

  test('R47: a session that cannot be read leaves the sign-in as it is', async () => {
    const { db } = await open()
    const lines: string[] = []
    const base = contextForTests(db)
    const broken = {
      ...base,
      requestId: 'r',
      actor: { kind: 'visitor', address: '' } as const,
      log: { ...base.log, error: (line: string) => lines.push(line) },
      now: () => {
        throw new Error('away')
      },
    }
    expect(await doWanted(broken, 'token', { recipe: 'work', kind: 'like' })).toBe('failed')
    expect(lines).toEqual(['the member of a new session could not be read'])
  })
})
