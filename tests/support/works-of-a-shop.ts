import { openDatabase } from '../../app/server/database/open-database.ts'
import { silentLog } from '../../app/server/log.ts'
import { addMember } from './member-for-tests.ts'
import { addRecipe } from './recipe-for-tests.ts'

type Work = Parameters<typeof addRecipe>[2]

/** Puts works in the place of all that a running shop on SQLite has, of one member called 糸井はるか. */
export const giveWorks = async (dataDir: string, works: readonly Work[]): Promise<void> => {
  const { db, close } = await openDatabase({ dataDir, log: silentLog })
  try {
    await db.deleteFrom('recipe').execute()
    await addMember(db, { id: 'haruka', name: '糸井はるか' })
    for (const work of works) await addRecipe(db, 'haruka', work)
  } finally {
    await close()
  }
}
