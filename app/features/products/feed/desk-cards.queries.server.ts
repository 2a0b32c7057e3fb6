import { configuredFeed } from '~/features/products/queries.server.ts'
import { href } from '~/href.ts'
import type { DeskCardSource } from '~/server/desk-cards.ts'
import { feedProblems, heldPrices } from './feed.queries.server.ts'
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
      const rows = (await feedProblems(db)).filter(
        // The owner manages these fabrics herself, on purpose; what is sold without limit has a card of its own.
        ({ reason, shelf }) => reason !== ownRowReason && shelf !== 'unlimited',
      )
      return { count: new Set(rows.map(({ row }) => row)).size }
    },
  },
  {
    ...ofFeed,
    kind: 'feed-unlimited',
    text: '表の在庫が読めない生地',
    unit: '点',
    to: `${href('/admin/feed')}#rows`,
    read: async ({ db }) => {
      if ((await configuredFeed(db)) === null) return { count: 0 }
      const rows = (await feedProblems(db)).filter(({ shelf }) => shelf === 'unlimited')
      return { count: rows.length, note: '数えていないので、いくつでも売れます' }
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
