import { openDatabase } from '../../app/server/database/open-database.ts'
import { silentLog } from '../../app/server/log.ts'
import { addMember } from './member-for-tests.ts'
import { addRecipes, type RecipeForTests } from './recipe-for-tests.ts'

/** Replaces all recipes of a running shop on SQLite by these, of one member called 糸井はるか. */
export const giveRecipes = async (dataDir: string, recipes: readonly RecipeForTests[]): Promise<void> => {
  const { db, close } = await openDatabase({ dataDir, log: silentLog })
  try {
    await db.deleteFrom('recipe').execute()
    await addMember(db, { id: 'haruka', name: '糸井はるか' })
    await addRecipes(db, 'haruka', recipes)
  } finally {
    await close()
  }
}

/** Adds recipes of the demo's member with `email` to a running shop on SQLite; gives the id of that member. */
export const addShopRecipes = async (
  { dataDir }: { readonly dataDir: string },
  email: string,
  recipes: readonly RecipeForTests[],
): Promise<string> => {
  const { db, close } = await openDatabase({ dataDir, log: silentLog })
  try {
    const query = db.selectFrom('member').where('email', '=', email).select('id')
    const { id } = await query.executeTakeFirstOrThrow()
    await addRecipes(db, id, recipes)
    return id
  } finally {
    await close()
  }
}
