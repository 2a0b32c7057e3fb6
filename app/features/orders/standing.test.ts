import fc from 'fast-check'
import { expect, test } from 'vitest'
import { noMoney, type OrderMoney, type Refund } from './money.rules.ts'
import {
  buyersStanding,
  orderStanding,
  orderSteps,
  reviewTexts,
  type StandingFacts,
  type StandingKind,
} from './standing.rules.ts'

const facts = (parts: Partial<StandingFacts> = {}): StandingFacts => ({
  state: 'paid',
  shippedAt: null,
  cancelledAt: null,
  reviewReason: null,
  settledAt: null,
  restoredAt: null,
  addressChangedAt: null,
  money: { ...noMoney, paid: 3000 },
  isUndelivered: false,
  ...parts,
})

const refund = (amount: number, state: Refund['state'] = 'succeeded'): Refund => ({
  amount,
  askedAt: Date.UTC(2026, 3, 2, 15),
  state,
})
const money = (parts: Partial<OrderMoney>): OrderMoney => ({ ...noMoney, paid: 3000, ...parts })
const back = (...refunds: Refund[]) => ({ money: money({ refunds }) })
const announced = { announcedAt: 1, arrivedAt: null, units: [1] }
const arrived = { announcedAt: 1, arrivedAt: 2, units: [1] }
const lost = { amount: 3000, status: 'lost', dueBy: null }

test.each<[Partial<StandingFacts>, desk: string, buyer: string]>([
  [{ state: 'pending' }, '支払い前', 'お支払いは、まだ確認できていません。'],
  [{ state: 'failed' }, '支払いなし', 'お支払いがなかったため、このご注文は無効です。'],
  [{ state: 'expired' }, '支払いなし', 'お支払いがなかったため、このご注文は無効です。'],
  [
    { state: 'awaiting_payment' },
    '入金待ち',
    'お支払いを確認しています。確認がとれしだい、メールでお知らせします。',
  ],
  [{}, '発送待ち', 'お支払いを確認し、発送の準備をしています。'],
  [back(refund(2999)), '発送待ち', 'お支払いを確認し、発送の準備をしています。'],
  [back(refund(3000, 'failed')), '発送待ち', 'お支払いを確認し、発送の準備をしています。'],
  [{ shippedAt: 1 }, '発送済み', '商品を発送しました。到着まで、いましばらくお待ちください。'],
  [
    { shippedAt: 1, ...back(refund(3000)) },
    '発送済み',
    '商品を発送しました。到着まで、いましばらくお待ちください。',
  ],
  [
    { cancelledAt: 1, ...back(refund(3000, 'asked')) },
    '取り消し（返金中）',
    'ご注文を取り消しました。3,000円をカードへお返しする手続きをしています。',
  ],
  [
    back(refund(1000), refund(2000, 'pending')),
    '取り消し（返金中）',
    'ご注文を取り消しました。3,000円をカードへお返しする手続きをしています。',
  ],
  [
    { cancelledAt: 1, ...back(refund(1000), refund(2000, 'failed')) },
    '取り消し（返金中）',
    'ご注文を取り消しました。1,000円をカードへお返しする手続きをしています。',
  ],
  [
    { cancelledAt: 1, ...back(refund(1000), refund(2000)) },
    '取り消し済み',
    'ご注文を取り消しました。3,000円をお返ししました。',
  ],
  [{ cancelledAt: 1, money: noMoney }, '取り消し済み', 'ご注文を取り消しました。'],
  [{ money: money({ disputes: [lost] }) }, '取り消し済み', 'ご注文を取り消しました。'],
  [
    { shippedAt: 1, money: money({ returns: [arrived, announced] }) },
    '返品を待っています',
    '返品をお待ちしています。',
  ],
  [{ shippedAt: 1, money: money({ returns: [arrived] }) }, '返品済み', '返品を受け取りました。'],
  [
    { state: 'needs_review', reviewReason: 'amount' },
    `要確認：${reviewTexts.amount}`,
    'お店でご注文を確認しています。ご連絡まで、いましばらくお待ちください。',
  ],
  [
    { state: 'needs_review', reviewReason: 'currency', ...back(refund(3000)) },
    `要確認：${reviewTexts.currency}`,
    'お店でご注文を確認しています。ご連絡まで、いましばらくお待ちください。',
  ],
  [
    { state: 'needs_review', reviewReason: 'of tomorrow' },
    '要確認：of tomorrow',
    'お店でご注文を確認しています。ご連絡まで、いましばらくお待ちください。',
  ],
  [
    { reviewReason: 'paid-twice' },
    `要確認：${reviewTexts['paid-twice']}`,
    'お店でご注文を確認しています。ご連絡まで、いましばらくお待ちください。',
  ],
  [
    { reviewReason: 'paid-twice', shippedAt: 1 },
    `要確認：${reviewTexts['paid-twice']}`,
    '商品を発送しました。到着まで、いましばらくお待ちください。',
  ],
  [{ reviewReason: 'not-listed', settledAt: 1 }, '発送待ち', 'お支払いを確認し、発送の準備をしています。'],
  [
    { state: 'needs_review', reviewReason: 'livemode', settledAt: 1 },
    '取り消し済み',
    'ご注文を取り消しました。',
  ],
])('N10: of %j the desk reads %s, its buyer %s', (parts, desk, buyer) => {
  expect(orderStanding(facts(parts)).line).toBe(desk)
  expect(buyersStanding(facts(parts)).line).toBe(buyer)
})

test.each<[Partial<StandingFacts>, ReturnType<typeof buyersStanding>['back']]>([
  [{}, null],
  [{ shippedAt: 1, ...back(refund(500, 'failed')) }, null],
  [
    { shippedAt: 1, ...back(refund(1200), refund(300, 'pending')) },
    { name: '一部返金', text: '1,200円（2026/4/3）、300円（2026/4/3から手続き中）' },
  ],
  [
    { shippedAt: 1, ...back(refund(3000)) },
    { name: '全額返金', text: '3,000円（2026/4/3）' },
  ],
  [{ shippedAt: 1, money: money({ disputes: [lost] }) }, null],
  [
    { shippedAt: 1, money: money({ disputes: [lost], refunds: [refund(100)] }) },
    { name: '一部返金', text: '100円（2026/4/3）' },
  ],
  [{ cancelledAt: 1, ...back(refund(3000)) }, null],
])('N10: of %j its buyer reads what went back: %j', (parts, told) => {
  expect(buyersStanding(facts(parts)).back).toEqual(told)
})

test.each<[Partial<StandingFacts>, string[]]>([
  [{}, []],
  [back(refund(1000), refund(500, 'canceled')), ['一部返金 1,000円']],
  [back(refund(3000, 'pending')), ['全額返金 3,000円', '返金中']],
  [back(refund(1000, 'failed')), ['返金できませんでした 1,000円']],
  [back(refund(3000, 'failed'), refund(3000)), ['全額返金 3,000円']],
  [
    {
      money: money({ disputes: [{ amount: 3000, status: 'needs_response', dueBy: Date.UTC(2026, 11, 3) }] }),
    },
    ['異議申し立て 3,000円（回答期限 2026/12/3）'],
  ],
  [{ money: money({ disputes: [{ ...lost, status: 'won' }] }) }, []],
  [{ isUndelivered: true, addressChangedAt: 1, restoredAt: 1 }, ['メール不達', '住所変更', '復元']],
])('N10: the badges of %j are %j', (parts, badges) => {
  expect(orderStanding(facts(parts)).badges.map(({ text }) => text)).toEqual(badges)
})

test('N10: whatever is true of an order, it has one known line, known badges, and its buyer reads nothing of disputes', () => {
  const time = fc.constantFrom(null, 1)
  const amount = fc.integer({ min: 1, max: 3000 })
  const anyFacts: fc.Arbitrary<StandingFacts> = fc.record({
    state: fc.constantFrom('pending', 'awaiting_payment', 'paid', 'needs_review', 'failed', 'expired'),
    shippedAt: time,
    cancelledAt: time,
    reviewReason: fc.constantFrom(null, 'of tomorrow', ...Object.keys(reviewTexts)),
    settledAt: time,
    restoredAt: time,
    addressChangedAt: time,
    isUndelivered: fc.boolean(),
    money: fc.record({
      paid: fc.constantFrom(0, 3000),
      refunds: fc.array(
        fc.record({
          amount,
          askedAt: fc.constant(1),
          state: fc.constantFrom('asked', 'pending', 'requires_action', 'succeeded', 'failed', 'canceled'),
        }),
        { maxLength: 3 },
      ),
      disputes: fc.array(
        fc.record({
          amount,
          status: fc.constantFrom('needs_response', 'warning_needs_response', 'lost', 'won', 'x'),
          dueBy: time,
        }),
        { maxLength: 2 },
      ),
      returns: fc.array(
        fc.record({ announcedAt: fc.constant(1), arrivedAt: time, units: fc.constant([1]) }),
        { maxLength: 2 },
      ),
    }),
  })
  const line =
    /^(支払い前|支払いなし|入金待ち|発送待ち|発送済み|取り消し（返金中）|取り消し済み|返品を待っています|返品済み|要確認(：.+)?)$/
  const badge =
    /^(一部返金 [\d,]+円|全額返金 [\d,]+円|返金中|返金できませんでした [\d,]+円|(異議申し立て|カード会社からの問い合わせ) [\d,]+円(（回答期限 .+）)?|異議申し立てで [\d,]+円 が引かれました|メール不達|住所変更|復元)$/
  fc.assert(
    fc.property(anyFacts, (any) => {
      const { line: shown, badges } = orderStanding(any)
      expect(shown).toMatch(line)
      for (const { text } of badges) expect(text).toMatch(badge)
      const { line: read, short, back: returned } = buyersStanding(any)
      expect(read).not.toBe('')
      expect(short).not.toBe('')
      expect(`${read}${short}${returned?.name}${returned?.text}`).not.toMatch(
        /異議|問い合わせ|二つ目|金額が|一覧に|tomorrow/,
      )
    }),
    { numRuns: 2000 },
  )
})

test('an order that is paid for or may be goes from ご注文 over 発送準備 to 発送; another has no steps', () => {
  const stepsOf = (kind: StandingKind, shippedAt: number | null = null, cancelledAt: number | null = null) =>
    orderSteps({ standing: { kind }, createdAt: 1, shippedAt, cancelledAt }).map(
      ({ name, at, isReached, isDone, isCurrent }) =>
        `${isDone ? '✓' : isReached ? '●' : '○'}${isCurrent ? '今' : ''}${name}${at ?? ''}`,
    )
  const waiting = ['●今ご注文1', '○発送準備', '○発送']
  expect(stepsOf('unpaid')).toEqual([])
  expect(stepsOf('void')).toEqual([])
  expect(stepsOf('awaiting')).toEqual(waiting)
  expect(stepsOf('review')).toEqual(waiting)
  expect(stepsOf('open')).toEqual(['✓ご注文1', '●今発送準備', '○発送'])
  for (const kind of ['shipped', 'returning', 'returned'] as const)
    expect(stepsOf(kind, 2)).toEqual(['✓ご注文1', '✓発送準備', '✓今発送2'])
  expect(stepsOf('cancelling')).toEqual(['✓ご注文1', '●今取り消し'])
  expect(stepsOf('cancelled')).toEqual(['✓ご注文1', '✓今取り消し'])
  expect(stepsOf('cancelled', null, 3)).toEqual(['✓ご注文1', '✓今取り消し3'])
})
