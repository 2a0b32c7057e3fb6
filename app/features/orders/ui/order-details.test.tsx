import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { SiteFactsProvider } from '~/ui/site-facts.tsx'
import { shopSettings } from '../../../../shop.settings.ts'
import { orderForTests, orderLineForTests } from '../../../../tests/support/order-for-tests.ts'
import { siteFacts } from '../../../../tests/support/site-facts-for-tests.ts'
import { noMoney, type OrderMoney, type Refund } from '../money.rules.ts'
import { orderView } from '../rules.ts'
import type { Order, OrderState } from '../types.ts'
import { OrderDetails, TermsOfOrder } from './order-details.tsx'
import { orderMark } from './order-progress.tsx'

const pageOf = (parts: Partial<Order>, invoiceNumber: string | null = null, money = noMoney) =>
  renderToStaticMarkup(
    <SiteFactsProvider value={siteFacts}>
      <OrderDetails
        order={orderView(orderForTests(parts), money, { ...shopSettings, invoiceNumber })}
        terms={shopSettings.terms}
      />
    </SiteFactsProvider>,
  )

const states: OrderState[] = ['pending', 'awaiting_payment', 'paid', 'needs_review', 'failed', 'expired']

describe('P21: when it arrives', () => {
  const page = (parts: Partial<Order>, arrival: string | null = '4月4日(土)ごろお届け', money = noMoney) =>
    renderToStaticMarkup(
      <SiteFactsProvider value={siteFacts}>
        <OrderDetails
          order={orderView(orderForTests(parts), money, shopSettings, arrival)}
          terms={shopSettings.terms}
        />
      </SiteFactsProvider>,
    )

  test('is on the page of an order that is to come, and of no other', () => {
    expect(page({ state: 'paid' })).toContain('4月4日(土)ごろお届け')
    expect(page({ state: 'paid' }, null)).not.toContain('お届けの目安')
    const others = states.filter((state) => state !== 'paid')
    for (const state of others) expect(page({ state })).not.toContain('お届けの目安')
    const back: OrderMoney = {
      paid: 3000,
      refunds: [{ amount: 3000, askedAt: 1, state: 'succeeded' }],
      disputes: [],
      returns: [],
    }
    expect(page({ state: 'paid' }, '4月4日(土)ごろお届け', back)).not.toContain('お届けの目安')
  })
})

describe('S22: the page of an order', () => {
  test.each(states)('%s: is a delivery note, which says that it is paid, only when it is', (state) => {
    const note = /納品書|お支払い済み）|下記のとおりお届けします|返品・交換/
    expect(note.test(pageOf({ state }))).toBe(state === 'paid')
  })

  test('M11: of an order whose money went back it is none', () => {
    const back = (state: 'pending' | 'succeeded') =>
      pageOf({}, null, {
        paid: 3000,
        refunds: [{ amount: 3000, askedAt: 1, state }],
        disputes: [],
        returns: [],
      })
    for (const page of [back('pending'), back('succeeded')])
      expect(page).not.toMatch(/納品書|下記のとおりお届けします|発送準備|返品・交換/)
    expect(back('pending')).toContain('取り消し（返金中）')
    expect(back('succeeded')).toContain('取り消し済み')
  })

  test('the note bears the number of a registered seller, and of no other', () => {
    expect(pageOf({}, 'T1234567890123')).toContain('登録番号 T1234567890123')
    expect(pageOf({}, null)).not.toContain('登録番号')
  })

  test('the note says who sold as it was when it was paid, and how to ask today', () => {
    const issuer = {
      name: '前の名',
      legalName: '前の会社',
      postalCode: '999-9999',
      address: '前の住所',
      invoiceNumber: 'T1111111111111',
    }
    const note = pageOf({ issuer }, 'T1234567890123')
    for (const part of ['前の名', '前の会社', '〒999-9999', '前の住所', '登録番号 T1111111111111'])
      expect(note).toContain(part)
    for (const part of ['T1234567890123', shopSettings.seller.legalName, shopSettings.seller.address])
      expect(note).not.toContain(part)
    expect(note).toContain(shopSettings.seller.phone)
    expect(pageOf({ issuer: { ...issuer, invoiceNumber: null } }, 'T1234567890123')).not.toContain('登録番号')
  })

  test('M15: page and note join the parts of the address so that no figure becomes another', () => {
    const { customer } = orderForTests()
    const parts = { recipient: '花子', postalCode: '060-0001', prefecture: 'Hokkaido', line2: '405' }
    const address = { ...parts, city: '札幌市中央区北1条西1', line1: '2-3' }
    const page = pageOf({ customer: { ...customer, address } })
    expect(page).toContain('<br/>北海道札幌市中央区北1条西1 2-3 405<br/>')
    expect(page).toContain('<p>北海道札幌市中央区北1条西1 2-3</p><p>405</p>')
  })

  test('the note names the buyer where the products go to somebody else', () => {
    const { customer } = orderForTests()
    const sentTo = (name: string | null) => pageOf({ customer: { ...customer, name } })
    expect(sentTo('鈴木 一郎')).toContain('ご注文者 鈴木 一郎 様')
    expect(sentTo('山田 花子')).not.toContain('ご注文者')
    expect(sentTo(null)).not.toContain('ご注文者')
  })

  test('S11: an order of the demo says so, a real one does not', () => {
    expect(pageOf({ practice: true })).toContain('練習用の注文')
    expect(pageOf({ practice: false })).not.toContain('練習用')
  })
})

describe('M11: what the buyer of an order reads when its money went back', () => {
  const refunds = (state: Refund['state'], amount = 3000): OrderMoney => ({
    paid: 3000,
    refunds: [{ amount, askedAt: 1, state }],
    disputes: [],
    returns: [],
  })
  const lost = { ...noMoney, paid: 3000, disputes: [{ amount: 3000, status: 'lost', dueBy: null }] }
  const preparing = 'お支払いを確認し、発送の準備をしています。'

  test.each([
    [noMoney, {}, preparing],
    [refunds('succeeded', 2999), {}, preparing],
    [refunds('failed'), {}, preparing],
    [refunds('pending'), {}, 'ご注文を取り消しました。3,000円をカードへお返しする手続きをしています。'],
    [refunds('succeeded'), {}, 'ご注文を取り消しました。3,000円をお返ししました。'],
    [lost, {}, 'ご注文を取り消しました。'],
    [refunds('succeeded'), { shippedAt: 1 }, '商品を発送しました。到着まで、いましばらくお待ちください。'],
    [
      refunds('succeeded'),
      { state: 'needs_review' },
      'お店でご注文を確認しています。ご連絡まで、いましばらくお待ちください。',
    ],
  ] as const)('of %j, %j: %s', (money, parts, text) => {
    expect(orderMark(orderView(orderForTests(parts), money, shopSettings)).children).toBe(text)
  })
})

describe('what an order says of its pieces and its terms', () => {
  const whole = { amount: 3000, askedAt: 1, state: 'succeeded' } as const
  const back = { ...noMoney, paid: 3000, refunds: [whole] }
  const shown = (parts: Partial<Order>, money = noMoney, notShipped: readonly number[] = []) => {
    const order = orderView(orderForTests(parts), money, shopSettings, null, notShipped)
    return renderToStaticMarkup(
      <SiteFactsProvider value={siteFacts}>
        <OrderDetails order={order} terms={shopSettings.terms} />
        <TermsOfOrder order={order} terms={shopSettings.terms} />
      </SiteFactsProvider>,
    )
  }
  const lines = [orderLineForTests({ quantity: 3 })]

  test('P29, N18: a piece is as long as what is sent, and the units that are not sent are named', () => {
    expect(shown({ lines })).toContain('3枚分をつなげたままお届け')
    expect(shown({ lines })).not.toContain('お送りしません')
    const part = shown({ lines }, noMoney, [1])
    expect(part).toContain('2枚分をつなげたままお届け')
    expect(part).toContain('ご返金したため、1枚はお送りしません')
    expect(shown({ lines, shippedAt: 1 }, noMoney, [1])).toContain('ご返金したため、1枚はお送りしていません')
    expect(shown({ lines }, back, [3])).not.toMatch(/つなげたまま|お送りしません/)
  })

  test('N19: what is awaited back is named with its units and the address of today; what arrived is, too', () => {
    const { customer, issuer: _issuer, ...sent } = orderForTests({ lines, shippedAt: 1 })
    const issuer = {
      name: '前の名',
      legalName: '前の会社',
      postalCode: '999',
      address: '前の住所',
      invoiceNumber: null,
    }
    const awaiting = { announcedAt: 1, arrivedAt: null, units: [2] }
    const there = { announcedAt: 1, arrivedAt: 2, units: [1] }
    const page = (...returns: OrderMoney['returns']) =>
      shown({ ...sent, customer, issuer }, { ...noMoney, returns })
    const both = page(awaiting, there)
    for (const part of ['2枚のご返品をお待ちしています', '1枚のご返品を受け取りました', 'ご返品のお送り先'])
      expect(both).toContain(part)
    expect(both.split('ご返品のお送り先')[1]).toContain(shopSettings.seller.address)
    expect(page(there)).not.toMatch(/お待ちしています|お送り先/)
    expect(page()).not.toContain('ご返品')
    const takenBack = shown({ lines }, { ...noMoney, returns: [awaiting, there] })
    expect(takenBack, 'it is sent again').not.toContain('ご返品')
  })

  test('only an order that may still be cancelled says how, and one that is never shipped has no terms', () => {
    expect(shown({})).toContain(shopSettings.terms.cancellation)
    expect(shown({ shippedAt: 1 })).not.toContain(shopSettings.terms.cancellation)
    expect(shown({ shippedAt: 1 })).toContain(shopSettings.terms.returns)
    for (const never of [shown({}, back), shown({ cancelledAt: 1 }), shown({ state: 'expired' })]) {
      expect(never).not.toContain(shopSettings.terms.cancellation)
      expect(never).not.toContain(shopSettings.terms.returns)
      expect(never).toContain(siteFacts.contact.email)
    }
  })
})
