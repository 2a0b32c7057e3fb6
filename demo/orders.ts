import type { SampleOrder } from '~/features/orders/desk/demo.commands.server.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

type Place = readonly [postalCode: string, prefecture: string, city: string, line1: string, line2?: string]

const sample = (
  number: string,
  ago: number,
  name: string,
  place: Place,
  lines: SampleOrder['lines'],
  parts: Partial<SampleOrder> = {},
): SampleOrder => {
  const [postalCode, prefecture, city, line1, line2 = ''] = place
  return {
    number,
    ago,
    name,
    email: `${number.toLowerCase()}@example.com`,
    phone: `+8190${number.replace(/[^2-9]/g, '').padEnd(8, '0123456')}`,
    address: { recipient: name, postalCode, prefecture, city, line1, line2 },
    lines,
    ...parts,
  }
}

const matsumoto: Place = ['390-0811', '長野県', '松本市', '中央1-2-3']
const setagaya: Place = ['154-0004', '東京都', '世田谷区', '太子堂4-5-6', 'ハイツ太子堂 203号室']
const kyoto: Place = ['604-8005', '京都府', '京都市中京区', '恵比須町427']
const sapporo: Place = ['060-0042', '北海道', '札幌市中央区', '大通西5丁目8']
const naha: Place = ['900-0015', '沖縄県', '那覇市', '久茂地2-3-4', '久茂地マンション 501']
const kanazawa: Place = ['920-0853', '石川県', '金沢市', '本町1-5-2']

/** Twenty orders in every standing, so that each page of the desk has something to show; the newest first. */
export const demoOrders: readonly SampleOrder[] = [
  sample('K7P4-9WXD', 25 * minute, '山田 花子', setagaya, [
    ['F-1001', 3],
    ['K-2001', 1],
  ]),
  sample('3MTR-8HQ2', 70 * minute, '佐藤 みどり', matsumoto, [['F-1005', 7]], {
    notes: ['贈りものとのこと。納品書に金額を入れない？→ お客様に確認中'],
  }),
  sample('QW5N-4KJ7', 2 * hour, '髙橋 さくら', kyoto, [
    ['F-1002', 2],
    ['F-1006', 4],
    ['K-2002', 1],
  ]),
  sample('9DXC-2TVE', 3 * hour, '中村 あおい', kanazawa, [['F-1003', 1]], { awaiting: true }),
  sample('H4RY-7LQG', 5 * hour, '小林 結衣', sapporo, [['F-1001', 10]]),
  sample('V8KE-3PND', 20 * hour, '加藤 真理子', naha, [
    ['F-1004', 2],
    ['K-2003', 1],
  ]),
  sample('6JWM-5XHT', 22 * hour, 'たなか ゆうこ', setagaya, [['F-1006', 5]], {
    addressChanged: true,
    notes: ['引っ越し先へ。お電話で確認しました'],
  }),
  sample('R2GB-9NCY', 26 * hour, '伊藤 まき', matsumoto, [['F-1002', 3]], {
    // Invalid, so that the queue gives up at once and sends nothing.
    email: 'r2gb-9ncy.example.com',
    mailDead: true,
  }),
  sample('D3PK-6VAL', 28 * hour, '渡辺 のぞみ', kyoto, [['F-1005', 2]], { reviewReason: 'paid-twice' }),
  sample('W9HT-4EQU', 30 * hour, '山本 かおり', sapporo, [['F-1001', 1]], {
    state: 'needs_review',
    reviewReason: 'amount',
    paid: 500,
  }),
  sample('5YCN-8RGJ', 31 * hour, '斎藤 ちひろ', kanazawa, [['F-1003', 4]], { reviewReason: 'not-listed' }),
  sample('T7XV-2MKD', 2 * day, '松本 りえ', naha, [['K-2002', 1]], {
    shipped: { ago: 20 * hour, carrier: 'yamato', tracking: '123456789013' },
  }),
  sample('A4LQ-7PWH', 3 * day, '井上 ともみ', setagaya, [['F-1004', 6]], {
    shipped: {
      ago: 2 * day,
      carrier: 'japanpost',
      tracking: '112233445566',
      further: [{ carrier: 'japanpost', tracking: '112233445567' }],
    },
  }),
  sample('8GEU-3JTB', 4 * day, '木村 はるな', matsumoto, [['F-1002', 2]], {
    shipped: { ago: 3 * day, carrier: null, tracking: null },
    refunds: [{ amount: 550, state: 'succeeded', reason: '1枚に染めむらがあったため' }],
  }),
  sample('N6RD-9YXC', 5 * day, '林 ようこ', kyoto, [['F-1006', 3]], {
    cancelReason: 'お客様のご都合',
    refunds: [{ amount: 'all', state: 'succeeded', reason: 'ご注文の取り消し' }],
  }),
  sample('J2VW-5HKM', 6 * day, '清水 えり', sapporo, [['F-1001', 4]], {
    shipped: { ago: 5 * day, carrier: 'yamato', tracking: '234567890126' },
    refunds: [{ amount: 1_100, state: 'failed', reason: '2枚不足していたため' }],
  }),
  sample('E9QT-4GAP', 8 * day, '山崎 みゆき', kanazawa, [['F-1005', 3]], {
    shipped: { ago: 7 * day, carrier: 'sagawa', tracking: '345678901234' },
    disputed: true,
  }),
  sample('L3NY-7CXR', 10 * day, '池田 さとみ', naha, [['F-1003', 2]], {
    shipped: { ago: 9 * day, carrier: 'yamato', tracking: '456789012341' },
    returned: { announcedAgo: 2 * day, arrivedAgo: null },
  }),
  sample('4BHU-8DWJ', 16 * day, '橋本 なつみ', setagaya, [['F-1004', 2]], {
    shipped: { ago: 15 * day, carrier: 'japanpost', tracking: '223344556677' },
    returned: { announcedAgo: 12 * day, arrivedAgo: 9 * day },
    refunds: [{ amount: 'all', state: 'succeeded', reason: '返品' }],
  }),
  sample('P7MK-2EVG', 20 * day, '森 あやか', matsumoto, [['K-2001', 1]], {
    shipped: { ago: 19 * day, carrier: 'yamato', tracking: '567890123452' },
    restored: true,
  }),
]
