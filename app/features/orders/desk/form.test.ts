import { describe, expect, test } from 'vitest'
import { toldActs } from '~/brought-by-features.server.ts'
import { readAddressForm, readEmailForm, readNoteForm } from './form.server.ts'
import { historyOf } from './history.rules.ts'
import { nextSheet } from './rules.ts'

const formOf = (fields: Readonly<Record<string, string>>): FormData => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return form
}

const good = {
  recipient: ' 山田　花子\n',
  postalCode: '１５４０００４',
  prefecture: '東京都',
  city: '世田谷区',
  line1: '太子堂４−５−６',
  line2: '',
  phone: '090-1234-5678',
}
const errorsOf = (fields: Partial<typeof good>) => {
  const read = readAddressForm(formOf({ ...good, ...fields }))
  return read.ok ? {} : read.error
}

describe('N13: the address form', () => {
  test('takes what people type, in its one spelling', () => {
    expect(readAddressForm(formOf(good))).toEqual({
      ok: true,
      value: { ...good, recipient: '山田　花子', postalCode: '154-0004', phone: '09012345678' },
    })
    expect(
      readAddressForm(formOf({ ...good, phone: '+81 3 1234 5678', postalCode: '154-0004' })),
    ).toMatchObject({
      value: { phone: '0312345678' },
    })
  })

  test.each(['東京', 'Tokyo', 'JP-13', '東京都 '])('M15: %j is kept as 東京都', (prefecture) => {
    expect(readAddressForm(formOf({ ...good, prefecture }))).toMatchObject({
      value: { prefecture: '東京都' },
    })
  })

  test('W46: invisible signs are taken out where an address is typed', () => {
    const typed = {
      ...good,
      recipient: '葛\u{e0100}城\u200b 花子',
      postalCode: '790-\u200b0001',
      prefecture: '愛媛\u{e0101}県\ufe0f',
      city: '\ufeff松山市',
      line1: '一番町4-4-2\u2060',
      line2: '\u200b',
      phone: '090-1234\u00ad-5678',
    }
    expect(readAddressForm(formOf(typed))).toEqual({
      ok: true,
      value: {
        recipient: '葛城 花子',
        postalCode: '790-0001',
        prefecture: '愛媛県',
        city: '松山市',
        line1: '一番町4-4-2',
        line2: '',
        phone: '09012345678',
      },
    })
  })

  test.each([
    [{ recipient: '　' }, 'recipient'],
    [{ recipient: 'あ'.repeat(61) }, 'recipient'],
    [{ postalCode: '154-004' }, 'postalCode'],
    [{ prefecture: '東京府' }, 'prefecture'],
    [{ prefecture: 'Tokio' }, 'prefecture'],
    [{ city: '' }, 'city'],
    [{ line1: '' }, 'line1'],
    [{ line1: '1'.repeat(101) }, 'line1'],
    [{ line2: '1'.repeat(101) }, 'line2'],
    [{ phone: '123' }, 'phone'],
    [{ phone: '190-1234-5678' }, 'phone'],
    [{ phone: '090-1234-56789' }, 'phone'],
  ])('%j is told beside its field', (fields, field) => {
    expect(Object.keys(errorsOf(fields))).toEqual([field])
  })

  test('a form without fields is told beside each that it needs', () => {
    const read = readAddressForm(new FormData())
    expect(read.ok ? [] : Object.keys(read.error)).toEqual([
      'recipient',
      'postalCode',
      'prefecture',
      'city',
      'line1',
      'phone',
    ])
  })
})

test('N13: a mail address is one address', () => {
  expect(readEmailForm(formOf({ email: ' ｈanako@example.com ' }))).toEqual({
    ok: true,
    value: { email: 'hanako@example.com' },
  })
  expect(readEmailForm(formOf({ email: 'foo.@ezweb.ne.jp' }))).toMatchObject({
    value: { email: 'foo.@ezweb.ne.jp' },
  })
  for (const email of [
    '',
    'hanako',
    'a@b.com, c@d.com',
    'a@b\nBcc: x@y.com',
    `${'a'.repeat(65)}@b.com`,
    'a@b-.com',
  ])
    expect(readEmailForm(formOf({ email })).ok, email).toBe(false)
})

test('a note has something to read and at most 1,000 characters', () => {
  expect(readNoteForm(formOf({ text: ' 玄関先へ\r\n二行目 ' }))).toEqual({
    ok: true,
    value: { text: '玄関先へ\n二行目' },
  })
  for (const text of ['', ' \n', 'あ'.repeat(1001)]) expect(readNoteForm(formOf({ text })).ok).toBe(false)
  expect(readNoteForm(formOf({ text: 'あ'.repeat(1000) })).ok).toBe(true)
})

test('N1: the history tells who did what once, with what it changed; a packer reads no money, mail or address', () => {
  const events = [
    { happenedAt: 1, what: 'placed', actor: 'shopper', detail: null, auditId: null },
    { happenedAt: 2, what: 'paid', actor: 'payment-webhook', detail: 'cs_1', auditId: null },
    { happenedAt: 5_000, what: 'shipped', actor: '花子', detail: null, auditId: null },
    {
      happenedAt: 5_999,
      what: 'refund failed',
      actor: 'payment-webhook',
      detail: '1100 re_1',
      auditId: null,
    },
    { happenedAt: 6_000, what: 'needs_review', actor: 'payment-webhook', detail: 'currency', auditId: null },
  ]
  const act = {
    id: 'act',
    actorName: '花子',
    actorRole: 'owner',
    before: undefined,
    after: undefined,
  } as const
  const acts = [
    {
      ...act,
      happenedAt: 4_000,
      act: 'order.address',
      before: { line1: 'A', city: 'C' },
      after: { line1: 'B', city: 'C' },
    },
    {
      ...act,
      happenedAt: 5_001,
      act: 'order.ship',
      before: { shippedAt: null, parcels: [] },
      after: {
        shippedAt: Date.UTC(2026, 10, 22, 18, 51),
        parcels: [
          { carrier: 'yamato', tracking: '123456789013' },
          { carrier: 'japanpost', tracking: '112233445566' },
        ],
      },
    },
    { ...act, happenedAt: 7_000, act: 'order.of tomorrow', actorName: '' },
  ]
  const told = historyOf(events, acts, 'owner', toldActs)
  expect(told.map(({ who, what }) => `${who}：${what}`)).toEqual([
    'お客様：注文を受け付け',
    '決済サービス：支払い',
    '花子：お届け先を直しました',
    '花子：発送済みにしました',
    '決済サービス：返金できず 1,100円',
    '決済サービス：要確認：支払いの通貨が、円ではありません。',
    'お店のコンピューター：order.of tomorrow',
  ])
  expect(told[2]?.changes).toEqual([{ name: '番地', before: 'A', after: 'B' }])
  expect(told[3]?.changes).toEqual([
    { name: '発送日時', before: '（なし）', after: '11/23（月）3:51' },
    { name: '荷物', before: '（なし）', after: 'ヤマト 1234-5678-9013、日本郵便 1122-3344-5566' },
  ])
  const packers = historyOf(events, acts, 'packer', toldActs)
  expect(packers.map(({ what }) => what)).toEqual([
    '注文を受け付け',
    '支払い',
    'お届け先を直しました',
    '発送済みにしました',
  ])
  expect(packers.flatMap(({ changes }) => changes)).toEqual([])
})

test('N19: a refund that failed is the next thing to do where the order itself wants nothing', () => {
  const failure = [{ kind: 'failure', text: '' }] as const
  const sheets = ['ship', 'refund', 'email'] as const
  expect(nextSheet({ kind: 'shipped', badges: failure }, sheets, false)).toBe('refund')
  expect(nextSheet({ kind: 'returned', badges: [] }, sheets, true)).toBe('refund')
  expect(nextSheet({ kind: 'returned', badges: [] }, sheets, false)).toBeUndefined()
  expect(nextSheet({ kind: 'returning', badges: [] }, ['return', 'refund'], true)).toBe('return')
  expect(nextSheet({ kind: 'shipped', badges: [] }, sheets, false)).toBeUndefined()
  expect(nextSheet({ kind: 'open', badges: failure }, sheets, false)).toBe('ship')
})
