import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isPattern, passwordFault, repeatedPiece } from './password-fault.queries.server.ts'

describe('ASVS 6.2.4, A10: patterns that everybody tries', () => {
  test.each([
    '654321',
    '987654321',
    '0123456789',
    '012345',
    '789012',
    '121212',
    '101010',
    '1212121',
    'aaaaaa',
    'abcabc',
    'abcdef',
    'abcdefg',
    'zyxwvu',
    'aabbcc',
    '112233',
    '123321',
    'abc123',
    '123qwe',
    'qwertyuiop',
    'poiuyt',
    'asdfgh',
    'zxcvbn',
    'qazwsx',
    '1qaz2wsx',
    '1q2w3e4r',
    'qweasdzxc',
    'あいうえおか',
    'けくきかおえ',
    'いろはにほへと',
    'なのなのなの',
    '👩👩👩👩👩👩',
  ])('%s is one', (text) => {
    expect(isPattern(text)).toBe(true)
  })

  test.each([
    'kiku-to-ume-7',
    'sakura-mochi-2',
    'なのはなさいた',
    'ab12cd34',
    'abcde7',
    '12345x',
    'x12345',
    '135724',
    'hanako',
    'iroha-uta',
    '  spaces  ',
  ])('%j is none', (text) => {
    expect(isPattern(text)).toBe(false)
  })

  test('a small piece again and again is one, however it ends', () => {
    const piece = fc
      .string({ minLength: 1, maxLength: 4, unit: 'grapheme' })
      .filter((each) => [...each].length <= 4)
    fc.assert(
      fc.property(piece, fc.integer({ min: 8, max: 40 }), (each, length) => {
        const text = [...each.repeat(length)].slice(0, Math.max(length, 2 * [...each].length)).join('')
        expect(isPattern(text)).toBe(true)
      }),
    )
  })

  test('one character that is in no row is enough to be none', () => {
    const along = fc
      .integer({ min: 0, max: 20 })
      .map((from) => 'abcdefghijklmnopqrstuvwxyz'.slice(from, from + 6))
    fc.assert(
      fc.property(along, fc.integer({ min: 0, max: 6 }), (run, at) => {
        expect(isPattern(run)).toBe(true)
        expect(isPattern(`${run.slice(0, at)}~${run.slice(at)}`)).toBe(false)
      }),
    )
  })
})

test.each([
  ['passwordpassword', 'password'],
  ['abcab', 'abcab'],
  ['ababa', 'ab'],
  ['aaa', 'a'],
  ['kiku', 'kiku'],
  ['なのはななのはな', 'なのはな'],
  ['', ''],
])('%j repeats %j', (text, piece) => {
  expect(repeatedPiece(text)).toBe(piece)
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
