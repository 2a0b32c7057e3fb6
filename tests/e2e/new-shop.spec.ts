import { feedRow, list, startFeedServer } from '../support/feed-server.ts'
import { startPostgresCluster } from '../support/postgres-cluster.ts'
import { startShop } from '../support/shop-process.ts'
import { expect, test } from './fixtures.ts'

/** A new shop whose products come from a feed, as it is in its first second: it listens. */
const startNewShop = async (engine: 'SQLite' | 'PostgreSQL', rows: readonly unknown[]) => {
  const feed = await startFeedServer()
  const answers: (() => void)[] = []
  let answersNow = false
  feed.behave((request, response) => {
    const answer = () => list(rows)(request, response)
    if (answersNow) answer()
    else answers.push(answer)
  })
  const cluster = engine === 'PostgreSQL' ? await startPostgresCluster() : undefined
  const settings = {
    PRODUCT_FEED_URL: feed.url,
    ...(cluster && { DATABASE_URL: cluster.url('postgres') }),
  }
  const shop = await startShop(settings, undefined, 'scripts/serve.js', 'open')
  const ask = async (path: string) => {
    const answer = await fetch(`${shop.origin}${path}`)
    return { status: answer.status, headers: answer.headers, text: await answer.text() }
  }
  return {
    feed,
    shop,
    ask,
    isReady: async () => (await ask('/readyz')).status === 200,
    answerFeed: () => {
      answersNow = true
      for (const answer of answers.splice(0)) answer()
    },
    close: async () => {
      await shop.remove()
      await feed.close()
      await cluster?.stop()
    },
  }
}

const loading = '生地のデータを読み込んでいます。'

for (const engine of ['SQLite', 'PostgreSQL'] as const)
  test(`P41: on ${engine} a new shop whose feed is slow is ready when its products are there, and a page before that comes again by itself`, async ({
    browser,
  }) => {
    const { shop, ask, isReady, answerFeed, close } = await startNewShop(engine, [
      feedRow('F-1001', { name: '麻の葉の布' }),
    ])
    const context = await browser.newContext({ javaScriptEnabled: false })
    try {
      const page = await context.newPage()
      for (const path of ['/all-products', '/all-products/F-1001', '/fabric-names']) {
        const { status, headers, text } = await ask(path)
        expect([status, headers.get('retry-after'), headers.get('cache-control')]).toEqual([
          503,
          '5',
          'no-store',
        ])
        expect(text.split(loading)).toHaveLength(2)
      }
      const call = await ask('/api/products?number=F-1001')
      expect([call.status, call.headers.get('retry-after')]).toEqual([503, '5'])
      expect(JSON.parse(call.text)).toEqual({
        message: '商品を読み込んでいます。数秒たってから、もう一度お試しください。',
      })
      expect((await ask('/kits')).status).toBe(200)
      expect(await isReady()).toBe(false)
      expect((await ask('/healthz')).status).toBe(200)

      await page.goto(`${shop.origin}/all-products`)
      await expect(page.getByText(loading)).toBeVisible()
      answerFeed()
      await expect(page.getByRole('heading', { name: '麻の葉の布' }).first()).toBeVisible()
      await expect.poll(isReady).toBe(true)
      expect((await ask('/all-products/F-1001')).status).toBe(200)
    } finally {
      await context.close()
      await close()
    }
  })

test('P41: an empty feed is known: the shop is ready, and shows that it has no fabrics', async () => {
  const { ask, isReady, answerFeed, close } = await startNewShop('SQLite', [])
  try {
    expect(await isReady()).toBe(false)
    answerFeed()
    await expect.poll(isReady).toBe(true)
    const { status, text } = await ask('/all-products')
    expect([status, text.includes(loading)]).toEqual([200, false])
  } finally {
    await close()
  }
})

test('P41: a feed that is silent and then gone is known: the shop is ready, its page says so, and it stays ready when the feed is asked again', async () => {
  const { feed, shop, ask, isReady, close } = await startNewShop('SQLite', [])
  try {
    expect(await isReady()).toBe(false)
    await feed.close()
    await expect.poll(isReady).toBe(true)
    const { status, headers, text } = await ask('/all-products')
    expect([status, headers.get('retry-after')]).toEqual([503, '15'])
    expect(text).toContain('データの取得に失敗しました (通信エラー)')
    const again = { method: 'POST', headers: { origin: shop.origin }, redirect: 'manual' } as const
    expect((await fetch(`${shop.origin}/all-products`, again)).status).toBe(302)
    expect(await isReady()).toBe(true)
  } finally {
    await close()
  }
})
