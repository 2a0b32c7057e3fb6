import { expect, test } from 'vitest'
import { mayReturnTo } from '~/requested-address.ts'
import { loginPath, returnPath } from './sign-in.rules.ts'

test.each<[string | null, string]>([
  [null, '/gallery'],
  ['', '/gallery'],
  ['/gallery/mypage?tab=works', '/gallery/mypage?tab=works'],
  ['/all-products', '/all-products'],
  ['/gallery/detail/a#comments', '/gallery/detail/a#comments'],
  ['/gallery#\r\nx: y', '/gallery#x:%20y'],
  ['//evil.example', '/gallery'],
  ['/\\evil.example', '/gallery'],
  ['/\t/evil.example', '/gallery'],
  ['/x/..//admin.evil.example/phish', '/gallery'],
  ['/gallery/..//admin.evil.example', '/gallery'],
  ['/./\\admin.evil.example', '/gallery'],
  ['/x/..//%61dmin.evil.example', '/gallery'],
  ['//admin.evil.example', '/gallery'],
  ['https://evil.example/gallery', '/gallery'],
  ['javascript:alert(1)', '/gallery'],
  ['gallery', '/gallery'],
  ['/gallery/../../evil', '/gallery'],
  ['/nowhere', '/gallery'],
  ['/api/goods', '/gallery'],
  ['/admin/orders?q=a', '/admin/orders?q=a'],
  ['/admin/no-such', '/admin/no-such'],
  ['/adminx', '/gallery'],
  ['/gallery/login?next=/gallery/login', '/gallery'],
  ['/gallery/logout', '/gallery'],
  [`/gallery?${'x'.repeat(500)}`, '/gallery'],
])('ASVS 3.7.2, A15: after the sign-in %j leads to %s', (next, path) => {
  expect(returnPath(next, mayReturnTo)).toBe(path)
})

test('A15: the page that asked for a sign-in is returned to', () => {
  const url = new URL(loginPath('/gallery/mypage?tab=works'), 'https://shop.example')
  expect(returnPath(url.searchParams.get('next'), mayReturnTo)).toBe('/gallery/mypage?tab=works')
})
