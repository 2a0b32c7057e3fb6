import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import type { Actor } from '~/kernel/actor.ts'
import { tokensOfWord } from '~/kernel/search-text.ts'
import { migrate } from '~/server/database/migrate.ts'
import { openDatabase } from '~/server/database/open-database.ts'
import { allMigrations } from '../../../db/migrations/all-migrations.ts'
import { contextForTests, onBothEngines } from '../../../tests/support/database-for-tests.ts'
import { addMember } from '../../../tests/support/member-for-tests.ts'
import { addRecipe } from '../../../tests/support/recipe-for-tests.ts'
import { indexNextRecipes, queueUnreadRecipes } from './indexing.commands.server.ts'
import { listingOf } from './list.rules.ts'
import { listedRecipes } from './search.queries.server.ts'

const visitor: Actor = { kind: 'visitor', address: '203.0.113.9' }
const situations = [{ id: 'gift', name: 'ギフト' }]

onBothEngines('the recipes of an older shop', (_open, places) => {
  test('are found as before, by words and by situations, and new ones come before them', async () => {
    const database = await openDatabase(await places.empty())
    onTestFinished(database.close)
    const { db, engine } = database
    const before = Object.entries(allMigrations).filter(([name]) => name < '0046')
    await migrate(database, Object.fromEntries(before))
    await addMember(db, { id: 'hanako' })
    const tokens = tokensOfWord('巾着').join(' ')
    for (const [at, id] of ['a', 'b', 'c'].entries()) {
      await sql`insert into recipe (id, author_id, author_name, author_sns, title, description, ingredients, steps,
        affiliate_products, tags, cooking_time, difficulty, explanation_type, youtube_url, website_explanation, pdf_url,
        main_image_url, likes, source, created_at, updated_at) values (${id}, 'hanako', '', '{}', '巾着', '', '[]', '[]', '[]', '[]',
        '1hour', '初級', 'none', '', '', '', '', ${3 - at}, 'own', ${1_000 + at}, ${1_000 + at})`.execute(db)
      await sql`insert into recipe_tag (recipe_id, tag) values (${id}, 'ぎふと')`.execute(db)
      if (engine === 'postgres')
        await sql`insert into search_document (index_name, key, title, body, tokens)
          values ('recipe', ${id}, '巾着', '', array_to_tsvector(${tokensOfWord('巾着')}::text[]))`.execute(
          db,
        )
      else {
        await sql`insert into search_document (id, index_name, key) values (${at + 1}, 'recipe', ${id})`.execute(
          db,
        )
        await sql`insert into search_text (rowid, title, body) values (${at + 1}, ${tokens}, '')`.execute(db)
      }
    }
    await migrate(database)
    await addRecipe(db, 'hanako', { id: 'new', title: '巾着', tags: ['ギフト'], likes: 2, createdAt: 2_000 })

    const listed = async (query: string) => {
      const { cards, total } = await listedRecipes(
        db,
        visitor,
        listingOf(new URLSearchParams(query), situations),
      )
      return [total, ...cards.map(({ id }) => id)]
    }
    for (const query of ['', 'q=巾着&sort=new', 'situation=gift'])
      expect(await listed(query), query).toEqual([4, 'new', 'c', 'b', 'a'])
    // Their texts are not stored yet as search ranks them, and are read from the rows.
    const popular = [4, 'a', 'new', 'b', 'c']
    for (const query of ['q=巾着', 'q=巾着&situation=gift&level=beginner', 'q=巾着&sort=popular'])
      expect(await listed(query), query).toEqual(popular)

    const ctx = contextForTests(db, { pause: async () => {} })
    const read = () =>
      db
        .selectFrom('recipeRankedText')
        .select(['recipeId', 'title', 'tags', 'createdAt'])
        .orderBy('recipeId')
        .execute()
    expect(await read()).toMatchObject([{ recipeId: 'new' }])
    expect(await queueUnreadRecipes(ctx)).toBe(3)
    while ((await indexNextRecipes(ctx)) > 0);
    expect(await read()).toMatchObject([
      { recipeId: 'a', title: '巾着', tags: '初級', createdAt: 1_000 },
      { recipeId: 'b' },
      { recipeId: 'c' },
      { recipeId: 'new' },
    ])
    expect(await queueUnreadRecipes(ctx)).toBe(0)
    expect(await listed('q=巾着')).toEqual(popular)
    // What a process of the former release wrote is read again, and so is what another way of reading stored.
    await db.updateTable('recipe').set({ title: '巾着袋', updatedAt: 3_000 }).where('id', '=', 'b').execute()
    await db.updateTable('recipeRankedText').set({ readFrom: '0 1000' }).where('recipeId', '=', 'a').execute()
    expect(await queueUnreadRecipes(ctx)).toBe(2)
    await indexNextRecipes(ctx)
    expect(await read()).toMatchObject([{}, { recipeId: 'b', title: '巾着袋' }, {}, {}])
    // A process of the former release that renames an author indexes her recipes as it reads them.
    await db.updateTable('member').set({ name: '髙橋' }).where('id', '=', 'hanako').execute()
    expect(await queueUnreadRecipes(ctx)).toBe(4)
    await indexNextRecipes(ctx)
    expect(await listed('q=高橋 初級')).toEqual([4, ...popular.slice(1)])
    expect(await queueUnreadRecipes(ctx)).toBe(0)
    await db.updateTable('recipeRankedText').set({ readFrom: '0' }).execute()
    const stopped = new AbortController()
    stopped.abort()
    expect(await queueUnreadRecipes(ctx, stopped.signal)).toBe(0)
  })
})
