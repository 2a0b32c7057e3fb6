import { createHash } from 'node:crypto'
import { openAsBlob } from 'node:fs'
import { S3mini, S3NetworkError, S3ServiceError } from 's3mini'
import type { Env } from '../env.ts'
import { markName } from '../place-mark.ts'
import { chunksInTime, S3Cut, s3FetchIn } from '../s3-fetch.ts'
import { type S3Place, s3PlaceAt } from '../s3-place.ts'
import { putFirstObject } from '../s3-put-first.ts'
import { BackupRefused } from './refusals.ts'

export type S3Settings = Pick<
  Env,
  'BACKUP_S3_ENDPOINT' | 'BACKUP_S3_REGION' | 'BACKUP_S3_KEY_ID' | 'BACKUP_S3_SECRET'
>

/** `place` is like s3://bucket/folder; throws BackupRefused when it or a setting is missing or wrong. */
export const s3PlaceOf = (place: string, settings: S3Settings): S3Place => {
  const { BACKUP_S3_KEY_ID: keyId, BACKUP_S3_SECRET: secret } = settings
  if (keyId === undefined || secret === undefined)
    throw new BackupRefused(s3PlaceAt(place, { keyId: '', secret: '' }) ? 'no-s3-key' : 'bad-bucket')
  const { BACKUP_S3_ENDPOINT: endpoint, BACKUP_S3_REGION: region } = settings
  const found = s3PlaceAt(place, { endpoint, region, keyId, secret })
  if (found === undefined) throw new BackupRefused('bad-bucket')
  return found
}

/** Objects below the place, by name. Throws BackupRefused for what the owner can mend. */
export interface S3Store {
  readonly names: () => Promise<ReadonlyMap<string, number>>
  /** Sends a file in parts, and reads it back to compare. */
  readonly send: (path: string, name: string, signal: AbortSignal) => Promise<void>
  readonly read: (name: string) => Promise<AsyncIterable<Uint8Array>>
  /** SHA-256 of what lies there, in hex. */
  readonly sum: (name: string) => Promise<string>
  readonly remove: (names: readonly string[]) => Promise<void>
  /** The mark of the place (D67). */
  readonly mark: () => Promise<string | undefined>
  readonly putFirstMark: (id: string) => Promise<void>
  readonly replaceMark: (id: string) => Promise<void>
}

/** For each call, and for each pause while reading: a whole archive may take longer. */
const limitMs = 120_000
const attempts = 3

export const openS3 = ({ endpoint, region, prefix, keyId, secret }: S3Place): S3Store => {
  const s3 = new S3mini({
    accessKeyId: keyId,
    secretAccessKey: secret,
    endpoint,
    region,
    fetch: s3FetchIn({ answerMs: limitMs, writeMs: limitMs }),
    requestAbortTimeout: 0,
  })
  const read = async (name: string) => {
    const response = await tried(() => s3.getObjectResponse(`${prefix}${name}`))
    if (response?.body == null) throw new BackupRefused('no-file', `（${name}）`)
    const bytes = Number(response.headers.get('content-length'))
    return chunksInTime(response.body.getReader(), bytes, limitMs)
  }
  return {
    names: async () => {
      const objects = await tried(() => s3.listObjects('/', prefix))
      if (objects === null) throw new BackupRefused('no-bucket')
      return new Map(objects.map(({ Key, Size }) => [Key.slice(prefix.length), Number(Size)]))
    },
    send: async (path, name, signal) => {
      signal.throwIfAborted()
      const content = await openAsBlob(path)
      await tried(() => s3.putAnyObject(`${prefix}${name}`, content))
      signal.throwIfAborted()
      const back = await tried(async () => sumOf(await read(name)))
      if (back !== (await sumOf(content.stream()))) throw new BackupRefused('not-as-sent', `（${name}）`)
    },
    read,
    sum: (name) => tried(async () => sumOf(await read(name))),
    remove: async (names) => {
      if (names.length > 0) await tried(() => s3.deleteObjects(names.map((name) => `${prefix}${name}`)))
    },
    mark: async () => (await tried(() => s3.getObject(`${prefix}${markName}`)))?.trim(),
    putFirstMark: (id) => tried(() => putFirstObject(s3, `${prefix}${markName}`, `${id}\n`)),
    replaceMark: async (id) => {
      await tried(() => s3.putObject(`${prefix}${markName}`, `${id}\n`, 'text/plain'))
    },
  }
}

const sumOf = async (content: AsyncIterable<Uint8Array>): Promise<string> => {
  const hash = createHash('sha256')
  for await (const chunk of content) hash.update(chunk)
  return hash.digest('hex')
}

/** Network errors and timeouts; the library does not wrap all of them. */
const isAway = (error: unknown): boolean =>
  error instanceof S3NetworkError ||
  error instanceof S3Cut ||
  (error instanceof TypeError && error.cause !== undefined) ||
  (error instanceof Error && error.name === 'TimeoutError')

const isPassing = (error: unknown): boolean =>
  isAway(error) || (error instanceof S3ServiceError && error.status >= 500)

/** Repeats passing errors up to three times, then throws a sentence. */
const tried = async <T>(task: () => Promise<T>): Promise<T> => {
  for (let attempt = 1; ; attempt += 1)
    try {
      return await task()
    } catch (error) {
      if (attempt < attempts && isPassing(error)) continue
      if (error instanceof S3ServiceError && [401, 403].includes(error.status))
        throw new BackupRefused('s3-refused')
      if (error instanceof S3ServiceError && error.status === 404) throw new BackupRefused('no-bucket')
      if (error instanceof S3ServiceError || isAway(error))
        throw new BackupRefused('s3-away', `（${String(error).slice(0, 200)}）`)
      throw error
    }
}
