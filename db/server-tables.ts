import type { Generated } from 'kysely'

/** What the shop remembers about itself, such as that its data folder is a demo. */
export interface ShopStateTable {
  key: string
  value: string
}

/** One row per kind and subject, for ever (S15); what it says and to whom is emptied after 90 days. */
export interface MailTable {
  id: string
  /** Such as 'order_confirmation'. */
  kind: string
  /** Unique together with the kind. */
  subjectKey: string
  recipient: string
  subject: string
  text: string
  html: string
  /** 1 when its words open something, as the link to an order does: emptied once it is delivered. */
  holdsToken: number
  /** The same for every attempt, so that a mail program sees one mail. */
  messageId: string
  state: 'queued' | 'sent' | 'dead'
  attempts: number
  /** Of a dead mail, when it was given up. */
  nextAttemptAt: number
  /** 0 while no worker has claimed it. */
  claimedUntil: number
  lastError: string | null
  createdAt: number
  sentAt: number | null
}

/** A trouble that the owner is told of, once until it ends and begins again. */
export interface AlarmTable {
  /** Such as 'mails:waiting'. */
  key: string
  /** What she reads, without personal data. */
  text: string
  beganAt: number
  endedAt: number | null
  /** When the second way took it last. */
  toldAt: number | null
  /** 0 while no process tells it. */
  claimedUntil: Generated<number>
  /** Since it was told last. */
  tries: Generated<number>
}

export interface RateLimitTable {
  /** Such as 'checkout:203.0.113.7'. */
  subject: string
  spanStart: number
  spanEnd: number
  count: number
}

/** What can be found in an index, such as the works. */
export interface SearchDocumentTable {
  /** In the order of `SearchDocument.since`. */
  id: Generated<number>
  /** Such as `recipe`. */
  indexName: string
  /** The id of what is found, in the table of its owner. */
  key: string
  /** On PostgreSQL alone, as search compares it; so are the other two. */
  title: Generated<string>
  body: Generated<string>
  /** A tsvector of the tokens of both, without their places. */
  tokens: Generated<string>
}

/** On SQLite alone: the full-text index, whose `rowid` is the `id` of the document. */
export interface SearchTextTable {
  rowid: number
  title: string
  body: string
}

/** What the owner says that else is looked for in the place of a word (W30). */
export interface SearchWordTable {
  /** As search compares it. */
  id: string
  /** Other spellings, and what is near, likewise; one a line. */
  same: string
  near: string
}

/** What was searched for and not found (W33). */
export interface ZeroHitTable {
  /** In Tokyo, counted from 1970. */
  day: number
  area: 'recipe' | 'fabric' | 'kit'
  /** As search compares them. */
  words: string
  /** As they were typed. */
  typed: string
  /** How many asked on that day. */
  clients: number
}
