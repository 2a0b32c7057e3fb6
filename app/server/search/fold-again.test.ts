import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { foldsOfFeatures } from '~/brought-by-features.server.ts'
import { indexNextRecipes, queueUnreadRecipes } from '~/features/recipes/indexing.commands.server.ts'
import { listingOf } from '~/features/recipes/list.rules.ts'
import { listedRecipes } from '~/features/recipes/search.queries.server.ts'
import { foldWordsAgain } from '~/features/search/words/commands.server.ts'
import type { AppContext } from '~/server/app-context.ts'
import { contextForTests, onBothEngines } from '../../../tests/support/database-for-tests.ts'
import { addMember } from '../../../tests/support/member-for-tests.ts'
import { addRecipe } from '../../../tests/support/recipe-for-tests.ts'
import { shopState } from '../shop-state.ts'
import { foldAgainJob } from './fold-again.ts'
import { putDocuments } from './search-index.ts'

const hour = 3_600_000
const foldAgain = (ctx: AppContext) => foldAgainJob(ctx, foldsOfFeatures).run(new AbortController().signal)

onBothEngines('W46: what was stored by the former folding', (open) => {
  test('lists, words and tags are folded as they are stored, twice, and equal ones stay', async () => {
    const { db } = await open()
    let at = 1_000
    const ctx = contextForTests(db, { now: () => at })
    const keyword = (id: string, name: string, position: number) => ({
      id,
      name,
      image: '',
      position,
      compared: name,
      updatedAt: 1,
    })
    await db
      .insertInto('popularKeyword')
      .values([keyword('1', '髙橋', 0), keyword('2', '高橋', 1), keyword('3', '渡邊', 2)])
      .execute()
    await db
      .insertInto('situationCategory')
      .values(keyword('s', '浜', 0))
      .execute()
    await db
      .insertInto('situationTag')
      .values([
        { situationId: 's', tag: '濱', label: '濱' },
        { situationId: 's', tag: '浜', label: '浜' },
      ])
      .execute()
    await db
      .insertInto('searchWord')
      .values([
        { id: '刺繡', same: 'ゔぃ\n渡邉', near: '' },
        { id: '髙', same: 'もと', near: '' },
        { id: '高', same: 'いま', near: '' },
      ])
      .execute()
    await addMember(db, { id: 'hanako' })
    await addRecipe(db, 'hanako', { id: 'r', title: '巾着', tags: ['浜', '嶋'] })
    await db.updateTable('recipeTag').set({ tag: '嶋' }).where('tag', '=', '島').execute()
    await db
      .insertInto('recipeTag')
      .values({ recipeId: 'r', tag: '濱', documentId: sql<number>`(select document_id from recipe)` })
      .execute()

    await foldAgain(ctx)
    const compared = await db
      .selectFrom('popularKeyword')
      .select('compared')
      .where('id', 'in', ['1', '2', '3'])
      .orderBy('id')
      .execute()
    expect(compared.map((row) => row.compared)).toEqual(['髙橋', '高橋', '渡辺'])
    expect(
      await db.selectFrom('situationTag').select('tag').where('situationId', '=', 's').execute(),
    ).toEqual([{ tag: '浜' }])
    expect(await db.selectFrom('searchWord').selectAll().orderBy('same').execute()).toEqual([
      { id: '高', same: 'いま', near: '' },
      { id: '刺繍', same: 'び\n渡辺', near: '' },
    ])
    const tags = await db.selectFrom('recipeTag').select('tag').execute()
    expect(tags.map(({ tag }) => tag).sort()).toEqual(['島', '浜'].sort())

    const names = async () => (await db.selectFrom('searchWord').select('id').execute()).map(({ id }) => id)
    const former = () => db.updateTable('searchWord').set({ id: '髙' }).where('id', '=', '高').execute()
    await former()
    await foldAgain(ctx)
    expect(await names()).toContain('髙')
    at += hour
    await foldAgain(ctx)
    expect(await names()).not.toContain('髙')
    expect(await shopState(db, 'folded_as')).toBe('2')
    await former()
    at += hour
    await foldAgain(ctx)
    expect(await names()).toContain('髙')
  })

  test('what the owner writes of a word while it is folded stays', async () => {
    const { db } = await open()
    const word = (id: string, same: string, near = '') => ({ id, same, near })
    await db
      .insertInto('searchWord')
      .values([word('髙', 'もと'), word('濱', 'もと'), word('嶋', 'もと'), word('邊', 'もと')])
      .execute()
    /** The owner is faster by so much. */
    const meanwhile = async () => {
      await db.updateTable('searchWord').set({ same: '新' }).where('id', '=', '髙').execute()
      await db.updateTable('searchWord').set({ near: '新' }).where('id', '=', '濱').execute()
      await db.deleteFrom('searchWord').where('id', '=', '嶋').execute()
    }
    const transaction = () => ({
      execute: async (task: Parameters<ReturnType<typeof db.transaction>['execute']>[0]) => {
        await meanwhile()
        return db.transaction().execute(task)
      },
    })
    const beside = new Proxy(db, {
      get: (of, name) => {
        if (name === 'transaction') return transaction
        const value: unknown = Reflect.get(of, name, of)
        return typeof value === 'function' ? value.bind(of) : value
      },
    })
    await foldWordsAgain(contextForTests(beside), new AbortController().signal)
    const words = await db.selectFrom('searchWord').selectAll().execute()
    expect(words.map(({ id, same, near }) => [id, same, near].join(' ')).sort()).toEqual(
      ['辺 もと ', '濱 もと 新', '髙 新 '].sort(),
    )
  })

  test('recipes are indexed again, also those of a member with a blank in her name', async () => {
    const { db } = await open()
    const ctx = contextForTests(db)
    await addMember(db, { id: 'hanako', name: '髙橋　花子' })
    await addRecipe(db, 'hanako', { id: 'r', title: '巾着' })
    await db
      .transaction()
      .execute((trx) => putDocuments(trx, 'recipe', [{ key: 'r', title: '巾着', body: 'もと' }]))
    const found = async (q: string) =>
      (
        await listedRecipes(
          db,
          { kind: 'visitor', address: '203.0.113.9' },
          listingOf(new URLSearchParams({ q }), []),
        )
      ).total
    expect(await found('高橋花子')).toBe(0)
    await db.updateTable('recipeRankedText').set({ readFrom: '1 1 0' }).execute()
    await queueUnreadRecipes(ctx)
    while ((await indexNextRecipes(ctx)) > 0);
    expect([
      await found('高橋花子'),
      await found('髙橋'),
      await found('花子 高橋'),
      await found('もと'),
    ]).toEqual([1, 1, 1, 0])
  })
})
