import { readFile } from 'node:fs/promises'
import { kitList } from '~/features/products/kit.commands.server.ts'
import { wordList } from '~/features/search/words/commands.server.ts'
import type { OwnerAction, OwnerCommand } from '~/server/owner-command.ts'
import { noRows } from '~/server/table-file/read-table.ts'
import { linkList, newsList } from './commands.server.ts'

const lists = new Map([
  ['kits', kitList],
  ['links', linkList],
  ['news', newsList],
  ['words', wordList],
])

const usage = [
  '使い方：',
  '  npm run content -- load kits  ファイル [--replace]   キットを読み込む',
  '  npm run content -- load links ファイル [--replace]   コラボを読み込む',
  '  npm run content -- load news  ファイル [--replace]   お知らせを読み込む',
  '  npm run content -- load words ファイル [--replace]   検索のことばを読み込む',
  '  npm run content -- empty kits|links|news|words       すべて外して、一覧を空にする',
  '  npm run content -- zero-hits                         さがしても見つからなかったことば',
  'ファイルはCSV（UTF-8またはShift_JIS）。同じ番号（id）のものは上書きします。',
  '--replace を付けると、ファイルにないものを外します。',
]

const replaces = '--replace'
const mostProblems = 200

const empty: OwnerAction['run'] = async (ctx, [kindName = '']) => {
  const list = lists.get(kindName)
  if (list === undefined) return undefined
  const removed = await list.empty(ctx)
  ctx.log.info('content emptied', { kind: kindName, removed })
  const again = ctx.demo ? ['お試しのお店では、次に開いたときに見本の内容が戻ります。'] : []
  return { lines: [`${list.name}を${removed}件外して、一覧を空にしました。`, ...again], exitCode: 0 }
}

const load: OwnerAction['run'] = async (ctx, args) => {
  const words = args.filter((arg) => arg !== replaces)
  const [kindName = '', file, ...more] = words
  const list = lists.get(kindName)
  if (list === undefined || file === undefined || more.length > 0) return undefined
  const bytes = await readFile(file).catch(() => null)
  if (bytes === null) return { lines: [`ファイルを読めません：${file}`], exitCode: 1 }
  const loaded = await list.load(ctx, { bytes, replace: words.length < args.length })
  if (!loaded.ok) {
    const toEmpty = `すべて外すには: npm run content -- empty ${kindName}`
    const hints = loaded.error.includes(noRows) ? [toEmpty] : []
    return { lines: [...problemLines(loaded.error), ...hints], exitCode: 1 }
  }
  const { written, removed, remarks } = loaded.value
  ctx.log.info('content loaded', { kind: kindName, written, removed })
  const gone = removed === 0 ? '' : `ファイルにない${removed}件を外しました。`
  return { lines: [`${list.name}を${written}件読み込みました。${gone}`, ...remarks], exitCode: 0 }
}

const problemLines = (problems: readonly string[]): string[] => [
  `読み込みを中止しました。何も変更していません。直すところが${problems.length}件あります。`,
  ...problems.slice(0, mostProblems).map((problem) => `  ${problem}`),
  ...(problems.length > mostProblems ? ['  （ほかは省略しました）'] : []),
]

/**
 * `npm run content -- load kits|links|news|words FILE [--replace]`: all of a CSV file or, if a row is bad, nothing.
 * `empty kits|links|news|words`: explicit, as a file without rows may be a mistake.
 */
export const listsCommand: OwnerCommand = {
  usage,
  switches: [replaces],
  runsWithoutSettings: true,
  actions: {
    load: { words: [2, Number.POSITIVE_INFINITY], run: load },
    empty: { words: [1, 1], run: empty },
  },
}
