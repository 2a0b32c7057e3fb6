import { expect, test } from 'vitest'
import { memberSteps, uploadsInUse } from '~/brought-by-features.server.ts'
import { collectUploads } from '~/features/pictures/collection.commands.server.ts'
import { inTransaction } from '~/server/database/transaction.ts'
import { contextForTests, onBothEngines } from '../../../tests/support/database-for-tests.ts'
import { addMember } from '../../../tests/support/member-for-tests.ts'
import { addRecipe } from '../../../tests/support/recipe-for-tests.ts'

const week = 7 * 86_400_000
const nameOf = (letter: string) => `${letter.repeat(32)}-9x9`
const urlOf = (letter: string) => `/Image/uploads/${nameOf(letter)}.jpg`

onBothEngines('uploads of all features', (open) => {
  const start = async () => {
    const { db } = await open()
    const removed: string[] = []
    const uploadFiles = {
      put: async () => {},
      read: async () => undefined,
      has: async () => true,
      remove: async (name: string) => void removed.push(name),
      freeBytes: async () => 0,
    }
    const ctx = contextForTests(db, { uploadFiles })
    const hanako = await addMember(db)
    await addMember(db, { id: 'member-2', name: '次郎' })
    const rows = '12abcdef'
      .split('')
      .map((letter) => ({ name: nameOf(letter), kind: 'picture' as const, width: 9 }))
    const pdf = { name: 'f'.repeat(32), kind: 'pdf' as const, width: 0 }
    for (const upload of [...rows, pdf])
      await db
        .insertInto('upload')
        .values({ ...upload, height: upload.width, bytes: 1, source: 'own', lastPutAt: ctx.now() })
        .execute()
    await addRecipe(db, 'member-1', {
      id: 'hers',
      mainImageUrl: urlOf('a'),
      steps: [
        { id: 1, description: '縫う', imageUrl: urlOf('b') },
        { id: 2, description: '返す', imageUrl: urlOf('1') },
      ],
      affiliateProducts: [{ id: '1', name: '', description: '', productUrl: '', imageUrl: urlOf('c') }],
      pdfUrl: `/Image/uploads/${pdf.name}.pdf`,
    })
    await addRecipe(db, 'member-2', {
      id: 'his',
      mainImageUrl: urlOf('b'),
      steps: [{ id: 1, description: '切る', imageUrl: urlOf('f') }],
    })
    await db
      .insertInto('memberProfile')
      .values({ memberId: 'member-1', joinDate: '2026年4月', photoUrl: urlOf('d'), updatedAt: 1 })
      .execute()
    await db
      .insertInto('popularKeyword')
      .values({ id: '1', name: '巾着', image: urlOf('e'), position: 4, compared: '巾着', updatedAt: 0 })
      .execute()
    const collect = () => collectUploads(ctx, uploadsInUse, new AbortController().signal)
    const left = async () => {
      const names = await db.selectFrom('upload').select('name').orderBy('name').execute()
      return names.map(({ name }) => (name.length === 32 ? 'pdf' : name.slice(0, 1))).join(' ')
    }
    return { ctx, db, hanako, collect, left }
  }

  test('R2: recipes, profiles and keywords keep theirs for ever', async () => {
    const { ctx, collect, left } = await start()
    ctx.advance(2 * week)
    expect(await collect()).toBe(1)
    expect(await left()).toBe('1 a b c d e pdf f')
  })

  test('W7: of several photographs each is kept with its recipe, and goes with the account', async () => {
    const { ctx, db, hanako, collect, left } = await start()
    await addRecipe(db, 'member-1', { id: 'several', mainImageUrl: urlOf('a'), moreImages: [urlOf('2')] })
    ctx.advance(2 * week)
    expect(await collect()).toBe(0)
    await inTransaction(ctx, async (trx) => {
      await memberSteps.gone(trx, hanako.id, ctx)
      await trx.deleteFrom('member').where('id', '=', hanako.id).execute()
    })
    await collect()
    expect(await left()).toBe('b e f')
  })

  test('A17: with an account go the pictures and PDFs that only she used, at once', async () => {
    const { ctx, db, hanako, collect, left } = await start()
    await inTransaction(ctx, async (trx) => {
      await memberSteps.gone(trx, hanako.id, ctx)
      await trx.deleteFrom('member').where('id', '=', hanako.id).execute()
    })
    expect(await collect()).toBe(5)
    expect(await left()).toBe('2 b e f')
    const his = await db.selectFrom('upload').where('name', '=', nameOf('f')).select('lastPutAt').execute()
    expect(his).toEqual([{ lastPutAt: ctx.now() }])
  })
})
