import { randomUUID } from 'node:crypto'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { createContext } from 'react-router'
import type { Schema } from '#db/schema.ts'
import type { PaymentContext } from '~/features/orders/payment/commands.server.ts'
import type { ListedFabrics } from '~/features/products/listed-fabrics.queries.server.ts'
import type { UnitsOfLine } from '~/features/recipes/materials/queries.server.ts'
import type { ShopSettings, StorageFacts } from './kernel/shop-settings.ts'
import { alarmWayOf } from './server/alarm-way.ts'
import type { AppContext, MemberSteps, RequestContext } from './server/app-context.ts'
import { createAccounts } from './server/auth/accounts.ts'
import { createPasswords } from './server/auth/passwords.ts'
import { demoBackups, runBackup } from './server/backup/backup-process.ts'
import { usualKeepRule } from './server/backup/keep.rules.ts'
import { createCallCounter } from './server/call-counter.ts'
import { type Env, withoutPlacesInDemo } from './server/env.ts'
import type { PageEdit } from './server/http/page-edits.ts'
import { createNotices, type Notices } from './server/live/notices.ts'
import type { Log } from './server/log.ts'
import { mailTransportOf } from './server/mail/transport.ts'
import { keptToOwner } from './server/pictures/own-pictures.ts'
import { createPictureEncoder } from './server/pictures/picture-encoder.ts'
import { uploadFilesIn, uploadFilesInBucket } from './server/pictures/picture-files.ts'
import { pictureBucketOf } from './server/pictures/pictures-setting.ts'
import { s3PlaceAt } from './server/s3/s3-place.ts'
import { createZeroHits } from './server/search/zero-hits.ts'
import type { OwnSettings } from './server/shop-settings.ts'

export type Services = PaymentContext

export interface SharedReads {
  /** Shared by all requests of a second. */
  readonly listedFabrics: () => Promise<ListedFabrics>
  /** Remembers what it has planned. */
  readonly unitsOfLine: UnitsOfLine
  /** Of a drawn page, whose own scripts bear `nonce`. */
  readonly withStyles: (path: string, html: string, nonce: string) => StyledPage
}

/** `styleHashes` are those of the style elements that it gets, for its policy. */
export interface StyledPage {
  readonly edits: readonly PageEdit[]
  readonly styleHashes: readonly string[]
}

export const appContext = createContext<Services & RequestContext & SharedReads>()

/** The one outside host that a page may frame, set by its loader. */
export const framedHostContext = createContext<string | null>(null)

/** Whether the database did not answer: the status is then 503 and not 500. */
export const databaseAwayContext = createContext(false)

/** Whether the action answers with what was typed: the page shows it whatever its loader could read (R45). */
export const typedAnswerContext = createContext(false)

/** For a hidden desk page: where a sign-in leads back to, null for a signed-in member. */
export const hiddenPageContext = createContext<{ readonly signInFor: string | null } | null>(null)

/** On pages of shop and gallery that are drawn for a person of the desk: where she was there; null for everybody else (N99). */
export const wayToDeskContext = createContext<string | null>(null)

export interface ServiceParts {
  readonly env: Env
  readonly settings: ShopSettings
  readonly fileSettings: OwnSettings
  readonly db: Kysely<Schema>
  readonly log: Log
  readonly demo: boolean
  readonly siteOrigin: string
  readonly secret: string
  readonly memberSteps: MemberSteps
  readonly wakeMail?: () => void
  readonly now?: () => number
  readonly notices?: Notices
}

/** The name of the server of a bucket; null for a folder. */
const serverOf = (place = '', endpoint: string | undefined, region: string | undefined): string | null => {
  const found = s3PlaceAt(place, { endpoint, region, keyId: '', secret: '' })
  return (found && URL.parse(found.endpoint)?.host) ?? null
}

const storageIn = (env: Env): StorageFacts => ({
  picturesAt: serverOf(env.PICTURES, env.PICTURES_S3_ENDPOINT, env.PICTURES_S3_REGION),
  backupsAt: serverOf(env.BACKUP_TO, env.BACKUP_S3_ENDPOINT, env.BACKUP_S3_REGION),
  // Days and weeks alone are about a month.
  backupMonths: Math.max(1, (env.BACKUP_KEEP ?? usualKeepRule).months),
})

/** For the shop, the owner's commands and the tests. Opens nothing. */
export const createServices = ({
  env: given,
  settings,
  secret,
  wakeMail = () => {},
  notices = createNotices(),
  now = Date.now,
  ...parts
}: ServiceParts): AppContext => {
  const env = withoutPlacesInDemo(given, parts.demo)
  const passwords = createPasswords()
  const ownerEmail = env.OWNER_EMAIL ?? settings.seller.email
  const imagesDir = join(resolve(env.DATA_DIR), 'images')
  const bucket = pictureBucketOf(env)
  const pictureBucket = bucket && keptToOwner(bucket, env.PICTURES ?? '', { ...parts, now })
  const inFolder = uploadFilesIn(imagesDir)
  return {
    ...parts,
    settings,
    wakeMail,
    now,
    newId: randomUUID,
    pause: wait,
    passwords,
    accounts: createAccounts({ ...parts, secret, passwords, newId: randomUUID }),
    memberSettings: {
      secret,
      adminEmails: (env.ADMIN_EMAILS ?? '')
        .toLowerCase()
        .split(/[\s,]+/)
        .filter(Boolean),
      postNeedsVerifiedEmail: env.POST_NEEDS_VERIFIED_EMAIL,
      revealUnknownEmail: env.REVEAL_UNKNOWN_EMAIL,
      gatePasswordHash: env.ADMIN_PASSWORD_HASH,
    },
    random: Math.random,
    apiBase: env.API_BASE,
    ownerEmail,
    demoOrders: env.DEMO_ORDERS,
    clientsShareAddress: parts.siteOrigin.startsWith('https:') && env.TRUSTED_PROXY === undefined,
    feedUrl: env.PRODUCT_FEED_URL,
    imagesDir,
    pictureBucket,
    uploadFiles: pictureBucket === undefined ? inFolder : uploadFilesInBucket(pictureBucket, inFolder),
    pictureEncoder: createPictureEncoder(),
    mail: mailTransportOf(env, parts.demo),
    alarmWay: alarmWayOf(env, { demo: parts.demo, ownerEmail, newId: randomUUID }),
    storage: storageIn(env),
    makeBackup: env.BACKUP_TO === undefined ? null : runBackup,
    makeAskedBackup: parts.demo
      ? (signal) => runBackup(signal, demoBackups(env.DATA_DIR))
      : env.BACKUP_TO === undefined
        ? null
        : runBackup,
    calls: createCallCounter(),
    zeroHits: createZeroHits(),
    notices,
  }
}
