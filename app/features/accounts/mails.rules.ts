import { href } from '~/href.ts'
import { displayMoment } from '~/kernel/dates.ts'
import { withHonorific } from '~/kernel/honorific.ts'
import { linkHours, type NewMail } from '~/kernel/mail.ts'
import { isVisible, oneLine } from '~/kernel/text.ts'

export interface AccountMailFacts {
  readonly shopName: string
  readonly siteOrigin: string
  readonly name: string
  readonly recipient: string
  readonly subjectKey: string
}

export const mailTo = (
  shop: { readonly settings: { readonly name: string }; readonly siteOrigin: string },
  { name, email }: { readonly name: string; readonly email: string },
  subjectKey: string,
): AccountMailFacts => ({
  shopName: shop.settings.name,
  siteOrigin: shop.siteOrigin,
  name,
  recipient: email,
  subjectKey,
})

type MailTexts = Pick<NewMail, 'kind' | 'subject' | 'opening' | 'link' | 'closing'>

/** Members write their names: a name must neither start a line of its own nor become a link (A16). */
const plainName = (name: string): string =>
  oneLine(name)
    .replaceAll(/[:/.@]/g, ' ')
    .trim()

const greeting = (name: string): string => {
  const plain = plainName(name)
  return withHonorific(isVisible(plain) ? plain : 'ユーザー')
}

export const accountMail = (facts: AccountMailFacts, { subject, opening, ...words }: MailTexts): NewMail => ({
  ...words,
  subjectKey: facts.subjectKey,
  recipient: facts.recipient,
  subject: `【${facts.shopName}】${subject}`,
  preview: opening[0] ?? subject,
  heading: subject,
  opening: [greeting(facts.name), '', ...opening],
  blocks: [],
  holdsToken: words.link !== null,
})

const confirmLink = (
  { siteOrigin }: AccountMailFacts,
  purpose: 'verify' | 'change' | 'revert',
  token: string,
  text: string,
) => ({ text, href: `${siteOrigin}${href('/gallery/confirm/:purpose/:token', { purpose, token })}` })

const resetLink = ({ siteOrigin }: AccountMailFacts, token: string) => ({
  text: '新しいパスワードを設定する',
  href: `${siteOrigin}${href('/gallery/reset/:token', { token })}`,
})

/** Once for each member, whose id is the subject key; the link verifies the address (A2, A16). */
export const welcomeMail = (facts: AccountMailFacts, token: string): NewMail =>
  accountMail(facts, {
    kind: 'welcome',
    subject: '会員登録ありがとうございます',
    opening: [
      `${facts.shopName}の作品ギャラリーにご登録いただき、ありがとうございます。`,
      `次のページを開き、「確認する」を押して、メールアドレスの確認をお願いします。${linkHours.verify}時間有効です。`,
    ],
    link: confirmLink(facts, 'verify', token, 'メールアドレスを確認する'),
    closing: [
      'このメールにお心当たりがない場合は、何もせずに削除してください。どなたかがアドレスを間違えて入力された可能性があります。',
    ],
  })

export const resetMail = (facts: AccountMailFacts, token: string): NewMail =>
  accountMail(facts, {
    kind: 'password_reset',
    subject: 'パスワードの再設定',
    opening: [
      '作品ギャラリーのパスワードの再設定を受け付けました。',
      `次のページで新しいパスワードを設定してください。${linkHours.reset}時間有効で、一度だけ使えます。`,
    ],
    link: resetLink(facts, token),
    closing: ['お心当たりがない場合は、何もせずに削除してください。今までのパスワードのまま変わりません。'],
  })

/** In place of the link to a new password, which would lead nowhere (A27.3); `lines` say why and where to write. */
export const suspendedMail = (facts: AccountMailFacts, lines: readonly string[]): NewMail =>
  accountMail(facts, {
    kind: 'account_suspended',
    subject: 'ご利用の停止について',
    opening: ['作品ギャラリーのパスワードの再設定を受け付けましたが、いまは設定できません。', ...lines],
    link: null,
    closing: ['お心当たりがない場合は、何もせずに削除してください。'],
  })

/** To a member of the former gallery without a password (D36). She asks for the link herself, as it ends after an hour (A13). */
export const passwordInvitationMail = (facts: AccountMailFacts): NewMail =>
  accountMail(facts, {
    kind: 'password_invitation',
    subject: '作品ギャラリーが新しくなりました',
    opening: [
      '作品ギャラリーが新しくなり、これまでの作品・保存した作品・コメントを引き継ぎました。',
      '安全のため、パスワードは引き継いでいません。ログイン画面の「パスワードをお忘れの方」から、このメールアドレスで新しいパスワードを決めてください。',
    ],
    link: {
      text: 'ログイン画面を開く',
      href: `${facts.siteOrigin}${href('/gallery/login', { view: 'reset' })}`,
    },
    closing: ['お心当たりがない場合は、何もせずに削除してください。'],
  })

/** Queued in the transaction of the change (ASVS 6.3.7); `at` in epoch ms. */
export const passwordChangedMail = (facts: AccountMailFacts, at: number): NewMail =>
  accountMail(facts, {
    kind: 'password_changed',
    subject: 'パスワードが変更されました',
    opening: [
      `${displayMoment(at)}に、作品ギャラリーのパスワードが変更されました。`,
      'すべての端末からログアウトしました。新しいパスワードでログインしてください。パスキーをお使いの場合は、マイページの設定で追加し直してください。',
    ],
    link: null,
    closing: [
      'お心当たりがない場合は、次のページからすぐに新しいパスワードを設定してください。',
      `${facts.siteOrigin}${href('/gallery/login', { view: 'reset' })}`,
    ],
  })

const passkeyLines = [
  'お心当たりがない場合は、次のページからすぐに新しいパスワードを設定してください。パスキーはすべて使えなくなり、すべての端末からログアウトします。',
]

/** Queued with the change (A30); `at` in epoch ms. */
export const passkeyAddedMail = (facts: AccountMailFacts, label: string, at: number): NewMail =>
  accountMail(facts, {
    kind: 'passkey_added',
    subject: 'パスキーが追加されました',
    opening: [
      `${displayMoment(at)}に、作品ギャラリーのログインにパスキー「${plainName(label)}」が追加されました。`,
      'これからは、このパスキーでもログインできます。パスワードもそのまま使えます。',
    ],
    link: null,
    closing: [...passkeyLines, `${facts.siteOrigin}${href('/gallery/login', { view: 'reset' })}`],
  })

export const passkeyRemovedMail = (facts: AccountMailFacts, label: string, at: number): NewMail =>
  accountMail(facts, {
    kind: 'passkey_removed',
    subject: 'パスキーが削除されました',
    opening: [
      `${displayMoment(at)}に、作品ギャラリーのログインのパスキー「${plainName(label)}」が削除されました。`,
      'このパスキーでは、もうログインできません。',
    ],
    link: null,
    closing: [...passkeyLines, `${facts.siteOrigin}${href('/gallery/login', { view: 'reset' })}`],
  })

/** After five wrong passwords of a signed-in person (N7); `until` in epoch ms. */
export const passwordLockedMail = (facts: AccountMailFacts, until: number): NewMail =>
  accountMail(facts, {
    kind: 'password_locked',
    subject: 'ご本人の確認を止めました',
    opening: [
      `違うパスワードが5回続いたため、${displayMoment(until)}まで、ご本人の確認のためのパスワードを受け付けません。`,
      'ご自身で間違えた場合は、時間がたってからお試しください。ログインはいつもどおりできます。',
    ],
    link: null,
    closing: [
      'お心当たりがない場合は、ログインしたままの端末をほかの方が使っているおそれがあります。次のページから、すぐに新しいパスワードを設定してください。すべての端末からログアウトします。',
      `${facts.siteOrigin}${href('/gallery/login', { view: 'reset' })}`,
    ],
  })

const notYou = 'このメールにお心当たりがない場合は、何もせずに削除してください。'

export const verificationMail = (facts: AccountMailFacts, token: string): NewMail =>
  accountMail(facts, {
    kind: 'verify_email',
    subject: 'メールアドレスのご確認',
    opening: [
      '作品ギャラリーの会員登録にお使いのメールアドレスの確認をお願いします。',
      `次のページを開き、「確認する」を押してください。${linkHours.verify}時間有効です。`,
    ],
    link: confirmLink(facts, 'verify', token, 'メールアドレスを確認する'),
    closing: [notYou],
  })

/** To the new address (A12). */
export const confirmChangeMail = (facts: AccountMailFacts, token: string): NewMail =>
  accountMail(facts, {
    kind: 'confirm_email_change',
    subject: '新しいメールアドレスのご確認',
    opening: [
      '作品ギャラリーの会員情報のメールアドレスを、このアドレスに変更するお申し込みを受け付けました。',
      `次のページを開き、「変更する」を押すと切り替わります。${linkHours.change}時間有効です。`,
      'それまでは、今までのメールアドレスでログインできます。',
    ],
    link: confirmLink(facts, 'change', token, 'メールアドレスの変更を確認する'),
    closing: [notYou],
  })

/** To the old address, with a link that undoes the change (A12). */
export const changeNoticeMail = (facts: AccountMailFacts, token: string, newEmail: string): NewMail =>
  accountMail(facts, {
    kind: 'email_change_notice',
    subject: 'メールアドレスの変更のお申し込みがありました',
    opening: [
      `作品ギャラリーの会員情報のメールアドレスを ${newEmail} に変更するお申し込みを受け付けました。`,
      'ご本人のお手続きであれば、このメールは保管しておいてください。',
      '',
      `お心当たりがない場合は、次のページから変更を取り消せます。切り替わったあとでも、${linkHours.revert / 24}日以内であれば元に戻せます。`,
    ],
    link: confirmLink(facts, 'revert', token, 'この変更を取り消す'),
    closing: [
      '取り消すと、すべての端末からログアウトし、今のパスワードは使えなくなります。新しいパスワードを設定するためのメールをお送りします。',
    ],
  })

/** To the restored address, with a reset link: whoever changed the address knew the password (A12). */
export const revertedMail = (facts: AccountMailFacts, token: string): NewMail =>
  accountMail(facts, {
    kind: 'email_restored',
    subject: 'メールアドレスを元に戻しました。パスワードを設定してください',
    opening: [
      'メールアドレスの変更を取り消し、すべての端末からログアウトしました。',
      `安全のため、今までのパスワードは使えません。次のページで新しいパスワードを設定してください。${linkHours.reset}時間有効です。`,
    ],
    link: resetLink(facts, token),
    closing: [
      '時間が過ぎたときは、こちらからもう一度お手続きください。',
      `${facts.siteOrigin}${href('/gallery/login', { view: 'reset' })}`,
    ],
  })

export const takenBackMail = (facts: AccountMailFacts): NewMail =>
  accountMail(facts, {
    kind: 'email_taken_back',
    subject: 'メールアドレスの変更が取り消されました',
    opening: [
      '作品ギャラリーの会員情報のメールアドレスは、以前のアドレスに戻されました。このアドレスではログインできなくなります。',
    ],
    link: null,
    closing: [
      'お心当たりがない場合は、ショップのお問い合わせページからご連絡ください。',
      `${facts.siteOrigin}${href('/contact')}`,
    ],
  })

/** A17. */
export const deletedMail = (facts: AccountMailFacts): NewMail =>
  accountMail(facts, {
    kind: 'account_deleted',
    subject: 'アカウントを削除しました',
    opening: [
      '作品ギャラリーのアカウントと、作品、プロフィール、保存した作品を削除しました。元に戻すことはできません。',
      'ショップでのご注文の記録は、お届けと法令で定められた保存のために残ります。',
    ],
    link: null,
    closing: ['これまでご利用いただき、ありがとうございました。'],
  })
