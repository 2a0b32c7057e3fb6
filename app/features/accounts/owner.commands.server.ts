import { changeRights, type RightsChange } from '~/features/accounts/profile/rights.commands.server.ts'
import { membersForOwner } from '~/features/accounts/profile/rights.queries.server.ts'
import {
  membersText,
  memberUsage,
  needsVerifiedText,
  notVerifiedText,
  rightsDoneTexts,
  stillAdminText,
  unknownMemberText,
} from '~/features/accounts/profile/rights.texts.ts'
import { readEmail } from '~/kernel/email.ts'
import { ok, type Result, refused } from '~/kernel/result.ts'
import type { AppContext } from '~/server/app-context.ts'
import { membersWithoutPassword } from '~/server/auth/former-members.ts'
import { inTransaction } from '~/server/database/transaction.ts'
import { enqueueMail } from '~/server/mail/outbox.ts'
import type { CommandResult, OwnerAction, OwnerCommand } from '~/server/owner-command.ts'
import { type ReadPassword, readPasswordTyped } from '~/server/read-password.ts'
import { mailTo, passwordInvitationMail } from './mails.rules.ts'
import { passwordFault } from './password-fault.queries.server.ts'
import { passwordTexts } from './texts.ts'

const list: OwnerAction['run'] = async (ctx) => {
  const { members, total } = await membersForOwner(ctx)
  return { lines: membersText(members, total), exitCode: 0 }
}

const invitedAtOnce = 200

/** Invites every former member without a password, once ever; gives how many (D36). Refused if mail cannot be sent. */
export const inviteFormerMembers = async (ctx: AppContext): Promise<Result<number, 'mail_off'>> => {
  if (!ctx.demo && !ctx.mail.delivers) return refused('mail_off')
  let [invited, after] = [0, '']
  for (;;) {
    const members = await membersWithoutPassword(ctx.db, { after, most: invitedAtOnce })
    const last = members.at(-1)
    if (last === undefined) return ok(invited)
    after = last.id
    invited += await inTransaction(ctx, async (trx) => {
      let queued = 0
      for (const { id, name, email } of members) {
        const mail = passwordInvitationMail(mailTo(ctx, { name, email }, id))
        if (await enqueueMail(ctx, trx, mail)) queued += 1
      }
      return queued
    })
  }
}

/** D36: nobody is written to before the owner says so. */
const invite: OwnerAction['run'] = async (ctx) => {
  const invited = await inviteFormerMembers(ctx)
  if (!invited.ok) return refuse('メールを送る設定（SMTP_URL）がないので、案内を送れません。')
  return {
    lines: [
      `パスワードのない会員${invited.value}人への案内を、送るメールに加えました。もう案内した会員には、二度は送りません。`,
    ],
    exitCode: 0,
  }
}

const change = (what: keyof typeof rightsDoneTexts, rights: RightsChange): OwnerAction => ({
  words: [1, 1],
  run: async (ctx, [typed = '']) => {
    const email = readEmail(typed)
    if (!email.ok) return refuse(unknownMemberText(typed))
    const changed = await changeRights(ctx, email.value, rights)
    if (!changed.ok) {
      const isUnknown = changed.error === 'unknown_member'
      return refuse(isUnknown ? unknownMemberText(typed) : notVerifiedText(email.value))
    }
    ctx.log.info("a member's rights were changed", { what })
    const { name, isVerified } = changed.value
    const { adminEmails, postNeedsVerifiedEmail } = ctx.memberSettings
    return {
      lines: [
        rightsDoneTexts[what](`${name}さん（${email.value}）`),
        ...(what === 'remove-admin' && adminEmails.includes(email.value) ? [stillAdminText] : []),
        ...(what === 'allow-upload' && postNeedsVerifiedEmail && !isVerified ? [needsVerifiedText] : []),
      ],
      exitCode: 0,
    }
  },
})

const refuse = (line: string): CommandResult => ({ lines: [line], exitCode: 1 })

/**
 * `npm run member -- list | invite | allow-upload EMAIL | deny-upload EMAIL | mute EMAIL | unmute EMAIL | make-admin EMAIL |
 * remove-admin EMAIL | hash-password` (A7, A9); the comments add `hide` and `show`.
 */
export const memberCommand: OwnerCommand = {
  usage: memberUsage,
  runsWithoutSettings: true,
  actions: {
    list: { words: [0, 0], run: list },
    invite: { words: [0, 0], run: invite },
    'allow-upload': change('allow-upload', { canUpload: 1 }),
    'deny-upload': change('deny-upload', { canUpload: 0 }),
    mute: change('mute', { canComment: 0 }),
    unmute: change('unmute', { canComment: 1 }),
    'make-admin': change('make-admin', { role: 'admin' }),
    'remove-admin': change('remove-admin', { role: 'member' }),
    'hash-password': { words: [0, 0], run: (ctx) => hashPassword(ctx) },
  },
}

/** Prints the setting for the admin gate's password (A3). */
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
