import type { Yen } from './money.ts'

/** One step of the shipping fee: goods for less than `below` yen pay `fee` yen. */
export interface ShippingBand {
  readonly below: Yen
  readonly fee: Yen
}

/** What the cart's arithmetic must know of the shop; rules take it as an argument. */
export interface CartTerms {
  /** Most units of one fabric in a cart (S3). */
  readonly unitsPerLine: number
  /** Most kinds of goods in a cart: the payment provider takes 100 lines, shipping included (S3). */
  readonly kinds: number
  /** Kits that fabric in the cart makes free. */
  readonly freeKits: number
  /** Rising steps of the fee; from the last `below` upward shipping is free. */
  readonly shippingBands: readonly ShippingBand[]
}

/** One row of opening hours; `opens` and `closes` are 'HH:MM' in Tokyo. `days` are schema.org day names. */
export interface OpeningHours {
  readonly days: readonly string[]
  readonly opens: string
  readonly closes: string
}

/** One monthly subscription, sold at the external store. */
export interface SubscriptionOffer {
  readonly name: string
  readonly material: string
  readonly monthlyPrice: Yen
  readonly cloths: number
  readonly clothSize: string
  readonly freeShipping: boolean
  /** https only (P12). */
  readonly link: string
}

/** Who sells: the law demands each of these but the fax, none may be empty (L1, P13). */
export interface Seller {
  readonly legalName: string
  readonly personInCharge: string
  readonly postalCode: string
  readonly address: string
  readonly phone: string
  /** Without one, no page names it. */
  readonly fax: string | null
  readonly email: string
}

/** The terms of sale as sentences in Japanese: legal notice, cart, payment page and mails show the same words (S21). */
export interface SalesTerms {
  readonly payment: string
  readonly paymentTime: string
  readonly otherFees: string
  readonly delivery: string
  readonly deliveryDays: { readonly from: number; readonly to: number }
  readonly returns: string
  readonly returnDays: number
  readonly returnPostage: string
  readonly refund: string
  readonly cancellation: string
  readonly defects: string
  /** Where prices stand and what they are for (L1). */
  readonly prices: string
  /** Until when an offer holds (L1); without any limit, that there is none. */
  readonly offerPeriod: string
  /** Liability for goods that are not as agreed (L1). */
  readonly liability: string
  /** Who the buyer's contract is with at the external store: stands beside each link there (L1, P19). */
  readonly externalContract: string
}

/** What the privacy page says of itself (P14, L6). Dates as they are to be read. */
export interface PrivacyFacts {
  readonly lastUpdated: string
  /** Date of the supplement that lists what the software really keeps. */
  readonly supplementUpdated: string
  /** Who handles data for the shop, with the country and what is passed on. */
  readonly processors: ReadonlyArray<{ readonly name: string; readonly purpose: string }>
  readonly disclosureFee: string
}

/** Everything that is the shop's own (P13): plain data. The server alone reads it and hands it on. */
export interface ShopSettings {
  readonly name: string
  readonly nameInLatin: string
  readonly description: string
  readonly seller: Seller
  readonly hours: {
    readonly lines: readonly string[]
    readonly open: readonly OpeningHours[]
  }
  /** https only (P12); an unset link is not shown. */
  readonly links: {
    readonly oldWebsite: string | null
    readonly newsletter: string | null
    readonly externalStore: string | null
  }
  readonly cart: CartTerms
  readonly terms: SalesTerms
  readonly privacy: PrivacyFacts
  /** Court named in the terms of use. */
  readonly court: string
  /** 'T' and 13 digits, or null for a shop that is not registered (L4, S22). */
  readonly invoiceNumber: string | null
  readonly subscriptions: readonly SubscriptionOffer[]
  /** Cards shown at first and added by each もっと見る. */
  readonly pageSize: number
  readonly copyrightYear: number
}

/** What every page's script gets of the settings, within the page itself. What one page alone shows comes with that page. */
export interface ShopFacts
  extends Pick<
    ShopSettings,
    'name' | 'description' | 'links' | 'cart' | 'terms' | 'pageSize' | 'copyrightYear'
  > {
  readonly contact: Omit<Seller, 'legalName' | 'personInCharge'> & {
    readonly hours: readonly string[]
  }
}

/** Leaves of the settings what every page may know. */
export const shopFactsOf = ({ seller, hours, ...settings }: ShopSettings): ShopFacts => {
  const { name, description, links, cart, terms, pageSize, copyrightYear } = settings
  const { postalCode, address, phone, fax, email } = seller
  const contact = { postalCode, address, phone, fax, email, hours: hours.lines }
  return { name, description, links, cart, terms, pageSize, copyrightYear, contact }
}
