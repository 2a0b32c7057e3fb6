import { displayMoment } from '~/kernel/dates.ts'
import { written } from '~/kernel/mail-layout.ts'
import { troubleText } from './feed-text.rules.ts'

/** What a mail about the feed states; times in epoch ms, `word` as it is stored. */
export interface FeedTroubleFacts {
  readonly word: string
  readonly badSince: number
  readonly lastSuccessAt: number | null
  readonly ownerEmail: string
  readonly demo: boolean
}

/** To the owner: for hours no list could be taken in. `trouble` names it. */
export const feedBadMail = (trouble: string, facts: FeedTroubleFacts) =>
  mail(trouble, facts, {
    kind: 'owner_feed_bad',
    subject: '［要確認］商品の一覧を読み込めません',
    opening: [
      '商品の一覧（スプレッドシートなど）を、6時間より長く読み込めていません。',
      'お店は最後に読み込めた内容を表示し、販売を続けています。',
      '24時間読み込めないと、価格を確認できないため、生地のお会計を止めます。',
    ],
  })

/** To the owner: checkout refuses the feed's goods (D2). */
export const feedTooOldMail = (trouble: string, facts: FeedTroubleFacts) =>
  mail(trouble, facts, {
    kind: 'owner_feed_too_old',
    subject: '［至急］生地のお会計を止めています',
    opening: [
      '商品の一覧を24時間より長く読み込めていないため、生地のお会計を止めています。',
      'ページの表示と、キットだけのお会計は続いています。読み込めるようになると、お会計も自動でもとに戻ります。',
    ],
  })

const mail = (
  trouble: string,
  { word, badSince, lastSuccessAt, ownerEmail, demo }: FeedTroubleFacts,
  {
    kind,
    subject,
    opening,
  }: { readonly kind: string; readonly subject: string; readonly opening: readonly string[] },
) =>
  written(
    { kind, subjectKey: trouble, orderId: null, recipient: ownerEmail, subject },
    {
      opening,
      link: null,
      blocks: [
        {
          heading: 'いまの様子',
          lines: [
            troubleText(word),
            `読み込めなくなった日時 ${displayMoment(badSince)}`,
            `最後に読み込めた日時 ${lastSuccessAt === null ? '（まだありません）' : displayMoment(lastSuccessAt)}`,
          ],
        },
      ],
      closing: ['くわしくは: npm run feed -- status', '直したあと、すぐに読み込むには: npm run feed -- now'],
    },
    demo,
  )
