import { expect, test } from 'vitest'
import { sharedCard } from './share-card.rules.ts'

test.each([
  'https://cloth.example/Image/a.jpg',
  '/elsewhere/a.jpg',
  '/Image/a.jpg?x',
  '/Image/a.gif',
  '/Image/logo.svg',
  '',
])('P28: a link to a product whose picture is %j shows the shop’s own', (address) => {
  expect(sharedCard('/kits/K-1/share.jpg', address, '')).toBeUndefined()
})
