import { data } from 'react-router'
import { deleteMemberAccount, endMemberDevices } from '~/features/accounts/members/commands.server.ts'
import { memberOfDesk } from '~/features/accounts/members/page.queries.server.ts'
import { isMemberSheet, type MemberSheet, memberSheets } from '~/features/accounts/members/texts.ts'
import { deviceName } from '~/features/accounts/rules.ts'
import {
  allowCommenting,
  allowPosting,
  liftSuspension,
  stopCommenting,
  stopPosting,
  suspendMember,
} from '~/features/accounts/standing/commands.server.ts'
import { longestReason, needsReason } from '~/features/accounts/standing/rules.ts'
import { ownerAtDesk } from '~/features/desk/access/at-desk.server.ts'
import { deskAction, type Press, press } from '~/features/desk/access/desk-action.server.ts'
import { ConfirmAgain } from '~/features/desk/access/ui/confirm-again.tsx'
import { href } from '~/href.ts'
import { isConfirmed } from '~/kernel/actor.ts'
import type { AppContext } from '~/server/app-context.ts'
import { readOrUnavailable } from '~/server/read-or-failure.ts'
import { appContext } from '~/services.server.ts'
import { DeskForm } from '~/ui/desk-form.tsx'
import { DeskPage } from '~/ui/desk-page.tsx'
import { TextField } from '~/ui/form.tsx'
import { orLost, useLastAnswer } from '~/ui/lost-request.ts'
import { reloadAfter } from '~/ui/reload-after.ts'
import type { Route } from './+types/member-act'

/** The sheet of one act; 404 where its member, or its device, is gone. */
export const loader = async ({ params: { id, act }, url, context }: Route.LoaderArgs) => {
  const ctx = context.get(appContext)
  const actor = ownerAtDesk(ctx)
  if (!isMemberSheet(act)) throw data(null, { status: 404 })
  const member = await readOrUnavailable(ctx, 'a member at the desk', (db) => memberOfDesk(db, id, ctx.now()))
  if (member === undefined) throw data(null, { status: 404 })
  const of = url.searchParams.get('of') ?? ''
  const device = member.devices.find((each) => each.id === of)
  if (act === 'end-devices' && of !== '' && device === undefined) throw data(null, { status: 404 })
  return {
    act,
    id: String(member.id),
    name: member.name,
    device: device === undefined ? null : deviceName(device.userAgent),
    version: member.standing.version,
    hasReason: act !== 'end-devices' && act !== 'delete' && needsReason(act),
    asks: act === 'delete' && !isConfirmed(actor, ctx.now()),
    requestId: ctx.newId(),
  }
}

const presses = (
  act: MemberSheet,
  at: { readonly id: string; readonly of: string },
): Press<AppContext, never> => {
  const done = (by: { readonly act: { readonly name: string } }) => ({
    at,
    done: () => href('/admin/members/:id', { id: at.id, done: by.act.name }),
  })
  const ofSheets = {
    'stop-posting': () => press(stopPosting, done(stopPosting)),
    'allow-posting': () => press(allowPosting, done(allowPosting)),
    'stop-commenting': () => press(stopCommenting, done(stopCommenting)),
    'allow-commenting': () => press(allowCommenting, done(allowCommenting)),
    suspend: () => press(suspendMember, done(suspendMember)),
    lift: () => press(liftSuspension, done(liftSuspension)),
    'end-devices': () => press(endMemberDevices, done(endMemberDevices)),
    delete: () =>
      press(deleteMemberAccount, {
        at,
        done: () => href('/admin/members', { done: deleteMemberAccount.act.name }),
      }),
  } as const satisfies Readonly<Record<MemberSheet, () => Press<AppContext, never>>>
  return ofSheets[act]()
}

export const action = ({ request, params: { id, act }, url, context }: Route.ActionArgs) => {
  const ctx = context.get(appContext)
  ownerAtDesk(ctx)
  if (!isMemberSheet(act)) throw data(null, { status: 404 })
  return deskAction(ctx, request, presses(act, { id, of: url.searchParams.get('of') ?? '' }))
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => orLost(serverAction)

export const shouldRevalidate = reloadAfter([409])

export default function MemberAct({ loaderData, actionData }: Route.ComponentProps) {
  const { act, id, name, device, version, hasReason, asks, requestId } = loaderData
  const answer = useLastAnswer(actionData)
  const { title, sentence, button, danger } = memberSheets[act]
  return (
    <DeskPage title={title} back={href('/admin/members/:id', { id })}>
      <DeskForm
        requestId={requestId}
        version={version}
        answer={answer}
        failed={`「${title}」はできませんでした。`}
        sentence={`${name} さん${device === null ? '' : `の${device}`}：${sentence}`}
        button={button}
        busy="お待ちください…"
        danger={danger}
      >
        {hasReason ? (
          <TextField
            label="理由"
            name="reason"
            required
            maxLength={longestReason}
            hint={`ご本人が読みます。${longestReason}文字まで。`}
            defaultValue={answer?.typed.reason}
            error={answer?.errors?.reason}
          />
        ) : null}
        <ConfirmAgain asks={asks} errors={answer?.errors} />
      </DeskForm>
    </DeskPage>
  )
}
