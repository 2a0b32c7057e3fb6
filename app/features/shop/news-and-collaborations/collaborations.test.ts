import { describe, expect, test } from 'vitest'
import { demoLinks } from '#demo/links.ts'
import { demoNews } from '#demo/news.ts'
import { contextForTests, onBothEngines } from '../../../../tests/support/database-for-tests.ts'
import { putLinks, removeDemoLists, seedDemoLists } from './commands.server.ts'
import { collaborations } from './queries.server.ts'
import { type LinkItem, shownLink } from './rules.ts'

const item = (id: string, changes: Partial<LinkItem> = {}): LinkItem => ({
  id,
  title: `コラボ${id}`,
  price: '3,300円',
  imageUrl: '',
  applyUrl: 'https://store.example/a',
  influencerUrl: 'https://maker.example/b',
  ...changes,
})

describe('a collaboration on the page', () => {
  test.each([
    'javascript:alert(1)',
    'http://store.example/',
    '',
    '#',
    '//store.example/',
    'data:text/html,x',
  ])('P12: the link %j stays hidden', (address) => {
    const shown = shownLink(item('1', { applyUrl: address, influencerUrl: address }))
    expect(shown).toMatchObject({ applyUrl: null, influencerUrl: null })
  })
  test('L3: has its price tax included where it is certain, else as it was written', () => {
    expect(shownLink(item('1')).price).toBe('3,300円（税込）')
    expect(shownLink(item('1', { price: '3,000円〜5,000円' })).price).toBe('3,000円〜5,000円')
  })
})

onBothEngines('collaborations', (open) => {
  test('are in the order given; written again they are overwritten, replace takes the others away', async () => {
    const { db } = await open()
    const ctx = contextForTests(db)
    await putLinks(ctx, { items: [item('b'), item('a')], replace: false })
    expect((await collaborations(db, Date.now())).map(({ id }) => id)).toEqual(['b', 'a'])
    const changed = item('a', { title: '新しい題名' })
    expect(await putLinks(ctx, { items: [changed], replace: true })).toEqual({
      written: 1,
      removed: 1,
    })
    expect(await collaborations(db, Date.now())).toEqual([shownLink(changed)])
  })

  test('of the demo come once and go when it ends; the shop’s own stay', async () => {
    const { db } = await open()
    const ctx = contextForTests(db)
    await putLinks(ctx, { items: [item('own')], replace: false })
    await seedDemoLists(ctx, { news: demoNews, links: demoLinks })
    await seedDemoLists(ctx, { news: demoNews, links: demoLinks })
    expect(await collaborations(db, Date.now())).toHaveLength(demoLinks.length + 1)
    await removeDemoLists(ctx)
    expect((await collaborations(db, Date.now())).map(({ id }) => id)).toEqual(['own'])
  })
})
