import { readdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { picturesOfBackup, rebuildSearch } from '~/brought-by-features.server.ts'
import { href } from '~/href.ts'
import { archiveTime } from '~/server/backup/backup-place.ts'
import { demoBackups } from '~/server/backup/backup-process.ts'
import { type Backup, createBackup, type MadeBackup } from '~/server/backup/create-backup.ts'
import { usualKeepRule } from '~/server/backup/keep.rules.ts'
import {
  type BackupNote,
  lastBackup,
  lastWhole,
  noteBackup,
  noteFailedBackup,
} from '~/server/backup/last-backup.ts'
import { BackupRefused } from '~/server/backup/refusals.ts'
import { checkRestoreTarget, restoreBackup } from '~/server/backup/restore-backup.ts'
import { newKey } from '~/server/backup/seal.ts'
import { faultSentence } from '~/server/data-copy/fault-sentence.ts'
import { folderProblem } from '~/server/data-folder/folder-problem.ts'
import { lookAtData } from '~/server/data-folder/open-shop-data.ts'
import { type DatabaseSettings, openDatabase } from '~/server/database/open-database.ts'
import type { Env } from '~/server/env.ts'
import { silentLog } from '~/server/log.ts'
import type { CommandResult } from '~/server/owner-command.ts'
import { ownBucketOf } from '~/server/pictures/own-pictures.ts'
import { BucketAway } from '~/server/pictures/picture-bucket.ts'
import { pictureBucketOf } from '~/server/pictures/pictures-setting.ts'
import { markOfFolder } from '~/server/place-mark.ts'
import { isS3 } from '~/server/s3/s3-place.ts'
import { readPostgresAddress } from '~/server/secret-address.ts'
import { StartRefused } from '~/server/start.ts'
import { fileLines } from './file-lines.ts'
import type { LongTask } from './long-task.ts'
import { checkPlace, copyBackup, folderOfBackup, tryPlace, withArchiveHere } from './s3-data.ts'

export const settingsOf = (env: Env): DatabaseSettings => ({
  databaseUrl: env.DATABASE_URL,
  dataDir: resolve(env.DATA_DIR),
  log: silentLog,
})

/** A sentence for what went wrong, and `more`, what there is now. */
export const orSentence = async (
  task: () => Promise<CommandResult>,
  more: () => string,
): Promise<CommandResult> => {
  try {
    return await task()
  } catch (error) {
    const then = more()
    if (error instanceof BackupRefused || error instanceof BucketAway)
      return { lines: [error.message, then], exitCode: 1 }
    if (error instanceof StartRefused) return { lines: [...error.problems, then], exitCode: 1 }
    return { lines: [`途中で失敗しました：${faultSentence(error)}。`, then], exitCode: 1 }
  }
}

const pictureStoreOf = (env: Env): Backup['pictureStore'] => {
  const bucket = pictureBucketOf(env)
  return bucket && { bucket, place: ownBucketOf(bucket, env.PICTURES ?? '') }
}

export const noteOfBackup = async (settings: DatabaseSettings): Promise<BackupNote> => {
  const { db, close } = await openDatabase(settings)
  return lastBackup(db).finally(close)
}

export const backupParts = (
  env: Env,
  place: string,
  { note, work }: { readonly note: BackupNote; readonly work: LongTask },
): Omit<Backup, 'replaces'> => {
  const settings = settingsOf(env)
  return {
    ...work,
    settings,
    place: folderOfBackup(env, place),
    pictureStore: pictureStoreOf(env),
    settingsFile: env.SHOP_SETTINGS ?? join(settings.dataDir, 'shop.settings.json'),
    recipient: env.BACKUP_KEY,
    keep: { ...(env.BACKUP_KEEP ?? usualKeepRule), also: lastWhole(note) ?? undefined },
    now: Date.now(),
    rebuildSearch,
    pictures: picturesOfBackup,
  }
}

/** Of a command that was given no place, without BACKUP_TO. */
export const noPlace = (what: 'backup' | 'drill'): CommandResult => ({
  lines: [
    `控えの場所が分かりません。npm run data -- ${what} /backup/nuno-square のように、別のディスクのフォルダーを書いてください（.env に BACKUP_TO= と書いてもかまいません）。`,
  ],
  exitCode: 2,
})

/**
 * Throws BackupRefused where the folder of the last backup has neither its mark nor that backup: a disk that is not connected leaves an empty folder on
 * the disk of the shop itself, in which a backup would be lost with it (D67). Accepting the place marks a new disk.
 */
export const checkIsThere = async (place: string, { folder, madeAt }: BackupNote): Promise<void> => {
  if (isS3(place) || folder !== resolve(place)) return
  const names = await readdir(folder).catch((): string[] => [])
  const isOfLast = names.some((name) => archiveTime(name) === madeAt)
  if (!isOfLast && (await markOfFolder(folder).mark()) === undefined)
    throw new BackupRefused(
      'not-there',
      `（${folder}）新しいディスクに替えたのなら、そのフォルダーを作って：npm run data -- accept ${folder}`,
    )
}

/** `npm run data -- backup [PLACE]`; undefined when the words are not understood. */
export const backupCommand = async (
  env: Env,
  [place = env.BACKUP_TO, ...more]: readonly string[],
  work: LongTask,
): Promise<CommandResult | undefined> => {
  if (more.length > 0) return undefined
  if (place === undefined) return noPlace('backup')
  const settings = settingsOf(env)
  const found = await lookAtData(settings)
  const problem = folderProblem(found)
  if (problem !== null) return { lines: [problem], exitCode: 1 }
  let local: string | undefined
  const backUp = async (): Promise<CommandResult> => {
    if (found.shop === undefined) throw new BackupRefused('no-shop')
    const note = await noteOfBackup(settings)
    const startedAt = performance.now()
    try {
      checkPlace(env, place)
      const mayLieInside = found.shop.demo === '1' && resolve(place) === demoBackups(env.DATA_DIR)
      const parts: Backup = { ...backupParts(env, place, { note, work }), replaces: true, mayLieInside }
      const { now } = parts
      await checkIsThere(place, note)
      await tryPlace(env, place).catch((error: unknown) => {
        if (!(error instanceof BackupRefused) || error.why !== 's3-away') throw error
        work.tell(`${error.message}控えは、先にこのコンピューターに取っておきます。`)
      })
      const made = await createBackup(parts)
      const ms = performance.now() - startedAt
      if (isS3(place)) local = made.archive
      const copied = await copyBackup(env, place, { parts, made, readsAll: note.damaged, work })
      const folder = isS3(place) ? undefined : resolve(place)
      const notPruned = made.notPruned ?? copied.notPruned
      await noteBackup(settings, { at: now, missing: made.missing.length, folder, notPruned })
      const missing = await missingLines(settings, made)
      return {
        lines: [...madeLines(env, made, ms), ...copied.lines, ...notPrunedLines(notPruned), ...missing],
        exitCode: made.missing.length === 0 ? 0 : 1,
      }
    } catch (error) {
      const failure = error instanceof Error ? error.message : String(error)
      await noteFailedBackup(settings, failure).catch(() => undefined)
      throw error
    }
  }
  return orSentence(backUp, () =>
    local === undefined
      ? '控えは取れていません。前の控えは、そのままです。'
      : `S3 の控えは取れていません。このコンピューターには取ってあります：${local}`,
  )
}

const madeLines = (
  env: Env,
  { archive, bytes, manifest, missing, replaced, removed, hasSecret }: MadeBackup,
  ms: number,
): string[] => {
  const { days, weeks, months } = env.BACKUP_KEEP ?? usualKeepRule
  return [
    missing.length === 0
      ? `控えを取り、試しの場所に戻して確かめました：${archive}`
      : `控えを取りましたが、写真とPDFがそろっていません。注文などのデータベースは、試しの場所に戻して確かめました：${archive}`,
    `データベース ${manifest.database.bytes.toLocaleString('ja-JP')}バイト（${manifest.database.tables.orders?.rows ?? 0}件の注文、${manifest.days.reduce((all, { orders }) => all + orders, 0)}件が支払い済み）、写真とPDF ${manifest.files.length}枚、控えのファイル ${bytes.toLocaleString('ja-JP')}バイト、${(ms / 1_000).toFixed(1)}秒`,
    ...(replaced.length === 0
      ? []
      : [
          `控えの場所で壊れていた写真とPDF ${replaced.length}枚を、お店のものから取り直しました。くり返すときは、ディスクを確かめてください。`,
          ...fileLines(replaced.map((path) => ({ path, shownBy: '' }))),
        ]),
    ...manifest.troubles.map((trouble) => `お確かめください：${trouble}（お店のデータそのものです）。`),
    ...(removed === 0
      ? []
      : [`古い控えを${removed}個消しました（${days}日・${weeks}週・${months}か月の決まり）。`]),
    hasSecret
      ? '秘密の鍵（auth-secret）も、鍵をかけた控えに入っています。'
      : env.AUTH_SECRET === undefined
        ? '秘密の鍵（データの場所の auth-secret）は、控えに入っていません。別の場所に写してください。'
        : '秘密の鍵（AUTH_SECRET）は、控えに入っていません。設定（.env）を、別の場所に写してください。',
  ]
}

/** Of a backup that is there, while older ones could not be removed (D91). */
export const notPrunedLines = (notPruned: string | null): string[] =>
  notPruned === null
    ? []
    : [
        `【要確認】控えは取れています。古い控えを消すことだけができませんでした：${notPruned}次の控えのときに、もう一度消します。`,
      ]

const withoutDamagedWord = '--without-damaged'

/** What the shop refers to and the backup lacks (D71). */
export const missingLines = async (
  settings: DatabaseSettings,
  { missing }: Pick<MadeBackup, 'missing'>,
): Promise<string[]> => {
  if (missing.length === 0) return []
  const { db, close } = await openDatabase(settings)
  const shownBy = await picturesOfBackup.shownBy(db, missing).finally(close)
  return [
    `【要確認】お店にあるはずの写真とPDF ${missing.length}枚が見つからず、この控えに入っていません。写真のフォルダー（images）かS3の場所を戻すと、次の控えに入ります。そろった最後の控えは、それまで消しません。`,
    ...fileLines(missing.map((path) => ({ path, shownBy: shownBy.get(path) ?? '' }))),
  ]
}

/** `npm run data -- restore [--without-damaged] FILE|s3://… [TO]`: `TO` is a folder, or postgres://… with the folder of DATA_DIR. */
export const restoreCommand = async (
  env: Env,
  words: readonly string[],
  work: LongTask,
): Promise<CommandResult | undefined> => {
  const withoutDamaged = words.includes(withoutDamagedWord)
  const [archive, ...places] = words.filter((word) => word !== withoutDamagedWord)
  if (words.some((word) => word.startsWith('--') && word !== withoutDamagedWord)) return undefined
  const isUrl = (place: string) => /^postgres(ql)?:\/\//.test(place)
  const [[url, ...moreUrls], [folder, ...moreFolders]] = [
    places.filter(isUrl),
    places.filter((to) => !isUrl(to)),
  ]
  if (archive === undefined || moreUrls.length > 0 || moreFolders.length > 0) return undefined
  const dataDir = resolve(folder ?? env.DATA_DIR)
  const given = url === undefined ? undefined : readPostgresAddress(url)
  if (given?.ok === false) return { lines: [given.error], exitCode: 2 }
  const databaseUrl = given?.value ?? (folder === undefined ? env.DATABASE_URL : undefined)
  return orSentence(
    async () => {
      const startedAt = performance.now()
      await checkRestoreTarget({ dataDir, databaseUrl })
      const { manifest, heldMails, damaged } = await withArchiveHere(
        env,
        archive,
        { dataDir, work },
        (here) =>
          restoreBackup({
            ...work,
            archive: here,
            dataDir,
            databaseUrl,
            identity: env.BACKUP_SECRET_KEY,
            withoutDamaged,
            pictures: picturesOfBackup,
            rebuildSearch,
          }),
      )
      return {
        lines: [
          `${dataDir}${databaseUrl === undefined ? '' : ' とPostgreSQL'} に戻しました：${new Date(manifest.madeAt).toISOString()} の控え、${((performance.now() - startedAt) / 1_000).toFixed(1)}秒`,
          `支払い済みの注文 ${manifest.days.reduce((all, { orders }) => all + orders, 0)}件、写真とPDF ${manifest.files.length - damaged.length}枚。件数と日ごとの売上は、控えと同じです。`,
          ...(damaged.length === 0
            ? []
            : [
                `【要確認】控えの中で壊れていたか、なかった写真とPDF ${damaged.length}枚を除きました。お店を開くと、足りないものが「きょう」にも出ます。`,
                ...fileLines(damaged),
              ]),
          ...(heldMails === 0
            ? []
            : [
                `控えのときに送信を待っていたメール${heldMails}通は、二重にならないよう止めました。${href('/admin/mails')} で確かめてください。`,
              ]),
          `${dataDir} を DATA_DIR に書いて開きます。写真の場所（PICTURES）と控えの場所（BACKUP_TO）は、元のお店のもののままです。元のお店がもうないときだけ、それぞれ npm run data -- accept 場所 で引き継いでください。`,
          '控えのあとに支払われた注文は、お店を開くと決済会社に問い合わせて作り直し、数をお知らせします（docs/running.md）。',
        ],
        exitCode: 0,
      }
    },
    () => '何も戻していません。前からあるものは、そのままです。',
  )
}

/** `npm run data -- backup-key`: the key is shown once and not stored. */
export const backupKeyCommand = async (): Promise<CommandResult> => {
  const { secret, recipient } = await newKey()
  return {
    lines: [
      '紙に書き写し、このコンピューターとは別の場所に置いてください（なくすと、控えは二度と開けません）：',
      `  ${secret}`,
      '.env に書いてください（こちらは人に見られてもかまいません）：',
      `  BACKUP_KEY=${recipient}`,
    ],
    exitCode: 0,
  }
}
