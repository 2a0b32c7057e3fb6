import { displayDate } from '~/kernel/dates.ts'

/** `joinedAt` in epoch ms. */
export interface ListedMember {
  readonly email: string
  readonly name: string
  readonly joinedAt: number
  readonly isVerified: boolean
  readonly isAdmin: boolean
  readonly canUpload: boolean
  readonly canComment: boolean
}

export const membersText = (members: readonly ListedMember[], total: number): string[] => {
  if (total === 0) return ['会員は、まだいません。']
  const left = total - members.length
  return [
    `会員：${total}人`,
    ...members.map(
      ({ email, name, joinedAt, isVerified, isAdmin, canUpload, canComment }) =>
        `  ${email}　${name}　${displayDate(joinedAt)}登録　${[
          isAdmin ? '管理者' : '会員',
          canUpload ? '投稿できる' : '投稿できない',
          ...(canComment ? [] : ['コメントできない']),
          ...(isVerified ? [] : ['メールアドレス未確認']),
        ].join('・')}`,
    ),
    ...(left > 0 ? [`  （ほか${left}人は省略しました）`] : []),
  ]
}

export const unknownMemberText = (typed: string): string =>
  `「${typed}」の会員はいません。npm run member -- list でメールアドレスを確かめてください。`

export const notVerifiedText = (email: string): string =>
  `${email} は、まだメールアドレスの確認が済んでいません。ご本人のものと分かるまで、管理者にはできません。届いた確認メールのリンクを開いてから、もう一度実行してください。`

export const rightsDoneTexts = {
  'allow-upload': (who: string) => `${who}が作品を投稿できるようにしました。`,
  'deny-upload': (who: string) => `${who}が作品を投稿できないようにしました。`,
  mute: (who: string) => `${who}がコメントを書けないようにしました。作品の投稿はそのままです。`,
  unmute: (who: string) => `${who}がコメントを書けるようにしました。`,
  'make-admin': (who: string) => `${who}を管理者にしました。`,
  'remove-admin': (who: string) => `${who}を管理者から外しました。`,
} as const

export const stillAdminText =
  'ただし、このメールアドレスは設定 ADMIN_EMAILS にもあります。そこから消してお店を開き直すまで、管理者のままです。'

export const needsVerifiedText =
  'ただし、メールアドレスの確認が済むまでは投稿できません（設定 POST_NEEDS_VERIFIED_EMAIL）。'

export const memberUsage: readonly string[] = [
  '使い方：',
  '  npm run member -- list                           会員の一覧',
  '  npm run member -- invite                         パスワードのない会員に、案内のメールを1度だけ送る',
  '  npm run member -- allow-upload  メールアドレス   作品を投稿できるようにする',
  '  npm run member -- deny-upload   メールアドレス   作品を投稿できないようにする',
  '  npm run member -- mute          メールアドレス   コメントを書けないようにする',
  '  npm run member -- unmute        メールアドレス   コメントを書けるようにする',
  '  npm run member -- hide 作品かコメントのアドレス 理由   お店から隠す（理由は書いた人にだけ表示。なくてもよい）',
  '  npm run member -- show 作品かコメントのアドレス        また表示する',
  '  npm run member -- make-admin    メールアドレス   管理者にする',
  '  npm run member -- remove-admin  メールアドレス   管理者から外す',
  '  npm run member -- hash-password                  管理画面のパスワードの設定を作る',
  'ログインしたままの会員にも、すぐに反映されます。',
]
