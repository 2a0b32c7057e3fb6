import { randomUUID } from 'node:crypto'
import { type FoundData, folderProblem } from '~/server/data-folder/folder-problem.ts'
import { writeMarker } from '~/server/data-folder/marker.ts'
import { lookAtData } from '~/server/data-folder/open-shop-data.ts'
import { settledId } from '~/server/data-folder/shop-in-database.ts'
import { forgetMove } from '~/server/database/move-note.ts'
import { type DatabaseSettings, openDatabase } from '~/server/database/open-database.ts'
import type { Env } from '~/server/env.ts'
import type { CommandResult } from '~/server/owner-command.ts'
import { rememberShopState } from '~/server/shop-state.ts'
import { backupCommand, backupKeyCommand, restoreCommand, settingsOf } from './backup-data.ts'
import { drillCommand } from './drill-data.ts'
import { type LongTask, quietTask } from './long-task.ts'
import { moveCommand } from './move-data.ts'
import { movePicturesCommand, withPictures } from './pictures-data.ts'
import { acceptPlaceCommand, envOfShop, problemsOfPlaces } from './places-data.ts'
import { linesOfData, statusCommand } from './status-data.ts'

export const dataUsage = [
  '使い方:',
  '  npm run data -- status   データベース・写真・控えの場所に届くか、同じお店のものかを調べる',
  '  npm run data -- backup [場所]            お店を開いたまま控えを取り、試しに戻して確かめる',
  '  npm run data -- restore 控え [フォルダー] [postgres://…]   空のフォルダーに（データは、空の postgres://… に）戻す（--without-damaged を付けると、壊れた写真を除いて）',
  '  npm run data -- drill [場所]             控えを取り、別の場所に戻して開き、かかった時間と失うものを調べる',
  '  npm run data -- backup-key               控えにかける鍵を作る',
  '  npm run data -- accept   いまのデータベースと写真のフォルダーを、このお店のものとして受け入れる',
  '  npm run data -- accept 場所              写真や控えの場所（s3://… かフォルダー）を、このお店が引き継ぐ',
  '  npm run data -- move --to postgres://… [--look]   お店をPostgreSQLへ引っ越す（--look は調べるだけ）',
  '  npm run data -- move --to sqlite [--look]         お店をデータのフォルダーへ戻す',
  '  npm run data -- move-pictures s3://…|folder [--look]   写真とPDFを、S3へ写す（フォルダーへ戻す。--look は調べるだけ）',
  '  npm run data -- import-documents FILE [--look] [--skip-broken]   前のデータベースの書き出しを取り込む',
]

const usesPlaces = new Set(['backup', 'drill', 'status', 'accept', 'move-pictures'])

/** `npm run data -- …`: works even where the shop refuses to start (D9, D10). */
export const dataCommand = async (
  given: Env,
  args: readonly string[],
  work: LongTask = quietTask,
): Promise<CommandResult> => {
  const [what, ...more] = args
  const notUnderstood: CommandResult = { lines: dataUsage, exitCode: 2 }
  const env = usesPlaces.has(what ?? '') ? await envOfShop(given) : given
  if (what === 'backup') return (await backupCommand(env, more, work)) ?? notUnderstood
  if (what === 'restore') return (await restoreCommand(env, more, work)) ?? notUnderstood
  if (what === 'drill') return (await drillCommand(env, more, work)) ?? notUnderstood
  if (what === 'backup-key' && more.length === 0) return backupKeyCommand()
  if (what === 'move') return (await moveCommand(env, more, work)) ?? notUnderstood
  if (what === 'move-pictures') return (await movePicturesCommand(env, more, work)) ?? notUnderstood
  if (what === 'accept' && more[0] !== undefined && more.length === 1) return acceptPlaceCommand(env, more[0])
  if (what === 'status' && more.length === 0) return statusCommand(env)
  return what === 'accept' && more.length === 0 ? acceptCommand(env) : notUnderstood
}

const acceptCommand = async (env: Env): Promise<CommandResult> => {
  const settings = settingsOf(env)
  const found = await lookAtData(settings)
  const problem = folderProblem(found)
  const lines = linesOfData(found)
  if (problem !== null) {
    await acceptDatabase(settings, found)
    lines.push(
      found.shop === undefined
        ? '受け入れました。次に npm start で開くと、空のお店になります。前のデータを戻すなら、その前に戻してください。'
        : 'このデータベースを、このフォルダーのお店として受け入れました。npm start で開けます。',
    )
  }
  const places = found.shop === undefined ? [] : await problemsOfPlaces(env, 'accept')
  const pictures =
    places.length > 0 ? { lines: places, isFine: false } : await withPictures(env, settings, found, 'accept')
  return {
    lines: [
      ...lines,
      ...pictures.lines,
      ...(problem === null && pictures.isFine ? ['問題はありません。'] : []),
    ],
    exitCode: places.length > 0 ? 1 : 0,
  }
}

const acceptDatabase = async (
  settings: DatabaseSettings,
  { engine, shop, dataDir }: FoundData,
): Promise<void> => {
  if (shop === undefined) return writeMarker(dataDir, { id: null, engine, paidOrders: 0 })
  const database = await openDatabase(settings)
  try {
    await forgetMove(database.db)
    // The shop lives on where it moved to, with the places of its pictures and backups (D67).
    if (shop.move?.state === 'left') await rememberShopState(database.db, 'places_id', randomUUID())
    const id = await settledId(database.db, 'shop_id', randomUUID())
    await writeMarker(dataDir, { id, engine, paidOrders: shop.paidOrders })
  } finally {
    await database.close()
  }
}
