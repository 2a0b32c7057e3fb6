import { describe, expect, test } from 'vitest'
import { cartKept, noPaymentPage, paymentError } from '../checkout-answers.rules.ts'
import { checkoutAnswer } from './use-checkout.ts'

describe('reading the answer of create-checkout-session', () => {
  test('S14: the named field is url; the order token is taken along', () => {
    expect(checkoutAnswer({ url: 'https://pay.example/1', order: { token: 'abc' } })).toEqual({
      kind: 'pay',
      url: 'https://pay.example/1',
      orderToken: 'abc',
    })
    expect(checkoutAnswer({ url: 'https://pay.example/1' })).toMatchObject({ orderToken: null })
  })

  test('S1: a changed price brings names and amounts, old and new', () => {
    const line = {
      managementNumber: 'F-1',
      name: '新しい名前',
      oldName: '古い名前',
      oldUnitAmount: 550,
      newUnitAmount: 660,
      reason: 'price',
    }
    const gone = { managementNumber: 'F-2', name: '布', oldUnitAmount: 100, newUnitAmount: null }
    expect(checkoutAnswer({ code: 'price_changed', message: 'changed', lines: [line, gone] })).toEqual({
      kind: 'differs',
      message: 'カートに入れたときから、価格や販売の状況が変わった商品があります。内容をお確かめください。',
      differences: [
        { managementNumber: 'F-1', oldName: '古い名前', name: '新しい名前', before: 550, after: 660 },
        { managementNumber: 'F-2', oldName: '布', name: '布', before: 100, after: null },
      ],
      terms: null,
    })
  })

  test.each([
    [{ unitsPerLine: 9, kinds: 8, freeKits: 1, shippingBands: [{ below: 100, fee: 50 }] }, true],
    [{ unitsPerLine: 9, kinds: 8, freeKits: 1, shippingBands: [] }, true],
    [{ unitsPerLine: 9, kinds: 8, freeKits: 1 }, false],
    [{ unitsPerLine: '9', kinds: 8, freeKits: 1, shippingBands: [] }, false],
    ['none', false],
  ])('N50: by which terms the shop counts now, %j', (terms, isRead) => {
    const answer = checkoutAnswer({ code: 'price_changed', lines: [], terms })
    expect(answer).toMatchObject({ kind: 'differs', terms: isRead ? terms : null })
  })

  test('S12: an amount that is no whole yen is not shown as one', () => {
    const lines = [{ oldUnitAmount: 1.5, newUnitAmount: '660' }, null]
    expect(checkoutAnswer({ code: 'price_changed', lines })).toMatchObject({
      differences: [
        { name: '商品', before: null, after: null },
        { managementNumber: '', before: null, after: null },
      ],
    })
  })

  test.each([
    ['nothing', undefined],
    ['no object', 'https://pay.example/1'],
    ['an empty address', { url: '' }],
    ['an address that is no text', { url: 1 }],
    ['a list', []],
    ['a code of nobody', { code: 'card_declined' }],
    ['a code that is no text', { code: ['payment_error'] }],
  ])('%s is a refusal with the named text', (_what, body) => {
    expect(checkoutAnswer(body)).toEqual({ kind: 'refused', message: noPaymentPage, hint: cartKept })
  })

  test('S1: a change without its lines is a refusal', () => {
    expect(checkoutAnswer({ code: 'price_changed', lines: 'all' })).toMatchObject({ kind: 'refused' })
  })

  test.each([
    ['empty_cart', { message: '商品を追加してください', hint: null }],
    ['payment_error', { message: paymentError, hint: cartKept }],
    ['too_many_requests', { message: noPaymentPage, hint: expect.stringContaining('しばらくたってから') }],
  ])('%s is told in our own words, and no word of the answer is shown', (code, text) => {
    const answer = { code, message: 'x_server_said', hint: 'x_server_said' }
    expect(checkoutAnswer(answer)).toEqual({ kind: 'refused', ...text })
    const changed = { code: 'price_changed', message: 'x_server_said', lines: [] }
    expect(JSON.stringify(checkoutAnswer(changed))).not.toContain('x_server_said')
  })
})
