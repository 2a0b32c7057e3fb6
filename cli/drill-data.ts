import { mkdtemp, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { type Backup, createBackup } from '~/server/backup/create-backup.ts'
import { type BackupNote, noteDamage } from '~/server/backup/last-backup.ts'
import { checkIsOwn, ownBackupFolder } from '~/server/backup/own-place.ts'
import { BackupRefused } from '~/server/backup/refusals.ts'
import { restoreBackup } from '~/server/backup/restore-backup.ts'
import { type DatabaseFacts, factsOf } from '~/server/backup/shop-facts.ts'
import { lookAtData, openShopData } from '~/server/data-folder/open-shop-data.ts'
import { type DatabaseSettings, openDatabase } from '~/server/database/open-database.ts'
import { withinSnapshot } from '~/server/database/snapshot.ts'
import type { Env } from '~/server/env.ts'
import { silentLog } from '~/server/log.ts'
import type { CommandResult } from '~/server/owner-command.ts'
import { isS3 } from '~/server/s3/s3-place.ts'
import {
  backupParts,
  checkIsThere,
  missingLines,
  noPlace,
  noteOfBackup,
  notPrunedLines,
  orSentence,
  settingsOf,
} from './backup-data.ts'
import type { LongTask } from './long-task.ts'
import { checkPlace, copyBackup, tryPlace, withArchiveHere } from './s3-data.ts'

/** `npm run data -- drill [PLACE]`: makes a backup, restores and compares it as on a new machine; only the backup stays. */
export const drillCommand = async (
  env: Env,
  [place = env.BACKUP_TO, ...more]: readonly string[],
  work: LongTask,
): Promise<CommandResult | undefined> => {
  if (more.length > 0) return undefined
  if (place === undefined) return noPlace('drill')
  return orSentence(
    async () => {
      checkPlace(env, place)
      await tryPlace(env, place)
      if ((await lookAtData(settingsOf(env))).shop === undefined) throw new BackupRefused('no-shop')
      const note = await noteOfBackup(settingsOf(env))
      await checkIsThere(place, note)
      // For another shop's folder no key is asked for; a bucket was claimed above.
      if (!isS3(place)) await withShop(settingsOf(env), ({ db }) => checkIsOwn(db, ownBackupFolder(place)))
      // Not after minutes of making a backup that it could not open.
      if (env.BACKUP_KEY !== undefined && env.BACKUP_SECRET_KEY === undefined)
        throw new BackupRefused('needs-key')
      try {
        return await drill(env, place, { note, work })
      } catch (error) {
        if (error instanceof BackupRefused && error.why === 'broken-file') await noteDamage(settingsOf(env))
        throw error
      }
    },
    () => '訓練は終わっていません。お店はそのままです。',
  )
}

const drill = async (
  env: Env,
  place: string,
  { note, work }: { readonly note: BackupNote; readonly work: LongTask },
): Promise<CommandResult> => {
  const settings = settingsOf(env)
  // What is damaged is for the next backup to replace: a drill says what a restore would say.
  const parts: Backup = { ...backupParts(env, place, { note, work }), replaces: false }
  const [backupMs, made] = await timed(async () => {
    const local = await createBackup(parts)
    const { notPruned } = await copyBackup(env, place, { parts, made: local, readsAll: false, work })
    return { ...local, notPruned: local.notPruned ?? notPruned }
  })
  // A new machine would fetch the archive from S3.
  const archive = isS3(place) ? `${place.replace(/\/+$/, '')}/${basename(made.archive)}` : made.archive
  const scratch = await mkdtemp(join(parts.place, '.unfinished-'))
  try {
    const restored: DatabaseSettings = { dataDir: join(scratch, 'shop'), log: silentLog }
    const [restoreMs, facts] = await timed(async () => {
      await withArchiveHere(env, archive, { dataDir: restored.dataDir, work }, (here) =>
        restoreBackup({
          ...parts,
          ...restored,
          archive: here,
          databaseUrl: undefined,
          identity: env.BACKUP_SECRET_KEY,
        }),
      )
      await openShopData(restored).then((shop) => shop.close())
      return withShop(restored, ({ db }) => factsOf(db))
    })
    const living = await withShop(settings, ({ db }) => withinSnapshot(db, factsOf))
    return {
      lines: [
        `訓練を終えました：控え ${seconds(backupMs)}、新しい場所に戻して開くまで ${seconds(restoreMs)}。戻したお店は片づけました。控えは ${archive} に残っています。`,
        `戻ったもの：${whatIsThere(facts)}、写真とPDF ${made.manifest.files.length}枚`,
        lossLine(facts, living),
        ageLine(note, parts.now),
        ...notPrunedLines(made.notPruned),
        ...(await missingLines(settings, made)),
      ],
      exitCode: made.missing.length === 0 ? 0 : 1,
    }
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}

const rowsOf = ({ tables }: DatabaseFacts, table: string): number => tables[table]?.rows ?? 0

const whatIsThere = (facts: DatabaseFacts): string =>
  `注文 ${rowsOf(facts, 'orders')}件、会員 ${rowsOf(facts, 'member')}人、作品 ${rowsOf(facts, 'recipe')}点、コメント ${rowsOf(facts, 'comment')}件`

const lossLine = (restored: DatabaseFacts, living: DatabaseFacts): string => {
  const since = (table: string) => Math.max(0, rowsOf(living, table) - rowsOf(restored, table))
  return `訓練のあいだに増えたもの：注文 ${since('orders')}件（支払い済みのものは、決済会社から戻ります）、作品 ${since('recipe')}点、コメント ${since('comment')}件（戻りません）`
}

const dayMs = 86_400_000

const ageLine = ({ madeAt }: BackupNote, now: number): string =>
  madeAt === null
    ? 'これが、はじめての控えです。'
    : `この控えの前に、このコンピューターをなくしていたら：注文は失われず、作品とコメントは最後の控えからの${((now - madeAt) / dayMs).toFixed(1)}日分が失われていました。`

const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)}秒`

const timed = async <T>(task: () => Promise<T>): Promise<readonly [number, T]> => {
  const startedAt = performance.now()
  const done = await task()
  return [performance.now() - startedAt, done]
}

const withShop = async <T>(
  settings: DatabaseSettings,
  task: (shop: Awaited<ReturnType<typeof openDatabase>>) => Promise<T>,
): Promise<T> => {
  const shop = await openDatabase(settings)
  return task(shop).finally(() => shop.close())
}
