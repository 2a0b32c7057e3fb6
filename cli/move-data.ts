import { join, resolve } from 'node:path'
import { rebuildSearch } from '~/brought-by-features.server.ts'
import type { DatabaseCount } from '~/server/data-copy/copy-tables.ts'
import { faultSentence } from '~/server/data-copy/fault-sentence.ts'
import type { MovedShop } from '~/server/data-copy/move-copy.ts'
import { moveShop } from '~/server/data-copy/move-shop.ts'
import type { Env } from '~/server/env.ts'
import type { CommandResult } from '~/server/owner-command.ts'
import { readPostgresAddress } from '~/server/secret-address.ts'
import { StartRefused } from '~/server/start.ts'
import type { LongTask } from './long-task.ts'

const stays = 'お店は元の場所のまま、書き込みも元どおり受け付けています（長くても30秒ほどで）。'

/** `npm run data -- move --to postgres://… | sqlite [--look]`; undefined when the words are not understood. */
export const moveCommand = async (
  env: Env,
  args: readonly string[],
  { tell, signal }: LongTask,
): Promise<CommandResult | undefined> => {
  const words = args.filter((arg) => arg !== '--look')
  const [flag, to] = words
  if (flag !== '--to' || to === undefined || words.length !== 2) return undefined
  const address = readPostgresAddress(to)
  if (!address.ok) return { lines: [address.error], exitCode: 2 }
  if (to !== 'sqlite' && !isPostgresAddress(to))
    return {
      lines: [
        '--to には sqlite か、postgres://ユーザー:パスワード@ホスト:5432/データベース の形のアドレスを書きます。',
      ],
      exitCode: 2,
    }
  try {
    const moved = await moveShop({
      from: { databaseUrl: env.DATABASE_URL, dataDir: resolve(env.DATA_DIR) },
      to: to === 'sqlite' ? undefined : address.value,
      rebuildSearch,
      tell,
      signal,
      onlyLook: args.includes('--look'),
    })
    if (moved === null)
      return { lines: ['調べただけで、何も変えていません。--look を外すと始めます。'], exitCode: 0 }
    return { lines: [...summary(moved), ...nextSteps(env, moved)], exitCode: 0 }
  } catch (error) {
    if (error instanceof StartRefused) return { lines: [...error.problems], exitCode: 1 }
    if (signal.aborted) return { lines: [`引っ越しをやめました。${stays}`], exitCode: 1 }
    return { lines: [`引っ越しは途中で失敗しました：${faultSentence(error)}`, stays], exitCode: 1 }
  }
}

const isPostgresAddress = (text: string): boolean => {
  const url = URL.parse(text)
  return url !== null && /^postgres(ql)?:$/.test(url.protocol) && url.pathname.length > 1
}

const summary = ({ copied, refusedMs, aside, place }: MovedShop): readonly string[] => {
  if (copied === null) return [`前の引っ越しの最後の一歩を終えました。お店のデータは ${place} にあります。`]
  const tables = Object.entries(copied).filter(([, { rows }]) => rows > 0)
  return [
    ...tables.map(
      ([name, { rows, checksum }]) => `  ${name}：${number(rows)}行、照合値 ${checksum.slice(0, 12)}`,
    ),
    `${place} へ写し終えました：${number(rowsOf(copied))}行。件数と照合値は、両側で同じです。書き込みを止めていた時間は${Math.ceil(refusedMs / 1_000)}秒です。`,
    ...(aside === null
      ? []
      : [`引っ越す前の古いファイルは ${aside} に取ってあります。要らなければ消せます。`]),
  ]
}

const rowsOf = (copied: DatabaseCount): number =>
  Object.values(copied).reduce((sum, { rows }) => sum + rows, 0)

const number = (value: number): string => value.toLocaleString('ja-JP')

/** The secret of sessions must come along: otherwise everybody is signed out. */
const nextSteps = (env: Env, { engine }: MovedShop): readonly string[] => {
  const secretFile = join(resolve(env.DATA_DIR), 'auth-secret')
  const secret =
    env.AUTH_SECRET === undefined
      ? [`.env の AUTH_SECRET に、${secretFile} の中身をそのまま書きます（ログインが続きます）。`]
      : ['.env の AUTH_SECRET は、そのまま残します（ログインが続きます）。']
  const steps =
    engine === 'postgres'
      ? ['.env の DATABASE_URL に、いま --to で指定したアドレスを書きます。', ...secret]
      : [
          '.env から DATABASE_URL の行を消します。',
          '.env の AUTH_SECRET は、そのまま残します（ログインが続きます）。',
        ]
  return [
    '次にすること（それまで、開いているお店は読めるだけで、書き込みは受け付けません）：',
    ...[...steps, 'お店を止めて（Ctrl-C）、npm start で開き直します。'].map(
      (step, at) => `  ${at + 1}. ${step}`,
    ),
  ]
}
