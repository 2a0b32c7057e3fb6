import { expect, test } from 'vitest'
import { shareCardOf, sharedCard } from './share-card.rules.ts'

test.each([
  ['a lying photograph', [1200, 900], [1200, 630, 0, 135], [1200, 630]],
  ['a standing one', [675, 900], [675, 354, 0, 273], [675, 354]],
  ['a panorama', [1200, 400], [762, 400, 219, 0], [762, 400]],
  ['just large enough', [600, 315], [600, 315, 0, 0], [600, 315]],
  ['a little too narrow', [599, 900], [599, 315, 0, 292], [600, 315]],
  ['a little too low', [1200, 314], [600, 314, 300, 0], [600, 315]],
  ['a dot', [1, 1], [1, 1, 0, 0], [600, 315]],
])('%s', (_what, [width = 0, height = 0], [cutWidth, cutHeight, left, top], [wide, high]) => {
  expect(shareCardOf({ width, height })).toEqual({
    cut: { width: cutWidth, height: cutHeight, left, top },
    card: { width: wide, height: high },
  })
})

test('whatever the photograph, its cut lies within it and on its card, and the card is 1.9 to 1', () => {
  for (let width = 1; width <= 1200; width += 7)
    for (let height = 1; height <= 1200; height += 7) {
      const { cut, card } = shareCardOf({ width, height })
      const isInside = cut.left >= 0 && cut.left + cut.width <= width && cut.top + cut.height <= height
      const fits = cut.width <= card.width && cut.height <= card.height && card.width >= 600
      if (!isInside || !fits || Math.abs(card.width / card.height - 1200 / 630) > 0.01)
        expect.unreachable(`${width} x ${height}: ${JSON.stringify({ cut, card })}`)
    }
})

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
