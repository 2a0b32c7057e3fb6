import { href } from '~/href.ts'
import { ButtonLink } from '~/ui/button.tsx'
import { DeskFoot, DeskMore, DeskPage } from '~/ui/desk-page.tsx'
import { FormCard, PasswordField, SubmitButton, TextField } from '~/ui/form.tsx'
import { Notice } from '~/ui/notice.tsx'
import { useFocusOnFirstError } from '~/ui/use-form-focus.ts'
import css from './door.module.css'
import { usePasskeys } from '~/ui/passkey-press.tsx'
import { PasskeyButton } from './passkey-button.tsx'

export interface DoorAnswer {
  readonly failure?: string
  readonly errors?: Readonly<Record<string, string>>
  /** Never shown again. */
  readonly backupCodes?: readonly string[]
}

interface DoorFacts {
  readonly step: 'set-up' | 'too-late' | 'code'
  readonly asksPassword: boolean
  readonly app?: {
    readonly address: string
    readonly secret: string
    readonly qr: { readonly size: number; readonly path: string }
  }
  readonly passkey: 'use' | 'create' | null
  readonly presentCode?: string
}

export function DoorPage({
  door,
  answer,
}: {
  readonly door: DoorFacts
  readonly answer: DoorAnswer | undefined
}) {
  if (answer?.backupCodes) return <BackupCodes codes={answer.backupCodes} />
  if (door.step === 'too-late')
    return (
      <DeskPage title="お店の机">
        <p>準備の期限が過ぎました。店主に、もう一度招待のメールを送ってもらってください。</p>
        <ButtonLink to={href('/')}>お店へ</ButtonLink>
      </DeskPage>
    )
  return (
    <DeskPage title={door.app ? 'お店の机に入る準備' : 'お店の机に入る'}>
      {door.passkey === 'create' ? <NewPasskey asksPassword={door.asksPassword} answer={answer} /> : null}
      {door.app ? <SetUp app={door.app} /> : null}
      <CodeForm door={door} answer={answer} />
    </DeskPage>
  )
}

/** Comes first on a phone, as nothing has to be installed. */
function NewPasskey({
  asksPassword,
  answer,
}: {
  readonly asksPassword: boolean
  readonly answer: DoorAnswer | undefined
}) {
  if (usePasskeys('create') !== true) return null
  return (
    <section className={`stack-3 ${css.setUp}`} aria-labelledby="new-passkey">
      <h2 id="new-passkey">この端末の顔・指紋で入る</h2>
      <p>いちばん簡単な方法です。次からは、画面のロックを外すのと同じ操作で入れます。</p>
      <FormCard failure={answer?.failure} failed="設定できませんでした。">
        {asksPassword ? <OwnPassword error={answer?.errors?.password} /> : null}
        <PasskeyButton name="newPasskey" does="create">
          顔・指紋を設定する
        </PasskeyButton>
      </FormCard>
    </section>
  )
}

function OwnPassword({ error }: { readonly error: string | undefined }) {
  return (
    <PasswordField
      label="パスワード"
      name="password"
      autoComplete="current-password"
      hint="しばらくぶりの端末なので、パスワードも確かめます。"
      error={error}
    />
  )
}

function SetUp({ app }: { readonly app: NonNullable<DoorFacts['app']> }) {
  const { address, secret, qr } = app
  return (
    <section className={`stack-3 ${css.setUp}`} aria-labelledby="set-up">
      <h2 id="set-up">認証アプリに追加する</h2>
      <p>
        パスワードのほかに、認証アプリの6けたのコードで入ります。この電話に認証アプリがあれば、次のボタンで追加できます。
      </p>
      <p>
        <a className={css.add} href={address}>
          認証アプリに追加
        </a>
      </p>
      <p>
        アプリに書き写すときの文字：
        <code className={css.secret}>{secret}</code>
      </p>
      <DeskMore name="ほかの端末のアプリで読み取る">
        <svg
          className={css.qr}
          viewBox={`0 0 ${qr.size} ${qr.size}`}
          role="img"
          aria-label="認証アプリで読み取る模様"
        >
          <rect width={qr.size} height={qr.size} fill="#ffffff" />
          <path d={qr.path} fill="#000000" />
        </svg>
      </DeskMore>
    </section>
  )
}

function CodeForm({ door, answer }: { readonly door: DoorFacts; readonly answer: DoorAnswer | undefined }) {
  const form = useFocusOnFirstError(answer)
  const { errors } = answer ?? {}
  return (
    <FormCard
      ref={form}
      failure={door.passkey === 'create' ? undefined : answer?.failure}
      failed="お店の机に入れませんでした。"
    >
      {door.presentCode === undefined ? null : (
        <Notice>
          練習用のお店です。いまのコードは <strong>{door.presentCode}</strong> です。
        </Notice>
      )}
      {door.passkey === 'use' ? (
        <PasskeyButton name="passkey" does="use">
          この端末の顔・指紋で入る
        </PasskeyButton>
      ) : null}
      {door.asksPassword ? <OwnPassword error={errors?.password} /> : null}
      <TextField
        label={door.step === 'set-up' ? 'アプリに出た6けたのコード' : 'コード'}
        name="code"
        required
        autoComplete="one-time-code"
        inputMode={door.step === 'set-up' ? 'numeric' : 'text'}
        maxLength={20}
        hint={door.step === 'set-up' ? undefined : '認証アプリの6けたの数字か、予備のコードのひとつ。'}
        error={errors?.code}
      />
      <DeskFoot>
        <SubmitButton name="step" value="code" busy="確かめています…">
          入る
        </SubmitButton>
      </DeskFoot>
    </FormCard>
  )
}

/** The person goes on only after confirming that she has them. */
function BackupCodes({ codes }: { readonly codes: readonly string[] }) {
  return (
    <DeskPage title="予備のコード">
      <p>
        電話をなくしたとき、このコードのひとつで入れます。ひとつのコードは一度だけ使えます。この画面を閉じると、もう見られません。
      </p>
      <BackupCodeList codes={codes} />
      <FormCard failed="続けられませんでした。">
        <DeskFoot>
          <p>紙に書くか、安全な場所にコピーしてから進んでください。</p>
          <SubmitButton name="step" value="noted" busy="お待ちください…">
            コピーした
          </SubmitButton>
        </DeskFoot>
      </FormCard>
    </DeskPage>
  )
}

export function BackupCodeList({ codes }: { readonly codes: readonly string[] }) {
  return (
    <ul className={css.codes}>
      {codes.map((code) => (
        <li key={code}>
          <code>{code}</code>
        </li>
      ))}
    </ul>
  )
}
