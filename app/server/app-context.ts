import type { Kysely } from 'kysely'
import type { Schema } from '#db/schema.ts'
import type { ApiBase } from '~/addresses.ts'
import type { MemberId, Requester } from '../kernel/actor.ts'
import type { ShopSettings } from '../kernel/shop-settings.ts'
import type { AlarmWay } from './alarm-way.ts'
import type { Accounts } from './auth/accounts.ts'
import type { Passwords } from './auth/passwords.ts'
import type { SessionSettings } from './auth/sessions.ts'
import type { CallCounter } from './call-counter.ts'
import type { AppTransaction } from './database/transaction.ts'
import type { Notices } from './live/notices.ts'
import type { Log } from './log.ts'
import type { MailTransport } from './mail/transport.ts'
import type { PictureBucket } from './pictures/picture-bucket.ts'
import type { PictureEncoder } from './pictures/picture-encoder.ts'
import type { UploadFiles } from './pictures/picture-files.ts'
import type { ZeroHits } from './search/zero-hits.ts'
import type { OwnSettings } from './shop-settings.ts'

/** What queries, commands, jobs and routes are given; made once, by `createServices`. */
export interface AppContext {
  readonly db: Kysely<Schema>
  /** In epoch ms. */
  readonly now: () => number
  readonly newId: () => string
  /** Waits so many ms; a page that waits holds up no other. */
  readonly pause: (ms: number) => Promise<void>
  /** At least 0, below 1. */
  readonly random: () => number
  readonly log: Log
  /** As they are now; those of a request stay the same until it is answered. */
  readonly settings: ShopSettings
  /** What the owner's file says of them, under what she has set at the desk. */
  readonly fileSettings: OwnSettings
  /** The public address, such as https://shop.example. */
  readonly siteOrigin: string
  /** Where the browser calls checkout, such as /api. */
  readonly apiBase: ApiBase
  readonly ownerEmail: string
  /** A demo's orders and mails bear the stamp 練習 (S11). */
  readonly demo: boolean
  /** A demo begins with sample orders. */
  readonly demoOrders: boolean
  readonly feedUrl: string | undefined
  /** Clients cannot be told apart by their addresses: a proxy stands before all of them, and its header is not set. */
  readonly clientsShareAddress?: boolean
  /** Folder of the shop's pictures, served under /Image/. */
  readonly imagesDir: string
  /** Where uploads lie in place of that folder (D43). */
  readonly pictureBucket?: PictureBucket | undefined
  readonly uploadFiles: UploadFiles
  readonly pictureEncoder: PictureEncoder
  readonly mail: MailTransport
  /** Has the mails that are due sent soon; `enqueueMail` sees to it. */
  readonly wakeMail: () => void
  /** Beside the mails, which may be what is broken; null where the owner has set none. */
  readonly alarmWay: AlarmWay | null
  /** Makes a backup in the place of the settings; null without one. Fails as its process does. */
  readonly makeBackup: ((signal: AbortSignal) => Promise<void>) | null
  /** Why mails of this work are kept for the owner and not sent; unset as a rule. */
  readonly holdsMails?: string
  readonly calls: CallCounter
  readonly zeroHits: ZeroHits
  readonly notices: Notices
  readonly accounts: Accounts
  readonly passwords: Passwords
  readonly memberSettings: MemberSettings
  readonly memberSteps: MemberSteps
}

/** What the features do in the transaction in which an account goes (A17) or a display name changes. */
export interface MemberSteps {
  readonly gone: (trx: AppTransaction, member: MemberId, ctx: AppContext) => Promise<void>
  readonly renamed: (trx: AppTransaction, member: MemberId, name: string) => Promise<void>
}

export interface MemberSettings extends SessionSettings {
  /** A reset says that an address is unknown (A11). */
  readonly revealUnknownEmail: boolean
  /** Of the admin gate; without it the gate is off (A3). */
  readonly gatePasswordHash: string | undefined
  /** Signs the cookies of the gate and of known devices. */
  readonly secret: string
}

export interface RequestContext extends AppContext {
  readonly requestId: string
  readonly actor: Requester
}
