import { feedHash } from '~/features/catalogue/feed.commands.server.ts'
import { configuredFeed, feedProblems, heldPrices } from '~/features/catalogue/feed.queries.server.ts'
import { isPending } from '~/features/catalogue/feed.rules.ts'
import { importFeed } from '~/features/catalogue/feed-import.commands.server.ts'
import { acceptPrice } from '~/features/catalogue/held-prices.commands.server.ts'
import { acceptedPriceText, nothingHeldText } from '~/features/catalogue/held-prices.texts.ts'
import { fabricNames } from '~/features/catalogue/queries.server.ts'
import { productNumber } from '~/features/catalogue/rules.ts'
import { type FeedStatus, feedUsage, statusText, whyNoImport } from '~/features/catalogue/texts.ts'
import { pictureStatus } from '~/features/pictures/sources.queries.server.ts'
import { pictureStatusText } from '~/features/pictures/texts.ts'
import type { AppContext } from '~/server/app-context.ts'
import { silentLog } from '~/server/log.ts'
import type { CliCommand, CommandResult } from './run-command.server.ts'

/** `npm run feed -- now | status | accept NUMBER`; the first two list every bad row (P5). Safe to repeat, and while the shop is open. */
export const feedCommand: CliCommand['run'] = async (ctx, args) => {
  const [what, ...more] = args
  const [number, ...others] = more
  if (what === 'accept' && number !== undefined && others.length === 0) return accept(ctx, number)
  if ((what !== 'now' && what !== 'status') || more.length > 0) return { lines: feedUsage, exitCode: 2 }
  if (what === 'status') return { lines: await statusLines(ctx), exitCode: 0 }
  const whyNot = whyNoImport(await feedStatus(ctx))
  if (whyNot !== null || ctx.feedUrl === undefined) return { lines: whyNot ?? feedUsage, exitCode: 1 }
  // The rows' problems are listed below, in the owner's words.
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

const accept = async (ctx: AppContext, typed: string): Promise<CommandResult> => {
  const accepted = await acceptPrice(ctx, productNumber(typed) ?? typed)
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
