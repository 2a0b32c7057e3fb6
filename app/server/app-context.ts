import type { Kysely } from 'kysely'
import type { Schema } from '#db/schema.ts'
import type { Requester } from '../kernel/actor.ts'
import type { ShopSettings } from '../kernel/shop-settings.ts'
import type { Notices } from './live/notices.ts'
import type { Log } from './log.ts'
import type { MailTransport } from './mail/transport.ts'
import type { CallCounter } from './rate-limit.ts'

/** What queries, commands, jobs and routes are given; made once, by `createServices`. */
export interface AppContext {
  readonly db: Kysely<Schema>
  /** In epoch ms. */
  readonly now: () => number
  readonly newId: () => string
  /** At least 0, below 1. */
  readonly random: () => number
  readonly log: Log
  readonly settings: ShopSettings
  /** The public address, such as https://shop.example. */
  readonly siteOrigin: string
  /** Where the browser calls checkout, such as /api. */
  readonly apiBase: string
  readonly ownerEmail: string
  /** A demo's orders and mails bear the stamp 練習 (S11). */
  readonly demo: boolean
  readonly feedUrl: string | undefined
  /** Folder of the shop's pictures, served under /Image/. */
  readonly imagesDir: string
  readonly mail: MailTransport
  /** To be called when mails have been queued. */
  readonly wakeMail: () => void
  readonly calls: CallCounter
  readonly notices: Notices
}

export interface RequestContext extends AppContext {
  readonly requestId: string
  readonly actor: Requester
}
