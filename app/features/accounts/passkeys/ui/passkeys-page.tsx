import { href } from '~/href.ts'
import { ok } from '~/kernel/result.ts'
import { Button } from '~/ui/button.tsx'
import { FormCard, PasswordField, SubmitButton, TextField } from '~/ui/form.tsx'
import { LostNotice } from '~/ui/lost-notice.tsx'
import { Notice } from '~/ui/notice.tsx'
import { OwnRow, OwnRows } from '~/ui/own-rows.tsx'
import { PasskeyPress, type PressFailure, usePasskeys } from '~/ui/passkey-press.tsx'
import { PopoverDialog } from '~/ui/popover-dialog.tsx'
import { PressForm } from '~/ui/press-form.tsx'
import { useFocusOnFirstError, useFocusOnStep } from '~/ui/use-form-focus.ts'
import { mostPasskeys } from '../../rules.ts'
import { longestLabel, type OwnPasskey } from '../rules.ts'
import { passkeyTexts } from '../texts.ts'

/** Of the form that adds one; with `options` the password was right, and the device is asked next. */
export interface AddingState {
  readonly label: string
  readonly options?: object
  readonly failure?: string
  readonly errors?: Readonly<Record<string, string>>
}

/** Her passkeys, each with its removal, and the way to add one. */
export function PasskeysPage({
  passkeys,
  mayAdd,
  device,
  state,
}: {
  readonly passkeys: readonly OwnPasskey[]
  /** False where the shop's address allows none. */
  readonly mayAdd: boolean
  /** What the form calls this device. */
  readonly device: string
  readonly state: AddingState | undefined
}) {
  return (
    <>
      <p>{passkeyTexts.what}</p>
      {passkeys.length === 0 ? (
        <p>パスキーは、まだありません。</p>
      ) : (
        <OwnRows label="あなたのパスキー">
          {passkeys.map((passkey) => (
            <Passkey key={passkey.id} passkey={passkey} />
          ))}
        </OwnRows>
      )}
      {!mayAdd ? (
        <p>{passkeyTexts.notHere}</p>
      ) : passkeys.length >= mostPasskeys ? (
        <p>パスキーは{mostPasskeys}個までです。追加するには、使わないものを削除してください。</p>
      ) : (
        <Adding device={device} state={state} />
      )}
    </>
  )
}

function Passkey({ passkey: { id, label, added, lastUsed } }: { readonly passkey: OwnPasskey }) {
  const question = `remove-passkey-${id}`
  return (
    <OwnRow
      what={
        <>
          <span>{label}</span>
          <small>
            {added}に追加、{lastUsed === null ? 'まだ使われていません' : `最後のご利用 ${lastUsed}`}
          </small>
        </>
      }
    >
      <Button look="secondary" popoverTarget={question} aria-label={`パスキー「${label}」を削除`}>
        削除
      </Button>
      <PopoverDialog id={question} label="パスキーの削除" asks={`パスキー「${label}」を削除しますか？`}>
        <p>このパスキーではログインできなくなります。端末に残ったものは、端末の設定で消してください。</p>
        <PressForm action={href('/gallery/mypage/passkeys')} failed={passkeyTexts.notRemoved}>
          <input type="hidden" name="step" value="remove" />
          <input type="hidden" name="passkey" value={id} />
          <SubmitButton look="danger" busy="削除しています…">
            削除する
          </SubmitButton>
        </PressForm>
        <Button look="secondary" wide popoverTarget={question} popoverTargetAction="hide">
          やめる
        </Button>
      </PopoverDialog>
    </OwnRow>
  )
}

/** Shown with script alone, where the device can make one (W64): nothing stands here that cannot work. */
function Adding({ device, state }: { readonly device: string; readonly state: AddingState | undefined }) {
  const form = useFocusOnFirstError(state)
  const has = usePasskeys('create')
  if (has === undefined)
    return (
      <noscript>{import.meta.env.SSR ? <p>パスキーの追加には、JavaScriptが必要です。</p> : null}</noscript>
    )
  if (!has) return <p>{passkeyTexts.notHere}</p>
  return (
    <section className="stack-4" aria-labelledby="add-passkey">
      <h2 id="add-passkey">この端末にパスキーを追加</h2>
      {state?.options === undefined ? (
        <FormCard ref={form} failure={state?.failure} failed={passkeyTexts.notAdded}>
          <input type="hidden" name="step" value="begin" />
          <TextField
            label="パスキーの名前"
            name="label"
            required
            hint={`${longestLabel}文字以内。あとで見分けるための、あなただけに見える名前です。`}
            defaultValue={state?.label ?? device}
            error={state?.errors?.label}
          />
          <PasswordField
            label="現在のパスワード"
            name="password"
            autoComplete="current-password"
            error={state?.errors?.password}
          />
          <SubmitButton busy="確かめています…">次へ</SubmitButton>
        </FormCard>
      ) : (
        <Making label={state.label} options={state.options} />
      )}
    </section>
  )
}

/** The password was right: the device makes one at a press, which older Safari asks for. */
function Making({ label, options }: { readonly label: string; readonly options: object }) {
  const words = useFocusOnStep()
  return (
    <FormCard failed={passkeyTexts.notAdded}>
      <p ref={words} tabIndex={-1}>
        続けて次のボタンを押して、端末の案内にしたがってください。
      </p>
      <input type="hidden" name="step" value="add" />
      <input type="hidden" name="label" value={label} />
      <PasskeyPress<never>
        name="answer"
        does="create"
        look="primary"
        options={async () => ok(options)}
        failure={(why) => <NotMade why={why} />}
      >
        顔・指紋・画面ロックで確かめる
      </PasskeyPress>
      <button type="submit" hidden />
    </FormCard>
  )
}

function NotMade({ why }: { readonly why: PressFailure<never> }) {
  if (why === 'known') return <Notice kind="error">この端末のパスキーは、もう追加してあります。</Notice>
  if (why === 'refused')
    return (
      <Notice kind="error">{passkeyTexts.notAdded}取りやめたときは、もう一度ボタンを押してください。</Notice>
    )
  return <LostNotice failed={passkeyTexts.notAdded} lost={why} />
}
