import { expect, test } from 'vitest'
import { contextForTests, onBothEngines } from '../../../tests/support/database-for-tests.ts'
import { addMember } from '../../../tests/support/member-for-tests.ts'
import { addUpload } from '../../../tests/support/upload-for-tests.ts'
import { deleteRecipe, postRecipe, saveRecipe } from './posting.commands.server.ts'
import { pdfFileName } from './recipe.queries.server.ts'
import type { RecipeInput } from './types.ts'

const id = 'work-0001'
const urlOf = (letter: string) => `/Image/uploads/${letter.repeat(32)}.pdf`

const withPdf = (pdfUrl: string, title = 'がま口'): RecipeInput => ({
  title,
  description: '小さながま口です。',
  ingredients: [],
  ties: [],
  steps: [],
  affiliateProducts: [],
  tags: [],
  cookingTime: '1hour',
  difficulty: '中級',
  explanationType: 'pdf',
  youtubeUrl: '',
  websiteExplanation: '',
  pdfUrl,
  mainImageUrl: '',
  moreImages: [],
})

onBothEngines('names of PDFs', (open) => {
  const posted = async (pdfName?: string) => {
    const { db } = await open()
    const ctx = contextForTests(db)
    const hanako = await addMember(db)
    for (const letter of ['e', 'f']) await addUpload(db, { name: letter.repeat(32) })
    const content = withPdf(urlOf('f'))
    expect(
      await postRecipe(ctx, hanako, { id, content, ...(pdfName === undefined ? {} : { pdfName }) }),
    ).toMatchObject({ ok: true })
    const version = async () =>
      (await db.selectFrom('recipe').where('id', '=', id).select('updatedAt').executeTakeFirstOrThrow())
        .updatedAt
    const save = async (next: RecipeInput, name: string) =>
      expect(
        await saveRecipe(ctx, hanako, { id, content: next, basedOn: await version(), pdfName: name }),
      ).toMatchObject({ ok: true })
    const nameOf = (letter: string) => pdfFileName(db, { id, pdfUrl: urlOf(letter) })
    return { db, ctx, hanako, content, version, save, nameOf }
  }

  test('R48: a PDF keeps its name with its recipe, also where a form does not know it', async () => {
    const { db, save, nameOf, ctx, hanako } = await posted('型紙.pdf')
    expect(await nameOf('f')).toBe('型紙.pdf')
    await save(withPdf(urlOf('f'), '春のがま口'), '')
    expect(await nameOf('f')).toBe('型紙.pdf')
    expect(await nameOf('e')).toBe('')
    expect(await pdfFileName(db, { id: 'other', pdfUrl: urlOf('f') })).toBe('')
    expect(await pdfFileName(db, { id, pdfUrl: 'https://other.example/a.pdf' })).toBe('')
    await deleteRecipe(ctx, hanako, id)
    expect(await nameOf('f')).toBe('')
  })

  test('R48: another PDF has its own name or none, and the same one can be called anew', async () => {
    const { save, nameOf, content, version, ctx, hanako } = await posted('型紙.pdf')
    const before = await version()
    await save(content, '型紙2.pdf')
    expect(await nameOf('f')).toBe('型紙2.pdf')
    expect(await version()).toBeGreaterThan(before)
    const renamed = await version()
    for (const pdfName of ['型紙2.pdf', ''])
      expect(await saveRecipe(ctx, hanako, { id, content, basedOn: 0, pdfName })).toMatchObject({ ok: true })
    expect(await version()).toBe(renamed)
    expect(await postRecipe(ctx, hanako, { id, content, pdfName: '別.pdf' })).toMatchObject({
      error: { reason: 'changed_meanwhile' },
    })
    await save(withPdf(urlOf('e')), '')
    expect([await nameOf('e'), await nameOf('f')]).toEqual(['', ''])
    await save(withPdf(urlOf('f')), 'また.pdf')
    expect([await nameOf('e'), await nameOf('f')]).toEqual(['', 'また.pdf'])
  })

  test('D51, R48: the former release writes beside it: a name is forgotten, never that of another file', async () => {
    const { db, nameOf } = await posted('型紙.pdf')
    await db.deleteFrom('recipeUpload').where('recipeId', '=', id).execute()
    await db
      .insertInto('recipeUpload')
      .values({ recipeId: id, name: 'f'.repeat(32) })
      .execute()
    expect(await nameOf('f')).toBe('')
  })

  test('R48: a PDF without a name has none', async () => {
    const { nameOf } = await posted()
    expect(await nameOf('f')).toBe('')
  })
})
