import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { shopSettings } from '#settings'
import { cartFromNumbers } from '~/features/cart/rules.ts'
import { cartTotals } from '~/features/cart/totals.rules.ts'
import { yen } from '~/kernel/money.ts'
import {
  confirmationInShort,
  confirmationItems,
  confirmationText,
  itemsOfCart,
  itemsOfTerms,
  longestPaymentPageText,
  readItems,
  shippingText,
  submitText,
  withClosure,
} from './confirmation.rules.ts'

const { cart: terms, terms: sales } = shopSettings
const totalsOf = (units: number, price: number) => {
  const product = {
    managementNumber: 'F',
    name: '麻の葉',
    description: '',
    price,
    imageUrl: '',
    productType: 'fabric',
  } as const
  const { cart } = cartFromNumbers([{ managementNumber: 'F', quantity: units }], () => product, terms)
  return cartTotals(cart, terms)
}

describe('S21: the final confirmation', () => {
  test('L2: all items stand there, in their order', () => {
    const headings = confirmationItems(totalsOf(2, 1100), sales).map(({ heading }) => heading)
    expect(headings).toEqual(['数量', '販売価格（税込）', '支払の時期・方法', '引渡時期', 'キャンセル・返品'])
    expect(confirmationItems(totalsOf(2, 1100), sales, '3月末まで').map(({ heading }) => heading)).toContain(
      '申込期間',
    )
  })

  test('W76: those of the cart and those that the shop is asked for are together all of them', () => {
    const answer: unknown = JSON.parse(JSON.stringify(itemsOfTerms(sales)))
    const totals = totalsOf(2, 1100)
    expect([...itemsOfCart(totals), ...(readItems(answer) ?? [])]).toEqual(confirmationItems(totals, sales))
  })

  test.each([
    null,
    {},
    [],
    [{}],
    [{ heading: '引渡時期' }],
    [{ heading: 1, lines: [] }],
    [...itemsOfTerms(sales), 1],
  ])('W76: an answer of the shop is not taken for them: %j', (answer) => {
    expect(readItems(answer)).toBeNull()
  })

  test('N60: a closed shop’s line stands behind the time of delivery, and nowhere else', () => {
    const items = itemsOfTerms(sales)
    const closed = withClosure(items, '5月1日から休みます。')
    expect(closed.flatMap(({ lines }) => lines).filter((line) => line.includes('休みます'))).toHaveLength(1)
    expect(closed[1]).toEqual({ heading: '引渡時期', lines: [sales.delivery, '5月1日から休みます。'] })
    expect(withClosure(items, '')).toEqual(items)
  })

  test('quantity, price, shipping and total are those of the cart', () => {
    const text = confirmationText(confirmationItems(totalsOf(2, 1100), sales))
    for (const part of ['麻の葉 × 2', '合計 2点', '商品小計 2,200円', '送料 400円', '合計 2,600円'])
      expect(text).toContain(part)
    expect(confirmationText(confirmationItems(totalsOf(9, 9900), sales))).toContain('送料 無料')
  })

  test('six short sentences name all six, with the amounts of the cart and the days of the settings', () => {
    const days = { ...sales, deliveryDays: { from: 2, to: 4 }, returnDays: 10 }
    expect(confirmationInShort(totalsOf(2, 1100), days)).toEqual([
      '2点のご注文です。',
      '合計2,600円（税込、送料400円を含む）です。',
      'お支払いはカードで、ご注文のときです。',
      '2〜4営業日でお届けします。',
      'お申し込みの期限はありません。',
      '取り消しは発送前、返品は到着後10日以内です。',
    ])
  })

  test('S35: one of them, and no more, is about delivery: the days of an order of now, where the shop knows them', () => {
    const arrival = '12月2日(水)〜12月4日(金)ごろお届け'
    const told = confirmationInShort(totalsOf(9, 9900), sales, arrival)
    expect(told.filter((sentence) => sentence.includes('届'))).toEqual([`${arrival}します。`])
    expect(told[1]).toBe('合計89,100円（税込、送料無料）です。')
    const same = { ...sales, deliveryDays: { from: 3, to: 3 } }
    expect(confirmationInShort(totalsOf(1, 330), same)[3]).toBe('3営業日でお届けします。')
  })

  test('the words of the settings are shown as they are, each of them', () => {
    const texts = [
      confirmationText(confirmationItems(totalsOf(1, 330), sales)),
      submitText(totalsOf(1, 330), sales),
    ]
    for (const word of [
      sales.payment,
      sales.paymentTime,
      sales.delivery,
      sales.cancellation,
      sales.returns,
      sales.refund,
    ])
      for (const text of texts) expect(text).toContain(word)
  })

  test('the largest cart fits the payment page without a cut', () => {
    const largest = { ...totalsOf(99, 999_999), units: 99 * 99, total: yen(9_999_999_999) }
    for (const text of [submitText(largest, sales), shippingText(largest, sales)]) {
      expect(text.length).toBeLessThanOrEqual(longestPaymentPageText)
      expect(text).not.toContain('…')
    }
  })

  test('whatever the owner writes, the payment page takes it', () => {
    fc.assert(
      fc.property(fc.noShrink(fc.string({ unit: 'grapheme', maxLength: 3000, size: 'max' })), (word) => {
        const terms = { ...sales, returns: word }
        for (const text of [submitText(totalsOf(1, 330), terms), shippingText(totalsOf(1, 330), terms)]) {
          expect(text.length).toBeLessThanOrEqual(longestPaymentPageText)
          expect(text.isWellFormed()).toBe(true)
        }
      }),
      { numRuns: 50 },
    )
  })
  test('what is too long ends with where the rest stands', () => {
    const text = submitText(totalsOf(1, 330), { ...sales, returns: 'あ'.repeat(2000) })
    expect(text).toHaveLength(longestPaymentPageText)
    expect(text).toMatch(/あ…（続きは特定商取引法に基づく表記をご覧ください）$/)
  })
})
