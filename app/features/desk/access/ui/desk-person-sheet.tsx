import { href } from '~/href.ts'
import { DeskForm, type FormAnswer } from '~/ui/desk-form.tsx'
import { DeskPage } from '~/ui/desk-page.tsx'
import { TextField } from '~/ui/form.tsx'
import { type DeskPersonAct, deskPersonActs } from '../texts.ts'
import { ConfirmAgain } from './confirm-again.tsx'
import css from './door.module.css'
import { BackupCodeList } from './door.tsx'
import { PasskeyButton } from './passkey-button.tsx'

export interface DeskPersonAnswer extends FormAnswer {
  readonly typed?: { readonly email: string; readonly role: string }
  readonly backupCodes?: readonly string[]
}

export function DeskPersonSheet({
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
