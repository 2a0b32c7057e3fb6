import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { orderForTests } from '../../../tests/support/order-for-tests.ts'
import { EvidenceSheet } from './evidence.tsx'

test('M15: the evidence of a dispute joins the parts of the address so that no figure becomes another', () => {
  const parts = { recipient: '花子', postalCode: '060-0001', prefecture: 'JP-01', line2: '405' }
  const address = { ...parts, city: '札幌市中央区北1条西1', line1: '2-3' }
  const { customer, ...order } = orderForTests()
  const evidence = { ...order, customer: { ...customer, address }, texts: [], mails: [], disputes: [] }
  expect(renderToStaticMarkup(<EvidenceSheet evidence={evidence} />)).toContain(
    '〒060-0001 北海道札幌市中央区北1条西1 2-3 405　花子 様',
  )
})
