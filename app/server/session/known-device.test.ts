import { expect, test } from 'vitest'
import { memberId } from '~/kernel/actor.ts'
import { knownDeviceCookie, knownDeviceOf } from './known-device.ts'

const signing = { secret: 'a secret of more than thirty-two characters', siteOrigin: 'https://shop.example' }
const hana = memberId('member-1')
const sent = (header: string) => header.split(';')[0] ?? ''

test('A10: a browser is known by the cookie that it was given, and stays the same device', () => {
  const header = knownDeviceCookie(hana, undefined, signing)
  const known = knownDeviceOf(`a=b; ${sent(header)}`, signing)
  expect(known).toEqual({ id: expect.stringMatching(/^[\w-]{22}$/), memberId: hana })
  expect(knownDeviceCookie(hana, known, signing)).toBe(header)
  expect(knownDeviceOf(sent(knownDeviceCookie(memberId('other'), known, signing)), signing)?.id).not.toBe(
    known?.id,
  )
})

test('ASVS 3.3.1, 3.3.2, 3.3.4: the cookie is for this host alone, unreadable for scripts, and Secure on https', () => {
  expect(knownDeviceCookie(hana, undefined, signing)).toMatch(
    /^__Host-known-device=.*; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
  )
  expect(knownDeviceCookie(hana, undefined, { ...signing, siteOrigin: 'http://localhost:3000' })).toMatch(
    /^known-device=.*; SameSite=Lax$/,
  )
})

const value = sent(knownDeviceCookie(hana, undefined, signing))
test.each<[string, string | null]>([
  ['none', null],
  ['another', 'session=1'],
  ['for another member', value.replace('member-1', 'member-2')],
  ['of another device', value.replace(/=.{22}/, `=${'A'.repeat(22)}`)],
  ['with a signature cut short', value.slice(0, -1)],
  ['with a signature of other characters', `${value.slice(0, -43)}${'_'.repeat(43)}`],
  ['without parts', '__Host-known-device=x'],
])('A10: a cookie that is not of our making knows nobody: %s', (_, cookie) => {
  expect(knownDeviceOf(cookie, signing)).toBeUndefined()
})

test('A10: a cookie signed with another secret knows nobody', () => {
  expect(knownDeviceOf(value, { ...signing, secret: `${signing.secret}!` })).toBeUndefined()
})
