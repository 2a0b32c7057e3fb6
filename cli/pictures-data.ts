import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { picturesOfBackup, uploadsInUse } from '~/brought-by-features.server.ts'
import { storedUploads } from '~/features/pictures/missing.commands.server.ts'
import { compareUploads } from '~/features/pictures/missing.queries.server.ts'
import type { FoundData } from '~/server/data-folder/folder-problem.ts'
import { lookAtData } from '~/server/data-folder/open-shop-data.ts'
import { placeOfPictures } from '~/server/data-folder/pictures-at-start.ts'
import {
  acceptPictures,
  bucketOfPictures,
  folderOfPictures,
  picturesProblem,
  sharePlace,
} from '~/server/data-folder/pictures-folder.ts'
import { type DatabaseSettings, openDatabase } from '~/server/database/open-database.ts'
import type { Env } from '~/server/env.ts'
import type { CommandResult } from '~/server/owner-command.ts'
import { type Copied, copyToBucket, copyToFolder } from '~/server/pictures/copy-pictures.ts'
import { ownBucketOf, ownFolderOf } from '~/server/pictures/own-pictures.ts'
import { BucketAway } from '~/server/pictures/picture-bucket.ts'
import { uploadsFolder } from '~/server/pictures/picture-files.ts'
import { pictureBucketOf } from '~/server/pictures/pictures-setting.ts'
import { claimPlace, placeProblem } from '~/server/place-mark.ts'
import { isS3 } from '~/server/s3/s3-place.ts'
import { shopState } from '~/server/shop-state.ts'
import { StartRefused } from '~/server/start.ts'
import { settingsOf } from './backup-data.ts'
import { fileLines } from './file-lines.ts'
import type { LongTask } from './long-task.ts'
import { sentenceOfPlace } from './places-data.ts'

const repeats = '何度実行しても、足りないものだけを写します。'

/** `npm run data -- move-pictures s3://…|folder [--look]` (D45); undefined when the words are not understood. */
export const movePicturesCommand = async (
  env: Env,
  words: readonly string[],
  work: LongTask,
): Promise<CommandResult | undefined> => {
  const [to, ...more] = words.filter((word) => word !== '--look')
  const onlyLook = words.includes('--look')
  if (to === undefined || more.length > 0 || (to !== 'folder' && !isS3(to))) return undefined
  try {
    const bucket = pictureBucketOf(env, to === 'folder' ? env.PICTURES : to)
    if (bucket === undefined)
      return {
        lines: ['写真とPDFは、もうフォルダーにあります（PICTURES の設定がありません）。'],
        exitCode: 1,
      }
    const settings = settingsOf(env)
    if ((await lookAtData(settings)).shop === undefined)
      return {
        lines: ['ここには、まだお店がありません。npm start で一度開いてから、もう一度実行してください。'],
        exitCode: 1,
      }
    const imagesDir = join(settings.dataDir, 'images')
    const copying = {
      ...work,
      tell: (done: number) => void (done % 100 === 0 && work.tell(`写真とPDF：${done}個を写しました。`)),
    }
    const place = to === 'folder' ? folderOfPictures(imagesDir) : bucketOfPictures(bucket, to)
    const { db, close } = await openDatabase(settings)
    const ofShop = onlyLook ? placeProblem : claimPlace
    try {
      await bucket.check()
      const known =
        (await shopState(db, 'pictures_id')) ?? (await folderOfPictures(imagesDir).id()) ?? randomUUID()
      const source = env.PICTURES ?? ''
      const own =
        to === 'folder'
          ? ((await placeProblem(db, ownBucketOf(bucket, source))) ??
            (await ofShop(db, ownFolderOf(imagesDir, { isOfData: settings.databaseUrl === undefined }))))
          : await ofShop(db, ownBucketOf(bucket, to))
      if (own !== null)
        return {
          lines: [
            own,
            ...(to === source || to === 'folder' ? [] : [`（accept の前に PICTURES=${to} を付けます。）`]),
          ],
          exitCode: 1,
        }
      if (onlyLook)
        return {
          lines: [
            `${to === 'folder' ? source : to} は使えます。調べただけで、何も変えていません。--look を外すと始めます。`,
          ],
          exitCode: 0,
        }
      if (to !== 'folder') await bucket.checkWrites({ removes: true })
      const copied =
        to === 'folder'
          ? await copyToFolder(bucket, imagesDir, copying)
          : await copyToBucket(imagesDir, bucket, copying)
      await sharePlace(db, place, known)
      return { lines: doneLines(to, copied), exitCode: 0 }
    } finally {
      await close()
    }
  } catch (error) {
    if (error instanceof StartRefused) return { lines: [...error.problems], exitCode: 1 }
    if (error instanceof BucketAway)
      return {
        lines: [`${error.message}前からあるものは、そのままです。${repeats}`],
        exitCode: 1,
      }
    throw error
  }
}

const doneLines = (to: string, { copied, there }: Copied): string[] => [
  `写真とPDFを${copied}個写し、読み返して確かめました（もうあったもの ${there}個）。`,
  ...(to === 'folder'
    ? [
        '次にすること：.env の PICTURES の行を消し、お店を開き直してから、もう一度このコマンドを（PICTURES=… を付けて）実行します。',
      ]
    : [
        `次にすること：.env に PICTURES=${to} と書き、お店を開き直してから、もう一度このコマンドを実行します。`,
      ]),
  `開き直すまでに登録された写真も、これでそろいます。${repeats}元の場所の写真は、そのまま残っています。`,
]

/** Several processes share the pictures on PostgreSQL and in S3. */
export const withPictures = async (
  env: Env,
  settings: DatabaseSettings,
  { engine, shop }: FoundData,
  what: 'status' | 'accept',
): Promise<{ readonly lines: readonly string[]; readonly isFine: boolean }> => {
  if ((engine === 'sqlite' && env.PICTURES === undefined) || shop === undefined)
    return { lines: [], isFine: true }
  const place = placeOfPictures(env, {
    imagesDir: join(settings.dataDir, 'images'),
    pictureBucket: pictureBucketOf(env),
  })
  const { db, close } = await openDatabase(settings)
  try {
    const problem = await picturesProblem(db, place)
    if (problem === null) return { lines: [], isFine: true }
    if (what === 'status') return { lines: [problem], isFine: false }
    await acceptPictures(db, place)
    return {
      lines: [`${place.text.split(' ').at(-1)} を、このお店の写真の場所として受け入れました。`],
      isFine: false,
    }
  } finally {
    await close()
  }
}

/** Compares rows and files now, as the open shop does hourly (D71). */
export const lostPictures = async (
  env: Env,
  settings: DatabaseSettings,
): Promise<{ readonly lines: readonly string[]; readonly isFine: boolean }> => {
  const { db, close } = await openDatabase(settings)
  const imagesDir = join(settings.dataDir, 'images')
  try {
    const place = { imagesDir, pictureBucket: pictureBucketOf(env) }
    const { missing } = await compareUploads(db, { files: storedUploads(place), uploadsInUse })
    if (missing.length === 0) return { lines: [], isFine: true }
    const paths = missing.map(({ file }) => `${uploadsFolder}${file}`)
    const shownBy = await picturesOfBackup.shownBy(db, paths)
    return {
      lines: [
        `【要確認】お店にあるはずの写真とPDF ${missing.length}枚が、見つかりません。写真のフォルダー images（またはS3の場所）が動かされていないか確かめてください（docs/running.md の「写真が見つからないとき」）。`,
        ...fileLines(paths.map((path) => ({ path, shownBy: shownBy.get(path) ?? '' }))),
      ],
      isFine: false,
    }
  } catch (error) {
    // In the words of the look at the places, so that status says it once.
    return { lines: [`【要確認】${sentenceOfPlace(error, env.PICTURES ?? imagesDir)}`], isFine: false }
  } finally {
    await close()
  }
}
