import { expect, test } from 'vitest'
import { notChosen } from '~/features/recipes/materials/written.rules.ts'
import { faultOfPhotograph, isAboutFilled, isSameRecipe, newRecipe, standingErrors } from './form.rules.ts'
import { faultsOfUploads, sendingText } from './form.texts.ts'

test('a form is unchanged while only empty rows come, go and move', () => {
  const step = { id: '1', description: '縫う', imageUrl: '' }
  const blank = { id: '2', description: ' \u3164', imageUrl: '' }
  const typed = { ...newRecipe, steps: [step] }
  expect(isSameRecipe(newRecipe, { ...newRecipe, ingredients: [], steps: [blank] })).toBe(true)
  expect(isSameRecipe(typed, { ...typed, steps: [blank, step] })).toBe(true)
  for (const other of [
    { ...typed, title: 'あ' },
    { ...typed, ingredients: [{ ...notChosen, id: '1', text: '布' }] },
    { ...typed, steps: [{ ...step, imageUrl: '/Image/a.jpg' }] },
    { ...typed, steps: [step, { ...step, id: '3' }] },
    { ...typed, explanationType: 'pdf' },
    { ...typed, moreImages: ['/Image/a.jpg'] },
  ])
    expect(isSameRecipe(typed, other)).toBe(false)
})

test('W5: a form is changed when a line is tied, let go of, or wants other units', () => {
  const line = { id: '1', text: '布', tieNumber: 'F-1', tieUnits: '2', tieName: '麻の葉' }
  const tied = { ...newRecipe, ingredients: [line] }
  expect(isSameRecipe(tied, { ...tied, ingredients: [{ ...line, id: '7' }] })).toBe(true)
  for (const other of [{ tieNumber: 'F-2' }, { tieUnits: '3' }, notChosen, { tieNumber: '-' }])
    expect(isSameRecipe(tied, { ...tied, ingredients: [{ ...line, ...other }] })).toBe(false)
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

test('W7: a photograph that is gone is told beside it, wherever it is moved', () => {
  const refused = { ...newRecipe, mainImageUrl: '/a', moreImages: ['/b.jpg', '/c.jpg'] }
  const errors = faultsOfUploads(refused, ['/c.jpg'])
  expect(Object.keys(errors)).toEqual([faultOfPhotograph('/c.jpg')])
  const moved = { ...refused, mainImageUrl: '/c.jpg', moreImages: ['/a', '/b.jpg'] }
  expect(standingErrors(errors, refused, moved)).toEqual(errors)
  const tooMany = { moreImages: '6枚まで' }
  expect(standingErrors(tooMany, refused, refused)).toEqual(tooMany)
  expect(standingErrors(tooMany, refused, { ...refused, moreImages: ['/b.jpg'] })).toEqual({})
})

test('R10: an error is told as long as its field is as it was refused', () => {
  const refused = {
    ...newRecipe,
    ingredients: [{ ...notChosen, id: '1', text: 'あ'.repeat(101) }],
    products: [{ id: '2', name: '', description: '糸', productUrl: '', price: '', imageUrl: '' }],
  }
  const errors = {
    title: 'タイトルを入力してください',
    'ingredients.1.text': '長すぎます',
    ingredients: '多すぎます',
    'products.2.name': '名前を入力してください',
  }
  const left = (typed: typeof refused) => Object.keys(standingErrors(errors, refused, typed))
  expect(left(refused)).toEqual(Object.keys(errors))
  expect(left({ ...refused, description: '説明' })).toEqual(Object.keys(errors))
  expect(left({ ...refused, title: 'バッグ' })).not.toContain('title')
  expect(left({ ...refused, ingredients: [{ ...notChosen, id: '1', text: '布' }] })).toEqual([
    'title',
    'products.2.name',
  ])
  expect(left({ ...refused, products: [] })).not.toContain('products.2.name')
  const emptied = refused.products.map((row) => ({ ...row, description: '' }))
  expect(left({ ...refused, products: emptied })).not.toContain('products.2.name')
  expect(standingErrors(errors, null, newRecipe)).toEqual(errors)
})

test('作品のこと is ticked once it holds all that a post wants, the chosen explanation too', () => {
  const filled = { ...newRecipe, title: 'あ', description: 'い', cookingTime: '1hour' }
  expect(isAboutFilled(filled)).toBe(true)
  expect(isAboutFilled({ ...filled, cookingTime: '' })).toBe(false)
  for (const [explanationType, field] of [
    ['video', 'youtubeUrl'],
    ['website', 'websiteExplanation'],
    ['pdf', 'pdfUrl'],
  ] as const) {
    const explained = { ...filled, explanationType }
    expect(isAboutFilled(explained)).toBe(false)
    expect(isAboutFilled({ ...explained, [field]: ' ' })).toBe(false)
    expect(isAboutFilled({ ...explained, [field]: 'う' })).toBe(true)
  }
})

test('the button that waits names what is on its way', () => {
  expect(sendingText(new Set(['step 2', 'photograph']))).toBe('写真を送信しています…')
  expect(sendingText(new Set(['pdf']))).toBe('PDFを送信しています…')
  expect(sendingText(new Set(['pdf', 'step 2']))).toBe('写真とPDFを送信しています…')
})
