import { written } from '~/kernel/mail-layout.ts'
import type { MailFacts, OrderMail } from './mail-writing.rules.ts'
import { orderPath } from './rules.ts'
import { deliveryBlock, goodsBlock, orderBlock, returnsBlock, sellerBlock, termsBlocks } from './texts.ts'
import type { Order } from './types.ts'

const linkTo = (order: Order, siteOrigin: string) => ({
  text: 'ご注文の内容と状況はこちらのページでご確認いただけます。',
  href: `${siteOrigin}${orderPath(order.accessToken)}`,
})

const greeting = (order: Order): string => `${order.customer.name ?? 'お客'}様`

/** To the buyer: the order is accepted and its money received; the notice that the law asks for (law B5, S22, S23). */
export const confirmationMail = (order: Order, { settings, siteOrigin, demo }: MailFacts): OrderMail =>
  written(
    {
      kind: 'order_confirmation',
      subjectKey: order.id,
      orderId: order.id,
      recipient: order.customer.email ?? '',
      subject: `【${settings.name}】ご注文を承りました（注文番号 ${order.number}）`,
    },
    {
      opening: [
        greeting(order),
        '',
        `${settings.name}をご利用いただき、ありがとうございます。`,
        'お支払いを確認し、ご注文を承りました。',
      ],
      link: linkTo(order, siteOrigin),
      blocks: [
        orderBlock(order, settings),
        goodsBlock(order, settings.invoiceNumber),
        deliveryBlock(order.customer),
        ...termsBlocks(settings),
        sellerBlock(settings),
      ],
      closing: ['このメールにお心当たりがない場合は、お手数ですが上記までご連絡ください。'],
    },
    demo,
  )

/** To the buyer: the goods are on their way; from their arrival on they can be sent back (S:L199). */
export const shippedMail = (order: Order, { settings, siteOrigin, demo }: MailFacts): OrderMail =>
  written(
    {
      kind: 'order_shipped',
      subjectKey: order.id,
      orderId: order.id,
      recipient: order.customer.email ?? '',
      subject: `【${settings.name}】商品を発送しました（注文番号 ${order.number}）`,
    },
    {
      opening: [
        greeting(order),
        '',
        'ご注文の商品を発送しました。到着まで、いましばらくお待ちください。',
        settings.terms.returns,
      ],
      link: linkTo(order, siteOrigin),
      blocks: [
        goodsBlock(order, settings.invoiceNumber),
        deliveryBlock(order.customer),
        returnsBlock(settings),
        sellerBlock(settings),
      ],
      closing: [],
    },
    demo,
  )
