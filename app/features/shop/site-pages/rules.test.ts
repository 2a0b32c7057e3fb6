import { describe, expect, test } from 'vitest'
import { yen } from '~/kernel/money.ts'
import { shopSettings } from '../../../../shop.settings.ts'
import { legalNotice, loadFailureText, purchaseConditions, shippingLines } from './rules.ts'

describe('the notice that the law demands', () => {
  test('P13: every row has its text, and no brace is left in it', () => {
    const rows = legalNotice(shopSettings)
    expect(rows).toHaveLength(14)
    for (const { name, lines } of rows) {
      expect(name).not.toBe('')
      expect(lines.length, name).toBeGreaterThan(0)
      for (const line of lines) expect(line, name).toMatch(/^[^{}]*[^{}\s][^{}]*$/)
    }
  })

  test('S22: the invoice number has a row only where the shop has one', () => {
    const named = legalNotice({ ...shopSettings, invoiceNumber: 'T1234567890123' })
    expect(named.at(-1)).toMatchObject({ lines: ['T1234567890123'] })
    expect(legalNotice(shopSettings).map(({ id }) => id)).not.toContain('invoice')
  })

  test('L1: the terms of sale, kits and delivery are on it', () => {
    const text = legalNotice(shopSettings)
      .flatMap(({ lines }) => lines)
      .join('\n')
    for (const fact of [
      '3〜5営業日',
      '7日以内',
      '約1週間',
      '銀行振込',
      '発送前',
      '9:00〜18:00',
      '2点まで無料',
    ])
      expect(text).toContain(fact)
  })
})

test('C19: the steps of the shipping fee in words', () => {
  expect(shippingLines(shopSettings.cart.shippingBands)).toEqual([
    '商品の小計が4,400円未満：400円',
    '商品の小計が4,400円以上24,200円未満：900円',
    '商品の小計が24,200円以上：無料',
  ])
  expect(shippingLines([])).toEqual(['送料無料'])
  expect(shippingLines([{ below: yen(5_000), fee: yen(600) }])).toEqual([
    '商品の小計が5,000円未満：600円',
    '商品の小計が5,000円以上：無料',
  ])
})

test('the conditions follow the settings of the cart', () => {
  const cart = { ...shopSettings.cart, unitsPerLine: 12, freeKits: 3 }
  expect(purchaseConditions({ cart }).join()).toMatch(/12枚まで.*3点まで無料/)
  expect(purchaseConditions({ cart: { ...cart, freeKits: 0 } }).join()).not.toContain('無料')
})

test.each([
  [
    'permission denied',
    'キットを読み込めませんでした。お店の設定に問題があるようです（check the database permission settings）。',
  ],
  ['unavailable', 'ただいまキットをご覧いただけません。しばらくたってから、もう一度お試しください。'],
  ['timeout', 'キットを読み込めませんでした（failed to fetch kits/links: timeout）。'],
  ['other', 'キットを読み込めませんでした（failed to fetch kits/links: database error）。'],
] as const)('P17: %s is told in fixed words', (reason, text) => {
  expect(loadFailureText(reason, 'キット', true)).toBe(text)
})

test.each(['timeout', 'other'] as const)(
  'P17: %s is told outside the shop without the words of kits and links',
  (reason) => {
    expect(loadFailureText(reason, '作品', false)).toBe(
      '作品を読み込めませんでした。しばらくたってから、もう一度お試しください。',
    )
  },
)
