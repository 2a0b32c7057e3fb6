import { access, constants } from 'node:fs/promises'
import { sql } from 'kysely'
import { restoredText } from '~/features/backups/queries.server.ts'
import { ageInDays, dueBackup, lastBackup } from '~/server/backup/last-backup.ts'
import { BackupRefused } from '~/server/backup/refusals.ts'
import { restoredShop } from '~/server/backup/restored-shop.ts'
import { faultSentence } from '~/server/data-copy/fault-sentence.ts'
import { type FoundData, folderProblem } from '~/server/data-folder/folder-problem.ts'
import { readMarker } from '~/server/data-folder/marker.ts'
import { lookAtData } from '~/server/data-folder/open-shop-data.ts'
import { databaseFault } from '~/server/database/database-fault.ts'
import { type DatabaseSettings, openDatabase } from '~/server/database/open-database.ts'
import type { Env } from '~/server/env.ts'
import type { CommandResult } from '~/server/owner-command.ts'
import { shopState } from '~/server/shop-state.ts'
import { StartRefused } from '~/server/start.ts'
import { codeOfError } from '~/server/whole-file.ts'
import { checkIsThere, notPrunedLines, settingsOf } from './backup-data.ts'
import { lostPictures, withPictures } from './pictures-data.ts'
import { awayPlaces, problemsOfPlaces } from './places-data.ts'

interface Told {
  readonly lines: readonly string[]
  readonly isFine: boolean
}

const fine: Told = { lines: [], isFine: true }
const wrong = (...lines: readonly string[]): Told => ({ lines, isFine: false })

/** `npm run data -- status`: answers whatever is away, and says what it could not reach (D97). */
export const statusCommand = async (env: Env): Promise<CommandResult> => {
  const settings = settingsOf(env)
  const { dataDir } = settings
  const folder = await folderLines(dataDir)
  const found = await lookAtData(settings).catch((error: unknown) => sentencesOf(error))
  if (!('dataDir' in found))
    return answer([
      { lines: [folderLine(dataDir)], isFine: true },
      folder,
      wrong(...found.map((problem) => `【要確認】${problem}`)),
      { lines: await markerLines(dataDir), isFine: true },
      await part('写真と控えの場所', async () => told(await awayPlaces(env))),
    ])
  const head: Told = { lines: linesOfData(found), isFine: true }
  const problem = folderProblem(found)
  if (problem !== null) return answer([head, folder, wrong(problem)])
  const database = found.warning === null ? fine : wrong(`【要確認】${found.warning}`)
  const replica = await replicaLines(env, settings)
  if (found.shop === undefined)
    return answer([
      head,
      folder,
      database,
      replica,
      await part('写真と控えの場所', async () => told(await awayPlaces(env))),
    ])
  const ofPlaces = await part('写真と控えの場所', async () => told(await problemsOfPlaces(env, 'status')))
  return answer([
    head,
    folder,
    database,
    replica,
    await part('控え', () => backupLines(settings)),
    await part('控えの場所', () => backupFolder(env, settings)),
    await part('写真', () => lostPictures(env, settings)),
    ofPlaces,
    ofPlaces.isFine ? await part('写真の場所', () => withPictures(env, settings, found, 'status')) : fine,
  ])
}

/** Says that nothing is wrong only where no part told of a problem (D72). */
const answer = (parts: readonly Told[]): CommandResult => {
  const isFine = parts.every((each) => each.isFine)
  const lines = [...new Set(parts.flatMap((each) => each.lines))]
  return { lines: [...lines, ...(isFine ? ['問題はありません。'] : [])], exitCode: isFine ? 0 : 1 }
}

const told = (problems: readonly string[]): Told =>
  problems.length === 0 ? fine : wrong(...problems.map((problem) => `【要確認】${problem}`))

/** One part that cannot be looked at costs that part of the answer alone. */
const part = async (what: string, look: () => Promise<Told>): Promise<Told> => {
  try {
    return await look()
  } catch (error) {
    return wrong(`【要確認】${what}を調べられませんでした：${faultSentence(error)}。`)
  }
}

const sentencesOf = (error: unknown): readonly string[] => {
  if (error instanceof StartRefused) return error.problems
  const isOfFile = error instanceof Error && Reflect.get(error, 'errcode') !== undefined
  const where = isOfFile ? 'データベースのファイル（shop.sqlite）' : 'データのフォルダー'
  return [`${where}を調べられませんでした（${faultSentence(error)}）。`]
}

const folderLine = (dataDir: string) => `データのフォルダー：${dataDir}`

export const linesOfData = ({ dataDir, engine, shop, marker }: FoundData): string[] => [
  folderLine(dataDir),
  `データベース：${engine === 'sqlite' ? 'SQLite' : 'PostgreSQL'}、${
    shop === undefined ? 'お店はありません' : `支払い済みの注文 ${shop.paidOrders}件`
  }`,
  markerLine(marker),
]

const markerLine = (marker: FoundData['marker']): string => {
  if (marker === undefined) return '目印（shop-marker.json）：ありません'
  if (marker === 'damaged') return '目印（shop-marker.json）：読めません'
  return `目印（shop-marker.json）：支払い済みの注文 ${marker.paidOrders}件${marker.id === null ? '（受け入れ済み）' : ''}`
}

/** None where the folder itself cannot be read, which is told of the folder. */
const markerLines = async (dataDir: string): Promise<readonly string[]> => {
  try {
    return [markerLine(await readMarker(dataDir))]
  } catch {
    return []
  }
}

/** A folder that is not there yet is made by the first start. */
const folderLines = async (dataDir: string): Promise<Told> => {
  try {
    await access(`${dataDir}/.`, constants.R_OK | constants.W_OK)
    return fine
  } catch (error) {
    const code = codeOfError(error)
    return code === 'ENOENT'
      ? fine
      : wrong(
          `【要確認】${dataDir} を読み書きできません（${String(code)}）。フォルダーであること、ディスクがつながっていること、読み書きする許可を確かめてください。`,
        )
  }
}

/** Pages for everybody come from the database itself meanwhile (D55). */
const replicaLines = async ({ DATABASE_READ_URL: url }: Env, settings: DatabaseSettings): Promise<Told> => {
  if (url === undefined) return fine
  const { db, close } = await openDatabase({ ...settings, databaseUrl: url, silenceMs: replicaSilenceMs })
  try {
    await sql`select 1`.execute(db)
    return fine
  } catch (error) {
    const name = 'DATABASE_READ_URL の複製'
    const problem = databaseFault(error, name) ?? `${name}が使えません（${faultSentence(error)}）。`
    return wrong(`【要確認】${problem}そのあいだ、ページは元のデータベースから読みます。`)
  } finally {
    await close()
  }
}

const replicaSilenceMs = 8_000

/** A disk that is not connected (D67). */
const backupFolder = async ({ BACKUP_TO }: Env, settings: DatabaseSettings): Promise<Told> => {
  if (BACKUP_TO === undefined) return fine
  const { db, close } = await openDatabase(settings)
  const note = await lastBackup(db).finally(close)
  try {
    await checkIsThere(BACKUP_TO, note)
    return fine
  } catch (error) {
    if (error instanceof BackupRefused) return wrong(`【要確認】${error.message}`)
    throw error
  }
}

/** Empty before the first backup, until it is due. */
const backupLines = async (
  settings: DatabaseSettings,
): Promise<{ readonly lines: readonly string[]; readonly isFine: boolean }> => {
  const { db, close } = await openDatabase(settings)
  try {
    const note = await lastBackup(db)
    const restored = await restoredShop(db)
    const age = ageInDays(note, Date.now())
    // Nobody misses the samples of a demo (D64).
    const isReal = (await shopState(db, 'demo')) !== '1'
    const isDue = isReal && (await dueBackup(db, note, Date.now())) !== null
    const mark = isDue ? '【要確認】' : ''
    const ofAge =
      age === null
        ? isDue && '控え：まだ一度も取っていません（npm run data -- backup 場所）'
        : `控え：${age === 0 ? 'きょう' : `${age}日前`}`
    const problems = [
      ...(note.failure === null ? [] : [`【要確認】最後の控えは取れませんでした：${note.failure}`]),
      ...(note.missing === 0
        ? []
        : [`【要確認】最後の控えには、お店にあるはずの写真とPDF ${note.missing}枚が入っていません。`]),
      ...notPrunedLines(note.notPruned),
      ...(note.damaged
        ? [
            '【要確認】訓練で、控えの中に壊れた写真かPDFが見つかりました。次の控えが、すべて調べて取り直します。',
          ]
        : []),
    ]
    return {
      lines: [
        ...(restored === null ? [] : [restoredText(restored.takenIn)]),
        ...(ofAge === false ? [] : [`${mark}${ofAge}`]),
        ...problems,
      ],
      isFine: !isDue && problems.length === 0,
    }
  } finally {
    await close()
  }
}
