import fc from 'fast-check'
import { expect, test } from 'vitest'
import { demoFabrics } from '#demo/fabrics.ts'
import { isToldAlike, type NewProduct, productOfRow } from '~/features/products/columns.queries.server.ts'
import { putProducts } from '~/features/products/commands.server.ts'
import { comparedRows } from '~/features/products/comparison/rows.rules.ts'
import { colourOf, factsOfRow, nameWithColour, readFacts } from '~/features/products/description.rules.ts'
import { facetsOf } from '~/features/products/facets.rules.ts'
import { shownFacts } from '~/features/products/fields.rules.ts'
import { listedFabrics } from '~/features/products/listed-fabrics.queries.server.ts'
import { normaliseProducts } from '~/features/products/normalising.commands.server.ts'
import { feedOfFabrics, productOfPage } from '~/features/products/product.queries.server.ts'
import { fabricsNumbered } from '~/features/products/queries.server.ts'
import { deskStock } from '~/features/stock/desk/desk.queries.server.ts'
import { widthCmIn } from '~/features/stock/measures.rules.ts'
import { contextForTests, onBothEngines } from '../../../../tests/support/database-for-tests.ts'
import { fabricForTests } from '../../../../tests/support/sample-products.ts'

const parts = [
  ...['【藍】', '【素材】', '【', '】', '藍', '綿100％', '麻55％綿45％', '、', '，', '。', '\n', ' ', '　'],
  ...[
    '巾110cm',
    '生地巾：約１１０㎝',
    '幅',
    '巾広め',
    '厚さ普通',
    '約125g/㎡',
    '厚み:0.3mm',
    '80番手',
    'やわらか',
  ],
  ...['😀', 'が', '\t', '"', '<b>', 'コットン', '柿×桜', ' 45oz', '１', 'cm'],
]
const odd = fc.oneof(
  fc.array(fc.constantFrom(...parts), { maxLength: 9 }).map((all) => all.join('')),
  fc.string({ maxLength: 30 }).map((text) => text.replaceAll('\0', '')),
)

/** Every fabric of the demo, and a thousand descriptions as nobody should write them. */
const fabrics: readonly NewProduct[] = [
  ...demoFabrics.map((fabric, position) => fabricForTests({ ...fabric, status: '公開中', position })),
  ...fc
    .sample(odd, { seed: 99, numRuns: 1_000 })
    .map((description, at) =>
      fabricForTests({ number: `odd-${at}`, name: '布', description, position: 100 + at }),
    ),
]

onBothEngines('the facts of a fabric', (open) => {
  const start = async () => {
    const { db } = await open()
    const ctx = contextForTests(db)
    const stored = () => db.selectFrom('product').selectAll().orderBy('position').execute()
    const put = (...products: readonly NewProduct[]) =>
      db.transaction().execute((trx) => putProducts(trx, 1, products))
    return { db, ctx, stored, put }
  }
  type Shop = Awaited<ReturnType<typeof start>>

  /** What everybody reads of each fabric, beside what its description tells. */
  const expectToldAsBefore = async ({ db, stored }: Shop) => {
    const shown = await fabricsNumbered(
      db,
      fabrics.map(({ number }) => number),
    )
    const listed = new Map((await listedFabrics(db)).fabrics.map((fabric) => [fabric.number, fabric]))
    const feed = await feedOfFabrics(db, 'https://shop.example')
    for (const [at, row] of (await stored()).entries()) {
      const { number, description, name } = fabrics[at] ?? fabricForTests({ number: '' })
      const { facts, text } = readFacts(description)
      const colour = colourOf({ type: 'fabric', description })
      const named = (fact: string) => facts.find(({ name }) => name === fact)?.value ?? ''
      expect(row.number).toBe(number)
      const { text: told, ...columns } = factsOfRow(row)
      expect(shownFacts(columns), description).toEqual([
        ...(colour === null ? [] : [{ name: '色', value: colour }]),
        ...facts,
      ])
      expect(told, description).toBe(text)
      const product = shown.find((each) => each.number === number)
      if (product === undefined) throw new Error(`${number} is not shown`)
      // Carts, the provider and the feed of the shop.
      expect([product.description, feed?.items[at]?.description]).toEqual([description, description])
      expect(nameWithColour(product)).toBe(nameWithColour({ name, type: 'fabric', description }))
      expect(comparedRows([product]).slice(0, 2), description).toEqual([
        { name: '生地巾', values: [named('生地巾') || '—'] },
        { name: '厚さ', values: [named('厚さ') || '—'] },
      ])
      const found = facetsOf({ name, description: [...description].slice(0, 200).join('') })
      expect(listed.get(number), description).toMatchObject({
        colour: found.colour,
        material: found.material,
      })
      if (at % 50 > 0) continue
      expect((await productOfPage(db, number))?.text).toBe(text)
      expect((await deskStock(db, number))?.widthCm).toBe(widthCmIn(named('生地巾')))
    }
  }

  test('N71, P28, K2: are columns, and read as its description was, for the demo and a thousand odd ones', async () => {
    const shop = await start()
    await shop.put(...fabrics)
    await expectToldAsBefore(shop)
    for (const row of await shop.stored()) expect(isToldAlike(row, productOfRow(row))).toBe(true)
  })

  test('D51: of a row that the former release wrote are read from its description, and stored by a job', async () => {
    const shop = await start()
    const { db, ctx, stored } = shop
    // It writes the description and leaves the columns as they are.
    await shop.put(
      ...fabrics.map((fabric) => ({ ...fabric, description: '【赤】ウール、巾90cm、厚さ厚手。' })),
    )
    for (const { number, description } of fabrics)
      await db.updateTable('product').set({ description }).where('number', '=', number).execute()
    await expectToldAsBefore(shop)
    expect(await normaliseProducts(ctx)).toBe(fabrics.length)
    for (const row of await stored()) {
      expect(row.factsOf).toBe(row.description)
      expect(factsOfRow(row)).toEqual(factsOfRow({ ...row, factsOf: null }))
    }
    await expectToldAsBefore(shop)
    expect(await normaliseProducts(ctx)).toBe(0)
    // As the migration leaves rows whose other texts are right.
    await db.updateTable('product').set({ factsOf: null }).where('number', '=', 'F-1001').execute()
    expect(await normaliseProducts(ctx)).toBe(1)
  })

  test('D51: that were typed stay, though their description reads otherwise, also when a job comes between', async () => {
    const { db, ctx, put, stored } = await start()
    const typed = { material: '綿、麻', width: '', text: 'よい布', description: '綿、麻。よい布' }
    await put(fabricForTests({ number: 'F-1', ...typed }))
    await db.updateTable('product').set({ readFrom: null }).execute()
    expect(await normaliseProducts(ctx)).toBe(1)
    expect(await stored()).toMatchObject([typed])
    await db.updateTable('product').set({ description: '綿100%、巾110cm。' }).execute()
    // The owner saves what she typed after the job has read the former release's description.
    const late = new Proxy(db, {
      get: (target, name) => {
        if (name === 'transaction')
          return () => ({
            execute: async (task: never) => {
              await db
                .updateTable('product')
                .set({ ...typed, factsOf: typed.description })
                .execute()
              return target.transaction().execute(task)
            },
          })
        const found: unknown = Reflect.get(target, name, target)
        return typeof found === 'function' ? found.bind(target) : found
      },
    })
    await normaliseProducts({ ...ctx, db: late })
    expect(await stored()).toMatchObject([{ ...typed, factsOf: typed.description }])
  })

  test('C9, P1: a product that says anything else is not alike', async () => {
    const { put, stored } = await start()
    await put(fabricForTests({ number: 'F-1', description: '【藍】綿100%、巾110cm、厚さ普通。よい布' }))
    const [row] = await stored()
    if (row === undefined) throw new Error('nothing stored')
    const product = productOfRow(row)
    for (const other of [
      ...['name', 'reading', 'description', 'imageUrl', 'moreImages', 'status', 'priceText'],
      ...['colour', 'material', 'width', 'thickness', 'text'],
    ])
      expect(isToldAlike(row, { ...product, [other]: 'x' }), other).toBe(false)
    expect(isToldAlike(row, { ...product, position: 9 })).toBe(false)
    expect(isToldAlike(row, { ...product, source: 'feed' })).toBe(false)
    expect(isToldAlike({ ...row, price: 1 }, product)).toBe(false)
    expect(isToldAlike(row, product)).toBe(true)
    const kit = { level: 'other', fabricSize: '', fabricNumbers: '', createdAt: 1 } as const
    expect(isToldAlike(row, { ...product, kit }, kit)).toBe(true)
    expect(isToldAlike(row, { ...product, kit: { ...kit, createdAt: null } }, kit)).toBe(true)
    for (const other of [
      { level: 'beginner' },
      { fabricSize: 'x' },
      { fabricNumbers: 'x' },
      { createdAt: 2 },
    ] as const)
      expect(isToldAlike(row, { ...product, kit }, { ...kit, ...other }), JSON.stringify(other)).toBe(false)
  })
})
