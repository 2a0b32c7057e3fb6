import { describe, expect, test } from 'vitest'
import { passwordFault } from '~/features/accounts/password-fault.queries.server.ts'
import { type Actor, mayCurate, memberId } from '~/kernel/actor.ts'
import { isPage } from '~/requested-address.ts'
import {
  joinDateOf,
  loginPath,
  memberFaceOf,
  postingRefusal,
  readDisplayName,
  readEmail,
  returnPath,
} from './rules.ts'

const shops = ['ぬのスクエア', 'Nuno Square', '株式会社ぬのスクエア']
const nameOf = (typed: string) => {
  const name = readDisplayName(typed, shops)
  return name.ok ? name.value : name.error
}

describe('A18: display names', () => {
  test.each([
    ['はなこ', 'はなこ'],
    ['  花子  ', '花子'],
    ['はな　こ', 'はな こ'],
    ['ﾊﾅｺ', 'ハナコ'],
    ['Ｈａｎａ', 'Hana'],
    ['👩‍🍳お針子', '👩‍🍳お針子'],
    ['★', '★'],
    ['葛󠄀城', '葛󠄀城'],
    ['あ'.repeat(30), 'あ'.repeat(30)],
    ['𠮷'.repeat(30), '𠮷'.repeat(30)],
    ['badminton好き', 'badminton好き'],
    ['スタッフィング', 'スタッフィング'],
    ['Elmo', 'Elmo'],
  ])('%j is kept as %j', (typed, kept) => {
    expect(nameOf(typed)).toBe(kept)
  })

  test.each([
    ['', 'name_missing'],
    [' 　\u00a0', 'name_missing'],
    ['\u2800', 'name_missing'],
    ['\u200d', 'name_missing'],
    ['あ'.repeat(31), 'name_too_long'],
    ['㍿'.repeat(8), 'name_too_long'],
    ['x'.repeat(1_000), 'name_too_long'],
    ['はな\u0000こ', 'name_unreadable'],
    ['はな\nこ', 'name_unreadable'],
    ['はな\u202eこ', 'name_unreadable'],
    ['はな\u2066こ', 'name_unreadable'],
    ['はな\u200bこ', 'name_unreadable'],
    ['\u3164', 'name_unreadable'],
    ['はな\u2028こ', 'name_unreadable'],
    ['は\ud800な', 'name_unreadable'],
    ['は\ue000な', 'name_unreadable'],
    [`Z${'\u0301\u0302'.repeat(4)}`, 'name_unreadable'],
    ['管理者', 'name_reserved'],
    ['【運営】', 'name_reserved'],
    ['管 理 者', 'name_reserved'],
    ['菅理者', 'name_reserved'],
    ['admin', 'name_reserved'],
    ['ＡＤＭＩＮ', 'name_reserved'],
    ['a.d.m.i.n', 'name_reserved'],
    ['Admin 01', 'name_reserved'],
    ['admin01', 'name_reserved'],
    ['adm1n', 'name_reserved'],
    ['аdmіn', 'name_reserved'],
    ['ádmin', 'name_reserved'],
    ['site admin', 'name_reserved'],
    ['ぬのスクエア', 'name_reserved'],
    ['ヌノすくえあ', 'name_reserved'],
    ['ぬのスクエア公認', 'name_reserved'],
    ['nuno_square', 'name_reserved'],
    ['Staff', 'name_reserved'],
    ['匿名ユーザー', 'name_reserved'],
  ])('%j is refused: %s', (typed, fault) => {
    expect(nameOf(typed)).toBe(fault)
  })

  test('a shop of two letters keeps its own name, and no more', () => {
    expect(readDisplayName('布布', ['布布']).ok).toBe(false)
    expect(readDisplayName('布布ちゃん', ['布布']).ok).toBe(true)
    expect(readDisplayName('はなこ', ['', '・']).ok).toBe(true)
  })
})

test.each<[string, string]>([
  ['Hanako@Example.COM', 'hanako@example.com'],
  ['　hana@example.com ', 'hana@example.com'],
  ['ｈａｎａ＠ｅｘａｍｐｌｅ．ｃｏｍ', 'hana@example.com'],
  ["o'hana+nuno@mail.example.co.jp", "o'hana+nuno@mail.example.co.jp"],
  ['', 'email_missing'],
  ['hanako', 'email_invalid'],
  ['hana@localhost', 'email_invalid'],
  ['a..b@example.com', 'email_invalid'],
  ['.a@example.com', 'email_invalid'],
  ['a@-example.com', 'email_invalid'],
  ['a@example.com,b@example.com', 'email_invalid'],
  ['a@example.com\r\nBcc: b@example.com', 'email_invalid'],
  ['Hana <a@example.com>', 'email_invalid'],
  [`${'a'.repeat(65)}@example.com`, 'email_invalid'],
  [`a@${'b.'.repeat(130)}com`, 'email_invalid'],
])('an e-mail address %j: %s', (typed, kept) => {
  const email = readEmail(typed)
  expect(email.ok ? email.value : email.error).toBe(kept)
})

describe('ASVS 6.2.4, 6.2.9, A10: passwords', () => {
  test.each([
    ['なのはな', 'password_too_short'],
    ['12345', 'password_too_short'],
    ['👩👩👩', 'password_too_short'],
    ['123456', 'password_weak'],
    ['Password1', 'password_weak'],
    ['QWERTY123', 'password_weak'],
    ['ああああああ', 'password_weak'],
    ['hanako@example.com', 'password_weak'],
    ['hanako.t', 'password_weak'],
    ['はなこのたな', 'password_weak'],
    ['654321', 'password_weak'],
    ['ABCDEFG', 'password_weak'],
    ['sunshinesunshine', 'password_weak'],
    ['１２３４５６', 'password_weak'],
    ['ｐａｓｓｗｏｒｄ', 'password_weak'],
    ['ﾊﾅｺﾉﾀﾅ', 'password_weak'],
    ['x-'.repeat(101), 'password_too_long'],
    ['kiku-to-ume-7-and-so-on-'.repeat(9).slice(0, 200), null],
    ['kiku-to-ume-7', null],
    ['  spaces  ', null],
  ])('%j: %s', async (password, fault) => {
    expect(
      await passwordFault(password, [
        'hanako.t@example.com',
        'hanako@example.com',
        'はなこのたな',
        'ハナコノタナ',
      ]),
    ).toBe(fault)
  })
})

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
  ['https://evil.example/gallery', '/gallery'],
  ['javascript:alert(1)', '/gallery'],
  ['gallery', '/gallery'],
  ['/gallery/../../evil', '/gallery'],
  ['/nowhere', '/gallery'],
  ['/api/goods', '/gallery'],
  ['/gallery/login?next=/gallery/login', '/gallery'],
  ['/gallery/logout', '/gallery'],
  [`/gallery?${'x'.repeat(500)}`, '/gallery'],
])('ASVS 3.7.2, A15: after the sign-in %j leads to %s', (next, path) => {
  expect(returnPath(next, isPage)).toBe(path)
})

test('A15: the page that asked for a sign-in is returned to', () => {
  const url = new URL(loginPath('/gallery/mypage?tab=works'), 'https://shop.example')
  expect(returnPath(url.searchParams.get('next'), isPage)).toBe('/gallery/mypage?tab=works')
})

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
