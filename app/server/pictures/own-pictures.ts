import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import type { Schema } from '#db/schema.ts'
import { restoredShop } from '../backup/restored-shop.ts'
import { pairName } from '../data-folder/pictures-folder.ts'
import type { Log } from '../log.ts'
import { claimPlace, type MarkedPlace, markName, markOfBucket, markOfFolder } from '../place-mark.ts'
import { shopState } from '../shop-state.ts'
import { textOf } from '../whole-file.ts'
import { BucketAway, type PictureBucket } from './picture-bucket.ts'
import { uploadsFolder } from './picture-files.ts'

/** `address` as in PICTURES. */
export const ownBucketOf = (bucket: PictureBucket, address: string): MarkedPlace => {
  return {
    ...markOfBucket(bucket, address),
    isEmpty: async () => {
      for await (const { name } of bucket.list('')) if (name !== markName) return false
      return true
    },
    isKnownTo: async (db) => {
      const restored = await restoredShop(db)
      const names = await namesPutSince(restored?.restoredAt ?? 0, bucket)
      if (names.size > 0) return isMostly(names, await namesOfRows(db, names, 'own'))
      return restored === null && isPair(db, (await bucket.words(pairName))?.trim())
    },
  }
}

/** `isOfData`: below a data folder with SQLite, which is known by its own marker (D9). */
export const ownFolderOf = (imagesDir: string, { isOfData }: { readonly isOfData: boolean }): MarkedPlace => {
  const files = () => readdir(join(imagesDir, uploadsFolder)).catch((): string[] => [])
  const pair = async () => (await textOf(join(imagesDir, pairName)))?.trim()
  return {
    ...markOfFolder(imagesDir),
    isEmpty: async () => (await files()).length === 0 && (await pair()) === undefined,
    isKnownTo: async (db) => {
      if (isOfData) return true
      const names = new Set((await files()).slice(0, mostListed).flatMap(hashOf).slice(0, mostNames))
      return names.size > 0 ? isMostly(names, await namesOfRows(db, names)) : isPair(db, await pair())
    },
  }
}

/** Former releases took over whatever id they found, so that it proves nothing where pictures lie. */
const isPair = async (db: Kysely<Schema>, pair: string | undefined): Promise<boolean> =>
  pair !== undefined && pair === (await shopState(db, 'pictures_id'))

const mostListed = 2_000
const mostNames = 200

/** Of a restored shop only what was put since: the lost one may live on, and its pictures came with the backup. */
const namesPutSince = async (since: number, bucket: PictureBucket): Promise<ReadonlySet<string>> => {
  const names = new Set<string>()
  let listed = 0
  for await (const { name, putAt } of bucket.list(uploadsFolder)) {
    listed += 1
    if (putAt > since) for (const hash of hashOf(name.slice(uploadsFolder.length))) names.add(hash)
    if (listed === mostListed || names.size === mostNames) break
  }
  return names
}

const hashOf = (file: string): string[] => /^[\da-f]{32}/.exec(file)?.slice(0, 1) ?? []

/** Rows that sweeping made for what it found (with 0 bytes) prove nothing. */
const namesOfRows = async (
  db: Kysely<Schema>,
  names: ReadonlySet<string>,
  source?: 'own',
): Promise<number> => {
  if (names.size === 0) return 0
  const hash = sql<string>`substr(name, 1, 32)`
  const rows = await db
    .selectFrom('upload')
    .select(hash.as('hash'))
    .where(hash, 'in', [...names])
    .where('bytes', '>', 0)
    .$if(source !== undefined, (query) => query.where('source', '=', 'own'))
    .execute()
  return new Set(rows.map((row) => row.hash)).size
}

const isMostly = (names: ReadonlySet<string>, known: number): boolean => known * 2 > names.size

const trustedMs = 60_000

interface OwnParts {
  readonly db: Kysely<Schema>
  readonly log: Log
  readonly now: () => number
}

/**
 * The bucket for a shop to which it belongs (D67): what writes, removes or lists asks for the mark first, at most once a minute, also of a
 * place that was away at the start or has been taken over since. Otherwise it fails as a store that is away.
 */
export const keptToOwner = (bucket: PictureBucket, address: string, parts: OwnParts): PictureBucket => {
  const { db, log, now } = parts
  const place = ownBucketOf(bucket, address)
  let trustedUntil = Number.NEGATIVE_INFINITY
  let asking: Promise<void> | undefined
  const ask = async (): Promise<void> => {
    const problem = await claimPlace(db, place)
    if (problem !== null) {
      log.error('the place of the pictures is not this shop’s', { alarm: true, problem })
      throw new BucketAway(problem)
    }
    trustedUntil = now() + trustedMs
  }
  const whenOurs = (): Promise<void> => {
    if (now() < trustedUntil) return Promise.resolve()
    asking ??= ask().finally(() => {
      asking = undefined
    })
    return asking
  }
  return {
    ...bucket,
    put: async (name, content) => {
      await whenOurs()
      await bucket.put(name, content)
    },
    putWords: async (name, words) => {
      await whenOurs()
      await bucket.putWords(name, words)
    },
    remove: async (name) => {
      await whenOurs()
      await bucket.remove(name)
    },
    async *list(folder) {
      await whenOurs()
      yield* bucket.list(folder)
    },
  }
}
