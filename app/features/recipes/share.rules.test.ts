import fc from 'fast-check'
import { expect, test } from 'vitest'
import { memberId } from '~/kernel/actor.ts'
import { mostOnX, postedText, sharedText, shareLinks, weightOnX } from './share.rules.ts'
import { recipeId } from './types.ts'

test('R20: what is shared names the recipe with hashtags and its own address, and its link is the gallery', () => {
  const text = postedText(
    { id: recipeId('work-1'), title: '<b>がま口</b> & 巾着', tags: ['入園グッズ', '#A B', '！', '手づくり'] },
    'https://shop.example',
  )
  expect(text).toBe(
    '新しい作品「<b>がま口</b> & 巾着」を投稿しました！\n#手づくり #ハンドメイド #入園グッズ #AB\nhttps://shop.example/gallery/detail/work-1',
  )
  const page = 'https://shop.example/gallery/detail/work-1'
  const shared = { url: 'https://shop.example/gallery', text, page }
  const links = shareLinks(shared).map(({ href }) => new URL(href))
  expect(links.map(({ origin }) => origin)).toEqual([
    'https://twitter.com',
    'https://www.facebook.com',
    'https://social-plugins.line.me',
  ])
  const [x, facebook, line] = links.map(({ searchParams }) => searchParams)
  expect([x?.get('url'), line?.get('url')]).toEqual(Array(2).fill('https://shop.example/gallery'))
  expect(facebook?.get('u')).toBe(page)
  expect(links[0]?.searchParams.get('text')).toBe(text)
})

test('R20: what is shared fits on X, however long title, tags and name are', () => {
  expect(weightOnX('巾着 a https://shop.example/gallery/detail/a-very-long-address-of-a-work')).toBe(
    4 + 1 + 1 + 1 + 23,
  )
  const character = fc.constantFrom('布', 'a', '\u{1f9f5}', '👩‍👩‍👧', 'が')
  const text = (maxLength: number) => fc.string({ unit: character, minLength: 1, maxLength })
  fc.assert(
    fc.property(text(100), fc.array(text(20), { maxLength: 10 }), text(30), (title, tags, name) => {
      const posted = postedText({ id: recipeId('work-1'), title, tags }, 'https://shop.example', mostOnX)
      expect(weightOnX(posted)).toBeLessThanOrEqual(mostOnX)
      expect(posted).toContain('#手づくり #ハンドメイド')
      expect(posted).toMatch(/\nhttps:\/\/shop\.example\/gallery\/detail\/work-1$/)
      const author = { id: memberId('hana'), name, photoUrl: '' }
      expect(weightOnX(sharedText({ title, author }))).toBeLessThanOrEqual(mostOnX)
    }),
  )
})

test('R20: a text that is too long for X gives up its last hashtags, then the end of its title', () => {
  const recipe = { id: recipeId('work-1'), title: '布'.repeat(75), tags: ['い'.repeat(10), 'ろ'.repeat(10)] }
  const short = postedText(recipe, 'https://shop.example', mostOnX)
  expect(short).toContain('布'.repeat(75))
  expect(short).toContain('い'.repeat(10))
  expect(short).not.toContain('#ろ')
  const cut = postedText({ ...recipe, title: '布'.repeat(100) }, 'https://shop.example', mostOnX)
  expect(cut).toContain('布…」')
  expect(cut).not.toContain('#い')
  expect(weightOnX(cut)).toBeGreaterThan(mostOnX - 3)
})
