import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { allKits } from '~/features/products/listing.rules.ts'
import { contextForTests, onBothEngines } from '../tests/support/database-for-tests.ts'
import { addMember } from '../tests/support/member-for-tests.ts'
import { fabricForTests } from '../tests/support/sample-products.ts'
import { prepareFeatures, uploadsInUse } from './brought-by-features.server.ts'
import { cartProductOf } from './features/cart/rules.ts'
import { uploadNameOf, uploadUrlsIn } from './features/pictures/rules.ts'
import { putProducts } from './features/products/commands.server.ts'
import { putKits } from './features/products/kit.commands.server.ts'
import { kitOfPage, kitsUsing, listKits } from './features/products/kit.queries.server.ts'
import { feedOfFabrics, productOfPage } from './features/products/product.queries.server.ts'
import { fabricsNumbered, sellableProducts } from './features/products/queries.server.ts'
import { putLinks } from './features/shop/news-and-collaborations/commands.server.ts'
import { collaborations } from './features/shop/news-and-collaborations/queries.server.ts'
import { features } from './features.server.ts'

onBothEngines('the start', (open) => {
  const start = async () => {
    const imagesDir = await mkdtemp(join(tmpdir(), 'images-'))
    onTestFinished(() => rm(imagesDir, { recursive: true }))
    const ctx = contextForTests((await open()).db, { imagesDir })
    const logins = async () => (await ctx.db.selectFrom('member').select('id').execute()).length
    return { ctx, logins, demo: { ...ctx, demo: true } }
  }

  test('A24: a demo has its five logins and four authors, and the real shop that it becomes has nobody', async () => {
    const { ctx, demo, logins } = await start()
    await prepareFeatures(demo, false)
    expect(await logins()).toBe(9)
    await prepareFeatures(demo, false)
    expect(await logins()).toBe(9)
    await prepareFeatures(ctx, true)
    expect(await logins()).toBe(0)
  })

  test('A24: a demo has an owner and a packer at the desk, each with a secret of her own; the real shop that it becomes has nobody there', async () => {
    const { ctx, demo } = await start()
    await prepareFeatures(demo, false)
    const people = () =>
      ctx.db
        .selectFrom('deskPerson')
        .innerJoin('member', 'member.id', 'deskPerson.memberId')
        .innerJoin('secondFactor', 'secondFactor.memberId', 'deskPerson.memberId')
        .select(['email', 'deskPerson.role', 'secret'])
        .orderBy('deskPerson.role')
        .execute()
    const first = await people()
    expect(first.map(({ email, role }) => [email, role])).toEqual([
      ['owner@demo.example', 'owner'],
      ['packer@demo.example', 'packer'],
    ])
    expect(new Set(first.map(({ secret }) => secret)).size).toBe(2)
    await prepareFeatures(demo, false)
    expect(await people()).toEqual(first)
    const guest = await addMember(ctx.db, { id: 'guest' })
    const row = { createdAt: 0, createdBy: null, setUpUntil: 0, codesNotedAt: 0, endedAt: null }
    await ctx.db
      .insertInto('deskPerson')
      .values({ memberId: guest.id, role: 'owner', ...row })
      .execute()
    await prepareFeatures(ctx, true)
    expect(await ctx.db.selectFrom('deskPerson').selectAll().execute()).toEqual([])
  })

  test('N109: a demo’s terminal leads an owner and a packer to the desk in two steps, under a heading of their own', () => {
    const lines = features.flatMap(({ demo }) => demo?.announcements?.('http://localhost:3000') ?? [])
    const at = (text: string) => lines.findIndex((line) => line.includes(text))
    const [desk, gallery] = [at('お店の机'), at('作品ギャラリー')]
    const order = [
      desk,
      at('1. http://localhost:3000/admin '),
      at('owner@demo.example'),
      at('packer@demo.example'),
      at('2. '),
      gallery,
      at('member@demo.example'),
    ]
    expect(order).toEqual(order.toSorted((one, other) => one - other))
    expect(desk).toBeGreaterThanOrEqual(0)
    expect(lines.filter((line) => line.includes('@demo.example'))).toHaveLength(5)
    expect(lines[at('owner@demo.example')]).toContain('店主')
    expect(lines[at('packer@demo.example')]).toContain('発送係')
  })

  test('A24: a real shop opens without any login', async () => {
    const { ctx, logins } = await start()
    await prepareFeatures(ctx, false)
    expect(await logins()).toBe(0)
  })
})

onBothEngines('uploads of the demo', (open) => {
  test('R2: whatever table names an upload, its feature says that it is in use', async () => {
    const imagesDir = await mkdtemp(join(tmpdir(), 'images-'))
    onTestFinished(() => rm(imagesDir, { recursive: true }))
    const ctx = { ...contextForTests((await open()).db, { imagesDir }), demo: true }
    await prepareFeatures(ctx, false)
    const tables = await ctx.db.introspection.getTables()
    const named = new Set<string>()
    for (const { name } of tables.filter(
      ({ name }) => !['upload', 'upload_owner', 'recipe_upload'].includes(name),
    )) {
      const { rows } = await sql`select * from ${sql.table(name)}`.execute(ctx.db)
      for (const url of uploadUrlsIn(JSON.stringify(rows))) named.add(uploadNameOf(url) ?? '')
    }
    expect(named.size).toBeGreaterThan(20)
    expect(new Set(await uploadsInUse(ctx.db, [...named]))).toEqual(named)
  })
})

onBothEngines('P34: the pictures of products', (open) => {
  const outside = (name: string) => `https://pictures.example/${name}.jpg`
  const copy = (name: string) => `/Image/uploads/${name.charCodeAt(0).toString(16).padStart(32, '0')}-9x9.jpg`
  const fabric = (number: string, position: number) =>
    fabricForTests({ number, position, imageUrl: outside(number), moreImages: outside(`${number}2`) })

  const shop = async () => {
    const { db } = await open()
    const ctx = contextForTests(db)
    const fabrics = [fabric('b', 1), fabric('a', 0), { ...fabric('h', 2), status: '準備中' }]
    await db.transaction().execute((trx) => putProducts(trx, 1, fabrics))
    const kit = (id: string, createdAt: number) =>
      ({ id, name: id, price: '880', level: 'other', createdAt }) as const
    const more = { fabricSize: '', comment: '', fabricNumbers: 'a' }
    const items = [kit('k', 1), kit('l', 2)].map((each) => ({ ...each, ...more, imageUrl: outside(each.id) }))
    await putKits(ctx, { items, replace: false })
    const link = { id: 'c', title: '布', price: '', imageUrl: outside('c'), applyUrl: '', influencerUrl: '' }
    await putLinks(ctx, { items: [link], replace: false })
    return ctx
  }

  test('are named in the order of their screens, further ones of a fabric last', async () => {
    const { db } = await shop()
    const lists = (await Promise.all(features.map((feature) => feature.productPictures?.(db) ?? []))).flat()
    expect(lists.filter((list) => list.length > 0)).toEqual([
      [
        { address: outside('a'), shownBy: '管理番号 a' },
        { address: outside('b'), shownBy: '管理番号 b' },
        { address: outside('a2'), shownBy: '管理番号 a' },
        { address: outside('b2'), shownBy: '管理番号 b' },
      ],
      [
        { address: outside('l'), shownBy: '管理番号 l' },
        { address: outside('k'), shownBy: '管理番号 k' },
      ],
      [{ address: outside('c'), shownBy: 'コラボ商品「布」' }],
    ])
  })

  test('are copies of the shop’s own wherever products are shown, and the owner’s in cart, feed and checkout', async () => {
    const { db, siteOrigin } = await shop()
    const row = (name: string) => ({
      address: outside(name),
      name: copy(name).slice('/Image/uploads/'.length, -4),
      failure: null,
      tries: 1,
      nextTryAt: null,
      place: 0,
      shownBy: '',
      version: '',
    })
    await db.insertInto('pictureSource').values(['a', 'k', 'c'].map(row)).execute()
    const copied = (name: string) => ({ imageUrl: outside(name), picture: copy(name) })
    const [a, b] = await fabricsNumbered(db, ['a', 'b'])
    expect(a).toMatchObject(copied('a'))
    expect(b).not.toHaveProperty('picture')
    expect(await productOfPage(db, 'a')).toMatchObject({
      ...copied('a'),
      pictures: [copy('a'), outside('a2')],
    })
    expect(await productOfPage(db, 'b')).not.toHaveProperty('picture')
    expect((await listKits(db, allKits(6))).kits[1]).toMatchObject(copied('k'))
    expect(await kitOfPage(db, 'k')).toMatchObject({ pictures: [copy('k')] })
    expect((await kitsUsing(db, 'a'))[1]).toMatchObject(copied('k'))
    expect((await collaborations(db, Date.now()))[0]).toMatchObject(copied('c'))

    const sold = [...(await sellableProducts(db, ['a'])).values()]
    const feed = await feedOfFabrics(db, siteOrigin)
    for (const plain of [...sold, ...(a ? [cartProductOf(a)] : []), feed?.items[0]]) {
      expect(plain).toMatchObject({ imageUrl: outside('a') })
      expect(plain).not.toHaveProperty('picture')
    }
  })

  test('that the owner took from uploads are no upload that nothing refers to', async () => {
    const { db } = await shop()
    await db
      .transaction()
      .execute((trx) =>
        putProducts(trx, 1, [fabricForTests({ number: 'u', imageUrl: copy('u'), moreImages: copy('v') })]),
      )
    const names = ['u', 'v', 'w'].flatMap((letter) => uploadNameOf(copy(letter)) ?? [])
    expect(await uploadsInUse(db, names)).toEqual(names.slice(0, 2))
  })
})
