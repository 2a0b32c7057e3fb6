import fc from 'fast-check'
import { expect, test } from 'vitest'
import { linkedText } from './links.ts'

const linksOf = (text: string) => linkedText(text).flatMap(({ href }) => (href === null ? [] : [href]))

test.each([
  ['くわしくはhttps://shop.example/a?b=1#cをどうぞ', ['https://shop.example/a?b=1#c']],
  ['（https://shop.example/a）と https://b.example.', ['https://shop.example/a', 'https://b.example/']],
  ['http://shop.example と javascript:alert(1)', []],
  ['https://localhost と https://user:pw@evil.example/', []],
  ['<a href="https://shop.example/">x</a>', ['https://shop.example/']],
])('P16: the links in %j', (text, links) => {
  expect(linksOf(text)).toEqual(links)
})

test('P16: the parts together are the text, whatever it is', () => {
  const text = fc
    .array(fc.oneof(fc.string(), fc.webUrl(), fc.constantFrom('https://', '\n', '。')))
    .map((parts) => parts.join(''))
  fc.assert(
    fc.property(text, (whole) => {
      expect(
        linkedText(whole)
          .map((part) => part.text)
          .join(''),
      ).toBe(whole)
    }),
  )
})
