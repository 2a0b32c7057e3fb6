import { data } from 'react-router'
import { ownerAtDesk } from '~/features/desk/access/at-desk.server.ts'
import { deskAction, type Press, press } from '~/features/desk/access/desk-action.server.ts'
import {
  addPasskey,
  allowCounting,
  endAtDesk,
  endDevice,
  inviteToDesk,
  newBackupCodes,
  resetOwnFactor,
  type SheetAt,
  takePasskeyAway,
  withdrawInvitation,
} from '~/features/desk/access/people.commands.server.ts'
import { nameOnSheet } from '~/features/desk/access/people.queries.server.ts'
import { type DeskPersonAct, deskPersonActs, isDeskPersonAct } from '~/features/desk/access/texts.ts'
import { ConfirmAgain } from '~/features/desk/access/ui/confirm-again.tsx'
import css from '~/features/desk/access/ui/door.module.css'
import { BackupCodeList } from '~/features/desk/access/ui/door.tsx'
import { PasskeyButton } from '~/features/desk/access/ui/passkey-button.tsx'
import { href } from '~/href.ts'
import { type DeskPerson, isConfirmed } from '~/kernel/actor.ts'
import { longestEmail } from '~/kernel/email.ts'
import type { AppContext, RequestContext } from '~/server/app-context.ts'
import { appContext } from '~/services.server.ts'
import { type DeskAnswer, DeskForm } from '~/ui/desk-form.tsx'
import { DeskPage } from '~/ui/desk-page.tsx'
import { TextField } from '~/ui/form.tsx'
import { orLost, useLastAnswer } from '~/ui/lost-request.ts'
import { Notice } from '~/ui/notice.tsx'
import { usePasskeys } from '~/ui/passkey-press.tsx'
import type { Route } from './+types/desk-person-act'

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
  readonly answer: (DeskAnswer & { readonly more?: { readonly backupCodes: readonly string[] } }) | undefined
}) {
  const { title, sentence, button, danger } = deskPersonActs[act]
  const hasPasskeys = usePasskeys('create')
  if (answer?.more !== undefined) return <NewCodes codes={answer.more.backupCodes} />
  if (act === 'passkey' && hasPasskeys === false) return <NoPasskeys title={title} />
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
        {act === 'passkey' && asks ? <input type="hidden" name="step" value="confirm" /> : null}
        <ConfirmAgain asks={asks} errors={answer?.errors} />
      </DeskForm>
    </DeskPage>
  )
}

function NoPasskeys({ title }: { readonly title: string }) {
  return (
    <DeskPage title={title} back={href('/admin/helpers')}>
      <Notice>
        この端末やブラウザーでは、顔・指紋を使えません。画面のロックを設定した電話かパソコンのブラウザーで、このページを開いてください。
      </Notice>
    </DeskPage>
  )
}

function Invitation({ answer }: { readonly answer: DeskAnswer | undefined }) {
  const { typed, errors } = answer ?? {}
  return (
    <>
      <TextField
        label="メールアドレス"
        name="email"
        type="email"
        required
        maxLength={longestEmail}
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

const presses = (
  act: DeskPersonAct,
  at: SheetAt & { readonly act: string },
): Press<AppContext, { readonly backupCodes: readonly string[] }> => {
  const page = { at, done: () => href('/admin/helpers', { done: act }) }
  const ofSheets = {
    invite: () => press(inviteToDesk, page),
    withdraw: () => press(withdrawInvitation, page),
    end: () => press(endAtDesk, page),
    count: () => press(allowCounting, page),
    'no-count': () => press(allowCounting, page),
    device: () => press(endDevice, page),
    codes: () =>
      press(newBackupCodes, {
        at,
        done: (backupCodes) =>
          backupCodes.length > 0 ? { status: 200, answer: {}, more: { backupCodes } } : page.done(),
      }),
    passkey: () => press(addPasskey, page),
    'passkey-remove': () => press(takePasskeyAway, page),
    reset: () => press(resetOwnFactor, { at, done: () => href('/admin/enter') }),
  } as const satisfies Readonly<
    Record<DeskPersonAct, () => Press<AppContext, { readonly backupCodes: readonly string[] }>>
  >
  return ofSheets[act]()
}

/** Performs the act once the owner has confirmed with a second factor (N3). */
export const action = ({ params, url, request, context }: Route.ActionArgs) => {
  const ctx = context.get(appContext)
  const { act } = ownerAt(ctx, params.act)
  const of = url.searchParams.get('of') ?? ''
  const userAgent = request.headers.get('user-agent') ?? ''
  return deskAction(ctx, request, presses(act, { act, of, userAgent }))
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => orLost(serverAction)

export default function DeskPersonActRoute({ loaderData, actionData }: Route.ComponentProps) {
  return <DeskPersonSheet {...loaderData} answer={useLastAnswer(actionData)} />
}
