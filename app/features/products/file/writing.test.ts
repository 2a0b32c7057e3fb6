import { expect, test } from 'vitest'
import { saveProduct } from '~/features/products/desk/commands.server.ts'
import { deskProduct } from '~/features/products/desk/queries.server.ts'
import { readProduct } from '~/features/products/desk/typed.queries.server.ts'
import { newProduct, type TypedProduct, typedOf } from '~/features/products/desk/typed.rules.ts'
import { heldPrices } from '~/features/products/feed/feed.queries.server.ts'
import { putKits } from '~/features/products/kit.commands.server.ts'
import { contextForTests, onBothEngines } from '../../../../tests/support/database-for-tests.ts'
import { deskPersonForTests } from '../../../../tests/support/desk-person-for-tests.ts'
import { addUpload } from '../../../../tests/support/upload-for-tests.ts'
import { applyFile } from './apply.commands.server.ts'
import { previewFile } from './preview.commands.server.ts'

const upload = `${'a'.repeat(32)}-9x9`

onBothEngines('the shop’s own products', (open) => {
  const start = async () => {
    const { db } = await open()
    const ctx = contextForTests(db)
    const owner = deskPersonForTests(ctx)
    const now = () => deskProduct(db, 'K-1')
    const byForm = async (typed: Partial<TypedProduct>) => {
      const stored = await now()
      const base = stored === undefined ? newProduct('K-1', null) : typedOf(stored)
      const product = readProduct({ ...base, name: '箱', ...typed }, 'kit')
      if (!product.ok) throw new Error(JSON.stringify(product.error))
      const form = { requestId: ctx.newId(), version: stored?.version ?? null, product: product.value }
      const saved = await saveProduct(ctx, owner, form)
      if (!saved.ok) throw new Error(saved.error)
    }
    const byFile = async ({ price = '' }: Partial<TypedProduct>) => {
      const bytes = Buffer.from(`管理番号,価格,写真\nK-1,${price},/Image/other.jpg\n`)
      const seen = await previewFile(ctx, owner, { bytes, name: 'a.csv', replaces: false })
      if (!seen.ok) throw new Error(seen.error.texts.join())
      const taken = await applyFile(ctx, owner, { requestId: ctx.newId(), id: seen.value.id })
      if (!taken.ok) throw new Error(JSON.stringify(taken.error))
    }
    const byKits = async ({ price = '' }: Partial<TypedProduct>) => {
      const kit = { id: 'K-1', name: '箱', price, level: 'other', fabricSize: '', comment: '' } as const
      await putKits(ctx, {
        items: [{ ...kit, imageUrl: '/Image/other.jpg', createdAt: null }],
        replace: false,
      })
    }
    const ways = {
      form: (typed: Partial<TypedProduct>) => byForm({ ...typed, pictures: [] }),
      file: byFile,
      'file of kits': byKits,
    }
    return { db, now, byForm, ways }
  }

  test.each(['form', 'file', 'file of kits'] as const)(
    'N73, N43, P35: written by the %s have one former price, one wait, one version more, and photographs let go',
    async (way) => {
      const { db, now, byForm, ways } = await start()
      await addUpload(db, { name: upload, owner: 'shop', waiting: 1 })
      await byForm({ price: '660', status: '下書き', pictures: [`/Image/uploads/${upload}.jpg`] })
      const draft = await now()
      await ways[way]({ price: '6600' })
      expect([(await now())?.price, await heldPrices(db)], 'a draft was sold at no price').toEqual([6600, []])
      const gone = await db.selectFrom('upload').select('lastPutAt').where('name', '=', upload).execute()
      expect(gone).toEqual([{ lastPutAt: 1 }])
      expect((await now())?.version).toBeGreaterThan(draft?.version ?? Number.POSITIVE_INFINITY)
      await byForm({ status: '公開中' })
      await ways[way]({ price: '66' })
      expect((await now())?.price).toBe(6600)
      expect(await heldPrices(db)).toMatchObject([{ number: 'K-1', price: 66, formerPrice: 6600 }])
      await ways[way]({ price: '6500' })
      expect([(await now())?.price, await heldPrices(db)]).toEqual([6500, []])
    },
  )
})
