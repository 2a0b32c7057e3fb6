import { passwordTexts } from '~/features/profiles/texts.ts'
import type { AppContext } from '~/server/app-context.ts'
import type { CommandResult } from '~/server/owner-command.ts'
import { type ReadPassword, readPasswordTyped } from '~/server/read-password.ts'
import { passwordFault } from './password-fault.queries.server.ts'

/** The setting that opens the admin page for a password (A3). */
export const hashPassword = async (
  ctx: AppContext,
  readPassword: ReadPassword = readPasswordTyped,
): Promise<CommandResult> => {
  const typed = await readPassword()
  if (!typed.ok)
    return refuse(
      typed.error === 'differ' ? '2回の入力が違います。もう一度実行してください。' : '中止しました。',
    )
  const fault = await passwordFault(typed.value, [])
  if (fault !== null) return refuse(passwordTexts[fault])
  return {
    lines: [
      '次の1行を .env に書いて、お店を開き直してください。前のパスワードで開いた管理画面は、閉じます。',
      '',
      `ADMIN_PASSWORD_HASH=${await ctx.passwords.hash(typed.value)}`,
    ],
    exitCode: 0,
  }
}

const refuse = (line: string): CommandResult => ({ lines: [line], exitCode: 1 })
