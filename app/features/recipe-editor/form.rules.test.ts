import { expect, test } from 'vitest'
import { isSameTyped, newRecipe } from './form.rules.ts'
import { faultsOfUploads } from './form.texts.ts'

test('a form is unchanged while only empty rows come, go and move', () => {
  const step = { id: '1', description: '縫う', imageUrl: '' }
  const blank = { id: '2', description: ' \u3164', imageUrl: '' }
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
