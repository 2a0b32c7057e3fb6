import type { Owner } from '~/kernel/actor.ts'
import { displayDate, displayMoment } from '~/kernel/dates.ts'
import { readEmail } from '~/kernel/email.ts'
import { linkHours } from '~/kernel/mail.ts'
import { waitingInvitations } from '~/server/auth/desk-invitations.ts'
import { deskPeople } from '~/server/auth/desk-people.ts'
import { refusalLines } from '~/server/desk-act.ts'
import type { CommandResult, OwnerAction, OwnerCommand } from '~/server/owner-command.ts'
import {
  allowCounting,
  endAtDesk,
  inviteToDesk,
  resetFactor,
  withdrawInvitation,
} from './people.commands.server.ts'
import { inviteeAt } from './people.queries.server.ts'
import { peopleRefusals, roleNames } from './texts.ts'

const owner: Owner = { kind: 'owner' }

const usage: readonly string[] = [
  '使い方：',
  '  npm run desk -- list                           お店の机に入れる人の一覧',
  `  npm run desk -- invite owner  メールアドレス   店主として招待する（メールのリンクから始めます。${linkHours.invitation}時間）`,
  '  npm run desk -- invite packer メールアドレス   発送係として招待する',
  '  npm run desk -- withdraw      メールアドレス   まだ使われていない招待を取り消す',
  '  npm run desk -- reset-factor  メールアドレス   電話をなくした方に、設定し直すリンクを送る',
  '  npm run desk -- count         メールアドレス   発送係に、在庫も数えてもらう',
  '  npm run desk -- no-count      メールアドレス   在庫は見るだけにする',
  '  npm run desk -- end           メールアドレス   お店の机に入れないようにする',
]

const refuse = (...lines: readonly string[]): CommandResult => ({ lines, exitCode: 1 })
const done = (line: string): CommandResult => ({ lines: [line], exitCode: 0 })

const invite: OwnerAction['run'] = async (ctx, [role, typed = '']) => {
  if (role !== 'owner' && role !== 'packer') return undefined
  const email = readEmail(typed)
  if (!email.ok) return refuse(peopleRefusals['bad-email'].text)
  const invited = await inviteToDesk(ctx, owner, { requestId: ctx.newId(), email: email.value, role })
  return invited.ok
    ? done(
        `${invited.value}さん（${email.value}）に、${roleNames[role]}としての招待のメールを送りました。${linkHours.invitation}時間有効です。`,
      )
    : refuse(...refusalLines(inviteToDesk, invited.error))
}

const reset: OwnerAction['run'] = async (ctx, [typed = '']) => {
  const email = readEmail(typed)
  if (!email.ok) return refuse(peopleRefusals['bad-email'].text)
  const sent = await resetFactor(ctx, owner, { requestId: ctx.newId(), email: email.value })
  return sent.ok
    ? done(
        `${sent.value}さん（${email.value}）に、設定し直すリンクを送りました。それまで、お店の机には入れません。`,
      )
    : refuse(...refusalLines(resetFactor, sent.error))
}

const end: OwnerAction['run'] = async (ctx, [typed = '']) => {
  const email = readEmail(typed)
  const member = email.ok ? await inviteeAt(ctx.db, email.value) : email
  if (!member.ok) return refuse(peopleRefusals['unknown-member'].text)
  const ended = await endAtDesk(ctx, owner, { requestId: ctx.newId(), member: member.value.id })
  return ended.ok
    ? done(`${ended.value}さんは、お店の机に入れなくなりました。`)
    : refuse(...refusalLines(endAtDesk, ended.error))
}

const withdraw: OwnerAction['run'] = async (ctx, [typed = '']) => {
  const email = readEmail(typed)
  const member = email.ok ? await inviteeAt(ctx.db, email.value) : email
  if (!member.ok) return refuse(peopleRefusals['unknown-member'].text)
  const form = { requestId: ctx.newId(), member: member.value.id }
  const withdrawn = await withdrawInvitation(ctx, owner, form)
  return withdrawn.ok
    ? done(`${withdrawn.value}さんへの招待を取り消しました。メールのリンクは、もう使えません。`)
    : refuse(...refusalLines(withdrawInvitation, withdrawn.error))
}

const counting =
  (may: boolean): OwnerAction['run'] =>
  async (ctx, [typed = '']) => {
    const email = readEmail(typed)
    const member = email.ok ? await inviteeAt(ctx.db, email.value) : email
    if (!member.ok) return refuse(peopleRefusals['unknown-member'].text)
    const form = { requestId: ctx.newId(), member: member.value.id, may }
    const answer = await allowCounting(ctx, owner, form)
    if (!answer.ok) return refuse(...refusalLines(allowCounting, answer.error))
    return done(`${answer.value}さんは、在庫を${may ? '数えられるように' : '見るだけに'}なりました。`)
  }

const list: OwnerAction['run'] = async ({ db, now }) => {
  const people = await deskPeople(db)
  const waiting = (await waitingInvitations(db, now())).map(
    ({ email, name, role, expiresAt }) =>
      `  ${email}　${name}　${roleNames[role]}　招待中（${displayMoment(expiresAt)}まで）`,
  )
  const nobody =
    'お店の机に入れる人は、まだいません。npm run desk -- invite owner メールアドレス で招待できます。'
  const present = people.map(
    ({ email, name, role, createdAt, codesNotedAt }) =>
      `  ${email}　${name}　${roleNames[role]}　${displayDate(createdAt)}から${codesNotedAt === null ? '（準備中）' : ''}`,
  )
  return { lines: [...(people.length === 0 ? [nobody] : present), ...waiting], exitCode: 0 }
}

/** `npm run desk -- list | invite owner|packer EMAIL | withdraw EMAIL | reset-factor EMAIL | count EMAIL | no-count EMAIL | end EMAIL` (N9, N79, K21). */
export const deskCommand: OwnerCommand = {
  usage,
  actions: {
    list: { words: [0, 0], run: list },
    invite: { words: [2, 2], run: invite },
    withdraw: { words: [1, 1], run: withdraw },
    'reset-factor': { words: [1, 1], run: reset },
    count: { words: [1, 1], run: counting(true) },
    'no-count': { words: [1, 1], run: counting(false) },
    end: { words: [1, 1], run: end },
  },
}
