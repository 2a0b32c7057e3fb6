/** Of the desk and the command line together (N66). */
export const testMailsPerHour = 5

/** How long the links of mails work (A2, A12, A16, N7). */
export const linkHours = { verify: 72, reset: 1, change: 24, revert: 7 * 24, invitation: 24 } as const

/** How long the desk shows a mail that could not be delivered. */
export const deadMailDays = 7

export type MailLine = string | MailFact | MailProduct | MailSum

export interface MailFact {
  readonly kind: 'fact'
  readonly name: string
  readonly value: string
  /** An address of the shop or a carrier, never one that somebody typed. */
  readonly href?: string
}

export interface MailProduct {
  readonly kind: 'product'
  readonly name: string
  readonly units: string
  readonly amount: string
  readonly notes: readonly string[]
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
  readonly preview: string
  readonly heading: string
  /** An empty line begins a new paragraph. */
  readonly opening: readonly string[]
  readonly link: { readonly text: string; readonly href: string } | null
  readonly blocks: readonly MailBlock[]
  readonly closing: readonly string[]
}

export interface MailFrame {
  readonly shopName: string
  /** For example https://shop.example: holds the logo, and is the only address that becomes a link. */
  readonly siteOrigin: string
  /** Marks subject and text with 練習 (S11). */
  readonly demo: boolean
}

/** A second mail of the same `kind` and `subjectKey` is not queued (S15). */
export interface NewMail extends MailWords {
  readonly kind: string
  /** What it is about, such as an order's id; kept for ever, no secret. */
  readonly subjectKey: string
  readonly recipient: string
  readonly subject: string
  /** Its text opens something, such as an order, or says where somebody lives: it is emptied after delivery. */
  readonly holdsToken: boolean
  /** Somebody wrote it herself: answers go to this address, and it does not count as automatic. */
  readonly replyTo?: string
}

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
