import { expect, test } from 'vitest'
import { demoAuthors, demoMembers } from '#demo/members.ts'
import { demoRecipes } from '#demo/recipes.ts'
import { memberSteps } from '~/brought-by-features.server.ts'
import { removeDemoMembers, seedDemoMembers } from '~/features/accounts/profile/commands.server.ts'
import { collectUploads } from '~/features/pictures/collection.commands.server.ts'
import type { Actor } from '~/kernel/actor.ts'
import { withPlainPasswords } from '../../../tests/support/account-for-tests.ts'
import { contextForTests, onBothEngines } from '../../../tests/support/database-for-tests.ts'
import { addMember } from '../../../tests/support/member-for-tests.ts'
import { addRecipe } from '../../../tests/support/recipe-for-tests.ts'
import { uploadFilesInMemory } from '../../../tests/support/upload-files-for-tests.ts'
import { removeDemoRecipes, seedDemoRecipes } from './demo.commands.server.ts'
import { unindexRecipes } from './indexing.commands.server.ts'
import { listingOf } from './list.rules.ts'
import { uploadsOfRecipes } from './posting.commands.server.ts'
import { listedRecipes } from './search.queries.server.ts'

const visitor: Actor = { kind: 'visitor', address: '203.0.113.9' }
const day = 86_400_000

onBothEngines('the demo’s recipes', (open) => {
  const start = async () => {
    const { db } = await open()
    const uploadFiles = uploadFilesInMemory()
    const ctx = withPlainPasswords(contextForTests(db, { demo: true, uploadFiles, memberSteps }))
    await seedDemoMembers(ctx, [...demoMembers, ...demoAuthors])
    const asked: string[] = []
    const read = async (name: string) => {
      asked.push(name)
      return Buffer.from(name)
    }
    const put = () => seedDemoRecipes(ctx, { recipes: demoRecipes, read })
    const rows = () => db.selectFrom('recipe').selectAll().orderBy('id').execute()
    const found = async (query: string) => {
      const situations = await db.selectFrom('situationCategory').select(['id', 'name']).execute()
      const listing = listingOf(new URLSearchParams(`${query}&count=60`), situations)
      const { cards } = await listedRecipes(db, visitor, listing)
      return cards.map(({ id }) => String(id))
    }
    await put()
    return { ctx, db, uploadFiles, asked, put, rows, found }
  }

  test('all are there with their pictures; the next start reads and changes nothing', async () => {
    const { asked, uploadFiles, put, rows, ctx } = await start()
    const before = await rows()
    expect(before.map(({ id }) => id)).toEqual(demoRecipes.map(({ id }) => id).sort())
    expect(before.every(({ authorName, source }) => authorName !== '' && source === 'demo')).toBe(true)
    expect(uploadFiles.names().length).toBe(asked.length)
    asked.length = 0
    ctx.advance(day)
    await put()
    expect(asked).toEqual([])
    expect(await rows()).toEqual(before)
  })

  test('R22: keywords, levels and situations of the first home lead to recipes', async () => {
    const { db, found } = await start()
    const keywords = await db.selectFrom('popularKeyword').select('name').execute()
    const situations = await db.selectFrom('situationCategory').select('id').execute()
    const searches = [
      ...keywords.map(({ name }) => `q=${name}`),
      ...situations.map(({ id }) => `situation=${id}`),
      ...['beginner', 'intermediate', 'advanced'].map((level) => `level=${level}`),
    ]
    expect(searches).toHaveLength(11)
    for (const search of searches) expect((await found(search)).length, search).toBeGreaterThan(1)
    expect(await found('q=巾着')).toContain('demo-yukata-pouch')
  })

  test('what was changed is left, what was deleted comes back', async () => {
    const { db, put, rows, found } = await start()
    const [first, second] = await rows()
    if (first === undefined || second === undefined) throw new Error('no works')
    await db.updateTable('recipe').set({ title: '書きかえた' }).where('id', '=', first.id).execute()
    await db.transaction().execute((trx) => unindexRecipes(trx, [second.id]))
    await db.deleteFrom('recipe').where('id', '=', second.id).execute()
    await put()
    const after = await rows()
    expect(after).toHaveLength(demoRecipes.length)
    expect(after[0]?.title).toBe('書きかえた')
    expect(await found(`q=${encodeURIComponent(second.title)}`)).toContain(second.id)
  })

  test('A24: a real shop keeps none of them nor their pictures, and all of its own', async () => {
    const { ctx, db, uploadFiles, rows, found } = await start()
    await addMember(db, { id: 'own' })
    const [shared] = demoRecipes
    await addRecipe(db, 'own', {
      id: 'own-work',
      title: '自分の巾着',
      mainImageUrl: shared?.mainImageUrl ?? '',
    })
    // A demo recipe has its photograph only as a further one (W7).
    const first = demoRecipes.find(({ mainImageUrl }) => mainImageUrl !== shared?.mainImageUrl)
    const further = JSON.stringify([first?.mainImageUrl])
    await db
      .updateTable('recipe')
      .set({ mainImageUrl: '', moreImages: further })
      .where('id', '=', first?.id ?? '')
      .execute()
    await removeDemoRecipes(ctx)
    await removeDemoMembers(ctx)
    expect((await rows()).map(({ id }) => id)).toEqual(['own-work'])
    expect(await found('q=巾着')).toEqual(['own-work'])
    expect(await db.selectFrom('recipeTag').selectAll().execute()).toEqual([])
    ctx.advance(day)
    await collectUploads(ctx, uploadsOfRecipes, new AbortController().signal)
    expect(uploadFiles.names().length).toBe(5)
  })
})
