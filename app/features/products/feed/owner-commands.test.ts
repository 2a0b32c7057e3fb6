import { expect, onTestFinished, test } from 'vitest'
import {
  type ContextForTests,
  contextForTests,
  onBothEngines,
} from '../../../../tests/support/database-for-tests.ts'
import { feedRow, list, startFeedServer, status } from '../../../../tests/support/feed-server.ts'
import { ownerWords } from '../../../../tests/support/owner-words.ts'
import { chooseFeed } from './feed.commands.server.ts'

const feedCommand = ownerWords('feed')

/** Another start may have another feed. */
type Changeable = Omit<ContextForTests, 'feedUrl'> & { feedUrl: string | undefined }
const hour = 60 * 60_000

onBothEngines('npm run feed', (open) => {
  const shopWithFeed = async () => {
    const feed = await startFeedServer()
    onTestFinished(feed.close)
    const ctx: Changeable = contextForTests((await open()).db, { demo: true, feedUrl: feed.url })
    await chooseFeed(ctx, feed.url)
    const run = async (...words: string[]) => {
      const { lines, exitCode } = await feedCommand(ctx, words)
      return { text: lines.join('\n'), exitCode }
    }
    return { feed, ctx, run }
  }

  test('P5: now imports at once and lists each bad row as the sheet counts it', async () => {
    const { feed, run } = await shopWithFeed()
    feed.behave(
      list([
        feedRow('F-1'),
        feedRow('F-2', { status: '公開中。' }),
        feedRow('F-3', { price: '時価' }),
        feedRow('F-4', { imageUrl: 'https://photos.app.goo.gl/a' }),
      ]),
    )
    expect((await run('status')).text).toContain('まだ読み込めていません')
    expect((await run('status')).text).toContain('商品の写真：')
    const { text, exitCode } = await run('now')
    expect(exitCode).toBe(0)
    expect(text).toContain('読み込みました。')
    expect(text).toContain('最後に読み込めた日時：2026/4/1 12:00')
    expect(text).toContain('掲載中の生地：3件')
    expect(text).toContain('  3行目（管理番号 F-2）：状態（status）が「公開中」とぴったり')
    expect(text).toContain('［公開中。］')
    expect(text).toContain('  4行目（管理番号 F-3）：価格（price）')
    expect(text).toContain('  5行目（管理番号 F-4）：画像（imageUrl）が、画像ではなくページ')
    feed.behave(list([feedRow('F-1')]))
    expect((await run('now')).text).toContain('直すところのある行：ありません。')
  })

  test('D2: status says since when it fails, why, and that checkout is closed for it', async () => {
    const { feed, ctx, run } = await shopWithFeed()
    feed.behave(list([feedRow('F-1')]))
    await run('now')
    ctx.advance(24 * hour)
    feed.behave(status(403))
    const failed = await run('now')
    expect([failed.exitCode, failed.text]).toEqual([1, expect.stringContaining('読み込めませんでした。')])
    expect(failed.text).toContain(
      '失敗しています（2026/4/2 12:00から1回続けて）。データの取得に失敗しました (403)',
    )
    expect(failed.text).toContain('お会計：受け付けています')
    ctx.advance(1)
    expect((await run('status')).text).toContain('生地のお会計を止めています')
  })

  test('P26: one unreadable row among unpublished ones is named, and none is said to be readable', async () => {
    const { feed, run } = await shopWithFeed()
    feed.behave(list([feedRow('F-1'), feedRow('F-2')]))
    await run('now')
    const off = { status: '休業中' }
    feed.behave(list([feedRow('F-1', off), feedRow('F-2', { ...off, price: true }), feedRow('', {})]))
    const { text, exitCode } = await run('now')
    expect(exitCode).toBe(1)
    expect(text).toContain('公開中の行がなく、読み取れない行があります。')
    expect(text).toContain('直すところのある行：1件')
    expect(text).toContain('  4行目：管理番号')
  })

  test.each([
    ['公開中の行が1つもありません。', '1分以上', [0]],
    ['3分の1より少なく', '1時間以上', [1, 2, 3]],
  ])('P26: what may be meant is called so and needs nothing done: %s', async (what, when, published) => {
    const { feed, run } = await shopWithFeed()
    const rows = Array.from({ length: 12 }, (_, at) => feedRow(at + 1))
    feed.behave(list(rows))
    await run('now')
    feed.behave(
      list(rows.map((row, at) => (published.includes(at + 1) ? row : { ...row, status: '休業中' }))),
    )
    const { text, exitCode } = await run('now')
    expect(exitCode).toBe(0)
    expect(text).toContain('読み込み：確認待ちです。')
    for (const words of [what, when, '自動で', 'このままでよければ、することはありません'])
      expect(text).toContain(words)
    expect(text).not.toMatch(/失敗|読み込めませんでした/)
  })

  test('P5: a row with several faults is one row to be mended', async () => {
    const { feed, run } = await shopWithFeed()
    feed.behave(list([feedRow('F-1', { price: '時価', imageUrl: 'https://photos.app.goo.gl/a' })]))
    expect((await run('now')).text).toContain('直すところのある行：1件')
  })

  test('without a feed, or with another than the open shop’s, both say so and nothing is imported', async () => {
    const { feed, ctx, run } = await shopWithFeed()
    ctx.feedUrl = `${feed.url}?other`
    expect(await run('now')).toEqual({ exitCode: 1, text: expect.stringContaining('お店を開き直す') })
    ctx.feedUrl = undefined
    expect(await run('now')).toEqual({ exitCode: 1, text: expect.stringContaining('お店と同じ設定') })
    expect((await run('status')).text).toContain('まだ読み込めていません')
    await chooseFeed(ctx, undefined)
    expect(await run('now')).toEqual({ exitCode: 1, text: expect.stringContaining('設定されていません') })
    expect(await run('status')).toEqual({ exitCode: 0, text: expect.stringContaining('設定されていません') })
    expect(feed.asked).toEqual([])
  })

  test.each([[[]], [['later']], [['now', 'x']]])(
    'the words %j are answered with how it is used',
    async (words) => {
      const { feed, run } = await shopWithFeed()
      expect(await run(...words)).toEqual({ exitCode: 2, text: expect.stringContaining('使い方') })
      expect(feed.asked).toEqual([])
    },
  )
})
