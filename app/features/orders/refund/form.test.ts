import { expect, test } from 'vitest'
import { versionOf } from '~/kernel/form.ts'
import { faultsShown, readWanted } from './form.server.ts'
import type { MoneySheet } from './types.ts'

const sheet: MoneySheet = {
  number: 'K7P4-9WXD',
  version: 2,
  buyer: '山田 花子 様',
  line: '発送待ち',
  total: 1_650,
  paid: 1_650,
  left: 1_650,
  secondLeft: 0,
  shipping: 0,
  shippingLeft: 0,
  lines: [
    {
      number: 'F-1',
      name: '麻の葉',
      unitPrice: 550,
      quantity: 3,
      unitsOwed: 0,
      unitsAgain: 0,
      unitsLeft: 3,
      back: null,
    },
  ],
  refunds: [],
  notShipped: [],
  returns: [],
  isDisputed: false,
  isShipped: false,
  isCancelled: false,
  cancelRefusal: null,
  refundRefusal: null,
  review: null,
}

const faultOf = (units: string, version: string, more: Readonly<Record<string, string>> = {}) => {
  const form = new FormData()
  const typed = { 'units-0': units, shipping: '0', other: '0', version, ...more }
  for (const [name, value] of Object.entries(typed)) form.set(name, value)
  return faultsShown({ version: versionOf(form) }, sheet, readWanted(form, sheet.lines.length))
}

test('N3, N19: what is typed wrong is told before she is asked who she is; of a changed order the command tells what changed', () => {
  expect(faultOf('3', '2')).toEqual({})
  expect(faultOf('4', '2')).toEqual({ 'units-0': expect.any(String) })
  expect(faultOf('4', '1')).toEqual({})
})

test('N18: all that is wrong with a refund is told at once, each beside its field, and nothing beside one that is right', () => {
  const errorsOf = (units: string, more: Readonly<Record<string, string>>) => faultOf(units, '2', more)
  expect(errorsOf('4', { shipping: '500', other: '100' })).toEqual({
    'units-0': '0から3までの数にしてください。',
    shipping: '送料は、あと0円まで返せます。',
    reason: '何の分かを書いてください。お客様へのメールに載ります。',
  })
  expect(errorsOf('2', { other: '5000' })).toEqual({
    other: '返せるのは、あと1,650円までです。',
    reason: expect.any(String),
  })
  expect(errorsOf('', {})).toEqual({ other: '返すものを入れてください。' })
  expect(errorsOf('x', { other: 'y' })).toEqual({ 'units-0': expect.any(String), other: expect.any(String) })
})
