import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { bucketPlaceOf, openBackupBucket } from '~/server/backup/backup-bucket.ts'
import { ownBackupBucket, ownBackupFolder } from '~/server/backup/own-place.ts'
import { BackupRefused } from '~/server/backup/refusals.ts'
import { lookAtData } from '~/server/data-folder/open-shop-data.ts'
import { ownPlaceOfPictures, placeOfPictures } from '~/server/data-folder/pictures-at-start.ts'
import { acceptPictures } from '~/server/data-folder/pictures-folder.ts'
import { openDatabase } from '~/server/database/open-database.ts'
import { type Env, withoutPlacesInDemo } from '~/server/env.ts'
import type { CommandResult } from '~/server/owner-command.ts'
import { BucketAway } from '~/server/pictures/picture-bucket.ts'
import { pictureBucketOf } from '~/server/pictures/pictures-setting.ts'
import { type MarkedPlace, placeProblem, placesId } from '~/server/place-mark.ts'
import { isS3 } from '~/server/s3/s3-place.ts'
import { StartRefused } from '~/server/start.ts'
import { codeOfError } from '~/server/whole-file.ts'
import { settingsOf } from './backup-data.ts'
import { folderOfBackup } from './s3-data.ts'

/** The settings for the shop of this data folder (D68). What cannot be looked at is left to the command. */
export const envOfShop = async (given: Env): Promise<Env> => {
  const found = await lookAtData(settingsOf(given)).catch(() => undefined)
  return withoutPlacesInDemo(given, found?.shop?.demo === '1')
}

const imagesOf = (env: Env): string => join(settingsOf(env).dataDir, 'images')

/** The bucket and the folder in which a backup for it is made first. */
const placesOfBackup = (env: Env, address: string): MarkedPlace[] => {
  const folder = ownBackupFolder(resolve(folderOfBackup(env, address)))
  return isS3(address)
    ? [ownBackupBucket(openBackupBucket(bucketPlaceOf(address, env)), address), folder]
    : [folder]
}

/** Why a place cannot be asked; throws what is no fault of a place. */
export const sentenceOfPlace = (error: unknown, address: string): string => {
  if (error instanceof StartRefused) return error.problems.join('\n')
  if (error instanceof BackupRefused) return `${address}：${error.message}`
  if (error instanceof BucketAway) return `${address}：${error.message}`
  const code = codeOfError(error)
  if (typeof code !== 'string') throw error
  return `${address} を読めません（${code}）。ディスクがつながっているか、場所と読み書きする許可を確かめてください。`
}

interface PlaceOfSettings {
  readonly address: string
  /** Of a bucket (D90); of a folder its mark tells. */
  readonly check: () => Promise<void>
  readonly marked: () => MarkedPlace[]
}

const placesOfSettings = (env: Env): { pictures: PlaceOfSettings; backups: PlaceOfSettings | undefined } => {
  const { PICTURES, BACKUP_TO } = env
  return {
    pictures: {
      address: PICTURES ?? imagesOf(env),
      check: async () => pictureBucketOf(env)?.check(),
      marked: () => [ownPlaceOfPictures(env, imagesOf(env))],
    },
    backups:
      BACKUP_TO === undefined
        ? undefined
        : {
            address: BACKUP_TO,
            check: async () => {
              if (isS3(BACKUP_TO)) await openBackupBucket(bucketPlaceOf(BACKUP_TO, env)).store.check()
            },
            marked: () => placesOfBackup(env, BACKUP_TO),
          },
  }
}

/** What `problemOf` says of them, and why one cannot be asked at all, each sentence once. */
const askPlaces = async (
  places: readonly (PlaceOfSettings | undefined)[],
  problemOf: (place: MarkedPlace) => Promise<string | null>,
): Promise<readonly string[]> => {
  const problemAt = async ({ address, check, marked }: PlaceOfSettings): Promise<string | null> => {
    try {
      await check()
      for (const place of marked()) {
        const problem = await problemOf(place)
        if (problem !== null) return problem
      }
      return null
    } catch (error) {
      return sentenceOfPlace(error, address)
    }
  }
  const problems: (string | null)[] = []
  for (const place of places) if (place !== undefined) problems.push(await problemAt(place))
  return [...new Set(problems)].filter((problem) => problem !== null)
}

/** A sentence for each place of the settings that cannot be asked at all, also where the database does not say whose it is (D97). */
export const awayPlaces = async (env: Env): Promise<readonly string[]> => {
  const { pictures, backups } = placesOfSettings(env)
  return askPlaces([pictures, backups], async (place) => {
    await place.mark()
    return null
  })
}

/** A sentence for each place of the settings that is not this shop's, or cannot be asked (D67); `accept` needs that of the pictures alone. Marks nothing. */
export const problemsOfPlaces = async (env: Env, what: 'status' | 'accept'): Promise<readonly string[]> => {
  const { db, close } = await openDatabase(settingsOf(env))
  const { pictures, backups } = placesOfSettings(env)
  const places = what === 'accept' ? [pictures] : [pictures, backups]
  return askPlaces(places, (place) => placeProblem(db, place)).finally(close)
}

/** `npm run data -- accept PLACE`: from now on the place of pictures or backups is this shop's, and no other's (D67). */
export const acceptPlaceCommand = async (env: Env, address: string): Promise<CommandResult> => {
  const settings = settingsOf(env)
  const isOfPictures = address === env.PICTURES || resolve(address) === imagesOf(env)
  const isOfBackups = address === env.BACKUP_TO || !isOfPictures
  try {
    if ((await lookAtData(settings)).shop === undefined) throw new BackupRefused('no-shop')
    if (!isS3(address) && !existsSync(address))
      return { lines: [`${address} というフォルダーはありません。何も変えていません。`], exitCode: 1 }
    const { db, close } = await openDatabase(settings)
    try {
      const id = await placesId(db)
      const places = [
        ...(isOfPictures ? [ownPlaceOfPictures(env, imagesOf(env))] : []),
        ...(isOfBackups ? placesOfBackup(env, address) : []),
      ]
      for (const place of places) if ((await place.mark()) !== id) await place.replaceMark(id)
      if (isOfPictures) {
        const pictures = { imagesDir: imagesOf(env), pictureBucket: pictureBucketOf(env) }
        await acceptPictures(db, placeOfPictures(env, pictures))
      }
      return {
        lines: [
          `${address} を、このお店の${[...(isOfPictures ? ['写真'] : []), ...(isOfBackups ? ['控え'] : [])].join('と')}の場所として受け入れました。ほかのお店は、もうここを使えません。`,
        ],
        exitCode: 0,
      }
    } finally {
      await close()
    }
  } catch (error) {
    return { lines: [`${sentenceOfPlace(error, address)}何も変えていません。`], exitCode: 1 }
  }
}
