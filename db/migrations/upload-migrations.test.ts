import { expect, test } from 'vitest'
import { migrate } from '../../app/server/database/migrate.ts'
import { openDatabase } from '../../app/server/database/open-database.ts'
import { onBothEngines } from '../../tests/support/database-for-tests.ts'
import { addMember } from '../../tests/support/member-for-tests.ts'
import { allMigrations } from './all-migrations.ts'

const before = Object.fromEntries(Object.entries(allMigrations).filter(([name]) => name < '0042'))
const nameOf = (letter: string) => `${letter.repeat(32)}-9x9`
const urlOf = (letter: string) => `/Image/uploads/${nameOf(letter)}.jpg`
const pdf = 'f'.repeat(32)

onBothEngines('a folder with works, opened by this version', (_open, places) => {
  test('R2, R40: uploads stay with the works that name them, and belong to who uses them; unused ones are anybody’s', async () => {
    const database = await openDatabase(await places.empty())
    const { db } = database
    try {
      await migrate(database, before)
      await addMember(db)
      await addMember(db, { id: 'member-2', name: '次郎' })
      for (const name of [...'abcdeg'].map(nameOf).concat(pdf))
        await db
          .insertInto('upload')
          .values({ name, kind: 'picture', width: 9, height: 9, bytes: 7, source: 'own', lastPutAt: 5 })
          .execute()
      await db.updateTable('upload').set({ source: 'demo' }).where('name', '=', nameOf('g')).execute()
      const work = {
        authorName: '',
        authorSns: '{}',
        title: '',
        description: '',
        ingredients: '[]',
        tags: '[]',
        cookingTime: '',
        difficulty: '',
        explanationType: 'none',
        youtubeUrl: '',
        websiteExplanation: '',
        mainImageUrl: urlOf('a'),
        source: 'own',
        createdAt: 0,
        updatedAt: 0,
      } as const
      const plain = { ...work, pdfUrl: '', steps: '[]', affiliateProducts: '[]' }
      const hers = {
        ...work,
        id: 'w-hers',
        authorId: 'member-1',
        pdfUrl: `/Image/uploads/${pdf}.pdf`,
        steps: JSON.stringify([
          { id: 1, imageUrl: urlOf('b') },
          { id: 2, imageUrl: urlOf('b') },
        ]),
        affiliateProducts: JSON.stringify([{ imageUrl: 'https://a.example/b.jpg' }]),
      }
      await db.insertInto('recipe').values(hers).execute()
      // More than one portion.
      for (let at = 0; at < 401; at += 1)
        await db
          .insertInto('recipe')
          .values({ ...plain, id: `w${at}`, authorId: 'member-2' })
          .execute()
      const profile = { memberId: 'member-2', joinDate: '', photoUrl: urlOf('c'), updatedAt: 1 }
      await db.insertInto('memberProfile').values(profile).execute()
      const source = { failure: null, tries: 0, nextTryAt: null, place: 0, shownBy: '', version: '' }
      await db
        .insertInto('pictureSource')
        .values({ ...source, address: 'https://a.example/', name: nameOf('d') })
        .execute()
      expect(await migrate(database)).toEqual(Object.keys(allMigrations).filter((name) => name >= '0042'))
      const noted = await db.selectFrom('recipeUpload').selectAll().execute()
      expect(
        noted
          .filter(({ recipeId }) => recipeId === 'w-hers')
          .map(({ name }) => name[0])
          .sort(),
      ).toEqual(['a', 'b', 'f'])
      expect(noted).toHaveLength(3 + 401)
      const owners = await db.selectFrom('uploadOwner').selectAll().execute()
      expect(
        owners.map(({ name, owner, bytes, waiting }) => [name[0], owner, bytes, waiting].join(' ')).sort(),
      ).toEqual([
        'a member-1 7 0',
        'a member-2 7 0',
        'b member-1 7 0',
        'c member-2 7 0',
        'e  7 0',
        'f member-1 7 0',
      ])
    } finally {
      await database.close()
    }
  })
})
