import { expect, test } from 'vitest'
import { yen } from '~/kernel/money.ts'
import { terms } from '../../../tests/support/sample-carts.ts'
import { shippingInShort } from './shipping-ahead.rules.ts'
import { noticeText } from './texts.ts'
import type { CartNotice, PriceChange } from './types.ts'

const changed = (name: string, before: number, after: number | null): PriceChange => ({
  managementNumber: name,
  name,
  before: yen(before),
  after: after === null ? null : yen(after),
})

const sentences: ReadonlyArray<readonly [CartNotice, string]> = [
  [
    { kind: 'added', name: '布', type: 'fabric', quantity: 3, freeKitsLeft: 0 },
    '「布」をカートに入れました（3枚）。',
  ],
  [
    { kind: 'added', name: '布', type: 'fabric', quantity: 1, freeKitsLeft: 2 },
    '「布」をカートに入れました（1枚）。\n無料のキットを、あと2点選べます。',
  ],
  [
    { kind: 'added', name: '巾着', type: 'kit', quantity: 1, isFree: true, freeKitsLeft: 0 },
    '「巾着」を無料でカートに入れました（1点）。',
  ],
  [{ kind: 'told', text: '入れました。' }, '入れました。'],
  [{ kind: 'removed', names: ['布'] }, '「布」を取り出しました。'],
  [{ kind: 'removed', names: ['布', '糸'] }, '2種類の商品を取り出しました。'],
  [{ kind: 'removed', names: ['布'], isAll: true }, 'カートを空にしました。'],
  [{ kind: 'restored', names: ['布'] }, '「布」をカートに戻しました。'],
  [{ kind: 'restored', names: ['布', '糸'] }, 'カートを元に戻しました。'],
  [{ kind: 'quantity-capped', name: '布', limit: 99 }, '「布」は、一度に99枚までです。'],
  [{ kind: 'quantity-capped', name: '布', limit: 3, isLeft: true }, '「布」は、いま3枚までお届けできます。'],
  [
    { kind: 'quantity-capped', name: '布', limit: 3, isLeft: true, asked: 3, added: 1 },
    '「布」をカートに入れましたが、ご希望の3枚のうち1枚だけです。いま3枚までお届けできます。',
  ],
  [
    { kind: 'kit-already-in-cart', name: '巾着' },
    '「巾着」はすでにカートに入っています。キットは1点ずつの販売です。',
  ],
  [{ kind: 'kits-one-only', name: '巾着' }, '「巾着」は1点のみの販売です。'],
  [
    { kind: 'too-many-kinds', limit: 99 },
    'カートに入れられるのは99種類までです。お会計のあとにもう一度お求めください。',
  ],
  [{ kind: 'cannot-be-bought', name: '布' }, '「布」は価格確認中のため、いまはお求めいただけません。'],
  [
    { kind: 'prices-changed', changes: [changed('布', 550, 1_660), changed('糸', 200, null)] },
    '「布」の価格が550円から1,660円に変わりました。「糸」は価格確認中になりました。',
  ],
]

test.each(sentences)('$kind is said in one or two sentences', (notice, text) => {
  expect(noticeText(notice)).toBe(text)
})

test('C12: many changed prices are counted, so that the notice stays short', () => {
  const changes = Array.from({ length: 99 }, (_, at) => changed(`布${at}`, 100, 200))
  const text = noticeText({ kind: 'prices-changed', changes })
  expect(text).toMatch(/^「布0」.*「布1」.*ほか97点の価格も変わりました。$/)
  expect(noticeText({ kind: 'prices-changed', changes: changes.slice(0, 3) })).not.toContain('ほか')
})

test('the fees of shipping fit in one line', () => {
  expect(shippingInShort(terms.shippingBands)).toBe(
    '400円（商品の小計4,400円以上は900円、24,200円以上は無料）',
  )
  expect(shippingInShort([{ below: yen(3_000), fee: yen(730) }])).toBe('730円（商品の小計3,000円以上は無料）')
  expect(shippingInShort([])).toBe('無料')
})
