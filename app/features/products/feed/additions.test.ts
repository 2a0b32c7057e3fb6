import { afterAll, beforeAll, expect, test } from 'vitest'
import { deskProduct } from '~/features/products/desk/queries.server.ts'
import { saveAddition } from '~/features/products/desk/source.commands.server.ts'
import { fabricNames } from '~/features/products/queries.server.ts'
import { contextForTests, onBothEngines } from '../../../../tests/support/database-for-tests.ts'
import { deskPersonForTests } from '../../../../tests/support/desk-person-for-tests.ts'
import { type FeedServer, feedRow, list, startFeedServer } from '../../../../tests/support/feed-server.ts'
import { addUpload } from '../../../../tests/support/upload-for-tests.ts'
import type { PlaceInFeed } from './additions.rules.ts'
import { chooseFeed, forgetFeed } from './feed.commands.server.ts'
import { uploadsOfAdditions } from './feed.queries.server.ts'
import { importFeed } from './feed-import.commands.server.ts'

const photo = (letter: string) => `${letter.repeat(32)}-9x9`
const urlOf = (letter: string) => `/Image/uploads/${photo(letter)}.jpg`

onBothEngines('N48: what the desk gives a fabric of the feed', (open) => {
  let feed: FeedServer
  beforeAll(async () => {
    feed = await startFeedServer()
  })
  afterAll(() => feed.close())

  const start = async () => {
    const { db } = await open()
    const ctx = contextForTests(db, { feedUrl: feed.url, demo: true })
    const owner = deskPersonForTests(ctx)
    await chooseFeed(ctx, ctx.feedUrl)
    let forms = 0
    const product = async (number: string) => {
      const found = await deskProduct(db, number)
      if (found === undefined) throw new Error(`no ${number}`)
      return found
    }
    const give = async (number: string, place: PlaceInFeed, pictures: readonly string[]) => {
      const { version } = await product(number)
      return saveAddition(ctx, owner, { requestId: `form ${++forms}`, number, version, place, pictures })
    }
    const read = async (...rows: readonly unknown[]) => {
      feed.behave(list(rows))
      ctx.advance(1_000)
      await importFeed(ctx, new AbortController().signal)
    }
    const names = async () => (await fabricNames(db)).map(({ number }) => number)
    for (const letter of ['a', 'b']) await addUpload(db, { name: photo(letter), owner: 'shop' })
    await read(feedRow('1'), feedRow('2', { moreImageUrls: 'https://else.example/2.jpg' }), feedRow('3'))
    return { db, ctx, owner, product, give, read, names }
  }
  const rows = [feedRow('1'), feedRow('2', { moreImageUrls: 'https://else.example/2.jpg' }), feedRow('3')]

  test('its place and photographs are there at once, and stay whatever the list says', async () => {
    const { product, give, read, names } = await start()
    expect((await product('3')).feedRow).toBe(4)
    expect((await give('3', 'first', [])).ok).toBe(true)
    expect((await product('3')).feedRow).toBeNull()
    expect((await give('2', 'kept', [urlOf('a'), urlOf('b')])).ok).toBe(true)
    const shown = ['/Image/cloth.svg', 'https://else.example/2.jpg', urlOf('a'), urlOf('b')]
    expect([await names(), (await product('2')).pictures]).toEqual([['3', '1', '2'], shown])
    await read(...rows, feedRow('4'))
    expect([await names(), (await product('2')).pictures]).toEqual([['3', '1', '2', '4'], shown])
    expect(await product('3')).toMatchObject({ added: { pictures: [], hasPlace: true } })
    await give('2', 'last', [urlOf('b')])
    await give('3', 'feed', [])
    await read(...rows, feedRow('4'))
    expect([await names(), (await product('2')).pictures]).toEqual([
      ['1', '3', '4', '2'],
      ['/Image/cloth.svg', 'https://else.example/2.jpg', urlOf('b')],
    ])
  })

  test('of a fabric without a photograph in the list it is the first, until the list has one', async () => {
    const { product, give, read } = await start()
    await read(feedRow('1', { imageUrl: '' }))
    await give('1', 'kept', [urlOf('a')])
    expect((await product('1')).pictures).toEqual([urlOf('a')])
    await give('1', 'kept', [urlOf('b'), urlOf('a')])
    expect((await product('1')).pictures).toEqual([urlOf('b'), urlOf('a')])
    await read(feedRow('1'))
    expect((await product('1')).pictures).toEqual(['/Image/cloth.svg', urlOf('b'), urlOf('a')])
  })

  test('only what was sent to the shop is taken, of a fabric of the feed that nobody changed meanwhile', async () => {
    const { db, ctx, owner, product, give } = await start()
    await addUpload(db, { name: photo('c'), owner: 'member-1' })
    for (const pictures of [[urlOf('c')], ['https://else.example/x.jpg'], Array<string>(9).fill(urlOf('a'))])
      expect(await give('1', 'kept', pictures)).toEqual({ ok: false, error: 'picture-gone' })
    const form = { requestId: 'x', number: '1', place: 'kept', pictures: [] } as const
    const { version } = await product('1')
    expect(await saveAddition(ctx, owner, { ...form, version: version - 1 })).toEqual({
      ok: false,
      error: 'stale',
    })
    await db.updateTable('product').set({ source: 'own' }).where('number', '=', '1').execute()
    expect(await saveAddition(ctx, owner, { ...form, version })).toEqual({ ok: false, error: 'stale' })
  })

  test('its photographs stay while the list leaves it out, and go with the demo', async () => {
    const { db, ctx, give, read } = await start()
    await give('1', 'kept', [urlOf('a')])
    await read(feedRow('2'), feedRow('3'))
    expect(await uploadsOfAdditions(db, [photo('a'), photo('b')])).toEqual([photo('a')])
    await forgetFeed(ctx)
    expect(await uploadsOfAdditions(db, [photo('a')])).toEqual([])
  })
})
