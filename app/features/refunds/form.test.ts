import { expect, test } from 'vitest'
import { faultBeforeConfirmation, readWanted } from './form.server.ts'
import type { MoneySheet } from './types.ts'

const sheet: MoneySheet = {
  number: 'K7P4-9WXD',
  version: 2,
  buyer: '山田 花子様',
  line: '発送待ち',
  total: 1_650,
  paid: 1_650,
  left: 1_650,
  secondLeft: 0,
  shipping: 0,
  shippingLeft: 0,
  lines: [{ number: 'F-1', name: '麻の葉', unitPrice: 550, quantity: 3, unitsLeft: 3, back: null }],
  refunds: [],
  returns: [],
  isDisputed: false,
  isShipped: false,
  isCancelled: false,
  cancelRefusal: null,
  refundRefusal: null,
  review: null,
}

const faultOf = (units: string, version: string) => {
  const form = new FormData()
  for (const [name, value] of Object.entries({ 'units-0': units, shipping: '0', other: '0', version }))
    form.set(name, value)
  return faultBeforeConfirmation(form, sheet, readWanted(form, sheet.lines.length))
}

test('N3, N19: what is typed wrong is told before she is asked who she is; of a changed order the command tells what changed', () => {
  expect(faultOf('3', '2')).toBeNull()
  expect(faultOf('4', '2')).toMatchObject({
    status: 422,
    told: { errors: { 'units-0': expect.any(String) } },
  })
  expect(faultOf('4', '1')).toBeNull()
})
