import { openDatabase } from '../../app/server/database/open-database.ts'
import { silentLog } from '../../app/server/log.ts'
import { addMember } from './member-for-tests.ts'
import { addRecipes, type RecipeForTests } from './recipe-for-tests.ts'

/** Puts recipes in the place of all that a running shop on SQLite has, of one member called 糸井はるか. */
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

/** Puts recipes into a running shop on SQLite, by the demo's login with `email`; gives the id of that member. */
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
