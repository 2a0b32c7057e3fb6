import { href } from '~/href.ts'
import { SubmitButton } from '~/ui/form.tsx'
import { PressForm } from '~/ui/press-form.tsx'
import type { OwnDevice } from '../account-settings.rules.ts'
import css from './settings.module.css'

const action = href('/gallery/mypage/devices')
const failed = '端末をログアウトできませんでした。もう一度お試しください。'

/** Where a member is signed in, each to be ended by her (A14). */
export function Devices({ devices }: { readonly devices: readonly OwnDevice[] }) {
  return (
    <>
      <p>心当たりのない端末があれば、ログアウトしてからパスワードを変更してください。</p>
      <ul className={css.devices}>
        {devices.map((device) => (
          <li key={device.id} className={css.device}>
            <span className={css.what}>
              <span>
                {device.name}
                {device.isThis ? <span className={css.this}>この端末</span> : null}
              </span>
              <small>最後のご利用 {device.lastSeen}</small>
            </span>
            {device.isThis ? null : (
              <PressForm action={action} failed={failed}>
                <input type="hidden" name="device" value={device.id} />
                <SubmitButton look="secondary" busy="お待ちください…">
                  ログアウト
                  <span className="visually-hidden">（{device.name}）</span>
                </SubmitButton>
              </PressForm>
            )}
          </li>
        ))}
      </ul>
      {devices.length > 1 ? (
        <PressForm action={action} failed={failed} className={css.buttons}>
          <SubmitButton look="secondary" name="device" value="others" busy="お待ちください…">
            ほかの端末をすべてログアウト
          </SubmitButton>
        </PressForm>
      ) : null}
    </>
  )
}
