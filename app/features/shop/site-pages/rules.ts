import { formatYen } from '~/kernel/money.ts'
import type { ShippingBand, ShopSettings } from '~/kernel/shop-settings.ts'

/** One row of the notice under the act on commercial transactions (L1). */
export interface NoticeRow {
  readonly id: string
  readonly name: string
  readonly lines: readonly string[]
}

/** One line per step of the shipping fee, the free one last. */
export const shippingLines = (bands: readonly ShippingBand[]): string[] => {
  const free = bands.at(-1)
  const paid = bands.map(({ below, fee }, at) => {
    const from = bands[at - 1]
    const range = from === undefined ? '' : `${formatYen(from.below)}円以上`
    return `商品の小計が${range}${formatYen(below)}円未満：${formatYen(fee)}円`
  })
  return free === undefined ? ['送料無料'] : [...paid, `商品の小計が${formatYen(free.below)}円以上：無料`]
}

/** The limits of one order (L1). */
export const purchaseConditions = ({ cart }: Pick<ShopSettings, 'cart'>): string[] => [
  `生地は1種類につき${cart.unitsPerLine}枚まで、1回のご注文で${cart.kinds}種類までお選びいただけます。`,
  'キットは1種類につき1点です。',
  ...(cart.freeKits === 0
    ? []
    : [
        `生地をお買い上げの方は、キットを${cart.freeKits}点まで無料でお付けします。カートに生地とキットが入ると自動で無料になります。`,
      ]),
  '同じ柄の生地を複数枚ご注文の場合は、切らずにつなげてお届けします。',
]

export const legalNotice = (settings: ShopSettings): NoticeRow[] => {
  const { seller, terms, hours, cart } = settings
  return [
    { id: 'seller', name: '販売業者', lines: [seller.legalName, `屋号：${settings.name}`] },
    { id: 'person', name: '運営統括責任者', lines: [seller.personInCharge] },
    { id: 'address', name: '所在地', lines: [`〒${seller.postalCode}`, seller.address] },
    { id: 'phone', name: '電話番号', lines: [seller.phone, `受付時間：${hours.lines.join('、')}`] },
    { id: 'email', name: 'メールアドレス', lines: [seller.email] },
    { id: 'prices', name: '販売価格', lines: [terms.prices] },
    {
      id: 'fees',
      name: '商品代金以外の必要料金',
      lines: [...shippingLines(cart.shippingBands).map((line) => `送料　${line}`), terms.otherFees],
    },
    { id: 'payment', name: '支払方法と支払時期', lines: [terms.payment, terms.paymentTime] },
    { id: 'delivery', name: '商品の引渡時期', lines: [terms.delivery] },
    {
      id: 'returns',
      name: '返品・交換・キャンセル',
      lines: [terms.cancellation, terms.returns, terms.returnPostage, terms.refund, terms.defects],
    },
    { id: 'conditions', name: '数量の制限・販売条件', lines: purchaseConditions(settings) },
    { id: 'period', name: '申込みの有効期限', lines: [terms.offerPeriod] },
    { id: 'liability', name: '契約不適合責任', lines: [terms.liability] },
    { id: 'external', name: 'サブスク・コラボ商品', lines: [terms.externalContract] },
    ...(settings.invoiceNumber === null
      ? []
      : [{ id: 'invoice', name: '適格請求書発行事業者の登録番号', lines: [settings.invoiceNumber] }]),
  ]
}

export type LoadFailureReason = 'permission denied' | 'unavailable' | 'timeout' | 'other'

// Fixed texts (P17): the real error is only logged.
const messages = { timeout: 'timeout', other: 'database error' } as const

/** Error text (P17) for the list `what`, such as キット; `isInShop` selects the wording of the shop's own pages. */
export const loadFailureText = (reason: LoadFailureReason, what: string, isInShop: boolean): string => {
  if (reason === 'permission denied')
    return `${what}を読み込めませんでした。お店の設定に問題があるようです（check the database permission settings）。`
  if (reason === 'unavailable')
    return `ただいま${what}をご覧いただけません。しばらくたってから、もう一度お試しください。`
  if (!isInShop) return `${what}を読み込めませんでした。しばらくたってから、もう一度お試しください。`
  return `${what}を読み込めませんでした（failed to fetch kits/links: ${messages[reason]}）。`
}
