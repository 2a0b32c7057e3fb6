import { pictureStatus } from '~/features/pictures/sources.queries.server.ts'
import { pictureStatusText } from '~/features/pictures/texts.ts'
import { configuredFeed, fabricNames } from '~/features/products/queries.server.ts'
import { productNumber } from '~/features/products/rules.ts'
import type { DeskActor } from '~/kernel/actor.ts'
import type { AppContext } from '~/server/app-context.ts'
import { silentLog } from '~/server/log.ts'
import type { OwnerAction, OwnerCommand } from '~/server/owner-command.ts'
import { feedHash } from './feed.commands.server.ts'
import { feedProblems, heldPrices } from './feed.queries.server.ts'
import { isPending } from './feed.rules.ts'
import { importFeed } from './feed-import.commands.server.ts'
import { acceptedPriceText, nothingHeldText } from './held-prices.texts.ts'
import { acceptPrice } from './price-acceptance.commands.server.ts'
import { type FeedStatus, feedUsage, statusText, whyNoImport } from './texts.ts'

const owner: DeskActor = { kind: 'owner' }

const now: OwnerAction['run'] = async (ctx) => {
  const whyNot = whyNoImport(await feedStatus(ctx))
  if (whyNot !== null || ctx.feedUrl === undefined) return { lines: whyNot ?? feedUsage, exitCode: 1 }
  // The problems are listed below in the owner's words.
  const quiet = { ...ctx, log: silentLog }
  await importFeed(quiet, new AbortController().signal)
  const status = await feedStatus(ctx)
  const word = status.feed?.lastError ?? null
  const isRead = status.feed !== null && (word === null || isPending(word))
  const done = word === null ? '読み込みました。' : '読み込みました。お店にはまだ反映していません。'
  return {
    lines: [isRead ? done : '読み込めませんでした。', ...(await statusLines(ctx))],
    exitCode: isRead ? 0 : 1,
  }
}

const accept: OwnerAction['run'] = async (ctx, [typed = '']) => {
  const accepted = await acceptPrice(ctx, owner, {
    requestId: ctx.newId(),
    number: productNumber(typed) ?? typed,
    price: null,
  })
  return accepted.ok
    ? { lines: [acceptedPriceText(accepted.value)], exitCode: 0 }
    : { lines: [nothingHeldText(typed)], exitCode: 1 }
}

const statusLines = async (ctx: AppContext): Promise<string[]> => [
  ...statusText(await feedStatus(ctx), ctx.now()),
  ...pictureStatusText(await pictureStatus(ctx.db)),
]

const feedStatus = async ({ db, feedUrl }: AppContext): Promise<FeedStatus> => {
  const feed = await configuredFeed(db)
  const isSame = feedUrl !== undefined && feed?.urlHash === feedHash(feedUrl)
  return {
    feed,
    setting: feedUrl === undefined ? 'none' : isSame ? 'same' : 'another',
    shown: feed === null ? 0 : (await fabricNames(db)).length,
    problems: await feedProblems(db),
    held: feed === null ? [] : await heldPrices(db),
  }
}

/** `npm run feed -- now | status | accept NUMBER`; the first two list every bad row (P5). */
export const feedCommand: OwnerCommand = {
  usage: feedUsage,
  actions: {
    now: { words: [0, 0], run: now },
    status: { words: [0, 0], run: async (ctx) => ({ lines: await statusLines(ctx), exitCode: 0 }) },
    accept: { words: [1, 1], run: accept },
  },
}
