import { createHash } from 'node:crypto'
import { openAsBlob } from 'node:fs'
import type { Env } from '../env.ts'
import { markName } from '../place-mark.ts'
import {
  askedChunks,
  chunksInTime,
  isThere,
  openS3Client,
  putFirstObject,
  removeObject,
  type S3Limits,
} from '../s3-client.ts'
import { S3Fault } from '../s3-fault.ts'
import { isS3, type S3Place, s3PlaceAt } from '../s3-place.ts'
import { BackupRefused } from './refusals.ts'

export type S3Settings = Pick<
  Env,
  | 'BACKUP_S3_ENDPOINT'
  | 'BACKUP_S3_REGION'
  | 'BACKUP_S3_KEY_ID'
  | 'BACKUP_S3_SECRET'
  | 'BACKUP_S3_SESSION_TOKEN'
>

/** `place` is like s3://bucket/folder; throws BackupRefused when it or a setting is missing or wrong. */
export const s3PlaceOf = (place: string, settings: S3Settings): S3Place => {
  const { BACKUP_S3_KEY_ID: keyId, BACKUP_S3_SECRET: secret } = settings
  if (keyId === undefined || secret === undefined)
    throw new BackupRefused(s3PlaceAt(place, { keyId: '', secret: '' }) ? 'no-s3-key' : 'bad-bucket')
  const { BACKUP_S3_ENDPOINT: endpoint, BACKUP_S3_REGION: region } = settings
  const sessionToken = settings.BACKUP_S3_SESSION_TOKEN
  const found = s3PlaceAt(place, { endpoint, region, keyId, secret, sessionToken })
  if (found === undefined) throw new BackupRefused('bad-bucket')
  return found
}

/** Objects below the place, by name. Throws BackupRefused for what the owner can mend. */
export interface S3Store {
  /** The one check of a bucket (D90). */
  readonly check: () => Promise<void>
  /** Whether the key may write; one that may not remove makes backups that are not pruned (D91). */
  readonly checkWrites: () => Promise<void>
  readonly names: () => Promise<ReadonlyMap<string, number>>
  /** Sends a file in parts, and reads it back to compare. */
  readonly send: (path: string, name: string, signal: AbortSignal) => Promise<void>
  readonly read: (name: string) => Promise<AsyncIterable<Uint8Array>>
  /** SHA-256 of what lies there, in hex. */
  readonly sum: (name: string) => Promise<string>
  /** One by one, some at a time: several stores refuse to remove many with one call (D91). */
  readonly remove: (names: readonly string[], signal: AbortSignal) => Promise<void>
  /** The mark of the place (D67). */
  readonly mark: () => Promise<string | undefined>
  readonly putFirstMark: (id: string) => Promise<void>
  readonly replaceMark: (id: string) => Promise<void>
}

/** For each call, and for each pause while reading: a whole archive may take longer. */
const limitMs = 120_000
/** Small questions, on which the answer of status waits three times. */
const checkLimits: S3Limits = { answerMs: 15_000, writeMs: 30_000 }
const attempts = 3
const removedAtOnce = 8

export const openS3 = (place: S3Place): S3Store => {
  const { prefix } = place
  const client = openS3Client(place, { answerMs: limitMs, writeMs: limitMs }, 'BACKUP_S3')
  const checks = openS3Client(place, checkLimits, 'BACKUP_S3')
  const { s3 } = client
  /** Throws a fault of the store as its sentence. */
  const asked = async <T>(task: () => Promise<T>): Promise<T> => {
    try {
      return await client.ask(task)
    } catch (error) {
      if (!(error instanceof S3Fault)) throw error
      throw new BackupRefused(error.mayPass ? 's3-away' : 's3-refused', error.message)
    }
  }
  /** Repeats what may pass up to three times. */
  const tried = async <T>(task: () => Promise<T>): Promise<T> => {
    for (let attempt = 1; ; attempt += 1)
      try {
        return await asked(task)
      } catch (error) {
        const mayPass = error instanceof BackupRefused && error.why === 's3-away'
        if (attempt === attempts || !mayPass) throw error
      }
  }
  const open = async (name: string) => {
    const response = await s3.getObjectResponse(`${prefix}${name}`)
    if (response?.body == null) throw new BackupRefused('no-file', `（${name}）`)
    const bytes = Number(response.headers.get('content-length'))
    return chunksInTime(response.body.getReader(), bytes, limitMs)
  }
  const sum = (name: string) => tried(async () => sumOf(await open(name)))
  return {
    check: () => tried(checks.check),
    checkWrites: () => tried(() => checks.checkWrites({ removes: false })),
    names: async () => {
      const objects = await tried(async () => isThere(await s3.listObjects('/', prefix)))
      return new Map(objects.map(({ Key, Size }) => [Key.slice(prefix.length), Number(Size)]))
    },
    send: async (path, name, signal) => {
      signal.throwIfAborted()
      const content = await openAsBlob(path)
      await tried(() => s3.putAnyObject(`${prefix}${name}`, content))
      signal.throwIfAborted()
      if ((await sum(name)) !== (await sumOf(content.stream())))
        throw new BackupRefused('not-as-sent', `（${name}）`)
    },
    read: async (name) => askedChunks(await tried(() => open(name)), asked),
    sum,
    remove: async (names, signal) => {
      for (let at = 0; at < names.length; at += removedAtOnce) {
        signal.throwIfAborted()
        const some = names.slice(at, at + removedAtOnce)
        await Promise.all(some.map((name) => tried(() => removeObject(s3, `${prefix}${name}`))))
      }
    },
    mark: async () => (await tried(() => checks.words(`${prefix}${markName}`)))?.trim(),
    putFirstMark: (id) => tried(() => putFirstObject(s3, `${prefix}${markName}`, `${id}\n`)),
    replaceMark: async (id) => {
      await tried(() => s3.putObject(`${prefix}${markName}`, `${id}\n`, 'text/plain'))
    },
  }
}

/** Why no backup can lie in the bucket of BACKUP_TO (D90), or null, also for a folder. */
export const problemOfBackups = async (
  env: S3Settings & Pick<Env, 'BACKUP_TO' | 'BACKUP_KEY'>,
): Promise<string | null> => {
  const { BACKUP_TO: place } = env
  if (place === undefined || !isS3(place)) return null
  try {
    await openS3(s3PlaceOf(place, env)).check()
    if (env.BACKUP_KEY === undefined) throw new BackupRefused('needs-lock')
    return null
  } catch (error) {
    if (error instanceof BackupRefused)
      return `控えの場所（BACKUP_TO=${place}）が使えません。${error.message}`
    throw error
  }
}

const sumOf = async (content: AsyncIterable<Uint8Array>): Promise<string> => {
  const hash = createHash('sha256')
  for await (const chunk of content) hash.update(chunk)
  return hash.digest('hex')
}
