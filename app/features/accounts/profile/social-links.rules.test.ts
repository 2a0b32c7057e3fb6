import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyCharacter } from '../../../../tests/support/any-character.ts'
import {
  formerSocialLink,
  normalizedSocialLink,
  type SocialNetwork,
  socialNetworks,
} from './social-links.rules.ts'

const linkOf = (network: SocialNetwork, typed: string) => {
  const link = normalizedSocialLink(network, typed)
  return link.ok ? link.value : link.error
}

describe('R9: what is typed becomes a link', () => {
  test.each<[SocialNetwork, string, string]>([
    ['instagram', '', ''],
    ['website', ' 　\n', ''],
    ['instagram', 'hana_sews', 'https://instagram.com/hana_sews'],
    ['instagram', '@hana.sews', 'https://instagram.com/hana.sews'],
    ['instagram', ' ＠ｈａｎａ＿ｓｅｗｓ ', 'https://instagram.com/hana_sews'],
    ['instagram', 'instagram.com/hana', 'https://instagram.com/hana'],
    ['instagram', 'HTTP://WWW.Instagram.com/Hana?igsh=1', 'https://www.instagram.com/Hana?igsh=1'],
    ['instagram', 'ｈｔｔｐｓ：／／instagram.com／hana', 'https://instagram.com/hana'],
    ['instagram', 'https://m.instagram.com:443/hana/', 'https://m.instagram.com/hana/'],
    // A handle may look like the host of somebody else.
    ['instagram', 'evil.com', 'https://instagram.com/evil.com'],
    ['twitter', '@nuno', 'https://x.com/nuno'],
    ['twitter', 'nuno_123', 'https://x.com/nuno_123'],
    ['twitter', 'twitter.com/nuno', 'https://twitter.com/nuno'],
    ['twitter', 'https://mobile.twitter.com/nuno', 'https://mobile.twitter.com/nuno'],
    ['twitter', 'http://x.com/nuno', 'https://x.com/nuno'],
    ['youtube', 'nuno-ch', 'https://youtube.com/@nuno-ch'],
    ['youtube', '@nuno.ch', 'https://youtube.com/@nuno.ch'],
    ['youtube', '@ぬの', 'https://youtube.com/@%E3%81%AC%E3%81%AE'],
    ['youtube', 'https://www.youtube.com/@nuno', 'https://www.youtube.com/@nuno'],
    ['youtube', 'm.youtube.com/channel/UC123', 'https://m.youtube.com/channel/UC123'],
    ['tiktok', 'nuno.sq', 'https://tiktok.com/@nuno.sq'],
    ['tiktok', '@nuno_sq', 'https://tiktok.com/@nuno_sq'],
    ['tiktok', 'https://vt.tiktok.com/ZS123/', 'https://vt.tiktok.com/ZS123/'],
    ['website', 'nuno.example', 'https://nuno.example/'],
    ['website', 'http://nuno.example/blog?a=1#b', 'http://nuno.example/blog?a=1#b'],
    ['website', 'https://例え.example/布', 'https://xn--r8jz45g.example/%E5%B8%83'],
    ['website', 'nuno.example/@hana', 'https://nuno.example/@hana'],
  ])('%s: %j', (network, typed, link) => {
    expect(linkOf(network, typed)).toBe(link)
  })
})

const neverLinks = [
  'javascript:alert(1)',
  'JavaScript://nuno.example/%0aalert(1)',
  'data:text/html,x',
  'mailto:hana@nuno.example',
  'ftp://instagram.com/hana',
  'evil.com@x',
  'hana@nuno.example',
  'https://user:pw@instagram.com/hana',
  'https://instagram.com@evil.example/',
  'https://instagram.com\\@evil.example/',
  'https://instagram.com\\hana',
  'https://instagram.com:8443/hana',
  'http://instagram.com:443/hana',
  'https://instagram.com/ha\u0000na',
  'https://instagram.com/ha\nna',
  'https://instagram.com/\u202eanah',
  'ha\u200bna',
  'instagram.com/ha na',
  'hana/../admin',
  'hana/works',
  '@hana/works',
  '..',
  '@..',
  '@',
  '@@hana',
  '//instagram.com/hana',
  'https://',
  'https:///instagram.com/hana',
  'https://localhost/hana',
  'https://127.0.0.1/hana',
  'https://[::1]/hana',
  'https://instagram.com/ha\ud800na',
  '@instagram.com/hana',
  '@https://instagram.com/hana',
]

describe('R9: what never becomes a link', () => {
  test.each(socialNetworks.flatMap((network) => neverLinks.map((typed) => [network, typed] as const)))(
    '%s: %j',
    (network, typed) => {
      expect(linkOf(network, typed)).toBe('not_fitting')
    },
  )

  test.each<[SocialNetwork, string]>([
    ['instagram', 'https://evil.example/hana'],
    ['instagram', 'https://instagram.com.evil.example/hana'],
    ['instagram', 'https://evilinstagram.com/hana'],
    ['instagram', 'https://x.com/hana'],
    ['instagram', 'www.instagram.com'],
    ['instagram', 'https://instagram.com/'],
    ['instagram', 'ぬの'],
    ['twitter', 'https://instagram.com/hana'],
    ['twitter', 'x.com'],
    ['twitter', 'ha.na'],
    ['youtube', 'https://youtu.be.evil.example/x'],
    ['youtube', 'https://vt.youtube.com/x'],
    ['tiktok', 'https://evil.tiktok.com/@x'],
    ['website', 'hana'],
    ['website', '2024'],
    ['website', '..http://nuno.example'],
    ['website', '@hana'],
  ])('%s: %j', (network, typed) => {
    expect(linkOf(network, typed)).toBe('not_fitting')
  })

  test.each(socialNetworks)('%s: what is longer than 300 characters', (network) => {
    expect(linkOf(network, `https://nuno.example/${'a'.repeat(280)}`)).toBe('too_long')
    // Short as typed, long as an address.
    expect(linkOf('website', `https://nuno.example/${'布'.repeat(100)}`)).toBe('too_long')
    expect(linkOf('website', `https://nuno.example/${'a'.repeat(279)}`)).toMatch(/a$/)
  })
})

const hosts: Record<SocialNetwork, RegExp> = {
  instagram: /^(?:(?:www|m|mobile)\.)?instagram\.com$/,
  twitter: /^(?:(?:www|m|mobile)\.)?(?:x|twitter)\.com$/,
  youtube: /^(?:(?:www|m|mobile)\.)?youtube\.com$/,
  tiktok: /^(?:(?:www|m|mobile)\.)?(?:v[mt]\.)?tiktok\.com$/,
  website: /^([\w-]+\.)+[a-z][\w-]*$/,
}

test('R9: whatever goes in, what comes out is nothing or a link to a fitting host, and stays as it is', () => {
  const piece = fc.oneof(
    fc.string({ unit: anyCharacter }),
    fc.webUrl(),
    fc.constantFrom(
      'https://',
      'http:',
      '@',
      '＠',
      '.',
      '/',
      '\\',
      ':',
      '..',
      'instagram.com',
      'x.com',
      '/hana',
    ),
    fc.constantFrom(
      'www.youtube.com/',
      'm.tiktok.com',
      'javascript:',
      '\u202e',
      'ぬの',
      '%2e%2e',
      '.com',
      'hana',
    ),
  )
  fc.assert(
    fc.property(
      fc.constantFrom(...socialNetworks),
      fc.array(piece, { maxLength: 5 }).map((pieces) => pieces.join('')),
      (network, typed) => {
        const link = normalizedSocialLink(network, typed)
        if (!link.ok || link.value === '') return
        const { protocol, hostname, username, password, port, href } = new URL(link.value)
        expect(protocol).toMatch(network === 'website' ? /^https?:$/ : /^https:$/)
        expect(hostname).toMatch(hosts[network])
        expect([username, password, port, href]).toEqual(['', '', '', link.value])
        expect(normalizedSocialLink(network, link.value)).toEqual(link)
      },
    ),
    { numRuns: 300 },
  )
})

test.each([
  ['facebook', 'https://www.facebook.com/hana', 'https://www.facebook.com/hana'],
  ['facebook', 'http://m.facebook.com/hana', 'http://m.facebook.com/hana'],
  ['line', 'https://lin.ee/abc', 'https://lin.ee/abc'],
  ['line', '', null],
  ['line', 'hana', null],
  ['line', 'javascript:alert(1)', null],
  ['facebook', 'https://facebook.com.evil.example/hana', null],
  ['facebook', 'https://line.me/hana', null],
] as const)('R9: of %s an old profile shows %s as %s', (network, stored, link) => {
  expect(formerSocialLink(network, stored)).toBe(link)
})
