import { describe, expect, test } from 'vitest'
import { memberId } from '~/kernel/actor.ts'
import { sizeText, structuredRecipe, summaryOf, videoIdOf } from './recipe.rules.ts'
import { shareLinks } from './share.rules.ts'
import { type Recipe, recipeId } from './types.ts'

const recipe: Recipe = {
  id: recipeId('work-1'),
  title: '巾着',
  description: 'お弁当に\nちょうどよい',
  ingredients: ['布', 'ひも'],
  ties: [],
  steps: [
    { id: 4, description: '裁つ' },
    { id: 2, description: '縫う', imageUrl: `/Image/uploads/${'a'.repeat(32)}-800x600.jpg` },
  ],
  affiliateProducts: [],
  tags: ['巾着', 'ギフト'],
  cookingTime: '2hours',
  difficulty: '初級',
  explanationType: 'none',
  youtubeUrl: '',
  websiteExplanation: '',
  pdfUrl: '',
  mainImageUrl: `/Image/uploads/${'b'.repeat(32)}-1200x900.jpg`,
  moreImages: [],
  likes: 0,
  createdAt: Date.UTC(2026, 2, 31, 15),
  updatedAt: Date.UTC(2026, 3, 2, 3),
  author: { id: memberId('hanako'), name: '花子', photoUrl: '' },
}

describe('structured data', () => {
  test('of a recipe with steps is a HowTo with absolute addresses', () => {
    expect(structuredRecipe(recipe, 'https://shop.example')).toMatchObject({
      '@type': 'HowTo',
      name: '巾着',
      url: 'https://shop.example/gallery/detail/work-1',
      image: `https://shop.example/Image/uploads/${'b'.repeat(32)}-1200x900.jpg`,
      datePublished: '2026-04-01',
      dateModified: '2026-04-02',
      totalTime: 'PT2H',
      author: { name: '花子', url: 'https://shop.example/gallery/user/hanako' },
      supply: [{ name: '布' }, { name: 'ひも' }],
      step: [
        { position: 1, text: '裁つ' },
        {
          position: 2,
          text: '縫う',
          image: `https://shop.example/Image/uploads/${'a'.repeat(32)}-800x600.jpg`,
        },
      ],
    })
  })

  test('of a recipe without steps is a CreativeWork, and what it lacks is left out', () => {
    const plain = structuredRecipe(
      { ...recipe, steps: [], tags: [], mainImageUrl: 'javascript:alert(1)' },
      'https://shop.example',
    )
    expect(Object.keys(JSON.parse(JSON.stringify(plain))).toSorted()).toEqual([
      '@type',
      'author',
      'dateModified',
      'datePublished',
      'description',
      'inLanguage',
      'name',
      'url',
    ])
  })
})

describe('the summary', () => {
  test('is one line', () => {
    expect(summaryOf(recipe)).toBe('お弁当に ちょうどよい')
  })
  test('R37: is cut between characters as people see them', () => {
    const family = '👨‍👩‍👧'
    expect(summaryOf({ ...recipe, description: family.repeat(121) })).toBe(`${family.repeat(120)}…`)
  })
  test('of a recipe without a description names the recipe', () => {
    expect(summaryOf({ ...recipe, description: ' \n ' })).toContain('巾着の材料とつくり方')
  })
})

test.each([
  [1, '1KB'],
  [340_499, '340KB'],
  [999_499, '999KB'],
  [1_000_000, '1.0MB'],
  [10_485_760, '10.5MB'],
])('%i bytes are shown as %s', (bytes, text) => {
  expect(sizeText(bytes)).toBe(text)
})

test('R20, R21: a recipe is shared by pages of the networks that carry its address', () => {
  const url = 'https://shop.example/gallery/detail/a?b=1&c=2'
  const links = shareLinks({ url, text: '巾着 & "袋"' })
  expect(links.map(({ href }) => new URL(href).host)).toEqual([
    'twitter.com',
    'www.facebook.com',
    'social-plugins.line.me',
  ])
  for (const { href } of links) {
    const { searchParams, protocol } = new URL(href)
    expect(protocol).toBe('https:')
    expect(searchParams.get('url') ?? searchParams.get('u')).toBe(url)
  }
  expect(new URL(links[0]?.href ?? '').searchParams.get('text')).toBe('巾着 & "袋"')
})

test.each([
  'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
  'http://youtube.com/watch?list=PL1&v=dQw4w9WgXcQ&t=10s',
  'https://m.youtube.com/watch?v=dQw4w9WgXcQ',
  'https://youtu.be/dQw4w9WgXcQ?si=abc',
  'https://www.youtube.com/shorts/dQw4w9WgXcQ',
  'https://www.youtube.com/embed/dQw4w9WgXcQ',
  'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?rel=0',
  'www.youtube.com/watch?v=dQw4w9WgXcQ',
  ' youtu.be/dQw4w9WgXcQ ',
])('R7: %s names a video', (address) => {
  expect(videoIdOf(address)).toBe('dQw4w9WgXcQ')
})

test.each([
  '',
  'dQw4w9WgXcQ',
  'https://evil.example/watch?v=dQw4w9WgXcQ',
  'https://evil.example/https://www.youtube.com/watch?v=dQw4w9WgXcQ',
  'https://www.youtube.com.evil.example/watch?v=dQw4w9WgXcQ',
  'https://youtube.com@evil.example/watch?v=dQw4w9WgXcQ',
  'https://a@youtube.com/watch?v=dQw4w9WgXcQ',
  'https://youtube.com:8443/watch?v=dQw4w9WgXcQ',
  'javascript:alert(1)//youtube.com/watch?v=dQw4w9WgXcQ',
  'https://www.youtube.com/watch?v=dQw4w9WgXcQx',
  'https://www.youtube.com/watch?v=dQw4w9WgXc',
  'https://www.youtube.com/watch?v=dQw4w9WgX"Q',
  'https://www.youtube.com/embed/../dQw4w9WgXcQ',
  'https://www.youtube.com/@channel',
])('R7: %s names none', (address) => {
  expect(videoIdOf(address)).toBeNull()
})
