import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  carriers,
  carrierTyped,
  parcelOf,
  parcelText,
  shownTracking,
  trackingLink,
  trackingTyped,
  trackingWarning,
} from './carriers.rules.ts'

const eleven = fc.integer({ min: 0, max: 99_999_999_999 }).map((number) => String(number).padStart(11, '0'))

describe('N15: tracking numbers', () => {
  test('with the right last digit say nothing, with any other one warn, at the carriers that have one', () => {
    fc.assert(
      fc.property(eleven, fc.integer({ min: 0, max: 9 }), (start, last) => {
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

test('N15: a buyer reads of the parcel once it is shipped, and no more than is known', () => {
  const parcel = { shippedAt: 1, carrier: 'yamato', tracking: '123456789012' }
  expect(parcelOf({ ...parcel, shippedAt: null })).toBeNull()
  expect(parcelOf({ ...parcel, carrier: null, tracking: null })).toBeNull()
  expect(parcelOf({ ...parcel, carrier: 'other', tracking: null })).toBeNull()
  expect(parcelOf({ ...parcel, carrier: 'other' })).toEqual({
    carrier: null,
    tracking: '1234-5678-9012',
    link: null,
  })
  expect(parcelOf({ ...parcel, tracking: null })).toEqual({
    carrier: 'ヤマト運輸',
    tracking: null,
    link: null,
  })
  expect(parcelText('yamato', '123456789012')).toBe('ヤマト 1234-5678-9012')
  expect(parcelText(null, null)).toBe('')
})
