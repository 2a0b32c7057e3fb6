import type { ShopSettings } from '~/kernel/shop-settings.ts'
import { htmlMail, type MailWords, plainMail } from './mail-layout.rules.ts'

/** What every mail needs to know of the shop. `practice` stamps it 練習 (S11). */
export interface MailFacts {
  readonly settings: ShopSettings
  readonly siteOrigin: string
  readonly ownerEmail: string
  readonly practice: boolean
}

/** The kinds of mail about orders. */
export type OrderMailKind = 'order_confirmation' | 'owner_paid' | 'owner_review' | 'order_shipped'

/** A mail as the outbox takes it. */
export interface OrderMail {
  readonly kind: OrderMailKind
  readonly subjectKey: string
  readonly orderId: string | null
  readonly recipient: string
  readonly subject: string
  readonly text: string
  readonly html: string
}

const stamp = '【練習】これは練習用のお店からのメールです。実際のお支払いとお届けはありません。'

/** A mail of these words, stamped in a demo, as text and as HTML. */
export const written = (
  head: Pick<OrderMail, 'kind' | 'subjectKey' | 'orderId' | 'recipient' | 'subject'>,
  words: Omit<MailWords, 'stamp'>,
  practice: boolean,
): OrderMail => {
  const stamped = { ...words, stamp: practice ? stamp : null }
  return {
    ...head,
    subject: `${practice ? '【練習】' : ''}${head.subject}`,
    text: plainMail(stamped),
    html: htmlMail(stamped),
  }
}
