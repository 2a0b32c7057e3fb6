import type { Kysely } from 'kysely'
import type { Schema } from '#db/schema.ts'
import type { ApiBase } from '~/addresses.ts'
import type { MemberId, Requester } from '../kernel/actor.ts'
import type { ShopSettings, StorageFacts } from '../kernel/shop-settings.ts'
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

/** What queries, commands, jobs and routes receive; made once by `createServices`. */
export interface AppContext {
  readonly db: Kysely<Schema>
  readonly now: () => number
  readonly newId: () => string
  /** Waits `ms` without holding up other pages. */
  readonly pause: (ms: number) => Promise<void>
  readonly random: () => number
  readonly log: Log
  /** The present settings; within one request they do not change. */
  readonly settings: ShopSettings
  /** The settings of the owner's file, without the desk's. */
  readonly fileSettings: OwnSettings
  readonly siteOrigin: string
  /** Where the browser calls checkout, for example /api. */
  readonly apiBase: ApiBase
  readonly ownerEmail: string
  /** A demo marks orders and mails with 練習 (S11). */
  readonly demo: boolean
  readonly demoOrders: boolean
  readonly feedUrl: string | undefined
  /** True behind a proxy whose header is not configured: all clients then have one address. */
  readonly clientsShareAddress?: boolean
  readonly imagesDir: string
  /** Holds uploads in place of that folder (D43). */
  readonly pictureBucket?: PictureBucket | undefined
  readonly uploadFiles: UploadFiles
  readonly pictureEncoder: PictureEncoder
  readonly mail: MailTransport
  /** Starts sending due mails; `enqueueMail` calls it. */
  readonly wakeMail: () => void
  /** Works without the shop's mails; null when the owner has set none. */
  readonly alarmWay: AlarmWay | null
  readonly storage: StorageFacts
  /** By night; null without a place. */
  readonly makeBackup: ((signal: AbortSignal) => Promise<void>) | null
  /** When an owner asks for one; a demo's lies in its data folder (D108). */
  readonly makeAskedBackup: ((signal: AbortSignal) => Promise<void>) | null
  /** When set, mails are not sent but kept for the owner with this reason. */
  readonly holdsMails?: string
  readonly calls: CallCounter
  readonly zeroHits: ZeroHits
  readonly notices: Notices
  /** While one press does several acts: its id, which their rows of the log keep (N138). */
  readonly press?: string
  readonly accounts: Accounts
  readonly passwords: Passwords
  readonly memberSettings: MemberSettings
  readonly memberSteps: MemberSteps
}

/** What features do in the transaction that deletes an account (A17), changes a display name, suspends a member or lifts that. */
export interface MemberSteps {
  readonly gone: (trx: AppTransaction, member: MemberId, ctx: AppContext) => Promise<void>
  readonly renamed: (trx: AppTransaction, member: MemberId, name: string) => Promise<void>
  /** In the transaction that suspends a member or lifts it, after it was written: what was counted is counted again (R57). */
  readonly suspended: (trx: AppTransaction, member: MemberId, ctx: AppContext) => Promise<void>
}

export interface MemberSettings extends SessionSettings {
  /** Whether a reset says that an address is unknown (A11). */
  readonly revealUnknownEmail: boolean
  /** Without it the admin gate is off (A3). */
  readonly gatePasswordHash: string | undefined
  readonly secret: string
}

export interface RequestContext extends AppContext {
  readonly requestId: string
  readonly actor: Requester
}
