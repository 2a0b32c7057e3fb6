import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addresses } from './addresses.ts'
import { href, isAt } from './href.ts'
import { addressOf, canonicalAddress } from './requested-address.ts'

describe('a link', () => {
  test('is the address itself, with its segments and then its query', () => {
    expect(href('/')).toBe('/')
    expect(href('/gallery/search')).toBe('/gallery/search')
    expect(href('/gallery/detail/:recipeId/share.jpg', { recipeId: 'w-1', v: 'abc' })).toBe(
      '/gallery/detail/w-1/share.jpg?v=abc',
    )
    expect(href('/gallery/confirm/:purpose/:token', { token: 't', purpose: 'verify' })).toBe(
      '/gallery/confirm/verify/t',
    )
    expect(href('/gallery/mypage', { tab: 'settings', notice: 'email-verified' })).toBe(
      '/gallery/mypage?tab=settings&notice=email-verified',
    )
  })

  test('encodes what it is given, so that a segment stays one segment and a value one value', () => {
    expect(href('/kits/:number', { number: 'A/B?c#d e&f%@' })).toBe('/kits/A%2FB%3Fc%23d%20e%26f%25%40')
    expect(href('/gallery/search', { q: '巾着 a&b' })).toBe('/gallery/search?q=%E5%B7%BE%E7%9D%80+a%26b')
    expect(href('/gallery/login', { next: '/gallery/mypage?tab=settings' })).toBe(
      '/gallery/login?next=%2Fgallery%2Fmypage%3Ftab%3Dsettings',
    )
  })

  test('leaves out parameters that are empty or not given, and then the mark before them', () => {
    expect(href('/gallery/login', { view: undefined, next: '' })).toBe('/gallery/login')
    expect(href('/gallery/login', { view: '', notice: 'x' })).toBe('/gallery/login?notice=x')
  })

  test('leads to the row that it names, in its canonical form, whatever the values', () => {
    const segment = fc.string({ unit: 'grapheme', minLength: 1 }).filter((text) => !/^\.{1,2}$/.test(text))
    fc.assert(
      fc.property(segment, fc.string({ unit: 'grapheme', maxLength: 200 }), (recipeId, v) => {
        const link = href('/gallery/detail/:recipeId/share.jpg', { recipeId, v })
        expect(addressOf(link.split('?')[0] ?? '')).toBe(addresses['/gallery/detail/:recipeId/share.jpg'])
        expect(canonicalAddress(link)).toBe(link)
        const url = new URL(link, 'https://shop.example')
        expect(decodeURIComponent(url.pathname.split('/')[3] ?? '')).toBe(recipeId)
        expect(url.searchParams.get('v') ?? '').toBe(v)
      }),
    )
  })

  test('is no link to what the table does not have: it does not compile', () => {
    // @ts-expect-error no such address
    href('/no-such-page')
    // @ts-expect-error no row names this address
    href('/gallery/*')
    // @ts-expect-error its segment is missing
    href('/gallery/user/:userId')
    // @ts-expect-error its segment is missing beside a parameter
    href('/gallery/user/:userId', { count: '6' })
    // @ts-expect-error a segment that it does not have
    href('/gallery/user/:userId', { userId: 'a', recipeId: 'b' })
    // @ts-expect-error a parameter that its row does not name
    href('/gallery/search', { word: '巾着' })
    // @ts-expect-error it has neither segments nor parameters
    href('/terms', { notice: 'x' })
    // @ts-expect-error a number would be a segment in whatever form
    href('/kits/:number', { number: 1 })
  })
})

test.each([
  ['/', ['/'], true],
  ['/kits', ['/', '/kits'], true],
  ['/kits/K-1', ['/kits'], false],
  ['/kits/K-1', ['/kits/:number'], true],
  ['/kits/', ['/kits/:number'], false],
  ['/kits/K-1/share.jpg', ['/kits/:number'], false],
  ['/shop/kits/K-1', ['/kits/:number'], false],
] as const)('%s is at %s: %s', (pathname, paths, expected) => {
  expect(isAt(pathname, paths)).toBe(expected)
})
