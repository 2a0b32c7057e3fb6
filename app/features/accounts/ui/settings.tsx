import type { ReactNode } from 'react'
import { href } from '~/href.ts'
import { ButtonLink } from '~/ui/button.tsx'
import { SubmitButton } from '~/ui/form.tsx'
import { Notice } from '~/ui/notice.tsx'
import { OwnRow, OwnRows } from '~/ui/own-rows.tsx'
import { PressForm } from '~/ui/press-form.tsx'
import type { AccountSettings, OwnDevice } from '../rules.ts'
import { passkeysEnd } from '../texts.ts'
import { LogoutForm } from './logout-form.tsx'
import css from './settings.module.css'

/** `blocks` is the list of whom she blocks. */
export function Settings({
  settings,
  blocks,
}: {
  readonly settings: AccountSettings
  readonly blocks: ReactNode
}) {
  return (
    <div className={css.settings}>
      <Section heading="プロフィールと作品">
        <p className={`row-3 ${css.buttons}`}>
          <ButtonLink to={href('/gallery/profile-edit')} look="secondary">
            プロフィールを編集
          </ButtonLink>
          <ButtonLink to={href('/gallery/mypage', { tab: 'recipes' })} look="secondary">
            投稿を管理
          </ButtonLink>
        </p>
      </Section>
      <Section heading="メールアドレス">
        <Address settings={settings} />
        <PageLink to={href('/gallery/mypage/email')} look="secondary" text="メールアドレスを変更" />
      </Section>
      <Section heading="パスワード">
        <p>変更すると、すべての端末からログアウトします。{settings.passkeys ? passkeysEnd : ''}</p>
        <PageLink to={href('/gallery/mypage/password')} look="secondary" text="パスワードを変更" />
      </Section>
      {settings.passkeys === null ? null : (
        <Section heading="パスキー">
          <p>
            {settings.passkeys === 0
              ? '端末の顔認証・指紋・画面ロックでログインできるようになります。'
              : `${settings.passkeys}個のパスキーでログインできます。`}
          </p>
          <PageLink
            to={href('/gallery/mypage/passkeys')}
            look="secondary"
            text={settings.passkeys === 0 ? 'パスキーを追加' : 'パスキーを管理'}
          />
        </Section>
      )}
      <Section heading="ログイン中の端末">
        <Devices devices={settings.devices} />
      </Section>
      <Section heading="ブロックしている会員">{blocks}</Section>
      <Section heading="ログアウト">
        <LogoutForm className={`row-3 ${css.buttons}`} />
      </Section>
      <Section heading="アカウントの削除" danger>
        <p>作品やプロフィールがすべて消え、元には戻せません。次の画面で内容をご確認いただけます。</p>
        <PageLink to={href('/gallery/mypage/delete')} look="danger" text="アカウントを削除" />
      </Section>
    </div>
  )
}

function PageLink({ to, look, text }: { to: string; look: 'secondary' | 'danger'; text: string }) {
  return (
    <p className={`row-3 ${css.buttons}`}>
      <ButtonLink to={to} look={look}>
        {text}
      </ButtonLink>
    </p>
  )
}

function Section({ heading, danger, children }: { heading: string; danger?: boolean; children: ReactNode }) {
  return (
    <section className={`${css.section} ${danger ? css.danger : ''}`}>
      <h3 className={css.heading}>{heading}</h3>
      {children}
    </section>
  )
}

function Address({ settings: { email, emailVerified, pendingEmail } }: { settings: AccountSettings }) {
  return (
    <>
      <p className={css.address}>
        <span>{email}</span>
        <span className={emailVerified ? css.verified : css.unverified}>
          {emailVerified ? '確認済み' : '未確認'}
        </span>
      </p>
      {pendingEmail === null ? null : (
        <Notice>
          <p>
            {pendingEmail}
            への変更は、確認を待っています。届いたメールのリンクを開くと切り替わります。
          </p>
        </Notice>
      )}
      {emailVerified ? null : (
        <Notice
          actions={
            <PressForm
              action={href('/gallery/mypage/verification')}
              failed="確認のメールを送信できませんでした。もう一度お試しください。"
            >
              <SubmitButton look="secondary" busy="送信しています…">
                確認メールをもう一度送る
              </SubmitButton>
            </PressForm>
          }
        >
          <p>
            メールアドレスの確認がまだ済んでいません。確認すると、このアドレスでのご注文をマイページで見られるようになり、パスワードを忘れたときにも確実に再設定できます。
          </p>
        </Notice>
      )}
    </>
  )
}

const action = href('/gallery/mypage/devices')
const failed = '端末をログアウトできませんでした。もう一度お試しください。'

/** A14. */
function Devices({ devices }: { readonly devices: readonly OwnDevice[] }) {
  return (
    <>
      <p>心当たりのない端末があれば、ログアウトしてからパスワードを変更してください。</p>
      <OwnRows>
        {devices.map((device) => (
          <OwnRow
            key={device.id}
            what={
              <>
                <span>
                  {device.name}
                  {device.isThis ? <span className={css.this}>この端末</span> : null}
                </span>
                <small>最後のご利用 {device.lastSeen}</small>
              </>
            }
          >
            {device.isThis ? null : (
              <PressForm action={action} failed={failed}>
                <input type="hidden" name="device" value={device.id} />
                <SubmitButton look="secondary" busy="お待ちください…">
                  ログアウト
                  <span className="visually-hidden">（{device.name}）</span>
                </SubmitButton>
              </PressForm>
            )}
          </OwnRow>
        ))}
      </OwnRows>
      {devices.length > 1 ? (
        <PressForm action={action} failed={failed} className={`row-3 ${css.buttons}`}>
          <SubmitButton look="secondary" name="device" value="others" busy="お待ちください…">
            ほかの端末をすべてログアウト
          </SubmitButton>
        </PressForm>
      ) : null}
    </>
  )
}
