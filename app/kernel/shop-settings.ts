import type { Yen } from './money.ts'

export interface ShippingBand {
  readonly below: Yen
  readonly fee: Yen
}

export interface CartTerms {
  /** Most units of one fabric (S3). */
  readonly unitsPerLine: number
  /** Most kinds of products: the payment provider takes 100 lines, shipping included (S3). */
  readonly kinds: number
  readonly freeKits: number
  /** Rising; from the last `below` on shipping is free. */
  readonly shippingBands: readonly ShippingBand[]
}

/** `opens` and `closes` are 'HH:MM' in Tokyo, `days` schema.org day names. */
export interface OpeningHours {
  readonly days: readonly string[]
  readonly opens: string
  readonly closes: string
}

/** A monthly subscription, sold at the external store (P19). */
export interface SubscriptionOffer {
  readonly name: string
  readonly material: string
  readonly monthlyPrice: Yen
  readonly cloths: number
  readonly fabricPieceSize: string
  readonly freeShipping: boolean
  /** https only (P12). */
  readonly link: string
  /** A file of the folder of pictures, such as `/Image/monthly.jpg`; without one as many cloths are drawn (W63). */
  readonly picture?: string | undefined
}

/** Required by law except the fax; none may be empty (L1, P13). */
export interface Seller {
  readonly legalName: string
  readonly personInCharge: string
  readonly postalCode: string
  readonly address: string
  readonly phone: string
  readonly fax: string | null
  readonly email: string
}

/** Japanese sentences, the same in legal notice, cart, payment page and mails (S21). */
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
  readonly prices: string
  readonly offerPeriod: string
  readonly liability: string
  /** Shown beside each link to the external store (L1, P19). */
  readonly externalContract: string
}

export interface ParcelFacts {
  /** 内容品, at most 15 full-width characters. */
  readonly contents: string
  /** Null: the shop's name, and the seller's address and telephone. */
  readonly sender: {
    readonly name: string
    readonly postalCode: string
    readonly address: string
    readonly building: string
    readonly phone: string
  } | null
  /** 送り状種類 of B2: 0 発払い, 8 コンパクト, 7 or A ネコポス, by the contract with the carrier. */
  readonly yamatoKind: '0' | '7' | '8' | 'A'
  /** 請求先顧客コード of B2; null leaves it to B2. */
  readonly yamatoCustomer: string | null
}

/** Names of an accounting program's tax classes, spelt as it has them. */
export interface TaxClassNames {
  readonly sales: string
  readonly refunds: string
  /** Of what a lost dispute took away. */
  readonly disputes: string
  /** Of the payment provider's fees. */
  readonly fees: string
}

/** Full-width characters of an account's name: 弥生 cuts what is longer. */
export const longestAccount = 12
/** Characters of a tax class's name. */
export const longestTaxClass = 40

/** What the accountant's program calls accounts and tax classes (M35). */
export interface AccountingNames {
  readonly accounts: {
    readonly sales: string
    /** Null is that of the sales. */
    readonly refunds: string | null
    /** Null is that of the sales. */
    readonly disputes: string | null
    readonly fees: string
    readonly receivable: string
    /** 補助科目 of the receivable account. */
    readonly receivableSub: string | null
    /** From which a refund goes that the card could not take. */
    readonly bank: string
  }
  readonly freee: TaxClassNames & {
    /** 決済口座: entries are settled in it; null leaves them open. */
    readonly wallet: string | null
  }
  readonly moneyForward: TaxClassNames
  readonly yayoi: TaxClassNames
}

/** On receipts. */
export interface ReceiptSettings {
  /** 但し書き, such as 布・手芸用品代として. */
  readonly purpose: string
}

/** For the privacy page (P14, L6); dates as they are shown. */
export interface PrivacyFacts {
  readonly lastUpdated: string
  readonly supplementUpdated: string
  readonly processors: ReadonlyArray<{ readonly name: string; readonly purpose: string }>
  readonly disclosureFee: string
}

/** For the privacy page (P14): where pictures and backups lie outside of the shop's own machine, by the server's name. */
export interface StorageFacts {
  readonly picturesAt: string | null
  readonly backupsAt: string | null
  /** Of so many months the last backup is kept (D23). */
  readonly backupMonths: number
}

/** A day without packing and delivery, such as 2026-12-30, or a range of days. */
export type ClosedDays = string | { readonly from: string; readonly to: string }

/** How units of one fabric are joined; null when the owner has not said (P29). */
export type Joined = 'lengthwise' | null

/** Everything that is the shop's own (P13), read by the server alone. */
export interface ShopSettings {
  readonly name: string
  readonly nameInLatin: string
  readonly description: string
  readonly seller: Seller
  readonly hours: { readonly lines: readonly string[]; readonly open: readonly OpeningHours[] }
  /** https only (P12); an unset link is not shown. */
  readonly links: {
    readonly oldWebsite: string | null
    readonly newsletter: string | null
    readonly externalStore: string | null
  }
  readonly cart: CartTerms
  readonly joined: Joined
  /** In addition to Sundays and public holidays (P21). */
  readonly closedDays: readonly ClosedDays[]
  /** 'HH:MM' in Tokyo: later orders count as the next day's; null for none (P21). */
  readonly cutOff: string | null
  /** Sizes of patterns by the fabric's number or name, in a description's words (W40). */
  readonly patternScales: Readonly<Record<string, string>>
  readonly terms: SalesTerms
  readonly parcels: ParcelFacts
  readonly accounting: AccountingNames
  readonly receipts: ReceiptSettings
  readonly privacy: PrivacyFacts
  readonly court: string
  /** 'T' and 13 digits; null for a shop that is not registered (S22). */
  readonly invoiceNumber: string | null
  readonly subscriptions: readonly SubscriptionOffer[]
  readonly pageSize: number
  readonly copyrightYear: number
}

export interface ShopFacts
  extends Pick<ShopSettings, 'name' | 'description' | 'cart' | 'joined' | 'pageSize' | 'copyrightYear'> {
  readonly links: Pick<ShopSettings['links'], 'newsletter'>
  /** Every page brings them to the browser: what the open cart says at once, and no more (W76). */
  readonly terms: Pick<SalesTerms, 'payment' | 'deliveryDays' | 'returnDays'>
  readonly contact: Omit<Seller, 'legalName' | 'personInCharge'> & {
    readonly hours: readonly string[]
  }
}

export const shopFactsOf = ({ seller, hours, ...settings }: ShopSettings): ShopFacts => {
  const { name, description, cart, joined, pageSize, copyrightYear } = settings
  const links = { newsletter: settings.links.newsletter }
  const { payment, deliveryDays, returnDays } = settings.terms
  const terms = { payment, deliveryDays, returnDays }
  const { postalCode, address, phone, fax, email } = seller
  const contact = { postalCode, address, phone, fax, email, hours: hours.lines }
  return { name, description, links, cart, joined, terms, pageSize, copyrightYear, contact }
}
