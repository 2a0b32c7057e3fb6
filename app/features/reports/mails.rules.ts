import { accountMail, mailTo } from '~/features/accounts/mails.rules.ts'
import { href } from '~/href.ts'
import type { NewMail } from '~/kernel/mail.ts'
import { wayTexts } from './outcomes.rules.ts'
import { kindNames, type OutcomeWay, type ReportKind } from './rules.ts'

type Shop = Parameters<typeof mailTo>[0]

/** The author of what was reported, and what was decided. */
export interface ToldAuthor {
  /** Of the outcome. */
  readonly id: string
  readonly name: string
  readonly email: string
  readonly way: OutcomeWay
  readonly reason: string
  readonly kind: ReportKind
  /** The beginning of it. */
  readonly text: string
  readonly path: string
}

const authorsOwn = ({ kind, text }: Pick<ToldAuthor, 'kind' | 'text'>): string =>
  kind === 'profile' ? 'プロフィール' : `${kindNames[kind]}「${text.replaceAll(/[:/.@]/g, ' ').trim()}」`

const decided: Readonly<Record<Exclude<OutcomeWay, 'keep'>, (own: string) => readonly string[]>> = {
  hide: (own) => [
    `あなたの${own}を、お店が非表示にしました。`,
    'いまは、あなただけに表示されています。ログインすると、ご自分のページで理由といっしょにご覧いただけます。',
  ],
  'stop-posting': (own) => [
    `あなたの${own}について、お店が確認しました。`,
    'お店が、あなたの作品の投稿を止めました。コメントやいいねは、いままでどおりお使いいただけます。',
  ],
  'stop-both': (own) => [
    `あなたの${own}について、お店が確認しました。`,
    'お店が、あなたの作品の投稿とコメントを止めました。ご注文やいいねは、いままでどおりです。',
  ],
  suspend: (own) => [
    `あなたの${own}について、お店が確認しました。`,
    'お店が、あなたの会員のご利用を停止しました。ご注文は、注文のメールのリンクからご覧いただけます。',
  ],
}

const closing = (siteOrigin: string): readonly string[] => [
  'お心当たりのないときや、お店の判断にご異議のあるときは、お問い合わせください。',
  `${siteOrigin}${href('/contact')}`,
]

/** To the author, once for an outcome (N145); nothing is said where all stays as it is. */
export const outcomeMail = (told: ToldAuthor, shop: Shop): NewMail | null =>
  told.way === 'keep'
    ? null
    : accountMail(mailTo(shop, told, told.id), {
        kind: 'report_decided',
        subject: wayTexts[told.way].done,
        opening: [...decided[told.way](authorsOwn(told)), '', `理由：${told.reason}`],
        link: null,
        closing: closing(shop.siteOrigin),
      })

/** To an author who was told of an outcome that was taken back. */
export const undoneMail = (told: ToldAuthor, shop: Shop): NewMail =>
  accountMail(mailTo(shop, told, told.id), {
    kind: 'report_undone',
    subject: 'お店の対応を元に戻しました',
    opening: [
      `あなたの${authorsOwn(told)}についての、先日の対応（${wayTexts[told.way].done}）を元に戻しました。`,
      'ご心配をおかけしました。',
    ],
    link: { text: 'ギャラリーを開く', href: `${shop.siteOrigin}${told.path}` },
    closing: closing(shop.siteOrigin),
  })

const outcomes = {
  kept: 'お店で確認しましたが、いまのところ、そのままにしました。',
  acted: 'お店で確認し、対応しました。',
  gone: 'お知らせいただいた投稿は、削除されました。',
} as const

/** To who reported and left an address, once; never what was decided about whom. */
export const reporterMail = (
  {
    id,
    email,
    kind,
    outcome,
  }: {
    /** Of the report. */
    readonly id: string
    readonly email: string
    readonly kind: ReportKind
    readonly outcome: keyof typeof outcomes
  },
  { settings, siteOrigin }: Shop,
): NewMail => {
  const subject = '通報の結果のお知らせ'
  const told = outcomes[outcome]
  return {
    kind: 'report_outcome',
    subjectKey: id,
    recipient: email,
    subject: `【${settings.name}】${subject}`,
    preview: told,
    heading: subject,
    opening: [`${kindNames[kind]}についてお知らせいただき、ありがとうございました。`, told],
    link: { text: 'ギャラリーを開く', href: `${siteOrigin}${href('/gallery')}` },
    blocks: [],
    closing: [
      'このメールのために伺ったアドレスは、お店の通報の記録から消去しました。',
      'お心当たりがない場合は、何もせずに削除してください。どなたかがアドレスを間違えて入力された可能性があります。',
    ],
    holdsToken: false,
  }
}
