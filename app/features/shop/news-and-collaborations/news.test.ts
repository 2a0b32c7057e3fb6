import { expect, test } from 'vitest'
import { demoLinks } from '#demo/links.ts'
import { demoNews } from '#demo/news.ts'
import { contextForTests, onBothEngines } from '../../../../tests/support/database-for-tests.ts'
import { putNews, removeDemoLists, seedDemoLists } from './commands.server.ts'
import { newestNews } from './queries.server.ts'
import { type NewsItem, sortedNews } from './rules.ts'

const item = (id: string, date: string): NewsItem => ({
  id,
  date,
  title: `題${id}`,
  content: '一行目\n二行目',
})
const ids = (items: readonly NewsItem[]) => items.map(({ id }) => id)

const mixed = [
  item('b', '2024/9/5'),
  item('c', '2024年10月1日'),
  item('era', '令和6年9月30日'),
  item('digits', '20240901'),
  item('month', '2024/9'),
  item('unknown', '先日'),
  item('a', '2024-09-05'),
  item('night', '2024-10-01T00:30:00+09:00'),
]

const inOrder = ['night', 'c', 'era', 'a', 'b', 'digits', 'month', 'unknown']

test('P15: dates of any form are in order, equal ones by id, unknown ones last', () => {
  expect(ids(sortedNews(mixed))).toEqual(inOrder)
})

onBothEngines('news', (open) => {
  test('P15: the database gives the same order, whatever part of it is asked for', async () => {
    const { db } = await open()
    await putNews(contextForTests(db), { items: mixed, replace: false })
    expect(ids(await newestNews(db, 10, Date.now()))).toEqual(inOrder)
    expect(ids(await newestNews(db, 3, Date.now()))).toEqual(inOrder.slice(0, 3))
  })

  test('written again is overwritten; replace takes the others away', async () => {
    const { db } = await open()
    const ctx = contextForTests(db)
    await putNews(ctx, { items: mixed, replace: false })
    const corrected = { ...item('a', '2025/1/1'), title: '直しました' }
    expect(await putNews(ctx, { items: [corrected], replace: false })).toEqual({
      written: 1,
      removed: 0,
    })
    expect((await newestNews(db, 1, Date.now()))[0]).toEqual(corrected)
    expect(await putNews(ctx, { items: [corrected], replace: true })).toEqual({
      written: 1,
      removed: mixed.length - 1,
    })
    expect(await newestNews(db, 10, Date.now())).toEqual([corrected])
  })

  test('of the demo come once and go when it ends; the shop’s own stay', async () => {
    const { db } = await open()
    const ctx = contextForTests(db)
    await putNews(ctx, { items: [item('news-01', '2024/1/1')], replace: false })
    await seedDemoLists(ctx, { news: demoNews, links: demoLinks })
    await seedDemoLists(ctx, { news: demoNews, links: demoLinks })
    expect(await newestNews(db, 99, Date.now())).toHaveLength(demoNews.length)
    await removeDemoLists(ctx)
    expect(ids(await newestNews(db, 99, Date.now()))).toEqual(['news-01'])
  })
})
