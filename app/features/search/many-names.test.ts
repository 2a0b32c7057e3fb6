import { expect, test } from 'vitest'
import { putProducts } from '~/features/products/commands.server.ts'
import { parseListing } from '~/features/products/form.server.ts'
import { onBothEngines } from '../../../tests/support/database-for-tests.ts'
import { fabricForTests } from '../../../tests/support/sample-products.ts'
import { askedByVisitor } from '../../../tests/support/whole-demo.ts'
import { findFabrics } from './lists.queries.server.ts'

const numbered = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, at) =>
    fabricForTests({
      number: `F-${10_000 + from + at}`,
      name: `布の名前 ${10_000 + from + at}番`,
      position: from + at,
    }),
  )

onBothEngines('many names', (open) => {
  test('S38: the list of fabrics weighs the same with 61 names as with 5,000, and keeps what is chosen', async () => {
    const { db } = await open()
    const bytesOf = async (query: string) => {
      const found = await findFabrics(askedByVisitor(db), parseListing(new URLSearchParams(query), 6))
      return { found, bytes: Buffer.byteLength(JSON.stringify(found)) }
    }
    await db.transaction().execute((trx) => putProducts(trx, 0, numbered(0, 61)))
    const few = await bytesOf('')
    expect(few.found.page.filter).toEqual({ names: [], hasMore: true })
    await db.transaction().execute((trx) => putProducts(trx, 0, numbered(61, 5_000)))
    const many = await bytesOf('')
    expect(many.found.page.total).toBe(5_000)
    expect(many.bytes - few.bytes).toBeLessThan(200)

    const name = '布の名前 14321番'
    const chosen = await bytesOf(`name=${encodeURIComponent(name)}`)
    expect(chosen.found.page).toMatchObject({ total: 1, exact: true, listing: { name } })
    const ctx = askedByVisitor(db)
    const names = (await ctx.listedFabrics()).names()
    expect([names.length, names[0], names.at(-1)]).toEqual([5_000, '布の名前 10000番', '布の名前 14999番'])
  })
})
