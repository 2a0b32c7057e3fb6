import { expect, onTestFinished, test } from 'vitest'
import { contextForTests, onBothEngines } from '../../../tests/support/database-for-tests.ts'
import { killAfter, startReactions } from '../../../tests/support/database-process.ts'
import { addMember } from '../../../tests/support/member-for-tests.ts'
import { addRecipe } from '../../../tests/support/recipe-for-tests.ts'
import { openDatabase } from '../../server/database/open-database.ts'
import { correctLikeCounts } from './commands.server.ts'

interface Crash {
  readonly at: string
  /** The calls acknowledged before the crash. */
  readonly said: readonly string[]
  /** Whether hanako likes and keeps the recipe afterwards; null when she is gone. */
  readonly like: boolean | null
  readonly favourite: boolean | null
}

const first = ['like true', 'favourite true']
const undone = [...first, 'like false', 'favourite false']
const again = [...undone, 'like true', 'favourite true']

const crashes: readonly Crash[] = [
  { at: 'insert recipeLike 1', said: [], like: false, favourite: false },
  { at: 'update recipe 1', said: [], like: false, favourite: false },
  { at: 'commit insert recipeLike 1', said: [], like: true, favourite: false },
  { at: 'commit delete recipeLike 1', said: first, like: false, favourite: true },
  { at: 'update recipe 4', said: again, like: true, favourite: true },
  { at: 'commit delete recipeLike 2', said: again, like: null, favourite: null },
]

onBothEngines('kill -9', (_open, places) => {
  test.each(crashes)(
    'ASVS 2.3.3, R11, A17: at "$at" the count is its rows, and what was acknowledged is true',
    async ({ at, said, like, favourite }) => {
      const settings = await places.migrated()
      const { db, close } = await openDatabase(settings)
      onTestFinished(close)
      for (const id of ['author', 'hanako', 'yoko']) await addMember(db, { id })
      await addRecipe(db, 'author', { id: 'work', likes: 1 })
      await db.insertInto('recipeLike').values({ recipeId: 'work', memberId: 'yoko', createdAt: 0 }).execute()

      expect(await killAfter(startReactions(settings, at), () => false)).toEqual(said)

      const likers = await db.selectFrom('recipeLike').select('memberId').orderBy('memberId').execute()
      const kept = await db.selectFrom('favourite').select('memberId').execute()
      const { likes } = await db.selectFrom('recipe').select('likes').executeTakeFirstOrThrow()
      const members = await db.selectFrom('member').where('id', '=', 'hanako').select('id').execute()
      expect(likers.map(({ memberId }) => memberId)).toEqual(like === true ? ['hanako', 'yoko'] : ['yoko'])
      expect(kept).toHaveLength(favourite === true ? 1 : 0)
      expect(members).toHaveLength(like === null ? 0 : 1)
      expect(likes).toBe(likers.length)
      expect(await correctLikeCounts(contextForTests(db))).toBe(0)
    },
  )
})
