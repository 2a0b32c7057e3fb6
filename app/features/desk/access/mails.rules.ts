import { type AccountMailFacts, accountMail } from '~/features/accounts/mails.rules.ts'
import { loginPath } from '~/features/accounts/sign-in.rules.ts'
import { href } from '~/href.ts'
import { displayMoment } from '~/kernel/dates.ts'
import { linkHours, type NewMail } from '~/kernel/mail.ts'
import { roleNames } from './texts.ts'

/**
 * A link of a mail to a page of the desk, by the sign-in: whoever is not signed in on this phone would find nothing there (N6), and
 * whoever is goes on at once.
 */
export const deskLink = (siteOrigin: string, path: string): string => `${siteOrigin}${loginPath(path)}`

/** The link works once, within 24 hours; the subject key is new for each. */
export const deskInvitationMail = (
  facts: AccountMailFacts,
  {
    token,
    role,
    again,
  }: { readonly token: string; readonly role: keyof typeof roleNames; readonly again: boolean },
): NewMail =>
  accountMail(facts, {
    kind: again ? 'desk_reset' : 'desk_invitation',
    subject: again ? 'お店の机に入る方法を設定し直してください' : 'お店の机へのご招待',
    opening: [
      again
        ? 'お店の机に入る方法（認証アプリ・顔や指紋・予備のコード）を取り消しました。'
        : `${facts.shopName}の${roleNames[role]}として、お店の机に招待されました。`,
      `次のページを開き、ギャラリーのアカウントでログインして「始める」を押してください。${linkHours.invitation}時間有効で、一度だけ使えます。`,
    ],
    link: {
      text: again ? '設定し直す' : 'お店の机に入る準備をする',
      href: `${facts.siteOrigin}${href('/admin/join/:token', { token })}`,
    },
    closing: ['お心当たりがない場合は、このメールを開いた方以外には何も起きません。お店にお知らせください。'],
  })

/** To the owner of a locked code (N7); `until` in epoch ms. */
export const lockedMail = (facts: AccountMailFacts, until: number): NewMail =>
  accountMail(facts, {
    kind: 'desk_locked',
    subject: 'お店の机のコードを止めました',
    opening: [
      `違うコードが5回続いたため、${displayMoment(until)}まで、お店の机のコードを受け付けません。`,
      'ご自身で間違えた場合は、時間がたってからお試しください。',
    ],
    link: null,
    closing: [
      'お心当たりがない場合は、パスワードを知られているおそれがあります。すぐに新しいパスワードを設定してください。',
      `${facts.siteOrigin}${href('/gallery/login', { view: 'reset' })}`,
    ],
  })
