import { deskLink } from '~/features/desk/access/mails.rules.ts'
import { isTooOldToSell, soldWithinHours } from '~/features/products/feed-state.rules.ts'
import { configuredFeed } from '~/features/products/queries.server.ts'
import { href } from '~/href.ts'
import { displayMoment } from '~/kernel/dates.ts'
import type { NewMail } from '~/kernel/mail.ts'
import type { AppContext } from '~/server/app-context.ts'
import { inTransaction } from '~/server/database/transaction.ts'
import { type Job, RunGivenUp } from '~/server/jobs.ts'
import { enqueueMail } from '~/server/mail/outbox.ts'
import { recordFeedAttempt, recordFeedFailure } from './feed.commands.server.ts'
import { isAskedFor, isFeedDue, isLongBroken, ownerNotifiedAfterHours } from './feed.rules.ts'
import { importFeed } from './feed-import.commands.server.ts'
import { troubleText } from './texts.ts'

const feedBad = {
  kind: 'owner_feed_bad',
  subject: '［要確認］商品の一覧を読み込めません',
  heading: '商品の一覧を読み込めません',
  opening: [
    `商品の一覧（スプレッドシートなど）を、${ownerNotifiedAfterHours}時間より長く読み込めていません。`,
    'お店は最後に読み込めた内容を表示し、販売を続けています。',
    `${soldWithinHours}時間読み込めないと、価格を確認できないため、生地のお会計を止めます。`,
  ],
} as const

const feedTooOld = {
  kind: 'owner_feed_too_old',
  subject: '［至急］生地のお会計を止めています',
  heading: '生地のお会計を止めています',
  opening: [
    `商品の一覧を${soldWithinHours}時間より長く読み込めていないため、生地のお会計を止めています。`,
    'ページの表示と、キットだけのお会計は続いています。読み込めるようになると、お会計も自動でもとに戻ります。',
  ],
} as const

/** Mails the owner after 6 hours without a list, and when checkout refuses the old copy (D2); an import that hangs delays no mail. */
const notifyOwnerOfFeed = (ctx: AppContext): Promise<void> =>
  inTransaction(ctx, async (trx) => {
    const feed = await configuredFeed(trx)
    const badSince = feed?.badSince ?? feed?.lastSuccessAt ?? null
    if (feed === null || badSince === null) return
    const { lastSuccessAt, urlHash, lastError } = feed
    const failure = lastError ?? 'not finished'
    const state = [
      troubleText(failure),
      `読み込めなくなった日時 ${displayMoment(badSince)}`,
      `最後に読み込めた日時 ${lastSuccessAt === null ? '（まだありません）' : displayMoment(lastSuccessAt)}`,
    ]
    const mails = [
      ...(isLongBroken(badSince, ctx.now()) ? [feedBad] : []),
      ...(isTooOldToSell({ lastSuccessAt }, ctx.now()) ? [feedTooOld] : []),
    ].map(
      (mail): NewMail => ({
        ...mail,
        preview: mail.opening[0],
        // The same for all mails of one trouble, even if the clock changes.
        subjectKey: String(lastSuccessAt ?? urlHash),
        recipient: ctx.ownerEmail,
        holdsToken: false,
        link: { text: '商品の表のようすを見る', href: deskLink(ctx.siteOrigin, href('/admin/feed')) },
        blocks: [{ heading: 'いまの様子', lines: state }],
        closing: ['表を直したあと、すぐに読み込むには、上のページの「いま読み込む」を押します。'],
      }),
    )
    for (const mail of mails)
      if (await enqueueMail(ctx, trx, mail))
        ctx.log.error('the owner is told of the product feed', { alarm: true, kind: mail.kind, why: failure })
  })

const checkEveryMs = 2_000
/** The fetch has 30 s; the rest is for reading and storing rows. */
const importLimitMs = 120_000
const minute = 60_000

/** Due times are in the database, so processes share the schedule. */
export const feedImportJob = (ctx: AppContext): Job => {
  let atStart = true
  return {
    name: 'import the product feed',
    everyMs: checkEveryMs,
    firstAfterMs: 0,
    limitMs: importLimitMs,
    run: async (signal) => {
      const feed = await configuredFeed(ctx.db)
      if (feed === null || !(atStart || isAskedFor(feed) || isFeedDue(feed, ctx.now()))) return
      atStart = false
      await recordFeedAttempt(ctx)
      const importing = importFeed(ctx, signal)
      await Promise.race([importing, givenUp(signal)]).catch((error) =>
        recordFeedFailure(ctx, { kind: 'not finished', why: String(error) }),
      )
      // Throws again for the log; an import that never settles remains the run that was given up.
      await importing
    },
  }
}

const givenUp = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    const check = () => {
      if (signal.reason instanceof RunGivenUp) reject(signal.reason)
    }
    check()
    signal.addEventListener('abort', check)
  })

/** Reports the feed's troubles, even of an import that never ends; starts after the first import. */
export const feedTroubleJob = (ctx: AppContext): Job => ({
  name: 'tell of product feed troubles',
  everyMs: minute,
  firstAfterMs: 5 * minute,
  limitMs: minute,
  run: () => notifyOwnerOfFeed(ctx),
})
