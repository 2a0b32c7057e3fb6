/** A line of a block: words, a name with its value, a product, or a sum below them. */
export type MailLine = string | MailFact | MailProduct | MailSum

export interface MailFact {
  readonly kind: 'fact'
  readonly name: string
  readonly value: string
  /** Where the value leads: an address of ours or of a carrier, never one that was typed. */
  readonly href?: string
}

export interface MailProduct {
  readonly kind: 'goods'
  readonly name: string
  /** Such as 1,300円 × 2. */
  readonly units: string
  readonly amount: string
  readonly notes: readonly string[]
  /** Absolute address of a small picture; null leaves a calm patch. */
  readonly picture: string | null
}

export interface MailSum {
  readonly kind: 'sum'
  readonly name: string
  readonly amount: string
  readonly isTotal: boolean
}

export const mailFact = (name: string, value: string, href?: string): MailFact => ({
  kind: 'fact',
  name,
  value,
  ...(href === undefined ? {} : { href }),
})

export const mailSum = (name: string, amount: string, isTotal = false): MailSum => ({
  kind: 'sum',
  name,
  amount,
  isTotal,
})

export interface MailBlock {
  readonly heading: string
  readonly lines: readonly MailLine[]
}

export interface MailWords {
  /** What lists of mails show beside the subject. */
  readonly preview: string
  readonly heading: string
  /** An empty line begins a new paragraph. */
  readonly opening: readonly string[]
  /** The one button. */
  readonly link: { readonly text: string; readonly href: string } | null
  readonly blocks: readonly MailBlock[]
  readonly closing: readonly string[]
}

/** From whom every mail is. */
export interface MailFrame {
  readonly shopName: string
  /** Of the shop, such as https://shop.example: where its logo is, and the only address that becomes a link. */
  readonly siteOrigin: string
  /** Stamps subject and words 練習 (S11). */
  readonly demo: boolean
}

/** A mail to be sent once: a second one of the same `kind` and `subjectKey` is not queued (S15). */
export interface NewMail extends MailWords {
  readonly kind: string
  /** What it is about, such as an order's id; kept for ever, no secret. */
  readonly subjectKey: string
  readonly recipient: string
  readonly subject: string
  /** Its words open something, as the link to an order does, and are emptied once it is delivered. */
  readonly holdsToken: boolean
}

/** A block as text: a heading and its lines. */
export const plainBlock = ({ heading, lines }: MailBlock): string[] => [
  `■ ${heading}`,
  ...lines.flatMap(plainLines),
]

const plainLines = (line: MailLine): string[] => {
  if (typeof line === 'string') return [line]
  if (line.kind === 'fact')
    return [`${line.name} ${line.value}`, ...(line.href === undefined ? [] : [line.href])]
  if (line.kind === 'sum') return [`${line.name} ${line.amount}`]
  return [`${line.name} ${line.units} = ${line.amount}`, ...line.notes.map((note) => `　${note}`)]
}
