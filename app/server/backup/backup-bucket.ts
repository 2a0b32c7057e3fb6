import { openAsBlob } from 'node:fs'
import type { Env } from '../env.ts'
import { isS3, type S3Place, s3PlaceAt } from '../s3/s3-place.ts'
import { openS3Store, type S3Store } from '../s3/s3-store.ts'
import { digestOf } from '../whole-file.ts'
import { BackupRefused } from './refusals.ts'

export type BackupBucketSettings = Pick<
  Env,
  | 'BACKUP_S3_ENDPOINT'
  | 'BACKUP_S3_REGION'
  | 'BACKUP_S3_KEY_ID'
  | 'BACKUP_S3_SECRET'
  | 'BACKUP_S3_SESSION_TOKEN'
>

/** `place` is like s3://bucket/folder; throws BackupRefused when it or a setting is missing or wrong. */
export const bucketPlaceOf = (place: string, settings: BackupBucketSettings): S3Place => {
  const { BACKUP_S3_KEY_ID: keyId, BACKUP_S3_SECRET: secret } = settings
  if (keyId === undefined || secret === undefined)
    throw new BackupRefused(s3PlaceAt(place, { keyId: '', secret: '' }) ? 'no-s3-key' : 'bad-bucket')
  const { BACKUP_S3_ENDPOINT: endpoint, BACKUP_S3_REGION: region } = settings
  const sessionToken = settings.BACKUP_S3_SESSION_TOKEN
  const found = s3PlaceAt(place, { endpoint, region, keyId, secret, sessionToken })
  if (found === undefined) throw new BackupRefused('bad-bucket')
  return found
}

/** The bucket of the backups. Throws BackupRefused for what the owner can mend. */
export interface BackupBucket {
  readonly store: S3Store
  /** All below the place, with their lengths in bytes. */
  readonly names: () => Promise<ReadonlyMap<string, number>>
  /** Sends a file, and reads it back to compare. */
  readonly send: (path: string, name: string, signal: AbortSignal) => Promise<void>
  readonly read: (name: string) => Promise<AsyncIterable<Uint8Array>>
  /** SHA-256 of what lies there, in hex. */
  readonly sum: (name: string) => Promise<string>
  /** One by one, some at a time: several stores refuse to remove many with one call (D91). */
  readonly remove: (names: readonly string[], signal: AbortSignal) => Promise<void>
}

/** For each call, and for each pause while reading: a whole archive may take longer. */
const limitMs = 120_000
const removedAtOnce = 8

export const openBackupBucket = (place: S3Place): BackupBucket => {
  const store = openS3Store(place, {
    settings: 'BACKUP_S3',
    limits: { answerMs: limitMs, writeMs: limitMs },
    // Small questions, on which the answer of status waits three times.
    checkLimits: { answerMs: 15_000, writeMs: 30_000 },
    attempts: 3,
    errorOf: ({ mayPass, message }) => new BackupRefused(mayPass ? 's3-away' : 's3-refused', message),
  })
  const there = <T>(found: T | undefined, name: string): T => {
    if (found === undefined) throw new BackupRefused('no-file', `（${name}）`)
    return found
  }
  const sum = async (name: string) => there(await store.sum(name), name)
  return {
    store,
    names: async () => {
      const names = new Map<string, number>()
      for await (const { name, bytes } of store.list('')) names.set(name, bytes)
      return names
    },
    send: async (path, name, signal) => {
      signal.throwIfAborted()
      const content = await openAsBlob(path)
      await store.put(name, content)
      signal.throwIfAborted()
      if ((await sum(name)) !== (await digestOf(content.stream())).sha256)
        throw new BackupRefused('not-as-sent', `（${name}）`)
    },
    read: async (name) => there(await store.get(name), name).body,
    sum,
    remove: async (names, signal) => {
      for (let at = 0; at < names.length; at += removedAtOnce) {
        signal.throwIfAborted()
        await Promise.all(names.slice(at, at + removedAtOnce).map((name) => store.remove(name)))
      }
    },
  }
}

/** Why no backup can lie in the bucket of BACKUP_TO (D90), or null, also for a folder. */
export const problemOfBackups = async (
  env: BackupBucketSettings & Pick<Env, 'BACKUP_TO' | 'BACKUP_KEY'>,
): Promise<string | null> => {
  const { BACKUP_TO: place } = env
  if (place === undefined || !isS3(place)) return null
  try {
    await openBackupBucket(bucketPlaceOf(place, env)).store.check()
    if (env.BACKUP_KEY === undefined) throw new BackupRefused('needs-lock')
    return null
  } catch (error) {
    if (error instanceof BackupRefused)
      return `控えの場所（BACKUP_TO=${place}）が使えません。${error.message}`
    throw error
  }
}
