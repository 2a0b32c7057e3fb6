import { randomUUID } from 'node:crypto'
import { join, resolve } from 'node:path'
import { folderProblem } from '~/server/data-folder/folder-problem.ts'
import { writeMarker } from '~/server/data-folder/marker.ts'
import { lookAtData } from '~/server/data-folder/open-shop-data.ts'
import { acceptPictures, picturesProblem } from '~/server/data-folder/pictures-folder.ts'
import { settledId } from '~/server/data-folder/shop-in-database.ts'
import { forgetMove } from '~/server/database/move-note.ts'
import { type DatabaseSettings, openDatabase } from '~/server/database/open-database.ts'
import type { Env } from '~/server/env.ts'
import { silentLog } from '~/server/log.ts'
import type { CommandResult } from '~/server/owner-command.ts'
import { type LongTask, quietTask } from './long-task.ts'
import { moveCommand } from './move-data.ts'

export const dataUsage = [
  '使い方:',
  '  npm run data -- status   データのフォルダーとデータベースが、同じお店のものかを調べる',
  '  npm run data -- accept   いまのデータベースと写真のフォルダーを、このお店のものとして受け入れる',
  '  npm run data -- move --to postgres://… [--look]   お店をPostgreSQLへ引っ越す（--look は調べるだけ）',
  '  npm run data -- move --to sqlite [--look]         お店をデータのフォルダーへ戻す',
  '  npm run data -- import-documents FILE [--look] [--skip-broken]   前のデータベースの書き出しを取り込む',
]

/** `npm run data -- status | accept | move`: it works where the shop does not start because of what it tells (D9, D10). */
export const dataCommand = async (
  env: Env,
  args: readonly string[],
  work: LongTask = quietTask,
): Promise<CommandResult> => {
  const [what, ...more] = args
  if (what === 'move') return (await moveCommand(env, more, work)) ?? { lines: dataUsage, exitCode: 2 }
  if ((what !== 'status' && what !== 'accept') || more.length > 0) return { lines: dataUsage, exitCode: 2 }
  const settings: DatabaseSettings = {
    databaseUrl: env.DATABASE_URL,
    dataDir: resolve(env.DATA_DIR),
    log: silentLog,
  }
  const found = await lookAtData(settings)
  const problem = folderProblem(found)
  const lines = [
    `データのフォルダー：${found.dataDir}`,
    `データベース：${found.engine === 'sqlite' ? 'SQLite' : 'PostgreSQL'}、${
      found.shop === undefined ? 'お店はありません' : `支払い済みの注文 ${found.shop.paidOrders}件`
    }`,
    markerLine(found.marker),
  ]
  if (problem !== null && what === 'status') return { lines: [...lines, problem], exitCode: 1 }
  if (problem !== null) {
    await acceptDatabase(settings, found)
    lines.push(
      found.shop === undefined
        ? '受け入れました。次に npm start で開くと、空のお店になります。前のデータを戻すなら、その前に戻してください。'
        : 'このデータベースを、このフォルダーのお店として受け入れました。npm start で開けます。',
    )
  }
  const pictures = await withPictures(settings, found, what)
  return {
    lines: [
      ...lines,
      ...pictures.lines,
      ...(problem === null && pictures.isFine ? ['問題はありません。'] : []),
    ],
    exitCode: what === 'status' && !pictures.isFine ? 1 : 0,
  }
}

type Found = Awaited<ReturnType<typeof lookAtData>>

const markerLine = (marker: Found['marker']): string => {
  if (marker === undefined) return '目印（shop-marker.json）：ありません'
  if (marker === 'damaged') return '目印（shop-marker.json）：読めません'
  return `目印（shop-marker.json）：支払い済みの注文 ${marker.paidOrders}件${marker.id === null ? '（受け入れ済み）' : ''}`
}

const acceptDatabase = async (
  settings: DatabaseSettings,
  { engine, shop, dataDir }: Found,
): Promise<void> => {
  if (shop === undefined) return writeMarker(dataDir, { id: null, engine, paidOrders: 0 })
  const database = await openDatabase(settings)
  try {
    await forgetMove(database.db)
    const id = await settledId(database.db, 'shop_id', randomUUID())
    await writeMarker(dataDir, { id, engine, paidOrders: shop.paidOrders })
  } finally {
    await database.close()
  }
}

/** Several processes share the pictures on PostgreSQL alone. */
const withPictures = async (
  settings: DatabaseSettings,
  { engine, shop }: Found,
  what: 'status' | 'accept',
): Promise<{ readonly lines: readonly string[]; readonly isFine: boolean }> => {
  if (engine === 'sqlite' || shop === undefined) return { lines: [], isFine: true }
  const imagesDir = join(settings.dataDir, 'images')
  const { db, close } = await openDatabase(settings)
  try {
    const problem = await picturesProblem(db, imagesDir)
    if (problem === null) return { lines: [], isFine: true }
    if (what === 'status') return { lines: [problem], isFine: false }
    await acceptPictures(db, imagesDir)
    return { lines: [`${imagesDir} を、このお店の写真のフォルダーとして受け入れました。`], isFine: false }
  } finally {
    await close()
  }
}
