import { expect, test } from 'vitest'
import { popularKeywords, situationCategories } from '~/features/recipes/curation/queries.server.ts'
import { searchText } from '~/kernel/search-text.ts'
import { onBothEngines } from '../../../../tests/support/database-for-tests.ts'
import { builtInKeywords, builtInSituations } from './rules.ts'

onBothEngines('the lists of the gallery’s home', (open) => {
  test('A23: a new shop begins with the built-in lists as rows, and what is deleted stays deleted', async () => {
    const { db } = await open()
    expect(await popularKeywords(db)).toEqual(builtInKeywords)
    expect(await situationCategories(db)).toEqual(builtInSituations)

    await db.deleteFrom('popularKeyword').execute()
    await db.deleteFrom('situationCategory').where('id', '=', 'gift').execute()

    expect(await popularKeywords(db)).toEqual([])
    expect((await situationCategories(db)).map(({ id }) => id)).not.toContain('gift')
  })

  test('they stand in their places', async () => {
    const { db } = await open()
    await db.updateTable('popularKeyword').set({ position: 9 }).where('id', '=', 'bag').execute()
    expect((await popularKeywords(db)).map(({ id }) => id)).toEqual(['cushion', 'kids', 'cotton', 'bag'])
  })

  test('R22: the tags of the first situations are written as search compares them', async () => {
    const { db } = await open()
    const tags = await db.selectFrom('situationTag').selectAll().execute()
    expect(tags.filter(({ tag }) => tag !== searchText(tag))).toEqual([])
    expect(new Set(tags.map(({ situationId }) => situationId))).toEqual(
      new Set(builtInSituations.map(({ id }) => id)),
    )
  })
})
