import { join, resolve } from 'node:path'
import type { z } from 'zod'
import { readProfileForm } from '~/features/accounts/profile/form.server.ts'
import { type ImportReport, importDocuments } from '~/features/document-import/commands.server.ts'
import { FileRefused } from '~/features/document-import/document-file.server.ts'
import type { CurrentForms } from '~/features/document-import/form.server.ts'
import type { Remark } from '~/features/document-import/types.ts'
import { kitRow } from '~/features/products/form.server.ts'
import { readRecipeForm } from '~/features/recipes/editor/form.server.ts'
import { linkRow, newsRow } from '~/features/shop/news-and-collaborations/form.server.ts'
import { ok, type Result, refused } from '~/kernel/result.ts'
import type { AppContext } from '~/server/app-context.ts'
import { faultSentence } from '~/server/data-copy/fault-sentence.ts'
import type { CommandResult } from '~/server/owner-command.ts'
import { replaceFile } from '~/server/whole-file.ts'
import type { LongTask } from './long-task.ts'

const mostShown = 1_000
const nothingChanged = 'お店には何も書き込んでいません。'

/** `npm run data -- import-documents FILE [--look] [--skip-broken]`; undefined when the words are not understood. */
export const importCommand = async (
  ctx: AppContext,
  dataDir: string,
  args: readonly string[],
  { tell, signal }: LongTask,
): Promise<CommandResult | undefined> => {
  const words = args.filter((arg) => !arg.startsWith('--'))
  const flags = args.filter((arg) => arg.startsWith('--'))
  const [file] = words
  if (file === undefined || words.length !== 1) return undefined
  if (flags.some((flag) => flag !== '--look' && flag !== '--skip-broken')) return undefined
  const onlyLook = flags.includes('--look')
  const skipsBroken = flags.includes('--skip-broken')
  try {
    const report = await importDocuments(ctx, {
      file: resolve(file),
      forms: currentForms,
      onlyLook,
      skipsBroken,
      tell,
      signal,
    })
    const path = await writeReport(dataDir, ctx.now(), report.remarks)
    return { lines: linesOf(report, path, onlyLook), exitCode: isDone(report, onlyLook) ? 0 : 1 }
  } catch (error) {
    if (error instanceof FileRefused) return { lines: [error.message, nothingChanged], exitCode: 1 }
    if (signal.aborted) return { lines: [`取り込みをやめました。${nothingChanged}`], exitCode: 1 }
    return { lines: [`取り込みは途中で失敗しました：${faultSentence(error)}`, nothingChanged], exitCode: 1 }
  }
}

const isDone = ({ imported, remarks }: ImportReport, onlyLook: boolean): boolean =>
  imported !== null || (onlyLook && remarks.every(({ what }) => what === 'note'))

const words = { refused: '写せない', note: '変わる' } as const

const lineOf = ({ place, path, what, why }: Remark): string =>
  [place, path, words[what], why].map((cell) => cell.replaceAll(/[\t\r\n]/g, ' ')).join('\t')

const writeReport = async (
  dataDir: string,
  now: number,
  remarks: readonly Remark[],
): Promise<string | null> => {
  if (remarks.length === 0) return null
  const name = `import-report-${new Date(now).toISOString().replaceAll(/[:.]/g, '-')}.tsv`
  const rows = ['場所\t文書\t何が\tなぜ', ...remarks.map(lineOf)]
  await replaceFile(dataDir, name, `${rows.join('\n')}\n`)
  return join(dataDir, name)
}

const linesOf = (
  { imported, documents, pictures, remarks }: ImportReport,
  path: string | null,
  onlyLook: boolean,
): string[] => {
  const refused = remarks.filter(({ what }) => what === 'refused').length
  const more =
    remarks.length > mostShown
      ? [`…ほか${(remarks.length - mostShown).toLocaleString('ja-JP')}件は、下のファイルにあります。`]
      : []
  return [
    ...remarks.slice(0, mostShown).map(lineOf),
    ...more,
    `${documents.toLocaleString('ja-JP')}件の文書を読みました：写せないもの${refused}件、変わるもの${remarks.length - refused}件、中の写真とPDF${pictures}枚。`,
    ...(path === null ? [] : [`全部の一覧：${path}`]),
    ...(imported === null ? [onlyLook ? nothingChanged : brokenHelp] : importedLines(imported)),
  ]
}

const brokenHelp = `写せないものがあるので、${nothingChanged}直してもう一度実行するか、それらを除いて取り込むには --skip-broken を付けます。`

const importedLines = (imported: NonNullable<ImportReport['imported']>): readonly string[] => {
  const { members, recipes, reactions, comments, keywords, situations, kits, lists } = imported
  return [
    `新しく取り込みました：会員${members}、作品${recipes}、いいねと保存${reactions}、コメント${comments}、キーワード${keywords}、シチュエーション${situations}、キット${kits}、お知らせとコラボ${lists}。前からあるものは、そのままです。`,
    'メールは1通も送っていません。会員にパスワードを決めていただく案内は、準備ができたら npm run member -- invite で送ります。',
  ]
}

const rowBy =
  <Row>(schema: z.ZodType<Row>) =>
  (cells: Readonly<Record<string, string>>): Result<Row, string> => {
    const read = schema.safeParse(cells)
    return read.success ? ok(read.data) : refused(read.error.issues.map(({ message }) => message).join(''))
  }

export const currentForms: CurrentForms = {
  recipe: (form) => {
    const read = readRecipeForm(form)
    return read.ok ? read.value.content : read
  },
  profile: (form, shopNames) => {
    const { profile } = readProfileForm(form, shopNames)
    return profile.ok ? profile : refused(Object.fromEntries(Object.entries(profile.error)))
  },
  kit: rowBy(kitRow),
  link: rowBy(linkRow),
  news: rowBy(newsRow),
}
