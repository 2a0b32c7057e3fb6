import { readFile } from 'node:fs/promises'
import { loadKits } from '~/features/kits/load.commands.server.ts'
import { loadLinks } from '~/features/links/load.commands.server.ts'
import { loadNews } from '~/features/news/load.commands.server.ts'
import type { Actor } from '~/kernel/actor.ts'
import type { OwnerAnswer } from '~/server/owner-answer.ts'
import type { LoadContext } from '~/server/table-file/load-file.ts'

const kinds = new Map([
  ['kits', { load: loadKits, name: 'キット' }],
  ['links', { load: loadLinks, name: 'コラボ' }],
  ['news', { load: loadNews, name: 'お知らせ' }],
])

const usage = [
  '使い方：',
  '  npm run content -- load kits  ファイル [--replace]   キットを読み込む',
  '  npm run content -- load links ファイル [--replace]   コラボを読み込む',
  '  npm run content -- load news  ファイル [--replace]   お知らせを読み込む',
  'ファイルはCSVかJSON（UTF-8またはShift_JIS）。同じ番号（id）のものは上書きします。',
  '--replace を付けると、ファイルにないものを外します。',
]

const notUnderstood: OwnerAnswer = { lines: usage, exitCode: 2 }
const mostProblems = 200

/**
 * `npm run content -- load kits|links|news FILE [--replace]`: loads the owner's content from a CSV or JSON file, all of it or,
 * when any row is bad, nothing. Safe to repeat, and while the shop is open.
 */
export const contentCommand = async (
  ctx: LoadContext,
  actor: Actor,
  args: readonly string[],
): Promise<OwnerAnswer> => {
  const words = args.filter((arg) => arg !== '--replace')
  const [what, kindName, file, ...more] = words
  const kind = kinds.get(kindName ?? '')
  if (what !== 'load' || kind === undefined || file === undefined || more.length > 0) return notUnderstood
  const bytes = await readFile(file).catch(() => null)
  if (bytes === null) return { lines: [`ファイルを読めません：${file}`], exitCode: 1 }
  const loaded = await kind.load(ctx, actor, { bytes, replace: words.length < args.length })
  if (!loaded.ok) return { lines: problemLines(loaded.error), exitCode: 1 }
  const { written, removed, remarks } = loaded.value
  ctx.log.info('content loaded', { kind: kindName, written, removed })
  const gone = removed === 0 ? '' : `ファイルにない${removed}件を外しました。`
  return { lines: [`${kind.name}を${written}件読み込みました。${gone}`, ...remarks], exitCode: 0 }
}

const problemLines = (problems: readonly string[]): string[] => [
  `読み込みを中止しました。何も変更していません。直すところが${problems.length}件あります。`,
  ...problems.slice(0, mostProblems).map((problem) => `  ${problem}`),
  ...(problems.length > mostProblems ? ['  （ほかは省略しました）'] : []),
]
