import { hideComment } from '~/features/comments/hiding.commands.server.ts'
import { hideableAddress } from '~/features/comments/hiding.rules.ts'
import { hidingTexts, unknownAddressText } from '~/features/comments/hiding.texts.ts'
import { passwordFault } from '~/features/members/password-fault.queries.server.ts'
import { membersForOwner } from '~/features/members/queries.server.ts'
import { changeRights, type RightsChange } from '~/features/members/rights.commands.server.ts'
import {
  doneTexts,
  membersText,
  needsVerifiedText,
  notVerifiedText,
  stillAdminText,
  unknownMemberText,
  usage,
} from '~/features/members/rights.texts.ts'
import { readEmail } from '~/features/members/rules.ts'
import { passwordTexts } from '~/features/members/texts.ts'
import { hideRecipe } from '~/features/recipes/hiding.commands.server.ts'
import type { Hiding } from '~/features/recipes/hiding.rules.ts'
import type { Owner } from '~/kernel/actor.ts'
import { refused } from '~/kernel/result.ts'
import { summaryLine } from '~/kernel/text.ts'
import type { AppContext } from '~/server/app-context.ts'
import { type ReadPassword, readPasswordTyped } from './read-password.ts'
import type { CommandResult } from './run-command.server.ts'

const changes: Readonly<Record<keyof typeof doneTexts, RightsChange>> = {
  'allow-upload': { canUpload: 1 },
  'deny-upload': { canUpload: 0 },
  mute: { canComment: 0 },
  unmute: { canComment: 1 },
  'make-admin': { role: 'admin' },
  'remove-admin': { role: 'member' },
}
const isChange = (what: string | undefined): what is keyof typeof changes =>
  what !== undefined && Object.hasOwn(changes, what)

/**
 * `npm run member -- list | allow-upload EMAIL | deny-upload EMAIL | mute EMAIL | unmute EMAIL | hide ADDRESS REASON |
 * show ADDRESS | make-admin EMAIL | remove-admin EMAIL | hash-password`; safe to repeat, and while the shop is open (A7, A9).
 */
export const memberCommand = async (
  ctx: AppContext,
  owner: Owner,
  args: readonly string[],
  readPassword: ReadPassword = readPasswordTyped,
): Promise<CommandResult> => {
  const [what, email, ...more] = args
  if (what === 'list' && email === undefined) return list(ctx)
  if (what === 'hash-password' && email === undefined) return hashPassword(ctx, readPassword)
  if (what === 'hide' && email !== undefined)
    return hide(ctx, owner, email, { hidden: { reason: reasonTyped(more) } })
  if (what === 'show' && email !== undefined && more.length === 0)
    return hide(ctx, owner, email, { hidden: null })
  if (!isChange(what) || email === undefined || more.length > 0) return { lines: usage, exitCode: 2 }
  return change(ctx, owner, what, email)
}

const list = async (ctx: AppContext): Promise<CommandResult> => {
  const { members, total } = await membersForOwner(ctx)
  return { lines: membersText(members, total), exitCode: 0 }
}

const change = async (
  ctx: AppContext,
  owner: Owner,
  what: keyof typeof changes,
  typed: string,
): Promise<CommandResult> => {
  const email = readEmail(typed)
  if (!email.ok) return { lines: [unknownMemberText(typed)], exitCode: 1 }
  const changed = await changeRights(ctx, owner, email.value, changes[what])
  if (!changed.ok) {
    const isUnknown = changed.error === 'unknown_member'
    return { lines: [isUnknown ? unknownMemberText(typed) : notVerifiedText(email.value)], exitCode: 1 }
  }
  ctx.log.info("a member's rights were changed", { what })
  const { name, isVerified } = changed.value
  const { adminEmails, postNeedsVerifiedEmail } = ctx.memberSettings
  return {
    lines: [
      doneTexts[what](`${name}さん（${email.value}）`),
      ...(what === 'remove-admin' && adminEmails.includes(email.value) ? [stillAdminText] : []),
      ...(what === 'allow-upload' && postNeedsVerifiedEmail && !isVerified ? [needsVerifiedText] : []),
    ],
    exitCode: 0,
  }
}

const longestReason = 200

const reasonTyped = (words: readonly string[]): string => summaryLine(words.join(' '), longestReason)

const hide = async (ctx: AppContext, owner: Owner, typed: string, hiding: Hiding): Promise<CommandResult> => {
  const address = hideableAddress(typed)
  const done =
    address === null
      ? refused('not_found')
      : await (address.kind === 'work' ? hideRecipe : hideComment)(ctx, owner, address.id, hiding)
  if (!done.ok) return refuse(unknownAddressText(typed))
  ctx.log.info('a work or comment was hidden or shown', {
    kind: done.value.kind,
    hidden: hiding.hidden !== null,
  })
  return { lines: hidingTexts(done.value, hiding), exitCode: 0 }
}

const refuse = (line: string): CommandResult => ({ lines: [line], exitCode: 1 })

const hashPassword = async (ctx: AppContext, readPassword: ReadPassword): Promise<CommandResult> => {
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
