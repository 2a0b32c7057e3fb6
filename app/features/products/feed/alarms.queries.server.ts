import { isTooOldToSell } from '~/features/products/feed-state.rules.ts'
import { configuredFeed } from '~/features/products/queries.server.ts'
import type { AlarmSource } from '~/server/alarms.ts'
import { isLongBroken, ownerNotifiedAfterHours } from './feed.rules.ts'

/** The same trouble as in the owner's mails (D2). */
export const feedAlarms: AlarmSource = {
  name: 'feed',
  read: async ({ db, now }) => {
    const feed = await configuredFeed(db)
    const badSince = feed?.badSince ?? feed?.lastSuccessAt ?? null
    if (feed === null || badSince === null) return []
    return [
      ...(isLongBroken(badSince, now())
        ? [
            {
              key: 'feed:bad',
              text: `商品の表を、${ownerNotifiedAfterHours}時間より長く読み込めていません`,
            } as const,
          ]
        : []),
      ...(isTooOldToSell(feed, now())
        ? [{ key: 'feed:too-old', text: '商品の表が古いため、生地のお会計を止めています' } as const]
        : []),
    ]
  },
}
