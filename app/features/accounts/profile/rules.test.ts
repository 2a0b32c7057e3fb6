import { describe, expect, test } from 'vitest'
import { type Actor, mayCurate, memberId } from '~/kernel/actor.ts'
import { joinDateOf, memberFaceOf, postingRefusal } from './rules.ts'

test('R27: the month of joining is that of Tokyo', () => {
  expect(joinDateOf(Date.UTC(2026, 10, 30, 14, 59))).toBe('2026年11月')
  expect(joinDateOf(Date.UTC(2026, 10, 30, 15, 0))).toBe('2026年12月')
})

describe('A3, A8: who may what', () => {
  const member = {
    kind: 'member',
    id: memberId('m'),
    address: '',
    sessionId: 's',
    emailVerified: true,
    role: 'member',
    canUpload: true,
    canComment: true,
  } as const
  test.each<[string, Actor, boolean, ReturnType<typeof postingRefusal>]>([
    ['a visitor', { kind: 'visitor', address: '' }, false, 'not_signed_in'],
    ['a curator', { kind: 'curator', address: '' }, true, 'not_signed_in'],
    [
      'a curator who is signed in',
      { kind: 'curator', address: '', signedInAs: member.id },
      true,
      'not_signed_in',
    ],
    ['a member', member, false, null],
    ['a member without permission', { ...member, canUpload: false }, false, 'not_permitted'],
    [
      'a member whose address is not verified',
      { ...member, canUpload: false, awaitsVerification: true },
      false,
      'not_verified',
    ],
    ['an admin', { ...member, role: 'admin' }, true, null],
    ['an admin without permission', { ...member, role: 'admin', canUpload: false }, true, 'not_permitted'],
    ['the owner', { kind: 'owner' }, true, 'not_signed_in'],
    ['the system', { kind: 'system', name: 'demo' }, true, 'not_signed_in'],
  ])('%s', (_, actor, curates, refusal) => {
    expect([mayCurate(actor), postingRefusal(actor)]).toEqual([curates, refusal])
  })
})

test.each([
  ['糸井はるか', '糸', '糸井はるか'],
  ['👩‍🌾畑の人', '👩‍🌾', '👩‍🌾畑の人'],
  [' ', 'ユ', 'ユーザー'],
  ['\u3164', 'ユ', 'ユーザー'],
])('the circle of "%s" shows her first letter whole', (name, initial, shown) => {
  expect(memberFaceOf(name, null)).toEqual({ name: shown, initial, photo: null })
})
