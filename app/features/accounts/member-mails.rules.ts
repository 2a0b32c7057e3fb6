import { href } from '~/href.ts'
import { displayMoment } from '~/kernel/dates.ts'
import type { NewMail } from '~/kernel/mail.ts'
import { isVisible, oneLine } from '~/kernel/text.ts'

/** What every mail about an account needs. */
export interface AccountMailFacts {
  readonly shopName: string
  readonly siteOrigin: string
  /** Display name of the member. */
  readonly name: string
  readonly recipient: string
  readonly subjectKey: string
}

/** The facts of a mail to a member; `subjectKey` is new for each mail of its kind. */
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

type Words = Pick<NewMail, 'kind' | 'subject' | 'opening' | 'link' | 'closing'>

/** Names are written by members: no line of a mail is theirs alone, and nothing in one becomes a link (A16). */
const greeting = (name: string): string => {
  const plain = oneLine(name)
    .replaceAll(/[:/.@]/g, ' ')
    .trim()
  return `${isVisible(plain) ? plain : 'ユーザー'} 様`
}

/** The frame of all of them. */
export const accountMail = (facts: AccountMailFacts, { subject, opening, ...words }: Words): NewMail => ({
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

/** Once for each member, whose id is the subject key; its link verifies the address (A2, A16). */
export const welcomeMail = (facts: AccountMailFacts, token: string): NewMail =>
  accountMail(facts, {
    kind: 'welcome',
    subject: '会員登録ありがとうございます',
    opening: [
      `${facts.shopName}の作品ギャラリーにご登録いただき、ありがとうございます。`,
      '次のページを開き、「確認する」を押して、メールアドレスの確認をお願いします。72時間有効です。',
    ],
    link: {
      text: 'メールアドレスを確認する',
      href: `${facts.siteOrigin}${href('/gallery/confirm/:purpose/:token', { purpose: 'verify', token })}`,
    },
    closing: [
      'このメールにお心当たりがない場合は、何もせずに削除してください。どなたかがアドレスを間違えて入力された可能性があります。',
    ],
  })

/** The subject key is new for each request. */
export const resetMail = (facts: AccountMailFacts, token: string): NewMail =>
  accountMail(facts, {
    kind: 'password_reset',
    subject: 'パスワードの再設定',
    opening: [
      '作品ギャラリーのパスワードの再設定を受け付けました。',
      '次のページで新しいパスワードを設定してください。1時間有効で、一度だけ使えます。',
    ],
    link: {
      text: '新しいパスワードを設定する',
      href: `${facts.siteOrigin}${href('/gallery/reset/:token', { token })}`,
    },
    closing: ['お心当たりがない場合は、何もせずに削除してください。今までのパスワードのまま変わりません。'],
  })

/** Queued in the transaction of a change or a reset (ASVS 6.3.7); the subject key is new for each, `at` in epoch ms. */
export const passwordChangedMail = (facts: AccountMailFacts, at: number): NewMail =>
  accountMail(facts, {
    kind: 'password_changed',
    subject: 'パスワードが変更されました',
    opening: [
      `${displayMoment(at)}に、作品ギャラリーのパスワードが変更されました。`,
      'すべての端末からログアウトしました。新しいパスワードでログインしてください。',
    ],
    link: null,
    closing: [
      'お心当たりがない場合は、次のページからすぐに新しいパスワードを設定してください。',
      `${facts.siteOrigin}${href('/gallery/login', { view: 'reset' })}`,
    ],
  })
