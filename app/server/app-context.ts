import type { Kysely } from 'kysely'
import type { Schema } from '#db/schema.ts'
import type { Requester } from '../kernel/actor.ts'
import type { ShopSettings } from '../kernel/shop-settings.ts'
import type { Notices } from './live/notices.ts'
import type { Log } from './log.ts'
import type { MailTransport } from './mail/transport.ts'
import type { CallCounter } from './rate-limit.ts'

/** What queries, commands, jobs and routes are given. `createServices` makes it, once; tests give it parts of their own. */
export interface AppContext {
  readonly db: Kysely<Schema>
  /** The present moment in epoch ms. */
  readonly now: () => number
  readonly newId: () => string
  /** At least 0, below 1. */
  readonly random: () => number
  readonly log: Log
  /** What is the shop's own: name, seller, terms, links. */
  readonly settings: ShopSettings
  /** The public address, such as https://shop.example. */
  readonly siteOrigin: string
  /** Where the browser calls checkout, such as /api. */
  readonly apiBase: string
  /** Who gets the owner's mails. */
  readonly ownerEmail: string
  /** Is this a demo, whose orders and mails bear the stamp 練習 (S11)? */
  readonly demo: boolean
  /** The product feed of the settings. */
  readonly feedUrl: string | undefined
  /** Folder of the shop's pictures, served under /Image/. */
  readonly imagesDir: string
  readonly mail: MailTransport
  /** Says that mails have been queued, so that nobody waits for the next round. */
  readonly wakeMail: () => void
  /** Counts the calls that this process answers. */
  readonly calls: CallCounter
  /** Says that something changed to the event streams of this process. */
  readonly notices: Notices
}

/** The same for one request: its id, which the log's lines bear as well, and who asks. */
export interface RequestContext extends AppContext {
  readonly requestId: string
  readonly actor: Requester
}
