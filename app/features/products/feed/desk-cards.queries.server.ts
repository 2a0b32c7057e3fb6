import type { Kysely } from 'kysely'
import type { Schema } from '#db/schema.ts'
import { configuredFeed } from '~/features/products/queries.server.ts'
import { href } from '~/href.ts'
import type { DeskCardRow } from '~/kernel/desk-card.ts'
import { formatYen } from '~/kernel/money.ts'
import type { DeskCardSource } from '~/server/desk-cards.ts'
import { feedProblems, heldPrices } from './feed.queries.server.ts'
import { type FeedProblem, ownRowReason, rowsText, rowToCorrect } from './problem.texts.ts'

const ofFeed = { place: 'products', tone: 'plain', waits: false, ownerOnly: true } as const
const rowsOfFeed = `${href('/admin/feed')}#rows`
const pricesOfFeed = `${href('/admin/feed')}#prices`

const problemsOf = async (db: Kysely<Schema>): Promise<FeedProblem[]> =>
  (await configuredFeed(db)) === null ? [] : feedProblems(db)

/** By row; the owner manages some fabrics herself, on purpose, and what is sold without limit has a card of its own. */
const rowsToCorrect = async (db: Kysely<Schema>): Promise<ReadonlyMap<number, FeedProblem[]>> => {
  const problems = await problemsOf(db)
  return Map.groupBy(
    problems.filter(({ reason, shelf }) => reason !== ownRowReason && shelf !== 'unlimited'),
    ({ row }) => row,
  )
}

const soldWithoutLimit = async (db: Kysely<Schema>): Promise<FeedProblem[]> =>
  (await problemsOf(db)).filter(({ shelf }) => shelf === 'unlimited')

const rowOf = ([first, ...others]: readonly FeedProblem[]): DeskCardRow[] => {
  if (first === undefined) return []
  const { number, sentence } = rowToCorrect(first)
  const more = others.length === 0 ? '' : `ほかに${others.length}つあります。`
  const text = number === '' ? rowsText(first) : `${rowsText(first)}（${number}）`
  return [{ key: String(first.row), text, note: `${sentence}${more}`, to: rowsOfFeed }]
}

export const feedCards: readonly DeskCardSource[] = [
  {
    ...ofFeed,
    kind: 'feed-rows',
    text: '表の直すところ',
    unit: '行',
    to: rowsOfFeed,
    read: async ({ db }) => ({ count: (await rowsToCorrect(db)).size }),
    rows: async (db, most) => [...(await rowsToCorrect(db)).values()].slice(0, most).flatMap(rowOf),
  },
  {
    ...ofFeed,
    kind: 'feed-unlimited',
    text: '表の在庫が読めない生地',
    unit: '点',
    to: rowsOfFeed,
    read: async ({ db }) => ({
      count: (await soldWithoutLimit(db)).length,
      note: '数えていないので、いくつでも売れます',
    }),
    rows: async (db, most) =>
      (await soldWithoutLimit(db)).slice(0, most).flatMap((problem) => rowOf([problem])),
  },
  {
    ...ofFeed,
    kind: 'held-price',
    text: '価格の確認',
    unit: '点',
    to: pricesOfFeed,
    read: async ({ db }) => ({ count: (await heldPrices(db)).length }),
    rows: async (db, most) =>
      (await heldPrices(db)).slice(0, most).map(({ number, name, price }) => ({
        key: number,
        text: `${name}（${number}）`,
        note: `${formatYen(price)}円でよいか、確かめてください`,
        to: pricesOfFeed,
      })),
  },
]
