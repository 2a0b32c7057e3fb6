import { memberId } from '~/kernel/actor.ts'
import { displayDate } from '~/kernel/dates.ts'
import { readEmail } from '~/kernel/email.ts'
import { ok, type Result, refused } from '~/kernel/result.ts'
import type { AppContext } from '~/server/app-context.ts'
import { membersWithoutPassword } from '~/server/auth/former-members.ts'
import { isAdmin } from '~/server/auth/sessions.ts'
import { inTransaction } from '~/server/database/transaction.ts'
import { refusalLines } from '~/server/desk-act.ts'
import { enqueueMail } from '~/server/mail/outbox.ts'
import type { CommandResult, OwnerAction, OwnerCommand } from '~/server/owner-command.ts'
import { type ReadPassword, readPasswordTyped } from '~/server/read-password.ts'
import { mailTo, passwordInvitationMail } from './mails.rules.ts'
import { passwordFault } from './password-fault.queries.server.ts'
import { changeRights, type RightsChange } from './profile/commands.server.ts'
import {
  allowCommenting,
  allowPosting,
  liftSuspension,
  stopCommenting,
  stopPosting,
  suspendMember,
} from './standing/commands.server.ts'
import { standingOf } from './standing/queries.server.ts'
import { reasonTyped } from './standing/rules.ts'
import { passwordTexts } from './texts.ts'

const mostListed = 1_000

/** Latest first; `total` counts those left out too. */
const membersForOwner = async ({
  db,
  memberSettings,
}: Pick<AppContext, 'db' | 'memberSettings'>): Promise<{
  readonly members: readonly ListedMember[]
  readonly total: number
}> => {
  const [rows, { total }] = await Promise.all([
    db
      .selectFrom('member')
      .leftJoin('memberProfile', 'memberProfile.memberId', 'member.id')
      .leftJoin('deskPerson', 'deskPerson.memberId', 'member.id')
      .select(['email', 'name', 'emailVerified', 'member.createdAt', 'memberProfile.role'])
      .select(['canUpload', 'canComment', 'deskPerson.role as deskRole', 'deskPerson.endedAt as deskEndedAt'])
      .orderBy('member.createdAt', 'desc')
      .orderBy('member.id')
      .limit(mostListed)
      .execute(),
    db
      .selectFrom('member')
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow(),
  ])
  const members = rows.map((row) => ({
    email: row.email,
    name: row.name,
    joinedAt: Date.parse(row.createdAt),
    isVerified: row.emailVerified === 1,
    isAdmin: isAdmin(row, memberSettings),
    canUpload: row.canUpload !== 0,
    canComment: row.canComment !== 0,
  }))
  return { members, total: Number(total) }
}

const memberUsage: readonly string[] = [
  '使い方：',
  '  npm run member -- list                           会員の一覧',
  '  npm run member -- invite                         パスワードのない会員に、案内のメールを1度だけ送る',
  '  npm run member -- allow-upload  メールアドレス   作品を投稿できるようにする',
  '  npm run member -- deny-upload   メールアドレス 理由   作品を投稿できないようにする（理由はご本人が読む。なくてもよい）',
  '  npm run member -- mute          メールアドレス 理由   コメントを書けないようにする',
  '  npm run member -- unmute        メールアドレス   コメントを書けるようにする',
  '  npm run member -- suspend       メールアドレス 理由   利用を停止する',
  '  npm run member -- lift          メールアドレス   停止を解く',
  '  npm run member -- hide 作品かコメントのアドレス 理由   お店から隠す（理由は書いた人にだけ表示。なくてもよい）',
  '  npm run member -- show 作品かコメントのアドレス        また表示する',
  '  npm run member -- make-admin    メールアドレス   管理者にする',
  '  npm run member -- remove-admin  メールアドレス   管理者から外す',
  '  npm run member -- hash-password                  管理画面のパスワードの設定を作る',
  'ログインしたままの会員にも、すぐに反映されます。',
]

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

/** The same act as at the desk; what holds already is said to be done, so that a repetition is harmless. */
const decide = (what: keyof typeof rightsDoneTexts, act: typeof stopPosting): OwnerAction => ({
  words:
    what === 'allow-upload' || what === 'unmute' || what === 'lift' ? [1, 1] : [1, Number.POSITIVE_INFINITY],
  run: async (ctx, [typed = '', ...reason]) => {
    const email = readEmail(typed)
    const member = email.ok
      ? await ctx.db
          .selectFrom('member')
          .where('email', '=', email.value)
          .select(['id', 'name', 'email', 'emailVerified'])
          .executeTakeFirst()
      : undefined
    if (member === undefined) return refuse(unknownMemberText(typed))
    const id = memberId(member.id)
    const { version = 0 } = (await standingOf(ctx.db, id)) ?? {}
    const form = { requestId: ctx.newId(), member: id, version, reason: reasonTyped(reason.join(' ')) }
    const done = await act(ctx, { kind: 'owner' }, form)
    if (!done.ok && done.error !== 'already') return { lines: refusalLines(act, done.error), exitCode: 1 }
    const { postNeedsVerifiedEmail } = ctx.memberSettings
    return {
      lines: [
        rightsDoneTexts[what](`${member.name}さん（${member.email}）`),
        ...(what === 'allow-upload' && postNeedsVerifiedEmail && member.emailVerified === 0
          ? [needsVerifiedText]
          : []),
      ],
      exitCode: 0,
    }
  },
})

const change = (what: 'make-admin' | 'remove-admin', rights: RightsChange): OwnerAction => ({
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
    const { name } = changed.value
    const { adminEmails } = ctx.memberSettings
    return {
      lines: [
        rightsDoneTexts[what](`${name}さん（${email.value}）`),
        ...(what === 'remove-admin' && adminEmails.includes(email.value) ? [stillAdminText] : []),
      ],
      exitCode: 0,
    }
  },
})

const refuse = (line: string): CommandResult => ({ lines: [line], exitCode: 1 })

/**
 * `npm run member -- list | invite | allow-upload EMAIL | deny-upload EMAIL REASON | mute EMAIL REASON | unmute EMAIL |
 * suspend EMAIL REASON | lift EMAIL | make-admin EMAIL | remove-admin EMAIL | hash-password` (A7, A9, A27.2); the comments add `hide` and `show`.
 */
export const memberCommand: OwnerCommand = {
  usage: memberUsage,
  runsWithoutSettings: true,
  actions: {
    list: { words: [0, 0], run: list },
    invite: { words: [0, 0], run: invite },
    'allow-upload': decide('allow-upload', allowPosting),
    'deny-upload': decide('deny-upload', stopPosting),
    mute: decide('mute', stopCommenting),
    unmute: decide('unmute', allowCommenting),
    suspend: decide('suspend', suspendMember),
    lift: decide('lift', liftSuspension),
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

/** `joinedAt` in epoch ms. */
interface ListedMember {
  readonly email: string
  readonly name: string
  readonly joinedAt: number
  readonly isVerified: boolean
  readonly isAdmin: boolean
  readonly canUpload: boolean
  readonly canComment: boolean
}

const membersText = (members: readonly ListedMember[], total: number): string[] => {
  if (total === 0) return ['会員は、まだいません。']
  const left = total - members.length
  return [
    `会員：${total}人`,
    ...members.map(
      ({ email, name, joinedAt, isVerified, isAdmin, canUpload, canComment }) =>
        `  ${email}　${name}　${displayDate(joinedAt)}登録　${[
          isAdmin ? '管理者' : '会員',
          canUpload ? '投稿できる' : '投稿できない',
          ...(canComment ? [] : ['コメントできない']),
          ...(isVerified ? [] : ['メールアドレス未確認']),
        ].join('・')}`,
    ),
    ...(left > 0 ? [`  （ほか${left}人は省略しました）`] : []),
  ]
}

const unknownMemberText = (typed: string): string =>
  `「${typed}」の会員はいません。npm run member -- list でメールアドレスを確かめてください。`

const notVerifiedText = (email: string): string =>
  `${email} は、まだメールアドレスの確認が済んでいません。ご本人のものと分かるまで、管理者にはできません。届いた確認メールのリンクを開いてから、もう一度実行してください。`

const rightsDoneTexts = {
  'allow-upload': (who: string) => `${who}が作品を投稿できるようにしました。`,
  'deny-upload': (who: string) => `${who}が作品を投稿できないようにしました。`,
  mute: (who: string) => `${who}がコメントを書けないようにしました。作品の投稿はそのままです。`,
  unmute: (who: string) => `${who}がコメントを書けるようにしました。`,
  suspend: (who: string) =>
    `${who}の利用を停止しました。作品・プロフィール・コメントは、だれにも見えません。`,
  lift: (who: string) => `${who}の停止を解きました。`,
  'make-admin': (who: string) => `${who}を管理者にしました。`,
  'remove-admin': (who: string) => `${who}を管理者から外しました。`,
} as const

const stillAdminText =
  'ただし、このメールアドレスは設定 ADMIN_EMAILS にもあります。そこから消してお店を開き直すまで、管理者のままです。'

const needsVerifiedText =
  'ただし、メールアドレスの確認が済むまでは投稿できません（設定 POST_NEEDS_VERIFIED_EMAIL）。'
