import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import { moneyRefusals } from '~/features/orders/refund/texts.ts'
import type { MoneySheet, SheetReturn } from '~/features/orders/refund/types.ts'
import { RefusedWithoutForm } from './return.tsx'

const waiting: SheetReturn = {
  id: 'r1',
  announcedAt: 1,
  arrivedAt: null,
  condition: null,
  isRefunded: false,
  units: [1],
}
const stale = [{ name: '状態', typed: '発送済み', now: '返品を待っています' }]

const shown = (returns: readonly SheetReturn[]) => {
  const sheet: MoneySheet = {
    number: 'AAAA-2222',
    version: 2,
    buyer: '山田 花子 様',
    line: '返品を待っています',
    total: 100,
    paid: 100,
    left: 100,
    secondLeft: 0,
    shipping: 0,
    shippingLeft: 0,
    lines: [],
    refunds: [],
    notShipped: [],
    returns,
    isDisputed: false,
    isShipped: true,
    isCancelled: false,
    cancelRefusal: null,
    refundRefusal: null,
    review: null,
  }
  const answer = { typed: { 'units-0': '1' }, stale }
  const Stub = createRoutesStub([
    { path: '/', Component: () => <RefusedWithoutForm sheet={sheet} answer={answer} /> },
  ])
  return renderToStaticMarkup(<Stub />)
}

test('N19: a return that another screen has announced first is refused in words, where its form was', () => {
  expect(shown([waiting])).toContain(moneyRefusals.stale.text)
  expect(shown([{ ...waiting, arrivedAt: 2 }]), 'said by the form').toBe('')
  expect(shown([]), 'said by the form').toBe('')
})
