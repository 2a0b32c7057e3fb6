import { configuredFeed } from '~/features/products/queries.server.ts'
import { href } from '~/href.ts'
import type { DeskCardSource } from '~/server/desk-cards.ts'
import { heldPrices } from './feed.queries.server.ts'
import { ownRowReason } from './problem.texts.ts'

const ofFeed = { place: 'shop', tone: 'plain', waits: false, ownerOnly: true } as const

export const feedCards: readonly DeskCardSource[] = [
  {
    ...ofFeed,
    kind: 'feed-rows',
    text: '表の直すところ',
    unit: '行',
    to: `${href('/admin/feed')}#rows`,
    read: async ({ db }) => {
      if ((await configuredFeed(db)) === null) return { count: 0 }
      const row = await db
        .selectFrom('feedProblem')
        .select((eb) => eb.fn.count('rowNumber').distinct().as('all'))
        // The owner manages these fabrics herself, on purpose.
        .where('reason', '!=', ownRowReason)
        .executeTakeFirst()
      return { count: Number(row?.all ?? 0) }
    },
  },
  {
    ...ofFeed,
    kind: 'held-price',
    text: '価格の確認',
    unit: '点',
    to: `${href('/admin/feed')}#prices`,
    read: async ({ db }) => ({ count: (await heldPrices(db)).length }),
  },
]
