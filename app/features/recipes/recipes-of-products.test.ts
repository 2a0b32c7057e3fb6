import { type Kysely, sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import type { Schema } from '#db/schema.ts'
import { closeItem } from '~/features/products/closing.commands.server.ts'
import { putProducts } from '~/features/products/commands.server.ts'
import { fabricsNumbered } from '~/features/products/queries.server.ts'
import { recipeCounts } from '~/features/recipes/recipe-counts.queries.server.ts'
import { memberId } from '~/kernel/actor.ts'
import { migrate } from '~/server/database/migrate.ts'
import { openDatabase } from '~/server/database/open-database.ts'
import { inTransaction } from '~/server/database/transaction.ts'
import { allMigrations } from '../../../db/migrations/all-migrations.ts'
import { contextForTests, onBothEngines } from '../../../tests/support/database-for-tests.ts'
import { addMember } from '../../../tests/support/member-for-tests.ts'
import { addRecipes } from '../../../tests/support/recipe-for-tests.ts'
import { fabricForTests } from '../../../tests/support/sample-products.ts'
import { memberSteps } from '../../brought-by-features.server.ts'
import { indexRecipesJob } from './indexing.commands.server.ts'
import { listingOf } from './list.rules.ts'
import type { MaterialTie } from './materials/rules.ts'
import { deleteRecipe, postRecipe, saveRecipe } from './posting.commands.server.ts'
import { hideRecipe } from './recipe.commands.server.ts'
import { recipeOfId } from './recipe.queries.server.ts'
import { listedRecipes, productOfListing, recipesUsing } from './search.queries.server.ts'

const hanako = memberId('hanako')
const chosen = (number: string, name: string): MaterialTie => ({
  line: 0,
  product: { number, units: 1, name },
})

/** Checks that the gallery read whole and a statement for each product, as within a transaction, count the same. */
const countsOf = async (db: Kysely<Schema>, products: Parameters<typeof recipeCounts>[1]) => {
  const counts = await recipeCounts(db, products)
  expect(await db.transaction().execute((trx) => recipeCounts(trx, products))).toEqual(counts)
  return counts
}

/** The recipes of product `number`; checks that search, page and card agree. */
const recipesOf = async (db: Kysely<Schema>, number: string) => {
  const product = await productOfListing(db, number)
  const [fabric] = product === null ? [] : await fabricsNumbered(db, [product.number])
  if (product === null || fabric === undefined) return null
  const actor = { kind: 'visitor', address: '' } as const
  const { cards, total } = await listedRecipes(db, actor, listingOf(new URLSearchParams(), [], product))
  const page = await recipesUsing(db, fabric)
  const counts = await countsOf(db, [fabric])
  expect(page.total).toBe(total > 4 ? `${total}件` : null)
  expect(counts[fabric.number] ?? 0).toBe(total)
  expect(page.links.map(({ title }) => title)).toEqual(cards.slice(0, 4).map(({ title }) => title))
  return cards.map(({ title }) => title).join(' ')
}

onBothEngines('the recipes of a product', (open, places) => {
  const shop = async () => {
    const { db } = await open()
    const put = (number: string, parts = {}) =>
      db.transaction().execute((trx) => putProducts(trx, 1, [fabricForTests({ number, ...parts })]))
    for (const number of ['F-1', 'F-10', 'G-1']) await put(number)
    await addMember(db, { id: 'hanako' })
    return { db, put, ctx: contextForTests(db), actor: await actorOf(db) }
  }
  const actorOf = async (db: Kysely<Schema>) => addMember(db, { id: 'yoko' })
  const recipe = (title: string, ingredients: readonly string[], ties: readonly MaterialTie[] = []) => ({
    id: `recipe-${title}`,
    title,
    ingredients,
    ties,
    createdAt: title.codePointAt(0) ?? 0,
  })

  test('W2, W4: are found by choice and by text, the newest first, and each once', async () => {
    const { db } = await shop()
    await addRecipes(db, 'hanako', [
      recipe('a', ['布 F-1 2枚', 'ｆ−1 1枚']),
      recipe('b', ['布'], [chosen('F-1', '生地 F-1')]),
      recipe('c', ['布 F-10']),
      recipe('d', ['布 F-1'], [{ line: 0, product: null }]),
      recipe('e', ['布 F-1'], [chosen('G-1', '生地 G-1')]),
    ])
    expect(await recipesOf(db, 'F-1')).toBe('b a')
    expect(await recipesOf(db, 'ｆ-1')).toBe('b a')
    expect(await recipesOf(db, 'F-10')).toBe('c')
    expect(await recipesOf(db, 'G-1')).toBe('e')
    for (const unknown of ['F-9', '', "' or 1=1", 'x'.repeat(5_000), '\0', '\ud800'])
      expect(await productOfListing(db, unknown)).toBeNull()
  })

  test('W4: follow each save, and what is deleted or of a member who is gone is gone', async () => {
    const { db, ctx, actor } = await shop()
    await addRecipes(db, 'hanako', [recipe('a', ['F-1'])])
    await addRecipes(db, 'yoko', [recipe('b', ['F-1']), recipe('c', ['F-1'])])
    expect(await recipesOf(db, 'F-1')).toBe('c b a')
    const before = await recipeOfId(db, actor, 'recipe-b')
    if (before === undefined) throw new Error('no recipe')
    const { id, author: _, likes: __, createdAt: ___, updatedAt, isHidden, hiddenReason, ...content } = before
    expect([isHidden, hiddenReason]).toEqual([false, ''])
    const save = (parts: object, basedOn: number) =>
      saveRecipe(ctx, actor, { id, content: { ...content, ...parts }, basedOn })
    expect((await save({ ties: [chosen('G-1', '生地 G-1')] }, updatedAt)).ok).toBe(true)
    expect([await recipesOf(db, 'F-1'), await recipesOf(db, 'G-1')]).toEqual(['c a', 'b'])
    expect((await recipeOfId(db, actor, id))?.ties).toEqual([chosen('G-1', '生地 G-1')])
    const posted = { ...content, title: 'new', ingredients: ['F-10'], ties: [] }
    expect((await postRecipe(ctx, actor, { id: 'posted-now', content: posted })).ok).toBe(true)
    expect(await recipesOf(db, 'F-10')).toBe('new')

    await deleteRecipe(ctx, actor, 'recipe-c')
    expect(await recipesOf(db, 'F-1')).toBe('a')
    await inTransaction(ctx, (trx) => memberSteps.gone(trx, hanako, ctx))
    expect(await recipesOf(db, 'F-1')).toBe('')
    expect(await db.selectFrom('recipeProduct').select('number').orderBy('number').execute()).toEqual([
      { number: 'f-10' },
      { number: 'g-1' },
    ])
  })

  test('A7, W4: a hidden one is counted nowhere, until it is shown again', async () => {
    const { db, ctx } = await shop()
    await addRecipes(db, 'hanako', [recipe('a', ['F-1']), recipe('b', ['F-1'])])
    await hideRecipe(ctx, 'recipe-b', { hidden: { reason: '' } })
    expect(await recipesOf(db, 'F-1')).toBe('a')
    await hideRecipe(ctx, 'recipe-b', { hidden: null })
    expect(await recipesOf(db, 'F-1')).toBe('b a')
  })

  test('W2: a product whose number another one bore before has none of its recipes; one that is stopped keeps its own', async () => {
    const { db, put, ctx } = await shop()
    await addRecipes(db, 'hanako', [
      recipe('a', ['布'], [chosen('F-1', '生地 F-1')]),
      recipe('b', ['F-1']),
      recipe('c', ['布'], [chosen('F-1', '新しい布')]),
    ])
    expect(await recipesOf(db, 'F-1')).toBe('b a')
    await closeItem(ctx, { kind: 'owner' }, { requestId: 'close', number: 'F-1' })
    expect(await recipesOf(db, 'F-1')).toBe('b a')
    await put('F-1', { name: '新しい布　' })
    expect(await recipesOf(db, 'F-1')).toBe('c b')
    await put('F-1', { status: '非公開' })
    expect(await recipesOf(db, 'F-1')).toBeNull()
  })

  test('W4: a card counts to 100', async () => {
    const { db } = await shop()
    const many = Array.from({ length: 103 }, (_, at) => ({ id: `many-${at}`, ingredients: ['F-1'] }))
    await addRecipes(db, 'hanako', many)
    const fabrics = await fabricsNumbered(db, ['F-1', 'F-10'])
    expect(await countsOf(db, fabrics)).toEqual({ 'F-1': 100 })
    expect(await recipeCounts(db, [])).toEqual({})
  })

  test('W2: those of an older shop are found a little later', async () => {
    const database = await openDatabase(await places.empty())
    onTestFinished(database.close)
    const { db } = database
    await migrate(
      database,
      Object.fromEntries(Object.entries(allMigrations).filter(([name]) => name < '0063')),
    )
    await addMember(db, { id: 'hanako' })
    for (const at of [1, 2, 3]) {
      await sql`insert into search_document ${sql.raw(
        database.engine === 'postgres'
          ? `(index_name, key, title, body, tokens) values ('recipe', 'r${at}', '', '', ''::tsvector)`
          : `(id, index_name, key) values (${at}, 'recipe', 'r${at}')`,
      )}`.execute(db)
      await sql`insert into recipe (id, author_id, author_name, author_sns, title, description, ingredients, steps,
        affiliate_products, tags, cooking_time, difficulty, explanation_type, youtube_url, website_explanation, pdf_url,
        main_image_url, likes, source, created_at, updated_at, document_id) values (${`r${at}`}, 'hanako', '', '{}', ${`r${at}`}, '',
        ${JSON.stringify(['布 F-1'])}, '[]', '[]', '[]', '1hour', '初級', 'none', '', '', '', '', 0, 'own', ${at}, ${at}, ${at})`.execute(
        db,
      )
    }
    await migrate(database)
    await db.transaction().execute((trx) => putProducts(trx, 1, [fabricForTests({ number: 'F-1' })]))
    expect(await recipesOf(db, 'F-1')).toBe('')
    await indexRecipesJob(contextForTests(db, { pause: async () => {} })).run(new AbortController().signal)
    expect(await recipesOf(db, 'F-1')).toBe('r3 r2 r1')
  })
})
