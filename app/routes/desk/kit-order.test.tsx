import { expect, test } from 'vitest'
import { closeItem } from '~/features/products/closing.commands.server.ts'
import { putProducts } from '~/features/products/commands.server.ts'
import { kitOrder as kitsInOrder } from '~/features/products/kit.queries.server.ts'
import { contextForTests, onBothEngines } from '../../../tests/support/database-for-tests.ts'
import { deskPersonForTests } from '../../../tests/support/desk-person-for-tests.ts'
import { type FormOnPage, type PageModule, pageAsHtml } from '../../../tests/support/page-as-html.tsx'
import { fabricForTests } from '../../../tests/support/sample-products.ts'
import * as kitOrder from './kit-order.tsx'
import * as shop from './shop.tsx'

onBothEngines('a press for one of several products', (open) => {
  const start = async () => {
    const ctx = contextForTests((await open()).db)
    const owner = deskPersonForTests(ctx)
    const put = (...products: Parameters<typeof fabricForTests>[0][]) =>
      ctx.db.transaction().execute((trx) => putProducts(trx, 1, products.map(fabricForTests)))
    const at = (page: PageModule, path: string) => pageAsHtml(ctx, owner, page, { path, params: {} })
    return { ctx, owner, put, at }
  }
  const formsOf = async (page: ReturnType<typeof pageAsHtml>): Promise<readonly FormOnPage[]> => {
    const shown = await page.open()
    if (!('forms' in shown)) throw new Error('no page')
    return shown.forms
  }
  const fieldsOf = (forms: readonly FormOnPage[], number: string) => {
    const found = forms.find(({ fields }) =>
      fields.some(([name, value]) => name === 'number' && value === number),
    )
    if (found === undefined) throw new Error(`no form of ${number}`)
    return found.fields
  }

  test('N2, N52: kits move, whatever script their number is in; a press that comes twice is one, and another press of the same page another', async () => {
    const { ctx, put, at } = await start()
    const kits = ['きんちゃく', 'ポーチ', 'K-3']
    await put(...kits.map((number) => ({ number, type: 'kit' as const })))
    const kit = { level: 'beginner', fabricSize: '50cm', fabricNumbers: '' } as const
    for (const [createdAt, number] of kits.entries())
      await ctx.db
        .insertInto('kit')
        .values({ number, createdAt, comment: '', ...kit })
        .execute()
    const page = at(kitOrder, '/admin/products/kit-order')
    const numbers = async () => (await kitsInOrder(ctx.db)).map(({ number }) => number)
    const [first, second, third] = await numbers()
    const forms = await formsOf(page)
    const up = [...fieldsOf(forms, third ?? ''), ['way', 'up'] as const]
    for (const _twice of [1, 2]) expect(await page.press(up)).toEqual({ to: expect.stringContaining('done') })
    expect(await numbers()).toEqual([first, third, second])
    // As it was drawn before that: another press, whose kits have moved meanwhile, and not the first one's answer.
    const other = [...fieldsOf(forms, second ?? ''), ['way', 'first'] as const]
    expect(await page.press(other)).toMatchObject({ status: 409 })
    expect(await page.press([...fieldsOf(forms, third ?? ''), ['way', 'down']])).toMatchObject({
      status: 409,
    })
    expect(await numbers()).toEqual([first, third, second])
    const now = [...fieldsOf(await formsOf(page), second ?? ''), ['way', 'first'] as const]
    expect(await page.press(now)).toEqual({ to: expect.stringContaining('done') })
    expect(await numbers()).toEqual([second, first, third])
  })

  test('N2, N25: a product whose number is in Japanese is sold again by its button', async () => {
    const { ctx, owner, put, at } = await start()
    await put({ number: '藍の布' })
    expect(await closeItem(ctx, owner, { requestId: 'close', number: '藍の布' })).toMatchObject({ ok: true })
    const page = at(shop, '/admin/shop')
    expect(await page.press(fieldsOf(await formsOf(page), '藍の布'))).toEqual({ to: expect.any(String) })
    expect(await ctx.db.selectFrom('closedProduct').selectAll().execute()).toEqual([])
  })
})
