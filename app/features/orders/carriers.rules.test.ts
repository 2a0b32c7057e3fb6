import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  carriers,
  carrierTyped,
  isShortened,
  type Parcel,
  parcelFacts,
  parcelsOf,
  parcelsText,
  parcelText,
  shownTracking,
  trackingLink,
  trackingsTyped,
  trackingTyped,
  trackingWarning,
} from './carriers.rules.ts'

const eleven = fc.integer({ min: 0, max: 99_999_999_999 }).map((number) => String(number).padStart(11, '0'))

describe('N15: tracking numbers', () => {
  test('with the right last digit say nothing, with any other one warn, at the carriers that have one', () => {
    fc.assert(
      fc.property(eleven, fc.integer({ min: 0, max: 9 }), (start, last) => {
        // Such a number looks as if Excel had cut it (N64).
        fc.pre(!/0{6}$/.test(`${start}${last}`))
        const isRight = Number(BigInt(start) % 7n) === last
        for (const carrier of ['yamato', 'sagawa'])
          expect(trackingWarning(carrier, `${start}${last}`) === null).toBe(isRight)
        for (const carrier of ['japanpost', 'other', null])
          expect(trackingWarning(carrier, `${start}${last}`)).toBeNull()
      }),
    )
  })

  test('are kept in one spelling, however they were typed', () => {
    const between = fc.constantFrom('', '-', '－', '‐', '−', 'ー', ' ', '　', '–')
    const full = (text: string) =>
      text.replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit)))
    fc.assert(
      fc.property(eleven, between, fc.boolean(), (digits, mark, isFull) => {
        const typed = [...(isFull ? full(digits) : digits)].join(mark)
        expect(trackingTyped(` ${typed}\n`)).toBe(digits)
        expect(trackingTyped(trackingTyped(typed) ?? '')).toBe(digits)
      }),
    )
  })

  test.each([
    ['', ''],
    ['ab12', 'AB12'],
    ['1'.repeat(40), '1'.repeat(40)],
    ['1'.repeat(41), null],
    ['番号1', null],
    ['12/34', null],
  ])('%j is %j', (typed, kept) => {
    expect(trackingTyped(typed)).toBe(kept)
  })

  test('a number of another length warns as well, and none at all does not', () => {
    expect(trackingWarning('yamato', '123')).toContain('12桁')
    expect(trackingWarning('sagawa', '12345678901X')).toContain('12桁')
    expect(trackingWarning('yamato', '123456789012')).toContain('最後の数字')
    expect(trackingWarning('yamato', '')).toBeNull()
  })

  test('are shown in fours', () => {
    expect(shownTracking('123456789012')).toBe('1234-5678-9012')
    expect(shownTracking('AB123456789JP')).toBe('AB123456789JP')
  })
})

test('N15: each carrier has the link under which its parcels are followed', () => {
  expect(carriers.map((carrier) => trackingLink(carrier, '123456789012'))).toEqual([
    'https://toi.kuronekoyamato.co.jp/cgi-bin/tneko?number00=1&number01=123456789012',
    'https://k2k.sagawa-exp.co.jp/p/web/okurijosearch.do?okurijoNo=123456789012',
    'https://trackings.post.japanpost.jp/services/srv/search/direct?reqCodeNo1=123456789012&locale=ja',
    null,
  ])
  expect(trackingLink('yamato', null)).toBeNull()
  expect(trackingLink('yamato', '')).toBeNull()
})

test('a carrier is known by its name and its id', () => {
  expect(
    ['ヤマト', 'ﾔﾏﾄ', 'yamato', 'Sagawa', '日本郵便', 'その他', '佐川急便', 'X'].map(carrierTyped),
  ).toEqual(['yamato', 'yamato', 'yamato', 'sagawa', 'japanpost', 'other', 'sagawa', null])
})

describe('N63: a field or a cell of several numbers', () => {
  test.each([
    ['1122-3344-5566 1122-3344-5567', ['112233445566', '112233445567']],
    ['112233445566　１１２２３３４４５５６７', ['112233445566', '112233445567']],
    ['112233445566\n112233445567', ['112233445566', '112233445567']],
    ['112233445566、112233445567,112233445568', ['112233445566', '112233445567', '112233445568']],
    ['1122-3344-5566/1122-3344-5567', ['112233445566', '112233445567']],
    ['1122 3344 5566 1122 3344 5567', ['112233445566', '112233445567']],
    ['1122-3344-5566-1122-3344-5567', ['112233445566', '112233445567']],
    ['1122 3344 5566', ['112233445566']],
    ['1122 3344 5566 7788', ['1122334455667788']],
    ['112233445566、112233445566', ['112233445566']],
    ['AB123456789JP 112233445567', ['AB123456789JP', '112233445567']],
    [' 、', []],
    ['①1122-3344-5566 ②112233445567', ['112233445566', '112233445567']],
    ['112233445566・112233445567', ['112233445566', '112233445567']],
    ['="112233445566"', ['112233445566']],
    ["'112233445566", ['112233445566']],
    ['番号、112233445566', null],
  ])('%j is %j', (typed, numbers) => {
    expect(trackingsTyped(typed)).toEqual(numbers)
  })

  test('two numbers that were run together are asked about', () => {
    expect(trackingWarning('japanpost', '112233445566112233445567')).toContain('2つの番号')
    expect(trackingWarning('japanpost', 'AB123456789JP')).toBeNull()
  })
})

describe('N64: a number that Excel has shortened', () => {
  test('a cell full of digits is read in one walk', () => {
    expect(isShortened('1'.repeat(100_000))).toBe(false)
    expect(isShortened(`${'1 '.repeat(50_000)},E+1`)).toBe(true)
  })

  test.each(['4.90715E+11', '4.90715e+11', '４．９０７１５Ｅ＋１１', ' 5E+11 '])('%j is known', (typed) => {
    expect(isShortened(typed)).toBe(true)
  })

  test.each(['490715004706', 'AB123456789JP', '4E11', ''])('%j is none', (typed) => {
    expect(isShortened(typed)).toBe(false)
  })

  test('saved once more it is asked about at every carrier, whatever its last digit', () => {
    for (const carrier of [...carriers, null]) {
      expect(trackingWarning(carrier, '490715000000')).toContain('Excel')
      expect(trackingWarning(carrier, '490715100000') ?? '').not.toContain('Excel')
    }
  })
})

test('N15, N63: a buyer reads of each parcel once it is shipped, and no more than is known', () => {
  const yamato = { carrier: 'yamato', tracking: '123456789012' }
  const of = (...parcels: readonly Parcel[]) => parcelsOf({ shippedAt: 1, parcels })
  expect(parcelsOf({ shippedAt: null, parcels: [yamato] })).toEqual([])
  expect(of()).toEqual([])
  expect(of({ carrier: 'other', tracking: null })).toEqual([])
  expect(of({ carrier: 'other', tracking: '123456789012' })).toEqual([
    { carrier: null, tracking: '1234-5678-9012', link: null },
  ])
  expect(of({ carrier: 'yamato', tracking: null })).toEqual([
    { carrier: 'ヤマト運輸', tracking: null, link: null },
  ])
  const two = of(yamato, { carrier: 'japanpost', tracking: '112233445566' })
  expect(parcelFacts(two)).toEqual([
    { name: '荷物 1／2', value: 'ヤマト運輸 1234-5678-9012', link: expect.stringContaining('kuroneko') },
    {
      name: '荷物 2／2',
      value: '日本郵便 1122-3344-5566',
      link: expect.stringContaining('reqCodeNo1=112233445566&'),
    },
  ])
  expect(parcelFacts(two.slice(0, 1)).map(({ name }) => name)).toEqual(['配送会社', 'お問い合わせ番号'])
  expect(parcelText(yamato)).toBe('ヤマト 1234-5678-9012')
  expect(parcelText({ carrier: null, tracking: null })).toBe('')
  expect(parcelsText([yamato, { carrier: 'sagawa', tracking: null }])).toBe('ヤマト 1234-5678-9012、佐川')
})
