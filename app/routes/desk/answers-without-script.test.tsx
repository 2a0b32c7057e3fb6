import { expect, test } from 'vitest'
import { putProducts } from '~/features/products/commands.server.ts'
import { markOf } from '~/kernel/desk-list.ts'
import { inTransaction } from '~/server/database/transaction.ts'
import { contextForTests, onBothEngines } from '../../../tests/support/database-for-tests.ts'
import { deskPersonForTests } from '../../../tests/support/desk-person-for-tests.ts'
import { pageAsHtml, type Shown } from '../../../tests/support/page-as-html.tsx'
import { fabricForTests } from '../../../tests/support/sample-products.ts'
import * as feed from './feed.tsx'
import * as product from './product.tsx'
import * as shop from './shop.tsx'

/** The tags that may take the focus as the page appears, the first of which does. */
const focused = (html: string) => [...html.matchAll(/<[^>]*\sautofocus=""[^>]*>/g)].map(([tag]) => tag)

const drawn = (shown: Shown) => {
  if (!('html' in shown)) throw new Error(JSON.stringify(shown))
  return shown
}

onBothEngines('N157, N158: what a page of the desk answers without script', (open) => {
  const start = async () => {
    const ctx = contextForTests((await open()).db)
    await inTransaction(ctx, (trx) =>
      putProducts(
        trx,
        0,
        ['A-71', 'A-72'].map((number) => fabricForTests({ number, priceText: '660' })),
      ),
    )
    return ctx
  }

  test('begins at the field that it is about, also far down a page of many forms', async () => {
    const ctx = await start()
    const page = pageAsHtml(ctx, deskPersonForTests(ctx), shop, { path: '/admin/shop', params: {} })
    const opened = drawn(await page.open())
    expect(focused(opened.html)).toEqual([])
    const form = opened.forms.find(({ html }) => html.includes('value="close-product"'))
    const fields = (form?.fields ?? []).map(
      ([name, value]) => [name, name === 'numberSearch' ? '7' : value] as const,
    )
    const answered = drawn(await page.press(fields))
    expect(answered.status).toBe(422)
    expect(focused(answered.html)).toEqual([expect.stringContaining('name="numberSearch"')])
  })

  test('keeps what was typed when what is read before the act cannot be read', async () => {
    const ctx = await start()
    let fails = false
    const db = new Proxy(ctx.db, {
      get: (target, name) => {
        if (name === 'selectFrom' && fails) {
          fails = false
          throw new Error('the database was away for a moment')
        }
        const value: unknown = Reflect.get(target, name, target)
        return typeof value === 'function' ? value.bind(target) : value
      },
    })
    const at = { path: '/admin/products/A-71', params: { number: 'A-71' } }
    const page = pageAsHtml({ ...ctx, db }, deskPersonForTests(ctx), product, at)
    const form = drawn(await page.open()).forms.find(({ html }) => html.includes('value="save"'))
    const fields = (form?.fields ?? []).map(
      ([name, value]) => [name, name === 'name' ? '書きかけの名前' : value] as const,
    )
    expect(fields.map(([name]) => name)).toContain('name')
    fails = true
    const answered = drawn(await page.press(fields))
    expect(answered.status).toBe(500)
    const again = answered.forms.find(({ html }) => html.includes('value="save"'))?.fields
    expect(again).toEqual(expect.arrayContaining([['name', '書きかけの名前']]))
    expect(Object.fromEntries(again ?? []).requestId).toBe(Object.fromEntries(fields).requestId)
  })

  test('keeps the marks of rows when the act fails, and begins at its words', async () => {
    const ctx = await start()
    for (const number of ['A-71', 'A-72'])
      await ctx.db
        .insertInto('heldPrice')
        .values({ number, price: 66, formerPrice: 660, priceText: '66' })
        .execute()
    let isFull = false
    const db = new Proxy(ctx.db, {
      get: (target, name) => {
        if (name === 'transaction' && isFull) {
          isFull = false
          throw new Error('the disk was full for a moment')
        }
        const value: unknown = Reflect.get(target, name, target)
        return typeof value === 'function' ? value.bind(target) : value
      },
    })
    const at = { path: '/admin/feed', params: {} }
    const page = pageAsHtml({ ...ctx, db }, deskPersonForTests(ctx), feed, at)
    const form = drawn(await page.open()).forms.find(({ html }) => html.includes('data-mark'))
    const mark = markOf('A-72', 66)
    isFull = true
    const answered = drawn(
      await page.press([...(form?.fields ?? []), ['product', mark], ['act', 'price'] as const]),
    )
    expect(answered.status).toBe(500)
    const marks = answered.forms.find(({ html }) => html.includes('data-mark'))?.fields
    expect(marks?.filter(([name]) => name === 'product')).toEqual([['product', mark]])
    expect(focused(answered.html)[0]).toContain('role="alert"')
  })
})
