import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { Schema } from '#db/schema.ts'
import type { AlarmSource } from '~/server/alarms.ts'
import type { AppContext } from '~/server/app-context.ts'
import type { DeskCardSource } from '~/server/desk-cards.ts'
import { shopState } from '~/server/shop-state.ts'

/** Why the provider gave no payment page; what a shopper did, such as a second press, is none of these. */
export const pageFailures = ['key', 'refused', 'unreachable', 'broken'] as const
export type PageFailure = (typeof pageFailures)[number]

const noteSchema = z.object({
  /** Presses without a page since the last one with it. */
  inARow: z.int(),
  /** Epoch ms of the first of them. */
  since: z.int(),
  /** Of the last of them. */
  why: z.enum(pageFailures),
})

export type FailingPages = z.infer<typeof noteSchema>

/** Of all processes; null while the last payment page could be made. */
export const failingPages = async (db: Kysely<Schema>): Promise<FailingPages | null> => {
  const text = (await shopState(db, 'failing_pages')) ?? ''
  return text === '' ? null : noteSchema.parse(JSON.parse(text))
}

const mostInARow = 3
/** Some tries within a moment, as while a network is changed, are none that the owner can do something about. */
const momentMs = 60_000

const nobodyCanPay = async ({
  db,
  demo,
  now,
}: Pick<AppContext, 'db' | 'demo' | 'now'>): Promise<FailingPages | null> => {
  const pages = demo ? null : await failingPages(db)
  if (pages === null) return null
  const isLasting = pages.inARow >= mostInARow && now() - pages.since >= momentMs
  // The provider's word on a key does not change by itself.
  return pages.why === 'key' || isLasting ? pages : null
}

const reasons: Readonly<Record<PageFailure, string>> = {
  key: '決済会社が、お店の鍵（STRIPE_SECRET_KEY）を受けつけません',
  refused: '決済会社が、お店からの依頼を断っています',
  unreachable: '決済会社につながりません',
  broken: '決済会社が、エラーを返しています',
}

/** What the owner can do about it, as a sentence. */
const nextSteps: Readonly<Record<PageFailure, string>> = {
  key: '決済会社の管理画面で秘密の鍵を写し、.env の STRIPE_SECRET_KEY を直して、お店を開き直してください。',
  refused:
    '決済会社の管理画面で、お店あてのお知らせと、鍵に許されていること（Checkout Sessions の「書き込み」）を確かめてください。',
  unreachable: 'お店のコンピューターのインターネットを確かめてください。つながれば、自動で元に戻ります。',
  broken: '決済会社の障害のお知らせを確かめて、直るのをお待ちください。直れば、自動で元に戻ります。',
}

const text = 'お客様がお支払いに進めません'

/** A payment page that could be made ends it (M13). */
export const checkoutAlarms: AlarmSource = {
  name: 'checkout',
  urgent: true,
  read: async (ctx) => {
    const pages = await nobodyCanPay(ctx)
    return pages === null
      ? []
      : [{ key: 'checkout:failing', text: `${text}（${reasons[pages.why]}）。${nextSteps[pages.why]}` }]
  },
}

export const failingPagesCard: DeskCardSource = {
  kind: 'no-payment-page',
  text,
  unit: '回',
  tone: 'red',
  place: 'shop',
  waits: false,
  ownerOnly: true,
  to: null,
  read: async (ctx) => {
    const pages = await nobodyCanPay(ctx)
    return pages === null
      ? { count: 0 }
      : { count: pages.inARow, note: `${reasons[pages.why]}。${nextSteps[pages.why]}` }
  },
}

/** For `shop -- status`; nothing while the last page could be made. */
export const failingPagesLines = async (ctx: Pick<AppContext, 'db' | 'demo'>): Promise<string[]> => {
  const pages = ctx.demo ? null : await failingPages(ctx.db)
  return pages === null
    ? []
    : [
        `★ お支払いのページ：最後の${pages.inARow}回、作れませんでした（${reasons[pages.why]}）。${nextSteps[pages.why]}`,
      ]
}
