import { data, redirect } from 'react-router'
import { ownerAtDesk } from '~/features/desk/access/at-desk.server.ts'
import { confirmAgain, confirmationRefusals } from '~/features/desk/access/door.commands.server.ts'
import {
  addPasskey,
  allowCounting,
  endAtDesk,
  endDevice,
  inviteToDesk,
  newBackupCodes,
  resetOwnFactor,
  takePasskeyAway,
} from '~/features/desk/access/people.commands.server.ts'
import { nameOnSheet } from '~/features/desk/access/people.queries.server.ts'
import {
  type DeskPersonAct,
  deskPersonActs,
  isDeskPersonAct,
  type PeopleFailure,
  peopleRefusals,
} from '~/features/desk/access/texts.ts'
import { ConfirmAgain } from '~/features/desk/access/ui/confirm-again.tsx'
import css from '~/features/desk/access/ui/door.module.css'
import { BackupCodeList } from '~/features/desk/access/ui/door.tsx'
import { PasskeyButton } from '~/features/desk/access/ui/passkey-button.tsx'
import { href } from '~/href.ts'
import { type DeskPerson, isConfirmed, memberId } from '~/kernel/actor.ts'
import { readEmail } from '~/kernel/email.ts'
import { fieldOf, formOf, requestIdOf } from '~/kernel/form.ts'
import { asFormAnswer, type Refusal } from '~/kernel/refusal.ts'
import { type Result, refused } from '~/kernel/result.ts'
import type { AppContext, RequestContext } from '~/server/app-context.ts'
import { appContext } from '~/services.server.ts'
import { DeskForm, type FormAnswer } from '~/ui/desk-form.tsx'
import { DeskPage } from '~/ui/desk-page.tsx'
import { TextField } from '~/ui/form.tsx'
import { orLost, useLastAnswer } from '~/ui/lost-request.ts'
import type { Route } from './+types/desk-person-act'

interface DeskPersonAnswer extends FormAnswer {
  readonly typed?: { readonly email: string; readonly role: string }
  readonly backupCodes?: readonly string[]
}

function DeskPersonSheet({
  act,
  name,
  asks,
  requestId,
  answer,
}: {
  readonly act: DeskPersonAct
  /** Of the person, device or passkey. */
  readonly name: string
  /** N3. */
  readonly asks: boolean
  readonly requestId: string
  readonly answer: DeskPersonAnswer | undefined
}) {
  const { title, sentence, button, danger } = deskPersonActs[act]
  if (answer?.backupCodes) return <NewCodes codes={answer.backupCodes} />
  const needsDevice = act === 'passkey' && !asks
  return (
    <DeskPage title={title} back={href('/admin/helpers')}>
      <DeskForm
        requestId={requestId}
        answer={answer}
        failed={`「${title}」はできませんでした。`}
        sentence={name === '' ? sentence : `${name}：${sentence}`}
        button={act === 'passkey' && asks ? '確かめる' : button}
        busy="お待ちください…"
        danger={danger}
      >
        {act === 'invite' ? <Invitation answer={answer} /> : null}
        {needsDevice ? (
          <PasskeyButton name="newPasskey" does="create">
            顔・指紋を設定する
          </PasskeyButton>
        ) : null}
        <ConfirmAgain asks={asks} errors={answer?.errors} />
      </DeskForm>
    </DeskPage>
  )
}

function Invitation({ answer }: { readonly answer: DeskPersonAnswer | undefined }) {
  const { typed, errors } = answer ?? {}
  return (
    <>
      <TextField
        label="メールアドレス"
        name="email"
        type="email"
        required
        maxLength={254}
        hint="ギャラリーの会員で、メールアドレスの確認が済んだ方。"
        defaultValue={typed?.email}
        error={errors?.email}
      />
      <fieldset className={css.roles}>
        <legend>役割</legend>
        <label>
          <input type="radio" name="role" value="packer" defaultChecked={typed?.role !== 'owner'} />
          <span>
            発送係<small>注文を見て、発送します。売上や返金は見えません。</small>
          </span>
        </label>
        <label>
          <input type="radio" name="role" value="owner" defaultChecked={typed?.role === 'owner'} />
          <span>
            店主<small>すべてのことができます。ギャラリーの管理者にもなります。</small>
          </span>
        </label>
      </fieldset>
    </>
  )
}

function NewCodes({ codes }: { readonly codes: readonly string[] }) {
  return (
    <DeskPage title="新しい予備のコード" back={href('/admin/helpers')}>
      <p>
        前のコードは、もう使えません。紙に書くか、安全な場所にコピーしてください。この画面を閉じると、もう見られません。
      </p>
      <BackupCodeList codes={codes} />
    </DeskPage>
  )
}

const ownerAt = (ctx: RequestContext, act: string): { actor: DeskPerson; act: DeskPersonAct } => {
  const actor = ownerAtDesk(ctx)
  if (!isDeskPersonAct(act)) throw data(null, { status: 404 })
  return { actor, act }
}

/** The sheet of one act; 404 when its subject no longer exists. */
export const loader = async ({ params, url, context }: Route.LoaderArgs) => {
  const ctx = context.get(appContext)
  const { actor, act } = ownerAt(ctx, params.act)
  const name = await nameOnSheet(ctx, actor, act, url.searchParams.get('of') ?? '')
  if (name === undefined) throw data(null, { status: 404 })
  return { act, name, asks: act !== 'device' && !isConfirmed(actor, ctx.now()), requestId: ctx.newId() }
}

/** Returns the backup codes to show, or null. */
const done = async (
  ctx: AppContext,
  actor: DeskPerson,
  act: DeskPersonAct,
  form: FormData,
  { of, userAgent }: { readonly of: string; readonly userAgent: string },
): Promise<Result<unknown, PeopleFailure>> => {
  const requestId = requestIdOf(form)
  if (act === 'invite') {
    const email = readEmail(fieldOf(form, 'email'))
    if (!email.ok) return refused('bad-email')
    return inviteToDesk(ctx, actor, {
      requestId,
      email: email.value,
      role: fieldOf(form, 'role') === 'owner' ? 'owner' : 'packer',
    })
  }
  if (act === 'end') return endAtDesk(ctx, actor, { requestId, member: memberId(of) })
  if (act === 'count' || act === 'no-count')
    return allowCounting(ctx, actor, { requestId, member: memberId(of), may: act === 'count' })
  if (act === 'codes') return newBackupCodes(ctx, actor, { requestId })
  if (act === 'passkey')
    return addPasskey(ctx, actor, { requestId, json: fieldOf(form, 'newPasskey'), userAgent })
  if (act === 'passkey-remove') return takePasskeyAway(ctx, actor, { requestId, passkey: of })
  return act === 'reset'
    ? resetOwnFactor(ctx, actor, { requestId })
    : endDevice(ctx, actor, { requestId, device: of })
}

/** Performs the act once the owner has confirmed with a second factor (N3). */
export const action = async ({ params, url, request, context }: Route.ActionArgs) => {
  const ctx = context.get(appContext)
  const { actor, act } = ownerAt(ctx, params.act)
  const form = await formOf(request)
  const typed = { email: fieldOf(form, 'email', 254), role: fieldOf(form, 'role', 20) }
  const refuse = (refusal: Refusal) =>
    data<DeskPersonAnswer>(
      { ...asFormAnswer(refusal), typed, requestId: requestIdOf(form) },
      { status: refusal.status },
    )
  const shown = act === 'device' ? { ok: true as const, value: actor } : await confirmAgain(ctx, actor, form)
  if (!shown.ok) return refuse(confirmationRefusals[shown.error])
  // The passkey prompt opens only after this.
  if (act === 'passkey' && fieldOf(form, 'newPasskey') === '' && shown.value !== actor)
    return data<DeskPersonAnswer>({})
  const of = url.searchParams.get('of') ?? ''
  const userAgent = request.headers.get('user-agent') ?? ''
  const result = await done(ctx, shown.value, act, form, { of, userAgent })
  if (!result.ok) {
    if (result.error === 'not-found') throw data(null, { status: 404 })
    return refuse(peopleRefusals[result.error])
  }
  if (Array.isArray(result.value) && result.value.length > 0)
    return data<DeskPersonAnswer>({ backupCodes: result.value.map(String) })
  return redirect(act === 'reset' ? href('/admin/enter') : href('/admin/helpers', { done: act }))
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => orLost(serverAction)

export default function DeskPersonActRoute({ loaderData, actionData }: Route.ComponentProps) {
  return <DeskPersonSheet {...loaderData} answer={useLastAnswer(actionData)} />
}
