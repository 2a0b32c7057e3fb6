import { type Facts, momentFact, plainFact, sumFact, wordFact } from '~/kernel/facts.ts'
import { fieldsOf } from '~/kernel/json.ts'
import { carrierNames, isCarrier, type Parcel, parcelsText, shownTracking } from './carriers.rules.ts'
import { reviewTexts } from './standing.rules.ts'

/** What acts on orders are done to. */
export const orderSubject = { kind: 'order', name: '注文' } as const

/** Of acts on several parcels. */
export const packingSubject = { kind: 'packing', name: '発送作業' } as const

/** Names of mails to the buyer, by kind. */
export const mailNames: Readonly<Record<string, string>> = {
  order_confirmation: 'ご注文の確認',
  order_shipped: '発送のお知らせ',
  order_not_shipped: '発送のお知らせの取り消し',
  order_address: 'お届け先の変更',
  order_refunded: '返金のお知らせ',
  order_cancelled: 'ご注文の取り消し',
  order_return: '返品のご案内',
  order_return_arrived: '返品の商品が届いたお知らせ',
  order_message: 'お客様へ書いたメール',
  order_exchanged: '商品の変更のお知らせ',
  order_exchange_undone: '商品の変更の取り消し',
}

/** Whether a mail went to the buyer, or which one. */
export const mailFact = wordFact('お客様へのメール', {
  true: '送る',
  false: '送らない',
  ...mailNames,
})

/** The mails that a corrected address gets (N105). */
export const mailsFact = {
  label: '送り直したメール',
  text: (value: unknown) =>
    Array.isArray(value) ? value.map((kind) => mailNames[plainFact(kind)] ?? plainFact(kind)).join('、') : '',
}

export const reviewFact = wordFact('確認すること', reviewTexts)

const storedParcel = (value: unknown): Parcel => {
  const { carrier, tracking } = fieldsOf(value)
  const text = (field: unknown) => (typeof field === 'string' ? field : null)
  return { carrier: text(carrier), tracking: text(tracking) }
}

/** Of shipping; before an order had several parcels, its rows kept carrier and number of the one. */
export const parcelFacts = {
  parcels: {
    label: '荷物',
    text: (value) => (Array.isArray(value) ? parcelsText(value.map(storedParcel)) : ''),
  },
  carrier: {
    label: '配送会社',
    text: (value) => {
      const text = plainFact(value)
      return isCarrier(text) ? carrierNames[text] : text
    },
  },
  tracking: { label: '送り状の番号', text: (value) => shownTracking(plainFact(value)) },
  shippedAt: momentFact('発送日時'),
} as const satisfies Facts

const countFact = (label: string) => ({
  label,
  text: (value: unknown) => {
    if (!Array.isArray(value)) return plainFact(value)
    return value.length === 0 ? '' : `${value.length}個`
  },
})

export const tickFacts = { on: countFact('付けた印'), off: countFact('外した印') } as const

export const refundedFact = sumFact('返金')
