import { expect, test } from 'vitest'
import { cookieIn, cookieName, endingCookie, renamedCookies, settingCookie } from './cookies.ts'

const site = 'https://shop.example'
const local = 'http://localhost:3000'
const cookie = { plainName: 'pass', sameSite: 'Lax', maxAgeSeconds: 60, formerPaths: ['/', '/old'] } as const

test('ASVS 3.3.1, 3.3.2, 3.3.4: on https a cookie is bound to this host, on http it has its plain name', () => {
  expect(settingCookie(cookie, 'v', site)).toBe(
    '__Host-pass=v; Max-Age=60; Path=/; HttpOnly; SameSite=Lax; Secure',
  )
  expect(endingCookie(cookie, site)).toBe('__Host-pass=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax; Secure')
  expect(settingCookie(cookie, 'v', local)).toBe('pass=v; Max-Age=60; Path=/; HttpOnly; SameSite=Lax')
  expect(settingCookie({ ...cookie, sameSite: 'Strict' }, 'v', local)).toContain('SameSite=Strict')
})

test.each([
  ['its name', '__Host-pass=new', 'new'],
  ['its former name', 'a=b; __Secure-pass=old', 'old'],
  ['both, the present one last', '__Secure-pass=old; __Host-pass=new', 'new'],
  ['both, the present one empty', '__Secure-pass=old; __Host-pass=', ''],
  ['the name of http', 'pass=plain', undefined],
  ['a name that ends alike', 'x__Host-pass=other', undefined],
  ['none', 'a=b', undefined],
])('a cookie is found by %s', (_, header, value) => {
  expect(cookieIn(header, cookie, site)).toBe(value)
})

test('on http only the plain name counts', () => {
  expect(cookieIn('__Secure-pass=old; __Host-pass=new', cookie, local)).toBeUndefined()
  expect(cookieIn('__Secure-pass=old; pass=plain', cookie, local)).toBe('plain')
})

const ends = ['/', '/old'].map(
  (path) => `__Secure-pass=; Max-Age=0; Path=${path}; HttpOnly; SameSite=Lax; Secure`,
)
const renamed = (header: string | null, isGood = true, answered: string[] = [], origin = site) =>
  renamedCookies(header, [{ cookie, isGood: () => isGood }], origin, answered)

test('a good cookie of the former name gets the present one, and the former one goes wherever it stood', () => {
  expect(renamed('__Secure-pass=old')).toEqual([settingCookie(cookie, 'old', site), ...ends])
})

test.each<[string, string, boolean, string[]]>([
  ['is not of our making', '__Secure-pass=forged', false, []],
  ['stands beside the present one', '__Secure-pass=old; __Host-pass=new', true, []],
  ['ends with this answer', '__Secure-pass=old', true, [endingCookie(cookie, site)]],
  ['is set anew by this answer', '__Secure-pass=old', true, [settingCookie(cookie, 'fresh', site)]],
])('a cookie of the former name that %s is only taken away', (_, header, isGood, answered) => {
  expect(renamed(header, isGood, answered)).toEqual(ends)
})

test('an answer that says something of another cookie says nothing of this one', () => {
  expect(renamed('__Secure-pass=old', true, ['__Host-passage=x; Path=/'])).toHaveLength(3)
})

test('who has no cookie of the former name gets none, and is not asked for a signature', () => {
  for (const header of [null, '', '__Host-pass=new'])
    expect(
      renamedCookies(
        header,
        [
          {
            cookie,
            isGood: () => {
              throw new Error('asked')
            },
          },
        ],
        site,
        [],
      ),
    ).toEqual([])
  expect(renamed('__Secure-pass=old', true, [], local)).toEqual([])
  expect(cookieName(cookie, local)).toBe('pass')
})
