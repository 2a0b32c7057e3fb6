import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { inLetters, linkedText, mailLink, safeLink } from './links.ts'

test('P48: an address in letters leads a browser where the encoded one does', () => {
  expect(inLetters('/gallery/search?q=%E5%B7%BE%E7%9D%80+a%26b%23%25%22')).toBe(
    '/gallery/search?q=巾着+a%26b%23%25%22',
  )
  const at = 'https://shop.example/'
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (one, other) => {
      const address = `${at}x?${new URLSearchParams({ one, other })}`
      expect(new URL(inLetters(address), at).href).toBe(address)
    }),
  )
})

describe('P12: links that lead out', () => {
  test.each([
    ['https://store.example.com/apply?x=1#y', 'https://store.example.com/apply?x=1#y'],
    [' HTTPS://Store.Example.com ', 'https://store.example.com/'],
    ['https://例え.example/布', 'https://xn--r8jz45g.example/%E5%B8%83'],
  ])('%j', (address, link) => {
    expect(safeLink(address)).toBe(link)
  })
})

describe('P12: links that lead nowhere', () => {
  test.each([
    [undefined],
    [null],
    [''],
    ['#'],
    ['/all-products'],
    ['http://store.example.com/'],
    ['javascript:alert(1)'],
    ['JavaScript:alert(1)'],
    ['java\nscript:alert(1)'],
    ['data:text/html,x'],
    ['//store.example.com'],
    ['https:store.example.com'],
    ['https:///store.example.com'],
    ['https://'],
    ['https://localhost/'],
    ['https://shop.example.com@evil.example/'],
    ['https://user:word@store.example.com/'],
    ['https://store.example.com\\@evil.example/'],
    ['https://store.exa\tmple.com/'],
    ['https://store.example.com/\u0000'],
    ['store.example.com'],
  ])('%j', (address) => {
    expect(safeLink(address)).toBeNull()
  })

  test('ASVS 1.2.2: whatever is given, the answer is https without credentials, and stays itself', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.webUrl(),
          fc.string(),
          fc.string().map((rest) => `https://${rest}`),
        ),
        (address) => {
          const link = safeLink(address)
          if (link === null) return
          expect(new URL(link).protocol).toBe('https:')
          expect(new URL(link).username).toBe('')
          expect(safeLink(link)).toBe(link)
        },
      ),
    )
  })
})

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

test.each([
  ['hanako@example.com', 'mailto:hanako@example.com'],
  ['a?bcc=b&c#d%40@example.com', 'mailto:a%3Fbcc%3Db%26c%23d%2540@example.com'],
])('N115: %s is one recipient to a mail program, and nothing else', (email, link) => {
  expect(mailLink(email)).toBe(link)
})
