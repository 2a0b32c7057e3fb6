import type { Kysely } from 'kysely'
import { indexFabrics } from '../../app/features/products/indexing.commands.server.ts'
import type { Schema } from '../../db/schema.ts'
import { addMember } from './member-for-tests.ts'
import { addPaidOrders } from './paid-orders-for-tests.ts'
import { addRecipes } from './recipe-for-tests.ts'

/** Fills an empty shop with related rows of every kind: `count` orders and recipes, of one member. */
export const fillShop = async (db: Kysely<Schema>, count = 3): Promise<void> => {
  await addMember(db, { id: 'haruka', name: '糸井はるか' })
  await addMember(db, { id: 'mei', name: '布田めい' })
  const ids = Array.from({ length: count }, (_, at) => `recipe-${at}`)
  for (let at = 0; at < count; at += 100)
    await addRecipes(
      db,
      'haruka',
      ids.slice(at, at + 100).map((id) => ({
        id,
        title: `きんちゃく袋 ${id}`,
        description: '裏地つきの「袋」です。\n絵文字🧵も。',
        tags: ['入園', '小学生'],
        createdAt: 1_700_000_000_000 + at,
      })),
    )
  for (const recipeId of ids.slice(0, 3)) {
    await db.insertInto('recipeLike').values({ recipeId, memberId: 'mei', createdAt: 5 }).execute()
    await db
      .insertInto('comment')
      .values({
        id: `comment-${recipeId}`,
        recipeId,
        authorId: 'mei',
        authorName: '布田めい',
        text: 'すてき',
        source: 'own',
        createdAt: 6,
      })
      .execute()
  }
  await addPaidOrders(db, count)
  await db.transaction().execute(async (trx) => {
    const fabric = { number: 'F-1029', name: 'リネン 生成り', reading: 'りねん', description: '厚手' }
    await trx
      .insertInto('product')
      .values({
        ...fabric,
        type: 'fabric',
        priceText: '1,200円',
        price: 1_200,
        imageUrl: '',
        moreImages: '',
        status: '公開中',
        source: 'own',
        position: 0,
        createdAt: 1,
        updatedAt: 1,
      })
      .execute()
    await indexFabrics(trx, [fabric])
  })
}
