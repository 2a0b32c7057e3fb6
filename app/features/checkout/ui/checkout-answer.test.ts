import { describe, expect, test } from 'vitest'
import { checkoutAnswer } from './checkout-answer.ts'

describe('reading the answer of create-checkout-session', () => {
  test('S:L159: the named field is url; the order token is taken along', () => {
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
    expect(checkoutAnswer({ code: 'price_changed', message: '変わりました。', lines: [line, gone] })).toEqual(
      {
        kind: 'differs',
        message: '変わりました。',
        differences: [
          { managementNumber: 'F-1', oldName: '古い名前', name: '新しい名前', before: 550, after: 660 },
          { managementNumber: 'F-2', oldName: '布', name: '布', before: 100, after: null },
        ],
      },
    )
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
    ['a change without its lines', { code: 'price_changed', lines: 'all' }],
  ])('S:L172: %s is a refusal', (_what, body) => {
    expect(checkoutAnswer(body)).toEqual({ kind: 'refused', message: null, hint: null })
  })

  test('S17: a refusal keeps its words and what may help', () => {
    expect(checkoutAnswer({ code: 'x', message: '失敗しました', hint: 'しばらくお待ちください。' })).toEqual({
      kind: 'refused',
      message: '失敗しました',
      hint: 'しばらくお待ちください。',
    })
  })
})
