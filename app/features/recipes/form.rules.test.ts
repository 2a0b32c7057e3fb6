import { expect, test } from 'vitest'
import { failedAnswer, isSameTyped, newRecipe } from './form.rules.ts'
import { faultsOfUploads } from './form.texts.ts'
import { postedText, shareLinks } from './share.rules.ts'
import { recipeId } from './types.ts'

test('a form is unchanged while only empty rows come, go and move', () => {
  const step = { id: '1', description: '縫う', imageUrl: '' }
  const blank = { id: '2', description: ' ', imageUrl: '' }
  const typed = { ...newRecipe, steps: [step] }
  expect(isSameTyped(newRecipe, { ...newRecipe, ingredients: [], steps: [blank] })).toBe(true)
  expect(isSameTyped(typed, { ...typed, steps: [blank, step] })).toBe(true)
  for (const other of [
    { ...typed, title: 'あ' },
    { ...typed, ingredients: [{ id: '1', text: '布' }] },
    { ...typed, steps: [{ ...step, imageUrl: '/Image/a.jpg' }] },
    { ...typed, steps: [step, { ...step, id: '3' }] },
    { ...typed, explanationType: 'pdf' },
  ])
    expect(isSameTyped(typed, other)).toBe(false)
})

test('an upload that is gone is told beside each field that holds it', () => {
  const typed = {
    ...newRecipe,
    mainImageUrl: '/a',
    pdfUrl: '/b',
    steps: [
      { id: '7', description: '', imageUrl: '/a' },
      { id: '8', description: '', imageUrl: '/c' },
    ],
    products: [{ id: '2', name: '', description: '', productUrl: '', price: '', imageUrl: '/b' }],
  }
  expect(Object.keys(faultsOfUploads(typed, ['/a', '/b']))).toEqual([
    'mainImageUrl',
    'pdfUrl',
    'steps.7.imageUrl',
    'products.2.imageUrl',
  ])
})

test('an answer that leads to another page is followed, anything else is a failure', () => {
  const redirect = new Response(null, { status: 302 })
  expect(() => failedAnswer(redirect)).toThrow()
  expect(failedAnswer(new TypeError('Failed to fetch'))).toMatchObject({ failure: 'failed', errors: {} })
})

test('R20: what is shared names the work with hashtags and its own address, and its link is the gallery', () => {
  const text = postedText(
    { id: recipeId('work-1'), title: '<b>がま口</b> & 巾着', tags: ['入園グッズ', '#A B', '！', '手づくり'] },
    'https://shop.example',
  )
  expect(text).toBe(
    '新しい作品「<b>がま口</b> & 巾着」を投稿しました！\n#手づくり #ハンドメイド #入園グッズ #AB\nhttps://shop.example/gallery/detail/work-1',
  )
  const links = shareLinks({ url: 'https://shop.example/gallery', text }).map(({ href }) => new URL(href))
  expect(links.map(({ origin }) => origin)).toEqual([
    'https://twitter.com',
    'https://www.facebook.com',
    'https://social-plugins.line.me',
  ])
  for (const { searchParams } of links)
    expect(searchParams.get('url') ?? searchParams.get('u')).toBe('https://shop.example/gallery')
  expect(links[0]?.searchParams.get('text')).toBe(text)
})
