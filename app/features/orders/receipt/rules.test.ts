import { expect, test } from 'vitest'
import { orderForTests } from '../../../../tests/support/order-for-tests.ts'
import { noMoney } from '../money.rules.ts'
import { type DocumentFacts, documentHtml, withBeside } from './document.rules.ts'
import {
  addressedTo,
  documentNumber,
  documentTyped,
  isFirstPrint,
  nameLineTyped,
  receiptHindrance,
} from './rules.ts'

test.each([
  ['株式会社ぬの', '株式会社ぬの', '御中'],
  ['株式会社ぬの 御中', '株式会社ぬの 御中', ''],
  ['㈱ぬの', '㈱ぬの', '御中'],
  ['ぬの手芸学園', 'ぬの手芸学園', '御中'],
  ['株式会社ぬの 山田花子 様', '株式会社ぬの 山田花子 様', ''],
  ['上様', '上様', ''],
  ['山田 花子', '山田 花子', '様'],
  ['', '', '様'],
  ['様', '', '様'],
  ['御中', '', '御中'],
  ['株式会社ぬの 御中 経理部', '株式会社ぬの 御中 経理部', ''],
  ['株式会社ぬの 経理部各位', '株式会社ぬの 経理部各位', ''],
  ['山田 さま', '山田 さま', ''],
  ['かさま', 'かさま', '様'],
  ['各位', '', '各位'],
  ['お客様', 'お客様', ''],
])('M20: the name line "%s" is addressed as %s %s', (typed, name, honorific) => {
  expect(addressedTo(typed)).toEqual({ name, honorific })
})

test('M20: a name line is one line in NFC without signs that nobody sees, of at most 40 characters, or none', () => {
  expect(nameLineTyped('  か\u3099\u200b っこう\r\n商店\u202e ')).toEqual({
    ok: true,
    value: 'が っこう 商店',
  })
  for (const blank of ['', ' 　', '\u200b', '\u3164'])
    expect(nameLineTyped(blank)).toEqual({ ok: true, value: '' })
  expect(nameLineTyped('𠮷'.repeat(40))).toEqual({ ok: true, value: '𠮷'.repeat(40) })
  expect(nameLineTyped('布'.repeat(41))).toEqual({ ok: false, error: 'name-too-long' })
  expect(nameLineTyped('\ud842')).toEqual({ ok: true, value: '\ufffd' })
})

test('M24: the number of a document is read back as it is written, and in no other spelling', () => {
  for (const typed of [
    { number: 12, revision: 1 },
    { number: 1_234_567, revision: 10 },
  ])
    expect(documentTyped(documentNumber(typed))).toEqual(typed)
  expect(documentNumber({ number: 12, revision: 2 })).toBe('000012-2')
  for (const typed of ['12', '000012-1', '000012-02', '0000012', '000012-100', '000012x', ''])
    expect(documentTyped(typed), typed).toBeUndefined()
})

test('M19: receipts are of orders that were paid in earnest, that nobody must look at and whose money the shop has', () => {
  const order = orderForTests({ state: 'paid', paidAt: 1, practice: false })
  const paid = { ...noMoney, paid: 5000 }
  expect(receiptHindrance(order, paid)).toBeUndefined()
  expect(receiptHindrance({ ...order, practice: true }, paid)).toBe('practice')
  for (const state of ['pending', 'awaiting_payment', 'needs_review', 'failed', 'expired'] as const)
    expect(receiptHindrance({ ...order, state }, paid), state).toBe('unpaid')
  expect(receiptHindrance({ ...order, paidAt: null }, paid)).toBe('unpaid')
  expect(receiptHindrance({ ...order, reviewReason: 'paid-twice' }, paid)).toBe('review')
  expect(receiptHindrance({ ...order, reviewReason: 'paid-twice', settledAt: 2 }, paid)).toBeUndefined()
  const disputed = (status: string) => ({ ...paid, disputes: [{ amount: 5000, status, dueBy: null }] })
  for (const status of ['needs_response', 'under_review', 'lost'])
    expect(receiptHindrance(order, disputed(status)), status).toBe('disputed')
  for (const status of ['won', 'warning_needs_response'])
    expect(receiptHindrance(order, disputed(status)), status).toBeUndefined()
  const refund = (amount: number) => ({
    ...paid,
    refunds: [{ amount, askedAt: 1, state: 'pending' as const }],
  })
  expect(receiptHindrance(order, refund(4999))).toBeUndefined()
  expect(receiptHindrance(order, refund(5000))).toBe('given-back')
  expect(receiptHindrance({ ...order, cancelledAt: 2 }, paid)).toBe('given-back')
})

test('M23: a first print may be loaded again for a day', () => {
  const day = 86_400_000
  expect(isFirstPrint({ printedAt: null }, 5)).toBe(false)
  expect(isFirstPrint({ printedAt: 5 }, 4 + day)).toBe(true)
  expect(isFirstPrint({ printedAt: 5 }, 5 + day)).toBe(false)
})

const facts = (given: Partial<DocumentFacts> = {}): DocumentFacts => ({
  kind: 'receipt',
  number: 7,
  revision: 1,
  issuedAt: Date.UTC(2026, 10, 29),
  nameLine: '株式会社<ぬの> & "布"',
  purpose: '布・手芸用品代として',
  issuer: {
    name: 'ぬのスクエア',
    legalName: '株式会社ぬのスクエア',
    postalCode: '150-0001',
    address: '東京都架空区糸町1-2',
    invoiceNumber: 'T1234567890123',
  },
  phone: '03-0000-0000',
  order: {
    number: 'K7P4-9WXD',
    paidAt: Date.UTC(2026, 10, 23, 16),
    shippedAt: null,
    subtotal: 2200,
    shipping: 400,
    total: 2600,
    received: 2600,
    tax: 236,
  },
  lines: [{ name: '麻の葉（F-1100）', units: '2枚', unitPrice: 1100, amount: 2200, notes: [] }],
  refunds: [],
  ...given,
})
const refund = {
  at: Date.UTC(2026, 10, 27),
  amount: 1100,
  tax: 100,
  what: [{ words: '麻の葉（F-1100）× 1', amount: 1100 }],
  reason: 'ほつれ',
}

test('M19, B4: a receipt says who was paid, when, for what and with which tax, and that a card was used', () => {
  const html = documentHtml(facts())
  for (const said of [
    '適格簡易請求書',
    '登録番号 T1234567890123',
    '2026年11月24日（お支払日）',
    '2,600円<small>（税込）</small>',
    '但し　布・手芸用品代として',
    'クレジットカード利用',
    '<dt>10%対象</dt><dd>2,600円</dd>',
    '<dt>内消費税</dt><dd>236円</dd>',
    '株式会社&lt;ぬの&gt; &amp; &quot;布&quot;<span>御中</span>',
  ])
    expect(html).toContain(said)
  expect(html).not.toContain('style=')
  expect(documentHtml(facts())).toBe(html)
  const shipped = documentHtml(facts({ order: { ...facts().order, shippedAt: Date.UTC(2026, 10, 25) } }))
  expect(shipped).toContain('2026年11月25日（発送日）')
  expect(shipped).toContain('<dt>お支払日</dt><dd>2026年11月24日</dd>')
})

test('M19, B4: a shop without a number claims nothing of the kind', () => {
  const issuer = { ...facts().issuer, invoiceNumber: null }
  for (const html of [
    documentHtml(facts({ issuer })),
    documentHtml(facts({ issuer, kind: 'refund_note', refunds: [refund] })),
  ]) {
    expect(html).not.toContain('適格')
    expect(html).not.toContain('登録番号')
  }
})

test('M21: what went back before stands below the sums, and a statement says one refund with its tax', () => {
  const html = documentHtml(facts({ refunds: [refund] }))
  for (const said of ['2,600円<small>', '麻の葉（F-1100）× 1：1,100円', '−1,100円', '1,500円', '136円'])
    expect(html).toContain(said)
  expect(html.indexOf('内消費税')).toBeLessThan(html.indexOf('−1,100円'))
  const note = documentHtml(facts({ kind: 'refund_note', refunds: [refund] }))
  for (const said of [
    '返金明細書<span>（適格返還請求書）</span>',
    '<dt>返金日</dt><dd>2026年11月27日</dd>',
    '<dt>元の取引年月日</dt><dd>2026年11月24日（お支払日）</dd>',
    '<dt>内消費税</dt><dd>100円</dd>',
    '<dt>理由</dt><dd>ほつれ</dd>',
  ])
    expect(note).toContain(said)
})

test('M20: another revision says which one it replaces', () => {
  expect(documentHtml(facts({ revision: 2 }))).toContain(
    'この領収書は、000007 の宛名を変えて発行したものです。000007 に代わります。',
  )
  expect(documentHtml(facts({ revision: 3 }))).toContain('000007-2 の宛名を変えて')
  expect(documentHtml(facts())).not.toContain('宛名を変えて')
})

test.each([
  ['', '様'],
  ['様', '様'],
  ['御中', '御中'],
])('M20: a name line "%s" is a line for a name, with %s behind it, once', (nameLine, honorific) => {
  expect(documentHtml(facts({ nameLine }))).toContain(`<p class="to blank"><span>${honorific}</span></p>`)
})

test('N21: an accepted sum is what the receipt is about', () => {
  const order = { ...facts().order, received: 2000, tax: 181 }
  const html = documentHtml(facts({ order }))
  for (const said of ['2,000円<small>', '<dt>合計（税込）</dt><dd>2,600円', 'お支払い金額（税込）', '181円'])
    expect(html).toContain(said)
})

test('M23: what stands beside a document changes none of its bytes', () => {
  const stored = documentHtml(facts())
  const shown = withBeside(stored, {
    mark: '再発行 2026年11月29日',
    prints: true,
    back: { href: '/order/"a"/receipt', text: '戻る' },
  })
  const begins = shown.indexOf('<header')
  const ends = shown.indexOf('</script>\n') + '</script>\n'.length
  expect(shown.slice(0, begins) + shown.slice(ends)).toBe(stored)
  expect(shown).toContain('再発行 2026年11月29日')
  expect(shown).toContain('href="/order/&quot;a&quot;/receipt"')
  expect(shown).toContain('<button')
  const looked = withBeside(stored, { mark: null, prints: false, back: { href: '/', text: '戻る' } })
  for (const other of ['再発行', '<button']) expect(looked).not.toContain(other)
})
