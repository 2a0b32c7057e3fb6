import { expect, test } from 'vitest'
import { toldActs } from '~/brought-by-features.server.ts'
import { changesOf, isUnchanged } from '~/features/desk/log.rules.ts'
import { saveProduct } from '~/features/products/desk/commands.server.ts'
import { deskProduct } from '~/features/products/desk/queries.server.ts'
import { readProduct } from '~/features/products/desk/typed.queries.server.ts'
import { newProduct, type TypedProduct, typedOf } from '~/features/products/desk/typed.rules.ts'
import { heldPrices } from '~/features/products/feed/feed.queries.server.ts'
import { acceptPrice } from '~/features/products/feed/price-acceptance.commands.server.ts'
import { putKits } from '~/features/products/kit.commands.server.ts'
import { auditOf } from '~/server/audit.ts'
import { contextForTests, onBothEngines } from '../../../../tests/support/database-for-tests.ts'
import { deskPersonForTests } from '../../../../tests/support/desk-person-for-tests.ts'
import { addUpload } from '../../../../tests/support/upload-for-tests.ts'
import { applyFile } from './apply.commands.server.ts'
import { previewFile } from './preview.commands.server.ts'
import { productFileText } from './queries.server.ts'
import { rowsOfFile } from './stored-files.queries.server.ts'

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
    const byFile = async ({ price = '', status = '' }: Partial<TypedProduct>) => {
      const row = `K-1,キット,箱,${price},${status},/Image/other.jpg`
      const bytes = Buffer.from(`管理番号,種類,名前,価格,公開,写真\n${row}\n`)
      const seen = await previewFile(ctx, owner, { bytes, name: 'a.csv', replaces: false })
      if (!seen.ok) throw new Error(seen.error.texts.join())
      const [{ waits } = { waits: 0 }] = await rowsOfFile(db, seen.value.id)
      const taken = await applyFile(ctx, owner, { requestId: ctx.newId(), id: seen.value.id })
      if (!taken.ok) throw new Error(JSON.stringify(taken.error))
      // A price that waits already is told once.
      expect(taken.value.held, 'what the preview promised').toBeGreaterThanOrEqual(waits)
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
    const accept = async (price: number) =>
      (await acceptPrice(ctx, owner, { requestId: ctx.newId(), number: 'K-1', price })).ok
    return { ctx, db, now, byForm, ways, accept }
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

  test.each(['form', 'file', 'file of kits'] as const)(
    'N75, N76: written by the %s, a first price below 50 yen and 0 for what had a price are asked about once',
    async (way) => {
      const { db, now, ways, accept } = await start()
      const write = async (price: string) => {
        await ways[way]({ price, status: '公開中' })
        return [
          (await now())?.price,
          ...(await heldPrices(db)).flatMap((held) => [held.formerPrice, held.price]),
        ]
      }
      expect(await write('49'), 'it is sold at no price').toEqual([null, null, 49])
      expect(await write('49'), 'written again, it is one that waits').toEqual([null, null, 49])
      expect(await write('50'), 'corrected').toEqual([50])
      expect(await write('49')).toEqual([50, 50, 49])
      expect(await accept(49)).toBe(true)
      expect(await accept(49), 'it has been answered').toBe(false)
      expect(await write('49')).toEqual([49])
      expect(await write('40'), 'below 50 yen it is still asked about').toEqual([49, 49, 40])
      expect(await write('700'), 'a low price measures no higher one').toEqual([700])
      expect(await write('1401')).toEqual([700, 700, 1401])
      expect(await write('0')).toEqual([700, 700, 0])
      expect(await accept(0)).toBe(true)
      expect(await write('0')).toEqual([0])
      expect(await write('30'), 'it was at 0 before').toEqual([30])
    },
  )

  test.each(['form', 'file'] as const)(
    'N75: a draft that is written by the %s is asked about when it is published, and not again',
    async (way) => {
      const { db, now, ways, accept } = await start()
      const write = async (status: string, price = '7') => {
        await ways[way]({ price, status })
        return [(await now())?.price, (await heldPrices(db)).length]
      }
      expect(await write('下書き')).toEqual([7, 0])
      expect(await write('公開中')).toEqual([null, 1])
      expect(await accept(7)).toBe(true)
      expect(await write('下書き')).toEqual([7, 0])
      expect(await write('公開中')).toEqual([7, 0])
      expect(await write('掲載終了')).toEqual([7, 0])
      expect(await write('公開中')).toEqual([7, 0])
      expect(await write('下書き')).toEqual([7, 0])
      expect(await write('下書き', '8')).toEqual([8, 0])
      expect(await write('公開中', '8'), 'another price').toEqual([null, 1])
    },
  )

  test('N75: one that was entered as discontinued is asked about when it comes on sale, and has it in its file', async () => {
    const { ctx, db, now, byForm, accept } = await start()
    await byForm({ price: '7', status: '掲載終了' })
    expect([(await now())?.price, await heldPrices(db)]).toEqual([7, []])
    await byForm({ price: '7', status: '公開中' })
    expect([(await now())?.price, (await heldPrices(db)).length]).toEqual([null, 1])
    expect(await productFileText(db)).toMatch(/^K-1,.*,7,公開中,/m)
    await byForm({ reading: 'はこ' })
    expect([(await now())?.price, (await heldPrices(db)).length]).toEqual([null, 1])
    const bytes = Buffer.from('管理番号,名前,価格\nK-1,別の箱,7\n')
    const seen = await previewFile(ctx, deskPersonForTests(ctx), { bytes, name: 'a.csv', replaces: false })
    expect(seen.ok && (await rowsOfFile(db, seen.value.id)), 'it waits already').toMatchObject([{ waits: 0 }])
    expect(await accept(7)).toBe(true)
  })

  test('N76: what was given away comes on sale again at any price', async () => {
    const { db, now, byForm, accept } = await start()
    await byForm({ price: '0' })
    expect(await accept(0)).toBe(true)
    await byForm({ status: '掲載終了' })
    await byForm({ price: '30', status: '公開中' })
    expect([(await now())?.price, await heldPrices(db)]).toEqual([30, []])
  })

  test('N77: the log says which price waits, and with a file how many do', async () => {
    const { ctx, db, byForm, ways, accept } = await start()
    await byForm({ price: '880' })
    ctx.advance(1)
    await byForm({ price: '0' })
    const saved = (await auditOf(db, 'product:K-1')).at(-1)
    if (saved === undefined) throw new Error('not written down')
    expect(isUnchanged(toldActs, saved)).toBe(false)
    expect(changesOf(toldActs, saved)).toEqual([{ name: '確認を待つ価格', before: '', after: '0円' }])
    ctx.advance(1)
    await byForm({ reading: 'はこ' })
    const other = (await auditOf(db, 'product:K-1')).at(-1)
    expect(other && changesOf(toldActs, other).map(({ name }) => name)).toEqual(['よみ'])
    expect(await accept(0)).toBe(true)
    ctx.advance(1)
    await byForm({ price: '880' })
    const raised = (await auditOf(db, 'product:K-1')).at(-1)
    expect(raised && changesOf(toldActs, raised)).toEqual([{ name: '価格', before: '0円', after: '880円' }])
    await ways.file({ price: '70' })
    const [file] = await auditOf(db, 'product-file:a.csv')
    expect(file?.after).toBe('新しい 0点・変わる 1点・確認を待つ価格 1点')
  })
})
