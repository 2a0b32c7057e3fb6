import type { ShopSettings } from '~/kernel/shop-settings.ts'

/** What every mail needs to know of the shop. `demo` stamps it 練習 (S11). */
export interface MailFacts {
  readonly settings: ShopSettings
  readonly siteOrigin: string
  readonly ownerEmail: string
  readonly demo: boolean
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
