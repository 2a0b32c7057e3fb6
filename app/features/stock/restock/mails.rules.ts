import { nameWithColour } from '~/features/products/description.rules.ts'
import { productPath, type SellableProduct } from '~/features/products/rules.ts'
import { href } from '~/href.ts'
import { type MailBlock, mailFact, type NewMail } from '~/kernel/mail.ts'
import type { ShopSettings } from '~/kernel/shop-settings.ts'
import { confirmedWithinHours } from './rules.ts'

export interface RestockMailFacts {
  readonly settings: ShopSettings
  readonly siteOrigin: string
  readonly recipient: string
  readonly subjectKey: string
}

const productBlock = (product: SellableProduct): MailBlock => ({
  heading: '商品',
  lines: [mailFact('商品名', nameWithColour(product)), mailFact('管理番号', product.number)],
})

const senderBlock = ({ name, seller }: ShopSettings): MailBlock => ({
  heading: '送信者・お問い合わせ',
  lines: [
    `${name}（${seller.legalName}）`,
    `〒${seller.postalCode} ${seller.address}`,
    `電話 ${seller.phone}`,
    `メール ${seller.email}`,
  ],
})

/** Asks to confirm the address; its link also cancels the request (W11). */
export const askedMail = (
  product: SellableProduct,
  token: string,
  { settings, siteOrigin, recipient, subjectKey }: RestockMailFacts,
): NewMail => ({
  kind: 'restock_asked',
  subjectKey,
  recipient,
  holdsToken: true,
  subject: `【${settings.name}】再入荷のお知らせの確認`,
  preview: 'お申し込みの確認がまだ済んでいません。',
  heading: '再入荷のお知らせの確認',
  opening: [
    'お客様',
    '',
    `次の商品の再入荷のお知らせのお申し込みがありました。${confirmedWithinHours}時間以内に下のページを開き、「お知らせを受け取る」を押すと、お申し込みが済みます。`,
    'お知らせをやめるときも、同じページでお手続きいただけます。',
  ],
  link: { text: '確認する・やめる', href: `${siteOrigin}${href('/restock/:token', { token })}` },
  blocks: [productBlock(product), senderBlock(settings)],
  closing: [
    `お心当たりがない場合は、何もなさらないでください。${confirmedWithinHours}時間でメールアドレスを消去し、お知らせはお送りしません。`,
  ],
})

/** The requested mail; it says that the request ends with it (W11). */
export const backMail = (
  product: SellableProduct,
  { settings, siteOrigin, recipient, subjectKey }: RestockMailFacts,
): NewMail => ({
  kind: 'restock_back',
  subjectKey,
  recipient,
  holdsToken: false,
  subject: `【${settings.name}】再入荷のお知らせ`,
  preview: `${nameWithColour(product)}を、またご購入いただけます。`,
  heading: '商品の販売を再開しました',
  opening: [
    'お客様',
    '',
    'お待ちいただいていた商品を、またご購入いただけるようになりました。',
    'お取り置きではありません。ご覧になる前に売り切れることがあります。',
  ],
  link: { text: '商品のページを見る', href: `${siteOrigin}${productPath(product)}` },
  blocks: [productBlock(product), senderBlock(settings)],
  closing: ['この商品のお知らせは、この1通で終わりです。お申し込みの記録は消去しました。'],
})
