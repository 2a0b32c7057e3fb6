import type { Generated } from 'kysely'

export interface ShopStateTable {
  key: string
  value: string
}

/** One row per kind and subject, kept for ever (S15); texts and recipient are emptied after 90 days. */
export interface MailTable {
  id: string
  kind: string
  /** Unique together with the kind. */
  subjectKey: string
  recipient: string
  subject: string
  text: string
  html: string
  /** 1 when its text opens something, such as an order: emptied after delivery. */
  holdsToken: number
  /** The same for every attempt, so that mail programs see one mail. */
  messageId: string
  state: 'queued' | 'sent' | 'dead'
  attempts: number
  /** For a dead mail: when it was given up. */
  nextAttemptAt: number
  /** 0 while no worker has claimed it. */
  claimedUntil: number
  lastError: string | null
  createdAt: number
  sentAt: number | null
  /** When the owner had seen to a dead mail in another way (N106). */
  putAsideAt: Generated<number | null>
  /** Whom an answer goes to; null for its sender. */
  replyTo: Generated<string | null>
}

/** A trouble that the owner is told of once, until it ends and begins again. */
export interface AlarmTable {
  key: string
  text: string
  beganAt: number
  endedAt: number | null
  /** When the second way last accepted it. */
  toldAt: number | null
  /** 0 while no process is telling it. */
  claimedUntil: Generated<number>
  tries: Generated<number>
  /** 1: mailed at once, and its end is told too. */
  urgent: Generated<number>
  mailedAt: Generated<number | null>
  /** When the second way last accepted that it is over. */
  endToldAt: Generated<number | null>
}

export interface RateLimitTable {
  subject: string
  spanStart: number
  spanEnd: number
  count: number
}

export interface SearchDocumentTable {
  /** In the order of `SearchDocument.since`. */
  id: Generated<number>
  indexName: string
  /** The found row's id in its owner's table. */
  key: string
  /** PostgreSQL only, in comparable form; so are the other two. */
  title: Generated<string>
  body: Generated<string>
  /** A tsvector of both texts' tokens, without positions. */
  tokens: Generated<string>
}

/** SQLite only: the full-text index, whose `rowid` is the document's `id`. */
export interface SearchTextTable {
  rowid: number
  title: string
  body: string
}

/** The owner's alternatives for a word (W30). */
export interface SearchWordTable {
  id: string
  /** Other spellings and related words, one per line. */
  same: string
  near: string
}

/** A search that found nothing (W33). */
export interface ZeroHitTable {
  /** Days since 1970 in Tokyo. */
  day: number
  area: 'recipe' | 'fabric' | 'kit'
  /** In the form that search compares. */
  words: string
  typed: string
  clients: number
}
