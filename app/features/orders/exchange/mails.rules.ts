import { greeting, type MailFacts, toBuyer } from '~/features/orders/mails.rules.ts'
import { inYen } from '~/features/orders/money.rules.ts'
import { type MailedRefund, refundedBlock, whenItComes } from '~/features/orders/refund/mails.rules.ts'
import { productBlock, refundWayBlock, sellerBlock } from '~/features/orders/texts.ts'
import type { Order, OrderLine } from '~/features/orders/types.ts'
import { nameWithColour } from '~/features/products/description.rules.ts'
import { mailFact, type NewMail } from '~/kernel/mail.ts'

type Named = Pick<OrderLine, 'number' | 'type' | 'name' | 'description'>

export interface MailedExchange {
  readonly id: string
  readonly from: Named
  readonly to: Named
  readonly units: number
  /** Yen that go back, or that could not; 0 where both cost the same. */
  readonly difference: number
}

/** The refund of the difference, which has no mail of its own; undefined where nothing goes back. */
type Back = MailedRefund | undefined

export const productText = (product: Named, units: number): string =>
  `${nameWithColour(product)}（${product.number}）× ${units}`

/** Tells the buyer what she gets in place of what she had ordered, and what goes back to her for it (M47); `order` as it is now. */
export const exchangedMail = (
  order: Order,
  { id, from, to, units, difference, back }: MailedExchange & { readonly back: Back },
  { settings, siteOrigin }: Pick<MailFacts, 'settings' | 'siteOrigin'>,
): NewMail => ({
  ...toBuyer(order, siteOrigin),
  kind: 'order_exchanged',
  subjectKey: `${order.id} ${id}`,
  subject: `【${settings.name}】ご注文の商品を変更しました（注文番号 ${order.number}）`,
  preview: `${productText(to, units)}をお送りします。`,
  heading: '商品を変更しました',
  opening: [
    greeting(order),
    '',
    'ご注文の商品を、次のとおり変更しました。',
    ...(difference === 0
      ? ['代金は変わりません。']
      : [`差額の${inYen(difference)}は、お支払いのカードへお返しします。${whenItComes}`]),
    'お心当たりがないときや、まちがいがあるときは、お手数ですが下記までご連絡ください。',
  ],
  blocks: [
    {
      heading: '変更の内容',
      lines: [
        mailFact('注文番号', order.number),
        mailFact('変更前', productText(from, units)),
        mailFact('変更後', productText(to, units)),
      ],
    },
    ...(back === undefined ? [] : [refundedBlock(order, back), refundWayBlock(settings)]),
    productBlock(order, { settings, siteOrigin }),
    sellerBlock(order, settings),
  ],
  closing: [],
})

/** Tells the buyer that she gets what she had ordered after all. */
export const exchangeUndoneMail = (
  order: Order,
  { id, from, to, units, difference }: MailedExchange,
  { settings, siteOrigin }: Pick<MailFacts, 'settings' | 'siteOrigin'>,
): NewMail => ({
  ...toBuyer(order, siteOrigin),
  kind: 'order_exchange_undone',
  subjectKey: `${order.id} ${id}`,
  subject: `【${settings.name}】商品の変更を取り消しました（注文番号 ${order.number}）`,
  preview: `${productText(from, units)}をお送りします。`,
  heading: '商品の変更を取り消しました',
  opening: [
    greeting(order),
    '',
    '先にお知らせした商品の変更を取り消しました。もとの商品をお送りします。代金は変わりません。',
    ...(difference === 0
      ? []
      : [
          `お支払いのカードへお返しできなかった差額の${inYen(difference)}は、お返しする必要がなくなりました。`,
        ]),
  ],
  blocks: [
    {
      heading: '取り消した変更',
      lines: [
        mailFact('注文番号', order.number),
        mailFact('お送りする商品', productText(from, units)),
        mailFact('お送りしない商品', productText(to, units)),
      ],
    },
    productBlock(order, { settings, siteOrigin }),
    sellerBlock(order, settings),
  ],
  closing: [],
})
