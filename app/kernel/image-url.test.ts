import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { absoluteImageUrl, defaultLogo, displayImageUrl, pictureAddresses } from './image-url.ts'

describe('P18: pictures that pass', () => {
  test.each([
    ['https://img.example.com/a.png', 'https://img.example.com/a.png'],
    ['http://img.example.com/a.png?w=1', 'http://img.example.com/a.png?w=1'],
    ['HTTPS://img.example.com/a.png', 'HTTPS://img.example.com/a.png'],
    ['/Image/asanoha.svg', '/Image/asanoha.svg'],
    ['Image/asanoha.svg', '/Image/asanoha.svg'],
    ['/Image/uploads/ab12.jpg?v=2', '/Image/uploads/ab12.jpg?v=2'],
    ['/Image/麻の葉.png', '/Image/麻の葉.png'],
    ['/Image/a..b.png', '/Image/a..b.png'],
    ['/Image/50%.png', '/Image/50%25.png'],
    ['/Image/%zz.png', '/Image/%25zz.png'],
    ['https://img.example.com/50%引き.png?w=%', 'https://img.example.com/50%25引き.png?w=%25'],
    ['https://img.example.com/%E5%B8%83%25.png', 'https://img.example.com/%E5%B8%83%25.png'],
    [' /Image/asanoha.svg ', '/Image/asanoha.svg'],
  ])('%j gives %j', (address, shown) => {
    expect(displayImageUrl(address)).toBe(shown)
  })
})

describe('P18: everything else is the default logo', () => {
  test.each([
    [undefined],
    [null],
    [''],
    ['   '],
    ['//evil.example/a.png'],
    ['//evil.example/Image/a.png'],
    ['/\\evil.example/a.png'],
    ['\\\\evil.example\\a.png'],
    ['/Image\\..\\secret'],
    ['/Image/../secret'],
    ['/Image/a/../../secret'],
    ['Image/../secret'],
    ['/Image/./a.png'],
    ['/Image/%2e%2e/secret'],
    ['/Image/.%2E/secret'],
    ['/Image/..%2fsecret'],
    ['/Image/..%5csecret'],
    ['/Image/uploads%2Fa.png'],
    ['/Image/a%00.png'],
    ['/Image/%e3%81.png'],
    ['/Image/a\n.png'],
    ['https://img.example.com/a\t.png'],
    ['/image/a.png'],
    ['/Images/a.png'],
    ['a.png'],
    ['../Image/a.png'],
    ['data:image/png;base64,AAAA'],
    ['javascript:alert(1)'],
    ['blob:https://example.com/1'],
    ['ftp://example.com/a.png'],
    ['https://'],
    ['https:/example.com/a.png'],
    ['https://user:word@example.com/a.png'],
  ])('%j', (address) => {
    expect(displayImageUrl(address)).toBe(defaultLogo)
  })
})

test('P18: whatever is given, the browser stays on the web or in the picture folder', () => {
  const piece = fc.constantFrom(
    '/Image/',
    'Image/',
    '..',
    '.',
    '/',
    '\\',
    '%2e',
    '%2f',
    '%5C',
    '//',
    'https://',
    'evil.example',
    'a.png',
    '?',
    '#',
    ':',
    '\t',
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
      const shown = displayImageUrl(pieces.join(''))
      const { origin, pathname } = new URL(shown, 'https://shop.example')
      if (/^https?:/i.test(shown)) expect(origin).not.toBe('null')
      else expect(origin === 'https://shop.example' && pathname.startsWith('/Image/')).toBe(true)
    }),
  )
})

describe('P28: several addresses in one cell', () => {
  const [one, two] = ['https://img.example.com/布 1、表.jpg', '/Image/50% off, 赤.png']

  test.each([
    ['a line each', `${one}\n${two}`],
    ['lines of Windows', `${one}\r\n\r\n${two}\r\n`],
    ['a blank', `${one} ${two}`],
    ['a wide blank', `　${one}　${two}　`],
    ['a comma', `${one},${two}`],
    ['a comma and a blank', `${one}, ${two},`],
    ['a Japanese comma', `${one}、${two}、`],
    ['a wide comma', `${one}，${two}`],
    ['a semicolon', `${one}; ${two}`],
  ])('%s separates them; a blank, Japanese or a comma within one does not cut it', (_how, cell) => {
    expect(pictureAddresses(cell)).toEqual([one, two])
  })

  test('an address within another one’s query is a part of it, and what is none stays for the reader', () => {
    const proxied = 'https://img.example.com/?url=https://else.example/a.png'
    expect(pictureAddresses(`${proxied} HTTPS://b.example/c.png`)).toEqual([
      proxied,
      'HTTPS://b.example/c.png',
    ])
    expect(pictureAddresses('x y\nImage/a.png data:,x')).toEqual(['x y', 'Image/a.png', 'data:,x'])
    expect(pictureAddresses(' 、, ')).toEqual([])
    expect(pictureAddresses(`,${one}\n 、 \r\n ;${two} , `)).toEqual([one, two])
  })

  test.each([' ', '、', ',', ' ,'])('a cell full of %j is read in one walk', (signs) => {
    // Tried from each of them it would take a minute.
    expect(pictureAddresses(`${one}${signs.repeat(40_000)}x\n${two}`)).toHaveLength(2)
  })
})

describe('absolute addresses of pictures', () => {
  const origin = 'https://nuno.example'

  test.each([
    ['/Image/a.svg', 'https://nuno.example/Image/a.svg'],
    ['Image/麻.png', 'https://nuno.example/Image/%E9%BA%BB.png'],
    ['https://img.example.com/a.png', 'https://img.example.com/a.png'],
    ['http://img.example.com/a.png', 'http://img.example.com/a.png'],
    ['https://img.example.com/布 1.png', 'https://img.example.com/%E5%B8%83%201.png'],
    ['https://img.example.com/50%.png', 'https://img.example.com/50%25.png'],
    [
      'https://img.example.com/a|b[1]^{2}`.png?q="|"',
      'https://img.example.com/a%7Cb%5B1%5D%5E%7B2%7D%60.png?q=%22%7C%22',
    ],
    ['https://img.example.com/a.png#left', 'https://img.example.com/a.png'],
  ])('%j becomes %s', (address, absolute) => {
    expect(absoluteImageUrl(address, origin)).toBe(absolute)
  })

  test.each([
    [''],
    [undefined],
    ['data:image/png;base64,AA'],
    [defaultLogo],
    ['Image/logo.svg'],
    [`/Image/${'a'.repeat(3000)}`],
  ])('%j is left out', (address) => {
    expect(absoluteImageUrl(address, origin)).toBeUndefined()
  })

  test('S20: the provider takes 2,048 characters, and not one more', () => {
    const atLimit = `https://img.example.com/${'a'.repeat(2048 - 'https://img.example.com/'.length)}`
    expect(absoluteImageUrl(atLimit, origin)).toBe(atLimit)
    expect(absoluteImageUrl(`${atLimit}a`, origin)).toBeUndefined()
  })

  test.each(['', 'null', 'file:///srv'])('nothing is built on the origin %j', (here) => {
    expect(absoluteImageUrl('/Image/a.svg', here)).toBeUndefined()
  })
})
