import { accountMail, mailTo } from '~/features/accounts/mails.rules.ts'
import type { StopChange } from '~/features/accounts/standing/rules.ts'
import { href } from '~/href.ts'
import type { NewMail } from '~/kernel/mail.ts'
import { namesOfStops, wayTexts } from './outcomes.rules.ts'
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
  /** What of the outcome stands now: what has ended meanwhile is not told. */
  readonly isHidden: boolean
  readonly stopped: readonly StopChange[]
}

const authorsOwn = ({ kind, text }: Pick<ToldAuthor, 'kind' | 'text'>): string =>
  kind === 'profile' ? 'プロフィール' : `${kindNames[kind]}「${text.replaceAll(/[:/.@]/g, ' ').trim()}」`

/** What was decided, in one sentence for each part that stands. */
const decided = (told: ToldAuthor): readonly string[] => {
  const own = authorsOwn(told)
  const { isHidden, stopped } = told
  const rights = stopped.filter((stop) => stop !== 'suspend')
  return [
    isHidden
      ? `あなたの${own}を、お店が非表示にしました。いまは、あなただけに表示されます。`
      : `あなたの${own}について、お店が確認しました。`,
    ...(rights.length === 0 ? [] : [`お店が、あなたの${namesOfStops(rights)}を止めました。`]),
    ...(stopped.includes('suspend') ? ['お店が、あなたの会員のご利用を停止しました。'] : []),
    stopped.includes('suspend')
      ? 'ログインはできませんが、ご注文は、注文のメールのリンクから、これまでどおりご覧になれます。'
      : 'ご注文やいいねは、これまでどおりです。',
  ]
}

const subjectOf = ({ stopped }: ToldAuthor): string => {
  if (stopped.includes('suspend')) return 'ご利用を停止しました'
  return stopped.length === 0 ? 'あなたの投稿を非表示にしました' : `${namesOfStops(stopped)}を止めました`
}

const closing = (siteOrigin: string): readonly string[] => [
  'お心当たりのないときや、お店の判断にご異議のあるときは、お問い合わせください。',
  `${siteOrigin}${href('/contact')}`,
]

/** To the author, once for an outcome (N145); null where all stays as it is, or is so again. */
export const outcomeMail = (told: ToldAuthor, shop: Shop): NewMail | null =>
  !told.isHidden && told.stopped.length === 0
    ? null
    : accountMail(mailTo(shop, told, told.id), {
        kind: 'report_decided',
        subject: subjectOf(told),
        opening: [
          ...decided(told),
          '',
          `理由：${told.reason}`,
          // Who is suspended cannot sign in to see it.
          ...(told.isHidden && !told.stopped.includes('suspend')
            ? [
                '',
                'ログインすると、次のページで、理由といっしょにご覧になれます。',
                `${shop.siteOrigin}${told.path}`,
              ]
            : []),
        ],
        link: null,
        closing: closing(shop.siteOrigin),
      })

/** To an author who was told of an outcome that was taken back; what another one holds stays stopped. */
export const undoneMail = (told: ToldAuthor, shop: Shop): NewMail =>
  accountMail(mailTo(shop, told, told.id), {
    kind: 'report_undone',
    subject: 'お店の対応を元に戻しました',
    opening: [
      `あなたの${authorsOwn(told)}についての、先日の対応（${wayTexts[told.way].done}）を元に戻しました。`,
      told.stopped.length === 0
        ? 'ご心配をおかけしました。'
        : `${namesOfStops(told.stopped)}は、ほかの理由のため、止めたままです。`,
    ],
    link: null,
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
